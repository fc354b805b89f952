"""The nearest free spaces for a piece that cannot stay where it came down (DSX-04, DSX-15)."""

from vttbridge.geometry.footprint import Body, Cells
from vttbridge.geometry.room import fits
from vttbridge.geometry.vec import Place
from vttbridge.rules.board import Board
from vttbridge.rules.piece import Piece
from vttbridge_draw_steel.sizes import shape, solid
from vttbridge_draw_steel.soil import soil

REACH = 6
"""How many squares around are searched."""


def free_spaces(board: Board, piece: Piece, landing: Place, start: Place) -> tuple[Place, ...]:
    """Return all free spaces at the least distance; first those that go on in the direction of the movement.

    Where there is none on the same level or lower, as in a narrow pit, those on higher ground around count.
    """
    body = shape(piece)
    others = tuple(
        solid(other)
        for other in board.pieces
        if other.id != piece.id and other.kind != "marker" and not other.is_in("dead")
    )
    ahead = (landing.x + _sign(landing.x - start.x), landing.y + _sign(landing.y - start.y))
    for settle in (_on_ground, _on_higher_ground):
        for reach in range(1, REACH + 1):
            around = (settle(board, body, place, others) for place in _ring(landing, reach))
            found = [place for place in around if place is not None]
            if found:
                return tuple(sorted(found, key=lambda one: (_squared(one, ahead), one)))
    return ()


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _squared(place: Place, point: tuple[float, float]) -> float:
    return (place.x - point[0]) ** 2 + (place.y - point[1]) ** 2


def _ring(middle: Place, reach: int) -> list[Place]:
    span = range(-reach, reach + 1)
    return [
        middle._replace(x=middle.x + dx, y=middle.y + dy)
        for dy in span
        for dx in span
        if max(abs(dx), abs(dy)) == reach
    ]


def _on_ground(board: Board, body: Cells, place: Place, others: tuple[Body, ...]) -> Place | None:
    """Set a place down on its ground, if there is room."""
    below = soil(board.scene, body, place)
    if below.rise is not None or below.under is None:
        return None
    down = place._replace(z=below.under)
    return down if fits(board.scene, body, down, others) else None


def _on_higher_ground(board: Board, body: Cells, place: Place, others: tuple[Body, ...]) -> Place | None:
    """Set a place on top of the ground that it would be inside of, if there is room."""
    rise = soil(board.scene, body, place).rise
    return None if rise is None else _on_ground(board, body, place._replace(z=rise), others)
