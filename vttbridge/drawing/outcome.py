"""What a plan does, drawn over the board: ways, ghosts, and a numbered mark with words for each impact."""

from collections.abc import Iterator

from vttbridge.drawing.figures import ghost
from vttbridge.drawing.paper import SCALE, group, line, shape, words
from vttbridge.geometry.footprint import centre
from vttbridge.geometry.vec import Place, Vec
from vttbridge.rules.board import Board
from vttbridge.rules.effects import Broken, Damage, Effect, Fall, Gone, Hit, Move, Put, Status


def outcome(board: Board, effects: tuple[Effect, ...]) -> str:
    """Draw effects that start on a board; marks are numbered in the order in which things happen."""
    return group("outcome", (*_ways(board, effects), *_marks(board, effects)))


def _ways(board: Board, effects: tuple[Effect, ...]) -> Iterator[str]:
    now = board
    for effect in effects:
        if isinstance(effect, Move | Put | Fall):
            piece = now.find(effect.piece)
            if piece is not None:
                places = (piece.place, *(effect.path if isinstance(effect, Move) else (effect.to,)))
                yield line(tuple(centre(piece.footprint, place) for place in places), "way")
                yield ghost(piece, effect.to)
        now = now.after(effect)


def _marks(board: Board, effects: tuple[Effect, ...]) -> Iterator[str]:
    now, number = board, 0
    stacked: dict[Place, int] = {}
    for effect in effects:
        text = _says(effect)
        piece = now.find(effect.piece) if isinstance(effect, Damage | Hit | Fall | Gone | Status) else None
        now = now.after(effect)
        if text and piece is not None:
            number += 1
            place = effect.to if isinstance(effect, Fall) else piece.place
            depth = stacked[place] = stacked.get(place, 0) + 1
            yield _mark(centre(piece.footprint, place), number, depth, text)


def _mark(middle: Vec, number: int, depth: int, text: str) -> str:
    spot = Vec(middle.x - 0.35, middle.y - 0.15 - 0.42 * depth)
    disc = shape("circle", class_="mark", cx=spot.x * SCALE, cy=spot.y * SCALE, r=9)
    return group(
        "impact", (disc, words(str(number), spot, "markn"), words(text, spot.plus(Vec(0.32, 0)), "callout"))
    )


def _says(effect: Effect) -> str:
    match effect:
        case Damage(amount=amount, cause=cause):
            return f"{cause.replace('_', ' ')} {amount}"
        case Hit(strength=strength, cause=cause):
            return f"{cause.replace('_', ' ')} S{strength}"
        case Fall(height=height):
            return f"falls {height:g}"
        case Gone(cause=cause):
            return cause.replace("_", " ")
        case Status(status=status, on=True):
            return status.replace("_", " ")
        case _:
            return ""


def breaks(effects: tuple[Effect, ...]) -> tuple[Broken, ...]:
    """Give what breaks, for whoever draws the walls afterwards."""
    return tuple(effect for effect in effects if isinstance(effect, Broken))
