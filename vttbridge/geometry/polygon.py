"""Polygons as oriented edges, tested in plain Python; shapely makes their unions and differences.

An edge has the inside at its left in raw coordinates: cross(b - a, p - a) > 0 for a point p just inside.
"""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from vttbridge.geometry.index import Box, BoxIndex
from vttbridge.geometry.vec import Vec

NEAR = 1e-9
"""Two lengths this close are the same: far under the grain, far over float noise."""


class Edge(NamedTuple):
    """One side of a polygon from a to b, with its unit direction and its length."""

    ax: float
    ay: float
    bx: float
    by: float
    ux: float
    uy: float
    length: float

    @property
    def outward(self) -> Vec:
        """The unit normal that points out of the polygon."""
        return Vec(self.uy, -self.ux)


Ring = Sequence[Vec]


def edge(a: Vec, b: Vec) -> Edge:
    """Make an edge between two different points."""
    dx, dy = b.x - a.x, b.y - a.y
    length = math.hypot(dx, dy)
    return Edge(a.x, a.y, b.x, b.y, dx / length, dy / length, length)


class Region:
    """A part of the plane by its oriented edges; it may be everything but some holes."""

    __slots__ = ("_bridges", "_index", "edges", "everywhere")

    def __init__(
        self, edges: tuple[Edge, ...], *, everywhere: bool = False, bridges: tuple[Edge, ...] = ()
    ) -> None:
        self.edges = edges
        self._bridges = bridges
        self.everywhere = everywhere
        self._index = BoxIndex([_edge_box(one) for one in edges])

    def near(self, box: Box) -> list[Edge]:
        """Return the edges whose boxes meet a box, in a fixed order."""
        return [self.edges[number] for number in self._index.near(box)]

    def bridges(self, point: Vec) -> bool:
        """Return whether a point lies in a gap too narrow to be one, which the region covers."""
        return bool(self._bridges) and holds(point, self._bridges)

    def holds(self, point: Vec) -> bool:
        """Return whether a point lies inside or on an edge."""
        return self.everywhere != inside(point, self.edges) or on_edge(point, self.edges)


def on_edge(point: Vec, edges: Iterable[Edge]) -> bool:
    """Return whether a point lies on one of the edges."""
    return any(edge_gap(one, point) <= NEAR for one in edges)


def inside(point: Vec, edges: Iterable[Edge]) -> bool:
    """Return whether a point lies inside by counting crossings; on an edge the answer is not defined."""
    x, y = point
    odd = False
    for ax, ay, bx, by, *_ in edges:
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            odd = not odd
    return odd


def holds(point: Vec, edges: Sequence[Edge]) -> bool:
    """Return whether a polygon holds a point, its outline included."""
    return inside(point, edges) or on_edge(point, edges)


def closest(one: Edge, point: Vec) -> Vec:
    """Return the point of an edge that is nearest to a point."""
    along = (point.x - one.ax) * one.ux + (point.y - one.ay) * one.uy
    if along <= 0.0:
        return Vec(one.ax, one.ay)
    if along >= one.length:
        return Vec(one.bx, one.by)
    return Vec(one.ax + along * one.ux, one.ay + along * one.uy)


def edge_gap(one: Edge, point: Vec) -> float:
    """Return the distance from a point to an edge."""
    return closest(one, point).minus(point).length


class _Side(NamedTuple):
    start: float
    way: float
    low: float
    high: float


def crosses(box: Box, edge: Edge) -> bool:
    """Return whether a segment has a part inside a box."""
    first, last = 0.0, edge.length
    for side in (
        _Side(edge.ax, edge.ux, box.left, box.right),
        _Side(edge.ay, edge.uy, box.top, box.bottom),
    ):
        if side.way == 0.0:
            if not side.low < side.start < side.high:
                return False
            continue
        near, far = sorted(((side.low - side.start) / side.way, (side.high - side.start) / side.way))
        first, last = max(first, near), min(last, far)
    return first < last


def bounds(points: Iterable[Vec]) -> Box:
    """Return the box round some points."""
    all_points = list(points)
    xs, ys = [point.x for point in all_points], [point.y for point in all_points]
    return Box(min(xs), min(ys), max(xs), max(ys))


