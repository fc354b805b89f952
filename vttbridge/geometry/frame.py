"""What is prepared once for a scene: walls as lines, filled areas as edges, indexes, the ground's levels."""

import math
from typing import NamedTuple

from vttbridge.geometry.check import check_spec
from vttbridge.geometry.index import BoxIndex
from vttbridge.geometry.levels import Levels
from vttbridge.geometry.polygon import Edge, Plane, bounds
from vttbridge.geometry.spec import Cut, SceneSpec, cell_outline
from vttbridge.geometry.terrain import Area, Blocking, Ceiling, Obstacle, Wall
from vttbridge.geometry.vec import Vec


class Line(NamedTuple):
    """A wall, or what is left of one, ready for the queries: ends, direction, height band, what it is."""

    ax: float
    ay: float
    bx: float
    by: float
    ux: float
    uy: float
    length: float
    bottom: float
    top: float
    side: int
    id: str
    material: str
    sight: bool
    stretch: tuple[float, float]
    edge: Edge


class Filled(NamedTuple):
    """Filled ground: its edges, height band and what it is."""

    id: str
    bottom: float
    top: float
    material: str
    edges: tuple[Edge, ...]


class Frame:
    """Everything about a scene that no door and no broken part changes."""

    __slots__ = (
        "areas",
        "areas_index",
        "ceilings",
        "filled",
        "levels",
        "lines",
        "lines_index",
        "notes",
        "number_of_area",
        "number_of_wall",
        "open_at_first",
        "spec",
        "walls_by_id",
    )

    def __init__(self, spec: SceneSpec) -> None:
        check_spec(spec)
        self.spec = spec
        self.walls_by_id = {wall.id: wall for wall in spec.walls}
        self.open_at_first = frozenset(wall.id for wall in spec.walls if wall.door == "open")
        solid_walls = [wall for wall in spec.walls if wall.a != wall.b]
        self.notes = tuple(f"wall {w.id!r} has no length and is left out" for w in spec.walls if w.a == w.b)
        self.lines = tuple(map(whole_line, solid_walls))
        self.number_of_wall = {wall.id: number for number, wall in enumerate(solid_walls)}
        self.lines_index = BoxIndex([line[:4] for line in self.lines])
        planes = [Plane.of(area.outline, area.holes) for area in spec.areas]
        self.areas = tuple(plane.edges() for plane in planes)
        self.number_of_area = {area.id: number for number, area in enumerate(spec.areas)}
        self.areas_index = BoxIndex([bounds(area.outline) for area in spec.areas])
        self.ceilings = {
            number: (area.id, area.meaning.height, self.areas[number])
            for number, area in enumerate(spec.areas)
            if isinstance(area.meaning, Ceiling)
        }
        self.levels = Levels(spec.ground, list(zip(spec.areas, self.areas, planes, strict=True)))
        self.filled = {
            number: filled
            for number, (area, plane) in enumerate(zip(spec.areas, planes, strict=True))
            if (filled := self._filled(area, plane, self.areas[number])) is not None
        }

    def _filled(self, area: Area, plane: Plane, edges: tuple[Edge, ...]) -> Filled | None:
        match area.meaning:
            case Blocking(material=material, bottom=bottom, top=top):
                return Filled(area.id, _low(bottom), _high(top), material, edges)
            case Obstacle(height=height, material=material):
                stands = self.levels.base_at(plane.inner_point()).top
                return Filled(area.id, stands, stands + height, material, edges)
            case _:
                return None


def line_of(wall: Wall, stretch: tuple[float, float]) -> Line:
    """Prepare the stretch of a wall between two fractions of its length."""
    way = wall.b.minus(wall.a)
    a = wall.a if stretch[0] == 0.0 else wall.a.plus(way.times(stretch[0]))
    b = wall.b if stretch[1] == 1.0 else wall.a.plus(way.times(stretch[1]))
    unit, length = way.unit, b.minus(a).length
    bottom, top = _low(wall.bottom), _high(wall.top)
    return Line(
        *(a.x, a.y, b.x, b.y, unit.x, unit.y, length),
        *(bottom, top, wall.side, wall.id, wall.material, wall.sight, stretch),
        Edge(a.x, a.y, b.x, b.y, unit.x, unit.y, length),
    )


WHOLE = (0.0, 1.0)


def whole_line(wall: Wall) -> Line:
    """Prepare a wall from end to end: what `line_of` gives for the whole of it, for thousands of walls."""
    (ax, ay), (bx, by) = wall.a, wall.b
    dx, dy = bx - ax, by - ay
    length = math.hypot(dx, dy)
    ux, uy = dx / length, dy / length
    bottom = -math.inf if wall.bottom is None else wall.bottom
    top = math.inf if wall.top is None else wall.top
    edge = Edge(ax, ay, bx, by, ux, uy, length)
    what = (wall.side, wall.id, wall.material, wall.sight, WHOLE, edge)
    return Line._make((ax, ay, bx, by, ux, uy, length, bottom, top, *what))


def blocks_from(line: Line, origin: Vec) -> bool:
    """Return whether a wall blocks whoever comes from a point: a one-way wall does from one side only."""
    if line.side == 0:
        return True
    sign = (line.ay - origin.y) * (line.bx - origin.x) - (line.ax - origin.x) * (line.by - origin.y)
    return sign != 0.0 and (sign > 0.0) == (line.side == 1)


def stretches_left(cuts: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return what is left of a wall, as fractions, when stretches are broken out of it."""
    left: list[tuple[float, float]] = []
    at = 0.0
    for start, end in sorted(cuts):
        if start - at > _CRUMB:
            left.append((at, start))
        at = max(at, end)
    if 1.0 - at > _CRUMB:
        left.append((at, 1.0))
    return left


def filled_without(filled: Filled, area: Area, cuts: list[Cut]) -> Filled:
    """Return what is left of a filled area when cells are broken out of it."""
    broken = [Plane.of(cell_outline(cut.cell)) for cut in cuts if cut.cell is not None]
    left = Plane.of(area.outline, area.holes).without(Plane.union(broken))
    return filled._replace(edges=left.edges())


_CRUMB = 1e-9


def _low(bottom: float | None) -> float:
    return -math.inf if bottom is None else bottom


def _high(top: float | None) -> float:
    return math.inf if top is None else top
