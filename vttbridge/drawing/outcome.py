"""What a plan does, drawn over the board: ways, ghosts, and a numbered mark with words for each impact."""

import math
from collections.abc import Iterator

from vttbridge.drawing.figures import ghost, middle_of
from vttbridge.drawing.paper import SCALE, group, line, shape, words
from vttbridge.geometry.grid import cell_centre
from vttbridge.geometry.vec import Vec
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
                grid = board.scene.spec.grid
                yield line(tuple(middle_of(piece, place, grid) for place in places), "way")
                yield ghost(piece, effect.to, grid)
        now = now.after(effect)


def _marks(board: Board, effects: tuple[Effect, ...]) -> Iterator[str]:
    now, number = board, 0
    stacked: dict[Vec, int] = {}
    for effect in effects:
        text, spot = _says(effect), _where(now, effect)
        now = now.after(effect)
        if text and spot is not None:
            number += 1
            depth = stacked[spot] = stacked.get(spot, 0) + 1
            yield _mark(spot, number, depth, text, breaks=isinstance(effect, Broken))


def _where(board: Board, effect: Effect) -> Vec | None:
    """Return where an impact is marked: on its piece, where it lands, or on what breaks."""
    if isinstance(effect, Broken):
        return _break(board, effect)
    if not isinstance(effect, Damage | Hit | Fall | Gone | Status):
        return None
    piece = board.find(effect.piece)
    if piece is None:
        return None
    place = effect.to if isinstance(effect, Fall) else piece.place
    return middle_of(piece, place, board.scene.spec.grid)


def _break(board: Board, effect: Broken) -> Vec | None:
    cut = effect.cut
    if cut.cell is not None:
        return cell_centre(board.scene.spec.grid, cut.cell)
    wall = next((wall for wall in board.scene.walls if wall.id == cut.id), None)
    if wall is None:
        return None
    start, end = cut.stretch or (0.0, 1.0)
    return wall.a.plus(wall.b.minus(wall.a).times((start + end) / 2))


def _mark(middle: Vec, number: int, depth: int, text: str, *, breaks: bool) -> str:
    spot = middle if breaks else Vec(middle.x - 0.35, middle.y - 0.15 - 0.42 * depth)
    sign = line(_star(spot), "mark", closed=True) if breaks else _disc(spot)
    away = Vec(0.4, -0.35) if breaks else Vec(0.32, 0)
    return group("impact", (sign, words(str(number), spot, "markn"), words(text, spot.plus(away), "callout")))


def _disc(spot: Vec) -> str:
    return shape("circle", class_="mark", cx=spot.x * SCALE, cy=spot.y * SCALE, r=9)


def _star(spot: Vec) -> tuple[Vec, ...]:
    """Return the corners of a star with eight points."""
    corners = ((math.pi * step / 8, 0.32 if step % 2 == 0 else 0.22) for step in range(16))
    return tuple(
        Vec(spot.x + far * math.cos(angle), spot.y + far * math.sin(angle)) for angle, far in corners
    )


def _says(effect: Effect) -> str:
    match effect:
        case Damage(amount=amount, cause=cause):
            return f"{cause.replace('_', ' ')} {amount}"
        case Hit(strength=strength, cause=cause):
            return f"{cause.replace('_', ' ')} S{strength}"
        case Fall(height=height):
            return f"falls {height:g}"
        case Broken(material=material):
            return f"{material or 'wall'} breaks"
        case Gone(cause=cause):
            return cause.replace("_", " ")
        case Status(status=status, on=True):
            return status.replace("_", " ")
        case _:
            return ""
