"""How far two bases are apart, and whether two bodies share space.

A base is flat: inches in height are measured from base to base, never from a head to the feet above it.
"""

import math

from vttbridge.geometry.footprint import Body, Cells, Disc, centre, span
from vttbridge.geometry.vec import SLACK, Vec


def overlaps(a: Body, b: Body) -> bool:
    """Return whether two bodies share space: bases and height bands; touching is not sharing."""
    (low, high), (other_low, other_high) = span(a.footprint, a.place), span(b.footprint, b.place)
    return low < other_high and other_low < high and signed_gap(a, b) < -SLACK


def gap(a: Body, b: Body) -> float:
    """Return the distance between the edges of two bases in space; 0 when they touch or overlap."""
    return math.hypot(flat_gap(a, b), a.place.z - b.place.z)


def flat_gap(a: Body, b: Body) -> float:
    """Return the distance between the edges of two bases on the plane; 0 when they touch or overlap."""
    return max(0.0, signed_gap(a, b))


def signed_gap(a: Body, b: Body) -> float:
    """Return the distance between the edges of two bases on the plane, below 0 for how deep they overlap."""
    if isinstance(a.footprint, Disc):
        return point_gap(b, a.place.at) - a.footprint.radius
    if isinstance(b.footprint, Disc):
        return point_gap(a, b.place.at) - b.footprint.radius
    x = _apart(a.place.x, a.footprint.width, b.place.x, b.footprint.width)
    y = _apart(a.place.y, a.footprint.depth, b.place.y, b.footprint.depth)
    return math.hypot(x, y) if x > 0 and y > 0 else max(x, y)


def _apart(a: float, a_length: float, b: float, b_length: float) -> float:
    return max(b - a - a_length, a - b - b_length)


def point_gap(body: Body, point: Vec) -> float:
    """Return the distance of a point from a body's edge on the plane, below 0 inside."""
    middle = centre(body.footprint, body.place)
    match body.footprint:
        case Disc(radius=radius):
            return point.minus(middle).length - radius
        case Cells(width=width, depth=depth):
            x, y = abs(point.x - middle.x) - width / 2, abs(point.y - middle.y) - depth / 2
            return math.hypot(x, y) if x > 0 and y > 0 else max(x, y)
