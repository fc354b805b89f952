"""Ledges: where a moving base goes over an edge and loses its footing.

1. A ledge is an edge of the part of the plane that supports a body at its height (`levels.support`); levels
   that join without a drop have none between them.
2. A centre exactly on an edge is not past it, and a movement that ends exactly there has not lost it.
3. A base crosses an edge where a wall along it, met from the footing, would stop a base thinner by a grain.
   So whoever stands over an edge crosses it by moving farther over it, never by moving along it or away.
4. The whole is over when nothing of the base is still on.
"""

import math
from collections.abc import Iterable
from itertools import pairwise

import msgspec

from vttbridge.geometry.cover import base_box, supported
from vttbridge.geometry.footprint import Footprint
from vttbridge.geometry.index import Box
from vttbridge.geometry.levels import HAIR
from vttbridge.geometry.meeting import Mover, meet_segment, mover_of, thinner
from vttbridge.geometry.overlap import times_over
from vttbridge.geometry.polygon import Edge, closest, reversed_edges
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.terrain import Pit
from vttbridge.geometry.vec import GRAIN, SLACK, TOUCH, Place, Vec

_SAME = 1e-9
BEYOND = 2 * GRAIN


class Overhang(msgspec.Struct, frozen=True):
    """How far a moving base comes before some part, its centre, the whole of it goes over an edge.

    All three are `None` when that does not happen within the distance. `area` is the pit that opens or the
    elevation that ends there, `drop` how far down it goes (`None`: no bottom).
    """

    partly: float | None
    centre: float | None
    wholly: float | None
    area: str = ""
    drop: float | None = None


class Crossing(msgspec.Struct, frozen=True):
    """After how much of its way a base crosses an edge, where, and which way the drop lies.

    `area` is the pit that opens or the elevation that ends there.
    """

    travelled: float
    point: Vec
    outward: Vec
    area: str = ""


def overhang(scene: Scene, footprint: Footprint, start: Place, direction: Vec, distance: float) -> Overhang:
    """Return where a level movement in a straight line goes over an edge."""
    mover = mover_of(footprint, start, direction, distance)
    region = scene.levels.support(start.z)
    box = base_box(footprint, start).swept(mover.dx * distance, mover.dy * distance).grown(TOUCH)
    edges = region.near(box)
    crossed = _crossed(scene, footprint, start, mover, edges)
    first = crossed[0].travelled if crossed else None
    middle = _centre_over(scene, start.z, mover, edges)
    whole = _whole_over(scene, start.z, mover, edges)
    at = middle if middle is not None else first
    if at is None:
        return Overhang(None, None, None)
    out, into = _sides(scene, start.z, mover, edges, at)
    return Overhang(first, middle, whole, edge_owner(scene, into, out, start.z), drop_at(scene, out, start.z))


def crossings(
    scene: Scene, footprint: Footprint, start: Place, direction: Vec, distance: float
) -> tuple[Crossing, ...]:
    """Return the edges that some part of a base crosses on a level way, in the order in which it does.

    A base that has no footing at all where it starts crosses what it hangs over.
    """
    mover = mover_of(footprint, start, direction, distance)
    box = base_box(footprint, start).swept(mover.dx * distance, mover.dy * distance).grown(TOUCH)
    return _crossed(scene, footprint, start, mover, scene.levels.support(start.z).near(box))


def _crossed(
    scene: Scene, footprint: Footprint, start: Place, mover: Mover, edges: list[Edge]
) -> tuple[Crossing, ...]:
    if not supported(scene, footprint, start).some:
        return (Crossing(0.0, mover.at(0.0), Vec(mover.dx, mover.dy)),)
    leaving = not footing(scene, mover.at(0.0), start.z)
    found = [
        Crossing(travelled, closest(edge, mover.at(travelled)), edge.outward)
        for edge in edges
        if (travelled := _crosses_at(mover, edge, leaving=leaving)) is not None
    ]
    return tuple(_owned(scene, start.z, one) for one in sorted(found, key=msgspec.structs.astuple))


def _owned(scene: Scene, z: float, one: Crossing) -> Crossing:
    beyond = one.outward.times(BEYOND)
    area = edge_owner(scene, one.point.minus(beyond), one.point.plus(beyond), z)
    return msgspec.structs.replace(one, area=area)


def _crosses_at(mover: Mover, edge: Edge, *, leaving: bool) -> float | None:
    """When a base is carried over an edge by more than a grain; `leaving` once its centre is beyond it."""
    outward = mover.dx * edge.outward.x + mover.dy * edge.outward.y
    thin, (rim,) = thinner(mover, SLACK), reversed_edges([edge])
    met = meet_segment(thin, rim, solid=True)
    if met is None and leaving and _is_left(thin, edge):
        return 0.0 if outward * mover.distance > GRAIN else None
    if met is None or outward * (mover.distance - met.travelled) <= GRAIN:
        return None
    full = meet_segment(mover, rim, solid=True)
    return met.travelled if full is None else full.travelled


