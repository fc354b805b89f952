"""Which way a figure flies: away from the source along a row, a column or a perfect diagonal."""

import msgspec

from vttbridge.geometry.grid import directions, distance, sign_step
from vttbridge.geometry.vec import Cell, Place
from vttbridge.rules.draft import Draft
from vttbridge.rules.kinds import DirectionOf, PointOf
from vttbridge.rules.piece import Piece
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.script import MOVER, Script, choose
from vttbridge_heroclix.source import GRID, Source, squares_of

EIGHT_WAYS = tuple(Place(step.x, step.y) for step in directions(GRID))
EAST = Place(1.0, 0.0)


class Heading(msgspec.Struct, frozen=True):
    """One step of the knock back path and the rules that gave it."""

    step: Cell
    rules: tuple[str, ...]


def heading(draft: Draft, source: Source, piece: Piece) -> Script[Heading | None]:
    """Return the way of the knock back path; `None` for whoever stands on the origin of an area effect."""
    start = squares_of(piece)[0]
    origin = yield from _origin(draft, source, piece)
    away = Cell(start.x - origin.x, start.y - origin.y)
    if away != Cell(0, 0):
        return _away(away)
    if source.is_point:
        return None
    return (yield from _any_way(piece))


def _away(away: Cell) -> Heading:
    """Keep rows, columns and perfect diagonals; make a perfect diagonal of all else (HC-06 to HC-09)."""
    if away.x == 0 or away.y == 0:
        rule = "HC-07"
    elif abs(away.x) == abs(away.y):
        rule = "HC-08"
    else:
        rule = "HC-09"
    return Heading(sign_step(away.x, away.y), ("HC-06", rule))


def _any_way(piece: Piece) -> Script[Heading]:
    """Without any direction the mover picks one of eight (AMB-HC-7)."""
    way = yield from choose(
        MOVER,
        "direction",
        DirectionOf(EIGHT_WAYS),
        EAST,
        piece=piece.id,
        because=refuse("NO_DIRECTION", "HC-06", piece=piece.id),
    )
    return Heading(sign_step(way.x, way.y), ("HC-06",))


def _origin(draft: Draft, source: Source, piece: Piece) -> Script[Cell]:
    """Return the square that the line is drawn from: of a large figure the attacker picks one (AMB-HC-6)."""
    if source.chosen is not None:
        return source.chosen
    nearest = _nearest(source, piece)
    if len(source.squares) == 1 or draft.options.is_on("hc_multibase_origin", "nearest"):
        return nearest
    offered = tuple(Place(square.x, square.y) for square in source.squares)

    def one_of_its_squares(place: Place) -> Refusal | None:
        if place.cell in source.squares:
            return None
        return refuse("NOT_ITS_SQUARE", "HC-06", piece=source.piece, given=tuple(place))

    picked = yield from choose(
        MOVER,
        "origin",
        PointOf(offered),
        Place(nearest.x, nearest.y),
        piece=piece.id,
        check=one_of_its_squares,
    )
    return picked.cell


def _nearest(source: Source, piece: Piece) -> Cell:
    """Return the nearest square; of equally near ones the straighter, then the first by column and row."""
    start = squares_of(piece)[0]

    def nearness(square: Cell) -> tuple[int, int, Cell]:
        return (distance(GRID, square, start), abs(square.x - start.x) + abs(square.y - start.y), square)

    return min(source.squares, key=nearness)
