"""The knock back path: square by square until the distance is done or something ends it.

What ends it is looked up in a fixed order (HCX-20): another character, blocking terrain or a wall, the
edge of the map, higher ground, a drop.
"""

from typing import Literal

import msgspec

from vttbridge.geometry.areas import areas_in_cell
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.steps import Block, Corner, look
from vttbridge.geometry.terrain import Aura, Difficult, Hindering, Obstacle, Water
from vttbridge.geometry.vec import Cell, Place
from vttbridge.rules.board import Board
from vttbridge.rules.piece import Piece
from vttbridge_heroclix.abilities import are_opposing, is_character
from vttbridge_heroclix.levels import SAME, Ahead, ahead, are_stairs, standing_level
from vttbridge_heroclix.source import squares_of

Why = Literal["character", "rim_blocked", "blocked", "map_edge", "higher", "fall"]


class Stop(msgspec.Struct, frozen=True):
    """What ended a path early, by whom or what, and the rules; a fall still enters its square."""

    why: Why
    by: str
    rules: tuple[str, ...]


class KnockBackPath(msgspec.Struct, frozen=True):
    """The squares passed, without the start, and what ended them early."""

    places: tuple[Place, ...]
    stop: Stop | None
    rules: tuple[str, ...]


def trace(board: Board, piece: Piece, step: Cell, squares: int) -> KnockBackPath:
    """Follow a path for so many squares; every square counts one, diagonal ones too (HC-24)."""
    at = start_of(board.scene, piece)
    places: list[Place] = []
    ignored: list[str] = ["HC-24"] if step.x and step.y else []
    stop: Stop | None = None
    while len(places) < squares and stop is None:
        to, stop = _next(board, piece, at, step)
        if stop is None or stop.why == "fall":
            ignored.extend(_ignored(board, piece, at, to))
            places.append(to)
            at = to
    if stop is None:
        ignored.append("HC-23")
    return KnockBackPath(tuple(places), stop, tuple(dict.fromkeys(ignored)))


def start_of(scene: Scene, piece: Piece) -> Place:
    """Return where a figure stands, on the level that carries it."""
    cell = squares_of(piece)[0]
    level = standing_level(scene, cell, piece.place.z)
    return Place(cell.x, cell.y, piece.place.z if level is None else level)


def _next(board: Board, piece: Piece, at: Place, step: Cell) -> tuple[Place, Stop | None]:
    """Look at one square, in the order of HCX-20."""
    cell = Cell(at.cell.x + step.x, at.cell.y + step.y)
    ground = ahead(board.scene, cell, at.z, piece.footprint.height)
    to = Place(cell.x, cell.y, at.z if ground.level is None else ground.level)
    found = (
        _at_character(_occupant(board, piece, to), ground),
        _blocked(board, piece, at, to),
        Stop("map_edge", "", ("HC-17",)) if _is_off_map(board.scene, cell) else None,
        _at_ground(board, at.cell, cell, ground),
    )
    stops = tuple(stop for stop in found if stop is not None)
    if len(stops) < 2:
        return to, stops[0] if stops else None
    return to, Stop(stops[0].why, stops[0].by, (*stops[0].rules, "HCX-20"))


def _at_ground(board: Board, start: Cell, end: Cell, ground: Ahead) -> Stop | None:
    """Higher ground stops (HC-16), lower ground is a drop (HC-19), and nobody stands on nothing (HCX-02)."""
    if ground.is_higher:
        return Stop("higher", "", ("HC-16",))
    if ground.level is None:
        return Stop("rim_blocked", "", ("HCX-02",))
    falls = ground.is_lower and not _goes_down_stairs(board, start, end)
    return Stop("fall", "", ("HC-19",)) if falls else None


def _at_character(occupant: str, ground: Ahead) -> Stop | None:
    """A figure in the way stops the path (HCX-01); one below a rim keeps it on the edge (HCX-02)."""
    if not occupant:
        return None
    if ground.is_lower:
        return Stop("rim_blocked", occupant, ("HCX-02",))
    return Stop("character", occupant, ("HCX-01",))


