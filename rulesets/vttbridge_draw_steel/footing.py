"""Where a step lands in height: slopes, ledges, the air, and ground that is too high (DS-02, DS-16, DS-17).

1. Whoever is on the ground follows it while each square differs by at most 1 from the one before.
2. A square 2 or more lower is a ledge: the target goes on at its height over open space (DS-36).
3. A square 2 or more higher is an obstacle. In the air any ground above the target's height is one.
4. A vertical movement names its heights; a square named without one is entered as above.
"""

from collections.abc import Callable

import msgspec

from vttbridge.geometry.footprint import Body, Cells
from vttbridge.geometry.room import overlaps
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.vec import Place
from vttbridge.rules.board import Board
from vttbridge_draw_steel.movement import Movement, Square, Way
from vttbridge_draw_steel.sizes import shape
from vttbridge_draw_steel.soil import Soil, soil

Ground = Callable[[Scene, Cells, Place], Soil]
"""Looks up the ground under a body."""

SLOPE = 1.0
"""The most by which two squares of a slope differ in height."""


class Footing(msgspec.Struct, frozen=True):
    """Where a step leads, whether the ground holds it there, or that solid ground is in the way."""

    place: Place
    grounded: bool = False
    blocked: bool = False
    level: bool = True
    buried: bool = False


def named_place(movement: Movement, wish: Square) -> Place | None:
    """Return the place of a square that names its height, where the movement may be up or down."""
    if wish.z is None or not movement.vertical:
        return None
    return Place(float(wish.x), float(wish.y), float(wish.z))


def footing(movement: Movement, way: Way, wish: Square, ground: Ground = soil) -> Footing:
    """Return the place that a named square means (DS-16, DS-17)."""
    named = named_place(movement, wish)
    if named is not None:
        return _named(movement, way, named, ground)
    to = Place(float(wish.x), float(wish.y), way.at.z)
    if abs(to.x - way.at.x) > 1 or abs(to.y - way.at.y) > 1:
        return Footing(to)
    below = ground(way.board.scene, movement.body, to)
    if movement.burrows and below.rise is not None:
        return Footing(to, buried=True)
    return _level(movement.body, way, to, below, ground)


def _named(movement: Movement, way: Way, to: Place, ground: Ground) -> Footing:
    level = to.z == way.at.z
    below = ground(way.board.scene, movement.body, to)
    if movement.burrows and below.rise is not None:
        return Footing(to, level=level, buried=True)
    return Footing(to, below.supported, below.rise is not None, level)


def _level(body: Cells, way: Way, to: Place, below: Soil, ground: Ground) -> Footing:
    if below.rise is not None:
        return _up(body, way, to, below.rise, ground)
    if below.supported:
        return Footing(to, grounded=True)
    if way.grounded and below.under is not None and way.at.z - below.under <= SLOPE:
        return Footing(Place(to.x, to.y, below.under), grounded=True)
    return Footing(to)


def _up(body: Cells, way: Way, to: Place, rise: float, ground: Ground) -> Footing:
    if way.grounded and rise - way.at.z <= SLOPE:
        higher = Place(to.x, to.y, rise)
        if ground(way.board.scene, body, higher).rise is None:
            return Footing(higher, grounded=True)
    return Footing(to, blocked=True)


def support(board: Board, body: Cells, place: Place, without: tuple[str, ...]) -> float | None:
    """Return the highest level at or below a place that holds a body: ground or object top (AMB-DS-16)."""
    levels = _tops(board, body, place, without)
    under = soil(board.scene, body, place).under
    if under is not None:
        levels.append(under)
    return max(levels, default=None)


def _tops(board: Board, body: Cells, place: Place, without: tuple[str, ...]) -> list[float]:
    """The tops of objects at or below the place and under the body."""
    found: list[float] = []
    for piece in board.pieces:
        if piece.kind != "object" or piece.id in without:
            continue
        top = piece.place.z + shape(piece).height
        probe = Body("", body, Place(place.x, place.y, piece.place.z))
        if top <= place.z and overlaps(probe, Body(piece.id, shape(piece), piece.place)):
            found.append(top)
    return found


def standing_place(board: Board, body: Cells, place: Place) -> Place:
    """Set a place on whole squares, and on top of the ground that it would be inside of."""
    square = Place(float(round(place.x)), float(round(place.y)), place.z)
    rise = soil(board.scene, body, square).rise
    return square if rise is None else square._replace(z=rise)


def stands(board: Board, body: Cells, place: Place, without: tuple[str, ...]) -> bool:
    """Return whether something holds a body up where it is; underground everything does."""
    if soil(board.scene, body, place).rise is not None:
        return True
    held = support(board, body, place, without)
    return held is not None and held >= place.z
