"""Which areas a piece stands in, and where a line passes through them."""

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from vttbridge.geometry.cover import cell_centres
from vttbridge.geometry.footprint import Cells, Disc, Footprint
from vttbridge.geometry.grid import cell_centre
from vttbridge.geometry.index import Box
from vttbridge.geometry.polygon import Edge, edge_gap, holds, inside, ring_edges
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.terrain import Area
from vttbridge.geometry.vec import GRAIN, SLACK, Cell, Place, Vec


class Stretch(msgspec.Struct, frozen=True):
    """A part of a line that lies inside an area: from and to, in units from the line's start."""

    area: Area
    start: float
    end: float


def areas_at(scene: Scene, footprint: Footprint, place: Place) -> tuple[Area, ...]:
    """Return the areas that any part of a base is in, sorted by id; heights are the caller's business.

    A block of cells is in an area when one of its cell centres is; a disc when it reaches into it by over a
    grain.
    """
    match footprint:
        case Disc(radius=radius):
            return _sorted(_under_disc(scene, place.at, radius))
        case Cells():
            middles = cell_centres(scene, footprint, place)
            found = [area for middle in middles for area in areas_over(scene, middle)]
            return _sorted(found)


def areas_in_cell(scene: Scene, cell: Cell) -> tuple[Area, ...]:
    """Return the areas that hold the centre of a cell, sorted by id."""
    return areas_over(scene, cell_centre(scene.spec.grid, cell))


def holds_cell(area: Area, cell: Cell) -> bool:
    """Return whether an area holds the centre of a square."""
    return holds(Vec(cell.x + 0.5, cell.y + 0.5), ring_edges(area.outline, area.holes))


def areas_over(scene: Scene, point: Vec) -> tuple[Area, ...]:
    """Return the areas that hold a point, outlines included, sorted by id."""
    near = scene.areas_near(Box(point.x, point.y, point.x, point.y).grown(GRAIN))
    return _sorted([area for area, edges in near if holds(point, edges)])


def stretches(scene: Scene, a: Vec, b: Vec) -> tuple[Stretch, ...]:
    """Return where the line from a to b lies inside areas, in the order of entry, then by id."""
    length = b.minus(a).length
    if length == 0.0:
        return ()
    box = Box(min(a.x, b.x), min(a.y, b.y), max(a.x, b.x), max(a.y, b.y))
    found = [
        Stretch(area, start, end)
        for area, edges in scene.areas_near(box)
        for start, end in _intervals(edges, a, b, length)
    ]
    return tuple(sorted(found, key=lambda one: (one.start, one.end, one.area.id)))


def _intervals(edges: Sequence[Edge], a: Vec, b: Vec, length: float) -> list[tuple[float, float]]:
    """Cut the line at every edge it crosses and keep the pieces whose middle lies inside."""
    way = b.minus(a)
    marks = {0.0, 1.0}
    for one in edges:
        marks.update(_marks(one, a, way))
    ordered = sorted(marks)
    kept: list[tuple[float, float]] = []
    for start, end in pairwise(ordered):
        if inside(a.plus(way.times((start + end) / 2)), edges):
            if kept and kept[-1][1] == start * length:
                kept[-1] = (kept[-1][0], end * length)
            else:
                kept.append((start * length, end * length))
    return [(start, end) for start, end in kept if end - start > _THIN]


def _marks(one: Edge, a: Vec, way: Vec) -> list[float]:
    across = one.ux * way.y - one.uy * way.x
    if across == 0.0:
        return []
    to = Vec(a.x - one.ax, a.y - one.ay)
    along_wall = (way.y * to.x - way.x * to.y) / across
    fraction = (one.uy * to.x - one.ux * to.y) / across
    return [fraction] if -_THIN <= along_wall <= one.length + _THIN and 0.0 < fraction < 1.0 else []


_THIN = 1e-9


def _under_disc(scene: Scene, point: Vec, radius: float) -> list[Area]:
    box = Box(point.x, point.y, point.x, point.y).grown(radius)
    reach = radius - SLACK
    return [
        area
        for area, edges in scene.areas_near(box)
        if holds(point, edges) or min(edge_gap(one, point) for one in edges) < reach
    ]


def _sorted(areas: list[Area]) -> tuple[Area, ...]:
    by_id = {area.id: area for area in areas}
    return tuple(by_id[area_id] for area_id in sorted(by_id))