def _is_off_map(scene: Scene, cell: Cell) -> bool:
    spec = scene.spec
    inside_x = spec.x0 <= cell.x and cell.x + 1 <= spec.x0 + spec.width
    return not (inside_x and spec.y0 <= cell.y and cell.y + 1 <= spec.y0 + spec.height)


def _occupant(board: Board, piece: Piece, to: Place) -> str:
    """Return the figure that fills a square at that level; objects fill none (HC-12)."""
    for other in board.pieces:
        if other.id == piece.id or not is_character(other) or to.cell not in squares_of(other):
            continue
        level = standing_level(board.scene, to.cell, other.place.z)
        if level is None or abs(level - to.z) <= SAME:
            return other.id
    return ""


def _blocked(board: Board, piece: Piece, at: Place, to: Place) -> Stop | None:
    """Return which blocking terrain or wall lies in the way (HC-15) or closes the corner (HCX-11)."""
    found = look(board.scene, piece.footprint, at, Place(to.x, to.y, at.z))
    for block in found.blocks:
        if block.kind in {"wall", "area"} and not block.redundant:
            return Stop("blocked", block.id, ("HC-15", *_of_walls((block,))))
    for corner in found.corners:
        if not _is_off_map(board.scene, to.cell) and _closes(board, corner):
            by = corner.blocks[0].id if corner.blocks else ""
            return Stop("blocked", by, ("HC-15", "HCX-11", *_of_walls(corner.blocks)))
    return None


def _of_walls(blocks: tuple[Block, ...]) -> tuple[str, ...]:
    """A wall on a grid line acts as blocking terrain (HCX-10)."""
    return ("HCX-10",) if any(block.kind == "wall" for block in blocks) else ()


def _closes(board: Board, corner: Corner) -> bool:
    """A corner counts as the less restrictive of its two flanks (HCX-11)."""
    return any(corner.cut) if board.options.is_on("hc_corner", "any") else all(corner.cut)


def _passes_corner(board: Board, piece: Piece, at: Place, to: Place) -> bool:
    """Return whether a free diagonal step passed a corner that is closed on one side."""
    found = look(board.scene, piece.footprint, at, Place(to.x, to.y, at.z))
    return any(any(corner.cut) for corner in found.corners)


def _goes_down_stairs(board: Board, start: Cell, end: Cell) -> bool:
    """Stairs are a drop like any other unless the table says that the path goes on (AMB-HC-8)."""
    return board.options.is_on("hc_stairs_rim", "continue") and are_stairs(board.scene, start, end)


def _ignored(board: Board, piece: Piece, at: Place, to: Place) -> list[str]:
    """Return the rules by which what lies in a passed square has no effect."""
    rules: list[str] = ["HCX-11"] if _passes_corner(board, piece, at, to) else []
    meanings = [area.meaning for area in areas_in_cell(board.scene, to.cell)]
    if any(isinstance(meaning, Hindering | Difficult | Obstacle) for meaning in meanings):
        rules.append("HC-12")
    if any(isinstance(meaning, Water) for meaning in meanings):
        rules += ["HCX-16", "HC-12"]
    if any(isinstance(meaning, Aura) for meaning in meanings):
        rules.append("HC-13")
    if any(other.kind == "object" and to.cell in squares_of(other) for other in board.pieces):
        rules.append("HC-12")
    if _comes_to_hypertime(board, piece, at, to):
        rules += ["HC-13", "HC-14"]
    return rules


def _comes_to_hypertime(board: Board, piece: Piece, at: Place, to: Place) -> bool:
    """Knock back is no movement: Hypertime is not rolled (HC-13, HC-14)."""
    return any(
        other.has("hypertime")
        and is_character(other)
        and are_opposing(other, piece)
        and _adjacent(other, to.cell)
        and not _adjacent(other, at.cell)
        for other in board.pieces
    )


def _adjacent(piece: Piece, cell: Cell) -> bool:
    return any(max(abs(own.x - cell.x), abs(own.y - cell.y)) == 1 for own in squares_of(piece))
