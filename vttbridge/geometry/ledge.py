"""Ledges: where a moving base loses its footing, and which ledge is nearest.

1. A ledge is an edge of the part of the plane that supports a body at its height (`levels.support`); levels
   that join without a drop have none between them.
2. A centre exactly on an edge is not past it, and a movement that ends exactly there has not lost it.
3. Some part is over when the base reaches past the edge, the whole is over when nothing of the base is still
   on.
"""

import math
from collections.abc import Iterable
from itertools import pairwise

import msgspec

from vttbridge.geometry.cover import base_box, supported
from vttbridge.geometry.footprint import Cells, Disc, Footprint, centre
from vttbridge.geometry.index import Box
from vttbridge.geometry.levels import HAIR
from vttbridge.geometry.meeting import Mover, meet_segment, mover_of, slimmed
from vttbridge.geometry.overlap import times_over
from vttbridge.geometry.polygon import Edge, closest, reversed_edges
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.terrain import Elevation, Pit
from vttbridge.geometry.vec import GRAIN, TOUCH, Place, Vec

_SAME = 1e-9
_BEYOND = 2 * GRAIN


class Overhang(msgspec.Struct, frozen=True):
    """How far a moving base comes before some part, its centre, the whole of it first has no support.

    All three are `None` when that does not happen within the distance. `area` is the pit that opens or the
    elevation that ends there, `drop` how far down it goes (`None`: no bottom).
    """

    partly: float | None
    centre: float | None
    wholly: float | None
    area: str = ""
    drop: float | None = None


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


def overhang(scene: Scene, footprint: Footprint, start: Place, direction: Vec, distance: float) -> Overhang:
    """Return where a level movement in a straight line goes over an edge."""
    mover = mover_of(footprint, start, direction, distance)
    region = scene.levels.support(start.z)
    box = base_box(footprint, start).swept(mover.dx * distance, mover.dy * distance).grown(TOUCH)
    edges = region.near(box)
    first = _first_over(scene, footprint, start, mover, edges)
    middle = _centre_over(scene, start.z, mover, edges)
    whole = _whole_over(scene, start.z, mover, edges)
    at = middle if middle is not None else first
    if at is None:
        return Overhang(None, None, None)
    out, into = _sides(scene, start.z, mover, edges, at)
    return Overhang(first, middle, whole, _edge_of(scene, into, out, start.z), _drop(scene, out, start.z))


def _first_over(
    scene: Scene, footprint: Footprint, start: Place, mover: Mover, edges: list[Edge]
) -> float | None:
    if not supported(scene, footprint, start).whole:
        return 0.0
    rims = reversed_edges(edges)
    slim = slimmed(mover, rims)
    met = [
        meeting
        for rim in rims
        if (meeting := meet_segment(mover, rim, solid=True)) is not None
        and (slim is None or meet_segment(slim, rim, solid=True) is not None)
    ]
    first = min(met, default=None)
    return first.travelled if first is not None and first.travelled < mover.distance - _SAME else None


def _centre_over(scene: Scene, z: float, mover: Mover, edges: Iterable[Edge]) -> float | None:
    for start, end in _pieces(mover, edges):
        if end - start > _SAME and not _footing(scene, mover.at((start + end) / 2), z):
            return start
    return None


def _pieces(mover: Mover, edges: Iterable[Edge]) -> Iterable[tuple[float, float]]:
    """Cut the centre's way at every edge that it crosses."""
    marks = {0.0, mover.distance}
    for edge in edges:
        across = edge.ux * mover.dy - edge.uy * mover.dx
        if across != 0.0:
            to_x, to_y = mover.x - edge.ax, mover.y - edge.ay
            travelled = (edge.uy * to_x - edge.ux * to_y) / across
            if 0.0 < travelled < mover.distance:
                marks.add(travelled)
    return pairwise(sorted(marks))


def _footing(scene: Scene, point: Vec, z: float) -> bool:
    return any(layer.top >= z - HAIR and layer.underside < z for layer in scene.levels.layers_at(point))


def _whole_over(scene: Scene, z: float, mover: Mover, edges: list[Edge]) -> float | None:
    """The first time at which the base meets no edge and its centre has no footing."""
    on = [times for edge in edges if (times := times_over(mover, edge)) is not None]
    on.extend(
        (start, end)
        for start, end in _pieces(mover, edges)
        if _footing(scene, mover.at((start + end) / 2), z)
    )
    at = 0.0
    for start, end in sorted(on):
        if start > at + _SAME:
            break
        at = max(at, end)
    return at if at <= mover.distance + _SAME and not _footing(scene, mover.at(at), z) else None


def _sides(scene: Scene, z: float, mover: Mover, edges: list[Edge], at: float) -> tuple[Vec, Vec]:
    """Points just over and just before the edge that is crossed or touched at a time."""
    middle = mover.at(at)
    if not edges:
        return middle, middle
    edge = min(edges, key=lambda one: (closest(one, middle).minus(middle).length, one))
    on = closest(edge, middle)
    out, into = on.plus(edge.outward.times(_BEYOND)), on.minus(edge.outward.times(_BEYOND))
    return (out, into) if not _footing(scene, out, z) else (middle, into)


def _drop(scene: Scene, point: Vec, z: float) -> float | None:
    tops = [layer.top for layer in scene.levels.layers_at(point) if layer.top <= z + HAIR]
    top = max(tops, default=-math.inf)
    return None if top == -math.inf else z - top


def _edge_of(scene: Scene, into: Vec, out: Vec, z: float) -> str:
    """Whose edge it is: the pit's that opens, else the elevation's that ends."""
    base = scene.levels.base_at(out)
    if base.area and isinstance(scene.area(base.area).meaning, Pit):
        return base.area
    held = (layer.area for layer in scene.levels.layers_at(into) if layer.top >= z - HAIR)
    return next(held, "") or base.area


def rim_distance(scene: Scene, footprint: Footprint, place: Place) -> Rim | None:
    """Return the ledge nearest to a base that stands at its height, or nothing where the map has none."""
    middle = centre(footprint, place)
    by_gap = sorted(
        (max(0.0, round(_base_gap(footprint, place, edge), 9)), closest(edge, middle), edge)
        for edge in scene.levels.support(place.z).edges
    )
    rims = (_rim(scene, place.z, middle, edge, gap) for gap, _, edge in by_gap)
    return next((rim for rim in rims if rim is not None), None)


def _rim(scene: Scene, z: float, middle: Vec, edge: Edge, gap: float) -> Rim | None:
    point = closest(edge, middle)
    out = point.plus(edge.outward.times(_BEYOND))
    if _footing(scene, out, z):
        return None
    area = _edge_of(scene, point.minus(edge.outward.times(_BEYOND)), out, z)
    way = _outward(scene, middle, point, edge, z)
    return Rim(gap, point, way, _drop(scene, out, z), _railing(scene, area), area)


def _outward(scene: Scene, middle: Vec, point: Vec, edge: Edge, z: float) -> Vec:
    """Away from the footing: square to the edge, or at its end the way from the centre to it."""
    way = point.minus(middle)
    if way.length <= GRAIN:
        return edge.outward
    return way.unit if _footing(scene, middle, z) else way.times(-1.0).unit


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
