"""Rims: the ledges near a base that stands, and which of them is nearest."""

import math
from collections.abc import Iterator

import msgspec

from vttbridge.geometry.cover import base_box
from vttbridge.geometry.footprint import Cells, Disc, Footprint, centre
from vttbridge.geometry.index import Box
from vttbridge.geometry.ledge import BEYOND, drop_at, edge_owner, footing
from vttbridge.geometry.polygon import Edge, closest
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.terrain import Elevation
from vttbridge.geometry.vec import GRAIN, Place, Vec


class Rim(msgspec.Struct, frozen=True):
    """The nearest ledge: gap from the base's edge, nearest point, way outward, drop (`None`: no bottom).

    `area` is the pit that opens or the elevation that ends there.
    """

    gap: float
    point: Vec
    outward: Vec
    drop: float | None
    railing: float = 0.0
    area: str = ""


def rim_distance(scene: Scene, footprint: Footprint, place: Place) -> Rim | None:
    """Return the ledge nearest to a base that stands at its height, or nothing when the map has none."""
    return next(rims(scene, footprint, place), None)


def rims(scene: Scene, footprint: Footprint, place: Place) -> Iterator[Rim]:
    """Return all ledges at the height of a base, the nearest first."""
    middle = centre(footprint, place)
    by_gap = sorted(
        (max(0.0, round(_base_gap(footprint, place, edge), 9)), closest(edge, middle), edge)
        for edge in scene.levels.support(place.z).edges
    )
    found = (_rim(scene, place.z, middle, edge, gap) for gap, _, edge in by_gap)
    return (rim for rim in found if rim is not None)


def _rim(scene: Scene, z: float, middle: Vec, edge: Edge, gap: float) -> Rim | None:
    point = closest(edge, middle)
    out = point.plus(edge.outward.times(BEYOND))
    if footing(scene, out, z):
        return None
    area = edge_owner(scene, point.minus(edge.outward.times(BEYOND)), out, z)
    way = _outward(scene, middle, point, edge, z)
    return Rim(gap, point, way, drop_at(scene, out, z), _railing(scene, area), area)


def _outward(scene: Scene, middle: Vec, point: Vec, edge: Edge, z: float) -> Vec:
    """Away from the footing: square to the edge, or at its end the way from the centre to it."""
    way = point.minus(middle)
    if way.length <= GRAIN:
        return edge.outward
    return way.unit if footing(scene, middle, z) else way.times(-1.0).unit


def _base_gap(footprint: Footprint, place: Place, edge: Edge) -> float:
    match footprint:
        case Disc(radius=radius):
            return closest(edge, place.at).minus(place.at).length - radius
        case Cells():
            return _box_gap(base_box(footprint, place), edge)


def _box_gap(box: Box, edge: Edge) -> float:
    corners = (
        Vec(box.left, box.top),
        Vec(box.right, box.top),
        Vec(box.right, box.bottom),
        Vec(box.left, box.bottom),
    )
    from_corners = min(closest(edge, corner).minus(corner).length for corner in corners)
    from_ends = min(_out_of(box, Vec(edge.ax, edge.ay)), _out_of(box, Vec(edge.bx, edge.by)))
    return min(from_corners, from_ends)


def _out_of(box: Box, point: Vec) -> float:
    x = max(box.left - point.x, 0.0, point.x - box.right)
    y = max(box.top - point.y, 0.0, point.y - box.bottom)
    return math.hypot(x, y)


def _railing(scene: Scene, area_id: str) -> float:
    if not area_id:
        return 0.0
    meaning = scene.area(area_id).meaning
    return meaning.railing if isinstance(meaning, Elevation) else 0.0