class Plane:
    """An immutable polygon set of shapely behind the few operations that scenes need."""

    __slots__ = ("shape",)

    def __init__(self, shape: BaseGeometry) -> None:
        self.shape = shape

    @classmethod
    def of(cls, outline: Ring, holes: Sequence[Ring] = ()) -> "Plane":
        """Make the plane figure of one outline and its holes."""
        return cls(shapely.Polygon(outline, holes))

    @classmethod
    def union(cls, parts: Sequence["Plane"]) -> "Plane":
        """Return all parts together; none gives the empty figure."""
        return cls(shapely.union_all([part.shape for part in parts]))

    def without(self, other: "Plane") -> "Plane":
        """Return this less the other."""
        return Plane(shapely.difference(self.shape, other.shape))

    def slits(self, width: float) -> "Plane":
        """Return the gaps within the figure that are narrower than a width."""
        closed = _offset(_offset(self.shape, width / 2), -width / 2)
        return Plane(_with_area(shapely.difference(closed, self.shape)))

    def slivers(self, width: float) -> "Plane":
        """Return the parts of the figure that are narrower than a width."""
        opened = _offset(_offset(self.shape, -width / 2), width / 2)
        return Plane(_with_area(shapely.difference(self.shape, opened)))

    @property
    def is_empty(self) -> bool:
        """Whether it is nothing at all."""
        return bool(shapely.is_empty(self.shape))

    def fault(self) -> str:
        """Return what is wrong with the figure, or nothing."""
        return "" if shapely.is_valid(self.shape) else str(shapely.is_valid_reason(self.shape))

    def inner_point(self) -> Vec:
        """Return some point well inside."""
        x, y = shapely.get_coordinates(shapely.point_on_surface(self.shape)).tolist()[0]
        return Vec(x, y)

    def outlines(self) -> list[tuple[tuple[Vec, ...], tuple[tuple[Vec, ...], ...]]]:
        """Return the separate parts, each as its outline and its holes, without corners on straight sides."""
        oriented = shapely.orient_polygons(shapely.normalize(shapely.simplify(self.shape, 0.0)))
        parts = [part for part in shapely.get_parts(oriented).tolist() if part.geom_type == "Polygon"]
        rings = [[_corners(ring) for ring in shapely.get_rings(part).tolist()] for part in parts]
        return sorted((outline, tuple(holes)) for outline, *holes in rings)

    def edges(self) -> tuple[Edge, ...]:
        """Return the oriented edges of all rings, in a fixed order."""
        oriented = shapely.orient_polygons(shapely.normalize(self.shape))
        found: list[Edge] = []
        for part in shapely.get_parts(oriented).tolist():
            if part.geom_type == "Polygon":
                for ring in shapely.get_rings(part).tolist():
                    found.extend(_ring_edges(shapely.get_coordinates(ring).tolist()))
        return tuple(found)


_SHARP = 1e3
_NO_AREA = 1e-9


def _offset(shape: BaseGeometry, by: float) -> BaseGeometry:
    return shapely.buffer(shape, by, join_style="mitre", mitre_limit=_SHARP)


def _with_area(shape: BaseGeometry) -> BaseGeometry:
    """Leave out what float noise makes."""
    return shapely.union_all([part for part in shapely.get_parts(shape) if part.area > _NO_AREA])


def _corners(ring: BaseGeometry) -> tuple[Vec, ...]:
    """The corners of a closed ring, each once."""
    return tuple(Vec(x, y) for x, y in shapely.get_coordinates(ring).tolist()[:-1])


def _ring_edges(coordinates: list[list[float]]) -> Iterable[Edge]:
    points = [Vec(x, y) for x, y in coordinates]
    for a, b in pairwise(points):
        if a != b:
            yield edge(a, b)


def ring_edges(outline: Ring, holes: Sequence[Ring] = ()) -> tuple[Edge, ...]:
    """Return the edges of an outline and its holes as drawn: for tests of the inside, not oriented."""
    rings = (outline, *holes)
    return tuple(
        edge(a, b) for ring in rings for a, b in zip(ring, (*ring[1:], ring[0]), strict=True) if a != b
    )


def reversed_edges(edges: Iterable[Edge]) -> tuple[Edge, ...]:
    """Return the same edges with inside and outside exchanged."""
    return tuple(Edge(e.bx, e.by, e.ax, e.ay, -e.ux, -e.uy, e.length) for e in edges)


def _edge_box(one: Edge) -> Box:
    return Box(min(one.ax, one.bx), min(one.ay, one.by), max(one.ax, one.bx), max(one.ay, one.by))
