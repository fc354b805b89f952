"""Inches between bases, directions through their centres, and places a given way off.

Inches compare with a tolerance of 0.001.
"""

import math

from vttbridge.geometry.footprint import Cells, Disc, Footprint, centre
from vttbridge.geometry.room import gap
from vttbridge.geometry.vec import GRAIN, Place, Vec
from vttbridge.rules.piece import Piece


def middle(piece: Piece) -> Vec:
    """Return the centre of a piece's base."""
    return centre(piece.footprint, piece.place)


def way_between(start: Vec, end: Vec) -> Vec | None:
    """Return the direction from one point to another, `None` where they are the same within a grain."""
    way = end.minus(start)
    return way.unit if way.length > GRAIN else None


def apart(one: Piece, other: Piece) -> float:
    """Return the inches between the edges of two bases."""
    return gap(one.solid, other.solid)


CONTACT = 3 * GRAIN
"""Bases so near are in contact: a place that was reached by moving into contact is rounded back."""


def touches(one: Piece, other: Piece) -> bool:
    """Return whether two bases are in contact."""
    return apart(one, other) <= CONTACT


def is_within(inches: float, limit: float) -> bool:
    """Return whether a length is at most a limit."""
    return inches <= limit + GRAIN


def is_closer(inches: float, limit: float) -> bool:
    """Return whether a length is strictly under a limit."""
    return inches < limit - GRAIN


def half_width(footprint: Footprint) -> float:
    """Return the radius of a round base, or half the longer side of a square one."""
    match footprint:
        case Disc(radius=radius):
            return radius
        case Cells(width=width, depth=depth):
            return max(width, depth) / 2


def centred_on(footprint: Footprint, point: Vec, z: float) -> Place:
    """Return the place of a base whose centre is at a point, to the grain."""
    match footprint:
        case Disc():
            return on_grain(Place(point.x, point.y, z))
        case Cells(width=width, depth=depth):
            return on_grain(Place(point.x - width / 2, point.y - depth / 2, z))


def on_grain(place: Place) -> Place:
    """Return a place to three decimals."""
    return Place(round(place.x, 3), round(place.y, 3), round(place.z, 3))


def shifted(place: Place, way: Vec, inches: float) -> Place:
    """Return the place so many inches off in a direction, not yet rounded."""
    unit = way.unit
    return Place(place.x + unit.x * inches, place.y + unit.y * inches, place.z)


def whole_inches(inches: float) -> int:
    """Round a height up to the full inch; what is within the tolerance of an inch is that inch."""
    return math.ceil(inches - GRAIN)
