"""Gridless movement: the exact first contact of a true disc or axis-aligned rectangle.

Walls, filled areas, low ceilings, ground that rises above the base, the map's edge and other bodies block
where their height bands meet the body's. One-way walls block by the side on which the centre starts. Of
several contacts at the same distance the first by kind, then by id, is the one reported. A disc that only
grazes another one, by a grain at most, passes it.
"""

import math
from collections.abc import Iterator
from typing import Literal, NamedTuple

import msgspec

from vttbridge.geometry.footprint import Body, Cells, Disc, Footprint, centre, span
from vttbridge.geometry.frame import blocks_from
from vttbridge.geometry.index import Box
from vttbridge.geometry.levels import HAIR
from vttbridge.geometry.meeting import (
    Meeting,
    Mover,
    may_scrape,
    meet_block,
    meet_circle,
    meet_segment,
    mover_of,
    slimmed,
)
from vttbridge.geometry.obstacles import clearance, filled_in_band
from vttbridge.geometry.polygon import Edge
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.vec import GRAIN, SLACK, TOUCH, Place, Vec

ContactKind = Literal["wall", "area", "body", "edge", "rise"]
_SAME = 1e-9


class Contact(msgspec.Struct, frozen=True):
    """The first thing that a moving base meets.

    `point` is where they touch, `normal` points from the obstacle to the base, `travelled` is how far it
    came. A map edge has the id north, east, south or west; a rise of bare ground has the id `ground`.
    """

    kind: ContactKind
    id: str
    point: Vec
    normal: Vec
    travelled: float
    material: str = ""


def sweep(  # noqa: PLR0917 - one query, its eight parts are what a sweep is
    scene: Scene,
    footprint: Footprint,
    start: Place,
    direction: Vec,
    distance: float,
    bodies: tuple[Body, ...] = (),
    ignore: tuple[str, ...] = (),
    *,
    rims: bool = True,
) -> Contact | None:
    """Move a base in a straight line and give its first contact, or nothing when the whole way is free.

    Args:
        scene: The scene.
        footprint: What moves.
        start: From where.
        direction: Which way, of any length but 0.
        distance: How far at most.
        bodies: Who else is there.
        ignore: Ids of walls, areas and bodies that are not met.
        rims: Whether ground that rises above the base blocks.
    """
    mover = mover_of(footprint, start, direction, distance)
    band = span(footprint, start)
    box = _box(mover).swept(mover.dx * distance, mover.dy * distance).grown(TOUCH)
    sides = [side for side in _sides(scene, box, band, mover.at(0.0), rims=rims) if side.id not in ignore]
    found = [_Found(meeting, side) for side in sides if (meeting := _meet(mover, side)) is not None]
    if any(may_scrape(mover, one.meeting) for one in found):
        slim = slimmed(mover, [side.edge for side in sides])
        if slim is not None:
            found = [one for one in found if _meet(slim, one.side) is not None]
    found.extend(_others(scene, mover, band, [body for body in bodies if body.id not in ignore]))
    if not found:
        return None
    limit = min(one.meeting.travelled for one in found) + _SAME
    contacts = [_contact(scene, mover, band, one) for one in found if one.meeting.travelled <= limit]
    return min(contacts, key=lambda contact: (contact.kind, contact.id, contact.travelled, contact.normal))


class _Side(NamedTuple):
    """A segment that blocks, and whose it is; solid ones count from their outer side only."""

    edge: Edge
    kind: ContactKind
    id: str
    material: str
    solid: bool


class _Found(NamedTuple):
    meeting: Meeting
    side: _Side


def _meet(mover: Mover, side: _Side) -> Meeting | None:
    return meet_segment(mover, side.edge, solid=side.solid)


def _sides(scene: Scene, box: Box, band: tuple[float, float], origin: Vec, *, rims: bool) -> Iterator[_Side]:
    low, high = band
    for line in scene.lines_near(box):
        if low < line.top and line.bottom < high and (not line.side or blocks_from(line, origin)):
            yield _Side(line.edge, "wall", line.id, line.material, solid=False)
    for filled in filled_in_band(scene, box, band):
        for edge in filled.edges:
            yield _Side(edge, "area", filled.id, filled.material, solid=True)
    if rims:
        for edge in scene.levels.in_the_way(low, high).near(box):
            yield _Side(edge, "rise", "", "", solid=True)


