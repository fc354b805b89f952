"""Bases on the table: who stands on what, who is whose enemy, and the ground with flying platforms in it."""

import math
from functools import lru_cache

import msgspec

from vttbridge.geometry.footprint import Body, Cells, Disc, Footprint
from vttbridge.geometry.room import flat_gap, gap
from vttbridge.geometry.scene import Overlay, Scene, SceneSpec
from vttbridge.geometry.terrain import Area, Elevation
from vttbridge.geometry.vec import GRAIN, Place, Vec
from vttbridge.rules.board import Board
from vttbridge.rules.piece import Piece
from vttbridge_necromunda.table_top.measuring import middle
from vttbridge_necromunda.table_top.sides import is_fighter, is_standing

PLATFORM_SIDES = 128
"""A round platform stands in the ground as a polygon with so many sides that touch the circle."""

PLATFORM_DEPTH = 0.1
"""How thick a flying platform is."""


def is_cutter(piece: Piece) -> bool:
    """Return whether a piece is a Grav Cutter: an object that anybody may stand on."""
    return not is_fighter(piece) and piece.has("grav_cutter")


def radius_of(footprint: Footprint) -> float:
    """Return half the width of a base."""
    match footprint:
        case Disc(radius=radius):
            return radius
        case Cells(width=width, depth=depth):
            return min(width, depth) / 2


def gang_of(piece: Piece) -> str:
    """Return the word that says whose side a piece is on."""
    return piece.side or piece.owner


def with_middle(piece: Piece, at: Vec, z: float) -> Place:
    """Return the place of a piece whose base is centred on a point."""
    offset = middle(piece).minus(piece.place.at)
    return Place(at.x - offset.x, at.y - offset.y, z)


def stands_on(board: Board, piece: Piece) -> Piece | None:
    """Return the Grav Cutter under a fighter's centre."""
    named = piece.text("on")
    for other in board.pieces:
        if not is_cutter(other) or other.id == piece.id:
            continue
        near = middle(other).minus(middle(piece)).length <= radius_of(other.footprint) + GRAIN
        if other.id == named or (near and abs(other.place.z - piece.place.z) <= GRAIN):
            return other
    return None


def may_use(board: Board, piece: Piece) -> Piece | None:
    """Return the Grav Cutter that a fighter controls now (NM-110): its gang's, stood on, with the gear."""
    under = stands_on(board, piece)
    if under is None or not piece.has("grav_cutter") or not is_standing(piece):
        return None
    return under if gang_of(under) in {"", gang_of(piece)} else None


def base_of(board: Board, piece: Piece) -> Body:
    """Return a fighter's base; while it uses a Grav Cutter the cutter counts as its base (NM-111)."""
    cutter = may_use(board, piece) if is_fighter(piece) else None
    if cutter is None:
        return piece.solid
    at = middle(cutter)
    shape = Disc(radius_of(cutter.footprint), piece.footprint.height)
    return Body(piece.id, shape, Place(at.x, at.y, piece.place.z))


def bodies(board: Board, *without: str) -> tuple[Body, ...]:
    """Return everything that fills ground, Grav Cutters not: they are ground themselves."""
    return tuple(
        base_of(board, piece)
        for piece in board.pieces
        if piece.kind != "marker" and piece.id not in without and not is_cutter(piece)
    )


def apart(board: Board, piece: Piece, other: Piece) -> float:
    """Return the gap between two bases (G-04)."""
    return gap(base_of(board, piece), base_of(board, other))


def apart_flat(board: Board, piece: Piece, other: Piece) -> float:
    """Return the gap between two bases on the plane."""
    return flat_gap(base_of(board, piece), base_of(board, other))


PLATFORM = "grav cutter "
"""The ids of platforms in the ground begin so."""


def terrain(board: Board, *without: str) -> Scene:
    """Return the scene with the Grav Cutters that hover in it as platforms (NM-107, NM-109)."""
    spec = board.scene.spec
    bare = tuple(area for area in spec.areas if not area.id.startswith(PLATFORM))
    cutters = tuple(piece for piece in board.pieces if is_cutter(piece) and piece.id not in without)
    areas = (*bare, *(_platform(cutter) for cutter in cutters))
    if areas == spec.areas:
        return board.scene
    return _with_areas(spec, board.scene.overlay, areas)


def lifted(board: Board) -> Board:
    """Return the board as this book plays it: Grav Cutters are ground, and no bodies in the way."""
    if not any(is_cutter(piece) for piece in board.pieces):
        return board
    pieces = tuple(
        msgspec.structs.replace(piece, kind="marker") if is_cutter(piece) else piece for piece in board.pieces
    )
    return msgspec.structs.replace(board, scene=terrain(board), pieces=pieces)


@lru_cache(maxsize=32)
def _with_areas(spec: SceneSpec, overlay: Overlay, areas: tuple[Area, ...]) -> Scene:
    return Scene.build(msgspec.structs.replace(spec, areas=areas), overlay)


def _platform(cutter: Piece) -> Area:
    at, half = middle(cutter), math.pi / PLATFORM_SIDES
    radius = radius_of(cutter.footprint) / math.cos(half)
    turns = (half + 2 * half * side for side in range(PLATFORM_SIDES))
    outline = tuple(Vec(at.x + radius * math.cos(turn), at.y + radius * math.sin(turn)) for turn in turns)
    level = cutter.place.z
    return Area(f"{PLATFORM}{cutter.id}", outline, Elevation(level=level, underside=level - PLATFORM_DEPTH))
