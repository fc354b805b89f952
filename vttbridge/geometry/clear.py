"""The shortest shift that makes a base stand clear.

The best place lies on the outline of what must be kept clear of, grown by the base's radius: at the foot of a
perpendicular from the present place, or where two such outlines cross. All of these are tried, the nearest
first, over a reach that grows until one of them is free.
"""

import math
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from vttbridge.geometry.cover import base_box, supported
from vttbridge.geometry.footprint import Body, Cells, Disc, Footprint, centre, span
from vttbridge.geometry.gaps import signed_gap
from vttbridge.geometry.index import Box
from vttbridge.geometry.obstacles import barriers, stands_clear
from vttbridge.geometry.polygon import Edge, edge
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.vec import GRAIN, SLACK, Cell, Place, Vec


class _Round(NamedTuple):
    """A circle to stay outside of."""

    centre: Vec
    radius: float


_Curve = _Round | Edge


class _Task(NamedTuple):
    scene: Scene
    footprint: Footprint
    place: Place
    bodies: tuple[Body, ...]
    gap_to: float
    side: Vec | None
    whole: bool


def nearest_clear(
    scene: Scene,
    footprint: Footprint,
    place: Place,
    bodies: tuple[Body, ...] = (),
    gap_to: float = 0.0,
    *,
    side: Vec | None = None,
    whole: bool = False,
    reach: float = 12.0,
) -> Place | None:
    """Return the place of the shortest shift that is clear of walls, solid ground and bodies, if there is.

    A block of cells is shifted by whole squares.

    Args:
        scene: The scene.
        footprint: The base that is shifted.
        place: Where it is now.
        bodies: Who is in the way.
        gap_to: The least gap to keep from the bodies.
        side: Only shifts that do not go against this direction.
        whole: Only places where the whole base has its support at its own height.
        reach: The longest shift looked at.
    """
    task = _Task(scene, footprint, place, bodies, gap_to, side, whole)
    if _is_clear(task, place):
        return place
    if isinstance(footprint, Cells):
        return next((found for found in _by_squares(place, reach) if _is_clear(task, found)), None)
    span_now = min(reach, 2 * footprint.radius)
    while True:
        found = _best(task, footprint, span_now)
        if found is not None or span_now >= reach:
            return found
        span_now = min(reach, 2 * span_now)


def _is_clear(task: _Task, place: Place) -> bool:
    if task.side is not None and place.at.minus(task.place.at).dot(task.side) < -SLACK:
        return False
    me = Body("", task.footprint, place)
    (low, high) = span(task.footprint, place)
    for body in task.bodies:
        other_low, other_high = span(body.footprint, body.place)
        if low < other_high and other_low < high and signed_gap(me, body) < task.gap_to - SLACK:
            return False
    if not stands_clear(task.scene, task.footprint, place):
        return False
    return not task.whole or supported(task.scene, task.footprint, place).whole


def _by_squares(place: Place, reach: float) -> Iterator[Place]:
    steps = range(-math.floor(reach), math.floor(reach) + 1)
    offsets = sorted((math.hypot(dx, dy), Cell(dx, dy)) for dy in steps for dx in steps)
    return (Place(place.x + dx, place.y + dy, place.z) for _, (dx, dy) in offsets)


def _best(task: _Task, disc: Disc, reach: float) -> Place | None:
    curves = list(_curves(task, disc, reach))
    points = {point for curve in curves for point in _feet(curve, task.place.at)}
    points.update(point for a, b in combinations(curves, 2) for point in _crossings(a, b))
    near = sorted((round(point.minus(task.place.at).length, 9), point) for point in points)
    for shift, point in near:
        place = Place(round(point.x, 3), round(point.y, 3), task.place.z)
        if shift <= reach and _is_clear(task, place):
            return place
    return None


def _curves(task: _Task, disc: Disc, reach: float) -> Iterator[_Curve]:
    """The outlines that a disc's centre may touch, within reach."""
    box = base_box(disc, task.place).grown(reach)
    for segment in barriers(task.scene, box, span(disc, task.place), task.place.at):
        yield from _round_segment(segment, disc.radius)
    if task.whole:
        for segment in task.scene.levels.support(task.place.z).near(box):
            yield from _round_segment(segment, disc.radius)
    for body in task.bodies:
        yield from _round_body(body, disc.radius + task.gap_to)
    if task.scene.spec.edge_blocks:
        yield from _map_lines(task.scene, disc.radius)
    if task.side is not None:
        way = task.side.unit.left.times(reach)
        yield edge(task.place.at.minus(way), task.place.at.plus(way))