def _is_left(mover: Mover, edge: Edge) -> bool:
    """Whether a base that lies over an edge moves off it to the outer side."""
    times = times_over(mover, edge)
    middle = mover.at(0.0)
    from_edge = middle.minus(closest(edge, middle))
    is_over = times is not None and times[0] < 0.0 < times[1]
    return is_over and from_edge.dot(Vec(mover.dx, mover.dy)) > _SAME and from_edge.dot(edge.outward) >= 0.0


def centre_crossings(
    scene: Scene, footprint: Footprint, start: Place, direction: Vec, distance: float
) -> tuple[Crossing, ...]:
    """Return where the centre of a base comes from footing to none on a level way, in this order."""
    mover = mover_of(footprint, start, direction, distance)
    box = base_box(footprint, start).swept(mover.dx * distance, mover.dy * distance).grown(TOUCH)
    edges = scene.levels.support(start.z).near(box)
    found: list[Crossing] = []
    held = True
    for begin, end in _pieces(mover, edges):
        if end - begin <= _SAME:
            continue
        holds = footing(scene, mover.at((begin + end) / 2), start.z)
        if held and not holds:
            found.append(_centre_crossing(mover, edges, begin))
        held = holds
    return tuple(_owned(scene, start.z, one) for one in found)


def _centre_crossing(mover: Mover, edges: list[Edge], at: float) -> Crossing:
    middle = mover.at(at)
    if not edges:
        return Crossing(at, middle, Vec(mover.dx, mover.dy))
    edge = min(edges, key=lambda one: (closest(one, middle).minus(middle).length, one))
    return Crossing(at, closest(edge, middle), edge.outward)


def is_open(scene: Scene, z: float, a: Vec, b: Vec) -> bool:
    """Return whether nothing between two points gives footing at a height."""
    way = b.minus(a)
    if way.length <= GRAIN:
        return not footing(scene, a, z)
    mover = Mover(a.x, a.y, way.unit.x, way.unit.y, way.length, 0.0, 0.0, 0.0)
    box = Box(min(a.x, b.x), min(a.y, b.y), max(a.x, b.x), max(a.y, b.y)).grown(TOUCH)
    pieces = _pieces(mover, scene.levels.support(z).near(box))
    return not any(
        end - start > GRAIN and footing(scene, mover.at((start + end) / 2), z) for start, end in pieces
    )


def _centre_over(scene: Scene, z: float, mover: Mover, edges: Iterable[Edge]) -> float | None:
    for start, end in _pieces(mover, edges):
        if end - start > _SAME and not footing(scene, mover.at((start + end) / 2), z):
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


def footing(scene: Scene, point: Vec, z: float) -> bool:
    """Return whether a point gives footing at a height."""
    return scene.levels.holds(point, z - HAIR, z)


def _whole_over(scene: Scene, z: float, mover: Mover, edges: list[Edge]) -> float | None:
    """The first time at which the base meets no edge and its centre has no footing."""
    on = [times for edge in edges if (times := times_over(mover, edge)) is not None]
    on.extend(
        (start, end) for start, end in _pieces(mover, edges) if footing(scene, mover.at((start + end) / 2), z)
    )
    at = 0.0
    for start, end in sorted(on):
        if start > at + _SAME:
            break
        at = max(at, end)
    return at if at <= mover.distance + _SAME and not footing(scene, mover.at(at), z) else None


def _sides(scene: Scene, z: float, mover: Mover, edges: list[Edge], at: float) -> tuple[Vec, Vec]:
    """Points just over and just before the edge that is crossed or touched at a time."""
    middle = mover.at(at)
    if not edges:
        return middle, middle
    edge = min(edges, key=lambda one: (closest(one, middle).minus(middle).length, one))
    on = closest(edge, middle)
    out, into = on.plus(edge.outward.times(BEYOND)), on.minus(edge.outward.times(BEYOND))
    return (out, into) if not footing(scene, out, z) else (middle, into)


def drop_at(scene: Scene, point: Vec, z: float) -> float | None:
    """Return how far down it goes at a point (`None`: no bottom)."""
    tops = [layer.top for layer in scene.levels.layers_at(point) if layer.top <= z + HAIR]
    top = max(tops, default=-math.inf)
    return None if top == -math.inf else z - top


def edge_owner(scene: Scene, into: Vec, out: Vec, z: float) -> str:
    """Whose edge it is: the pit's that opens, else the elevation's that ends."""
    base = scene.levels.base_at(out)
    if base.area and isinstance(scene.area(base.area).meaning, Pit):
        return base.area
    held = (layer.area for layer in scene.levels.layers_at(into) if layer.top >= z - HAIR)
    return next(held, "") or base.area