def _others(scene: Scene, mover: Mover, band: tuple[float, float], bodies: list[Body]) -> Iterator[_Found]:
    """The map's edges and the bodies."""
    if scene.spec.edge_blocks:
        yield from _map_edges(scene, mover)
    for body in bodies:
        low, high = span(body.footprint, body.place)
        meeting = _meet_body(mover, body) if band[0] < high and low < band[1] else None
        if meeting is not None:
            yield _Found(meeting, _Side(_NOWHERE, "body", body.id, "", solid=True))


_NOWHERE = Edge(0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def _just_inside(edge: Edge, point: Vec) -> Vec:
    """A point beside an edge, inside, as near to another point as the edge's ends allow."""
    along = (point.x - edge.ax) * edge.ux + (point.y - edge.ay) * edge.uy
    along = min(max(along, min(TOUCH, edge.length / 2)), max(edge.length - TOUCH, edge.length / 2))
    on = Vec(edge.ax + along * edge.ux, edge.ay + along * edge.uy)
    return on.minus(edge.outward.times(GRAIN / 10))


def _map_edges(scene: Scene, mover: Mover) -> Iterator[_Found]:
    spec = scene.spec
    half_x, half_y = mover.radius or mover.half_width, mover.radius or mover.half_depth
    for side, nx, ny, room, half in (
        ("west", 1.0, 0.0, mover.x - spec.x0, half_x),
        ("east", -1.0, 0.0, spec.x0 + spec.width - mover.x, half_x),
        ("north", 0.0, 1.0, mover.y - spec.y0, half_y),
        ("south", 0.0, -1.0, spec.y0 + spec.height - mover.y, half_y),
    ):
        speed = -(mover.dx * nx + mover.dy * ny)
        if room >= 0.0 and speed > _SAME:
            travelled = max(0.0, (room - half) / speed)
            if travelled <= mover.distance:
                yield _Found(Meeting(travelled, nx, ny), _Side(_NOWHERE, "edge", side, "", solid=True))


def _meet_body(mover: Mover, body: Body) -> Meeting | None:
    middle = centre(body.footprint, body.place)
    match body.footprint:
        case Disc(radius=radius):
            if mover.is_round:
                reach = mover.radius + radius
                return None if _grazes(mover, middle, reach) else meet_circle(mover, *middle, reach)
            return _turned_round(mover, middle, radius)
        case Cells(width=width, depth=depth):
            if mover.is_round:
                return _disc_meets_block(mover, middle, width / 2, depth / 2)
            return meet_block(mover, middle, width / 2, depth / 2)


def _grazes(mover: Mover, middle: Vec, reach: float) -> bool:
    """Return whether a disc passes another one with no more overlap than rounding makes."""
    aside = mover.dx * (mover.y - middle.y) - mover.dy * (mover.x - middle.x)
    return abs(aside) >= reach - SLACK


def _disc_meets_block(mover: Mover, middle: Vec, half_width: float, half_depth: float) -> Meeting | None:
    left, right = middle.x - half_width, middle.x + half_width
    top, bottom = middle.y - half_depth, middle.y + half_depth
    sides = (
        Edge(left, top, right, top, 1.0, 0.0, right - left),
        Edge(right, top, right, bottom, 0.0, 1.0, bottom - top),
        Edge(right, bottom, left, bottom, -1.0, 0.0, right - left),
        Edge(left, bottom, left, top, 0.0, -1.0, bottom - top),
    )
    met = [meeting for side in sides if (meeting := meet_segment(mover, side, solid=True)) is not None]
    return min(met, default=None)


def _turned_round(mover: Mover, middle: Vec, radius: float) -> Meeting | None:
    """A block that moves against a disc: the disc moves the other way against the block."""
    still = Mover(middle.x, middle.y, -mover.dx, -mover.dy, mover.distance, radius, 0.0, 0.0)
    meeting = _disc_meets_block(still, Vec(mover.x, mover.y), mover.half_width, mover.half_depth)
    return None if meeting is None else Meeting(meeting.travelled, -meeting.nx, -meeting.ny)


def _contact(scene: Scene, mover: Mover, band: tuple[float, float], found: _Found) -> Contact:
    meeting, side = found
    point, normal = _touching(mover, meeting, side), Vec(meeting.nx, meeting.ny)
    whose, material = side.id, side.material
    if side.kind == "rise":
        whose, material = _riser(scene, band, _just_inside(side.edge, point))
    return Contact(side.kind, whose, point, normal, meeting.travelled, material)


def _riser(scene: Scene, band: tuple[float, float], point: Vec) -> tuple[str, str]:
    """Whose ground rises at a point into a height band, and what it is made of."""
    low, high = band
    for layer in scene.levels.layers_at(point):
        if layer.top > low + HAIR and layer.underside < high - HAIR:
            return layer.area or "ground", layer.material
    return "ground", ""


def _touching(mover: Mover, meeting: Meeting, side: _Side) -> Vec:
    """The point where the base touches; where whole sides touch, the one nearest to its centre's line."""
    at = mover.at(meeting.travelled)
    if mover.is_round:
        return Vec(at.x - meeting.nx * mover.radius, at.y - meeting.ny * mover.radius)
    near = Vec(at.x - _reach(meeting.nx, mover.half_width), at.y - _reach(meeting.ny, mover.half_depth))
    if side.edge is _NOWHERE or (meeting.nx and meeting.ny):
        return near
    if meeting.nx:
        return Vec(near.x, _between(near.y, side.edge.ay, side.edge.by))
    return Vec(_between(near.x, side.edge.ax, side.edge.bx), near.y)


def _between(value: float, first: float, last: float) -> float:
    return min(max(value, min(first, last)), max(first, last))


def _reach(normal: float, half: float) -> float:
    return 0.0 if normal == 0.0 else math.copysign(half, normal)


def _box(mover: Mover) -> Box:
    half_x, half_y = mover.radius or mover.half_width, mover.radius or mover.half_depth
    return Box(mover.x - half_x, mover.y - half_y, mover.x + half_x, mover.y + half_y)


def advance_place(
    start: Place, direction: Vec, travelled: float, scene: Scene, footprint: Footprint
) -> Place:
    """Return the stored place at the end of a movement: rounded to the grain, towards the start.

    A disc that would then lie nearer to what blocks than its radius less a grain goes one more grain back.
    """
    if travelled <= 0.0:
        return start
    unit = direction.unit
    end = Vec(start.x + unit.x * travelled, start.y + unit.y * travelled)
    place = Place(_rounded(start.x, end.x), _rounded(start.y, end.y), start.z)
    if not isinstance(footprint, Disc) or _keeps_clear(scene, footprint, place, start.at):
        return place
    back = Place(_back(start.x, place.x), _back(start.y, place.y), start.z)
    near = (back, *_grains_round(place, end))
    return next((one for one in near if _keeps_clear(scene, footprint, one, start.at)), back)


def _keeps_clear(scene: Scene, disc: Disc, place: Place, origin: Vec) -> bool:
    return clearance(scene, disc, place, origin) >= disc.radius - SLACK


def _grains_round(place: Place, end: Vec) -> list[Place]:
    """The stored places round one, the nearest to the exact end first."""
    steps = [(dx, dy) for dx in range(-2, 3) for dy in range(-2, 3)]
    near = [
        Place(round(place.x + dx * GRAIN, 3), round(place.y + dy * GRAIN, 3), place.z) for dx, dy in steps
    ]
    return sorted(near, key=lambda one: (round(one.at.minus(end).length, 9), one))


def _rounded(start: float, end: float) -> float:
    """Round to the grain towards the start; what is a whole grain but for float noise stays."""
    grains = end / GRAIN
    whole = round(grains)
    if abs(grains - whole) > _NOISE:
        whole = math.floor(grains) if end > start else math.ceil(grains)
    value = whole / 1000
    return start if (value - start) * (end - start) < 0.0 else value


_NOISE = 1e-4


def _back(start: float, value: float) -> float:
    return value if abs(value - start) < GRAIN else round(value - math.copysign(GRAIN, value - start), 3)