def _round_segment(segment: Edge, radius: float) -> Iterator[_Curve]:
    a, b = Vec(segment.ax, segment.ay), Vec(segment.bx, segment.by)
    off = segment.outward.times(radius)
    yield edge(a.plus(off), b.plus(off))
    yield edge(a.minus(off), b.minus(off))
    yield _Round(a, radius)
    yield _Round(b, radius)


def _round_body(body: Body, keep: float) -> Iterator[_Curve]:
    middle = centre(body.footprint, body.place)
    match body.footprint:
        case Disc(radius=radius):
            yield _Round(middle, radius + keep)
        case Cells():
            box = base_box(body.footprint, body.place)
            for side in _sides(box):
                yield from _round_segment(side, keep)


def _sides(box: Box) -> Iterator[Edge]:
    corners = (
        Vec(box.left, box.top),
        Vec(box.right, box.top),
        Vec(box.right, box.bottom),
        Vec(box.left, box.bottom),
    )
    for number, corner in enumerate(corners):
        yield edge(corner, corners[(number + 1) % 4])


def _map_lines(scene: Scene, radius: float) -> Iterator[Edge]:
    spec = scene.spec
    box = Box(spec.x0, spec.y0, spec.x0 + spec.width, spec.y0 + spec.height).grown(-radius)
    if box.left < box.right and box.top < box.bottom:
        yield from _sides(box)


def _feet(curve: _Curve, point: Vec) -> Iterator[Vec]:
    """The nearest point of a curve; a circle's centre has one towards each quarter."""
    if isinstance(curve, Edge):
        along = (point.x - curve.ax) * curve.ux + (point.y - curve.ay) * curve.uy
        if 0.0 <= along <= curve.length:
            yield Vec(curve.ax + along * curve.ux, curve.ay + along * curve.uy)
        return
    way = point.minus(curve.centre)
    if way.length > GRAIN:
        yield curve.centre.plus(way.unit.times(curve.radius))
        return
    for x, y in ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)):
        yield curve.centre.plus(Vec(x * curve.radius, y * curve.radius))


def _crossings(a: _Curve, b: _Curve) -> Iterator[Vec]:
    if isinstance(a, Edge):
        yield from _edges_cross(a, b) if isinstance(b, Edge) else _edge_meets_circle(a, b)
    elif isinstance(b, Edge):
        yield from _edge_meets_circle(b, a)
    else:
        yield from _circles_cross(a, b)


def _edges_cross(a: Edge, b: Edge) -> Iterator[Vec]:
    across = a.ux * b.uy - a.uy * b.ux
    if abs(across) < 1e-12:
        return
    to_x, to_y = b.ax - a.ax, b.ay - a.ay
    along = (to_x * b.uy - to_y * b.ux) / across
    other = (to_x * a.uy - to_y * a.ux) / across
    if -GRAIN <= along <= a.length + GRAIN and -GRAIN <= other <= b.length + GRAIN:
        yield Vec(a.ax + along * a.ux, a.ay + along * a.uy)


def _edge_meets_circle(a: Edge, b: _Round) -> Iterator[Vec]:
    along = (b.centre.x - a.ax) * a.ux + (b.centre.y - a.ay) * a.uy
    foot = Vec(a.ax + along * a.ux, a.ay + along * a.uy)
    square = b.radius**2 - foot.minus(b.centre).dot(foot.minus(b.centre))
    if square < 0.0:
        return
    half = math.sqrt(square)
    for at in (along - half, along + half):
        if -GRAIN <= at <= a.length + GRAIN:
            yield Vec(a.ax + at * a.ux, a.ay + at * a.uy)


def _circles_cross(a: _Round, b: _Round) -> Iterator[Vec]:
    way = b.centre.minus(a.centre)
    apart = way.length
    if apart < GRAIN or apart > a.radius + b.radius or apart < abs(a.radius - b.radius):
        return
    along = (apart**2 + a.radius**2 - b.radius**2) / (2 * apart)
    half = math.sqrt(max(0.0, a.radius**2 - along**2))
    foot = a.centre.plus(way.unit.times(along))
    for side in (half, -half):
        yield foot.plus(way.unit.left.times(side))
