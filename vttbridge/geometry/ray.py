"""The point test of Foundry, exactly: which walls a ray from one point to another crosses.

1. Open doors do not count; closed and locked ones do.
2. A wall whose line holds the origin is ignored; a distance that only the division of pixels into squares
   made is none.
3. A one-way wall is ignored for origins on its free side: side 1 blocks where the sign below is above 0, side
   2 where it is below 0.
4. Both fractions of the crossing may lie within 0 and 1, give or take 1e-8, and are then clamped: touching
   with the ray's end and grazing a wall's end count. A crossing exactly at the origin does not; parallels
   never cross.
"""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from vttbridge.geometry.frame import Line
from vttbridge.geometry.index import Box
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.vec import Vec

_SLACK = 1e-8
_ON_LINE = 1e-10


class RayHit(msgspec.Struct, frozen=True):
    """One wall that a ray meets: where, and at which fraction of its way."""

    wall: str
    point: Vec
    fraction: float


class Crossing(NamedTuple):
    """A crossing with the line that was met, for the queries that need more of the wall than its id."""

    fraction: float
    line: Line
    point: Vec


def ray(
    scene: Scene, a: Vec, b: Vec, *, low: float | None = None, high: float | None = None
) -> RayHit | None:
    """Return the first wall between two points, or nothing.

    Args:
        scene: The scene.
        a: The origin.
        b: The end, which counts.
        low: Underside of the band looked at; without one walls of every height count.
        high: Its top.
    """
    hits = ray_all(scene, a, b, low=low, high=high)
    return hits[0] if hits else None


def ray_all(
    scene: Scene, a: Vec, b: Vec, *, low: float | None = None, high: float | None = None
) -> tuple[RayHit, ...]:
    """Return every wall between two points, the nearest first, ties by id."""
    return tuple(RayHit(c.line.id, c.point, c.fraction) for c in crossings(scene, a, b, low=low, high=high))


def crossings(
    scene: Scene, a: Vec, b: Vec, *, low: float | None = None, high: float | None = None
) -> list[Crossing]:
    """Return the crossings of a ray with their lines, the nearest first, ties by id."""
    box = Box(min(a.x, b.x), min(a.y, b.y), max(a.x, b.x), max(a.y, b.y)).grown(
        _SLACK * (1 + a.minus(b).length)
    )
    lines = scene.lines_near(box)
    if low is not None:
        lines = [line for line in lines if low < line.top]
    if high is not None:
        lines = [line for line in lines if line.bottom < high]
    return crossings_of(lines, a, b)


def crossings_of(lines: list[Line], a: Vec, b: Vec) -> list[Crossing]:
    """Return the crossings of a ray with these lines alone, the nearest first, ties by id."""
    found = list(_crossings(lines, a, b))
    found.sort(key=lambda crossing: (crossing.fraction, crossing.line.id, crossing.line.stretch))
    return found


def _crossings(lines: list[Line], a: Vec, b: Vec) -> Iterator[Crossing]:
    for line in lines:
        fraction = fraction_at(line, a, b)
        if fraction is not None:
            yield Crossing(fraction, line, a.plus(b.minus(a).times(fraction)))


def fraction_at(line: Line, a: Vec, b: Vec) -> float | None:
    """Return the fraction of the way at which a ray meets one line, by the rules of this module."""
    sign = (line.ay - a.y) * (line.bx - a.x) - (line.ax - a.x) * (line.by - a.y)
    if (
        abs(sign) <= _ON_LINE * line.length
        or (line.side == 1 and sign < 0.0)
        or (line.side == 2 and sign > 0.0)
    ):
        return None
    wall_x, wall_y = line.bx - line.ax, line.by - line.ay
    way_x, way_y = b.x - a.x, b.y - a.y
    across = wall_y * way_x - wall_x * way_y
    if across == 0.0:
        return None
    to_x, to_y = a.x - line.ax, a.y - line.ay
    on_ray = (wall_x * to_y - wall_y * to_x) / across
    on_wall = (way_x * to_y - way_y * to_x) / across
    if not (-_SLACK <= on_ray <= 1 + _SLACK and -_SLACK <= on_wall <= 1 + _SLACK):
        return None
    clamped = min(max(on_ray, 0.0), 1.0)
    return clamped if clamped > 0.0 else None
