"""What reading a map file found: counts, doubts and how each was taken, what was dropped by which rule."""

import math
from collections import Counter
from collections.abc import Iterator

import msgspec

from vttbridge.geometry.grid import Gridless, HexGrid, SquareGrid, cell_centre, cell_of
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.spec import SceneSpec
from vttbridge.geometry.vec import Cell, Vec
from vttbridge.rules.piece import Piece

MOST_PLACES = 20
"""A report names at most this many places of one doubt."""


class Doubt(msgspec.Struct, frozen=True):
    """Something doubtful: its code, how it was taken, how often, and the first places."""

    code: str
    taken: str
    times: int
    places: tuple[str, ...]


class Dropped(msgspec.Struct, frozen=True):
    """Things left out by a named rule: how many, and the first places."""

    rule: str
    times: int
    places: tuple[str, ...]


class Report(msgspec.Struct, frozen=True):
    """The report of one scene."""

    format: str
    name: str
    counts: tuple[tuple[str, int], ...] = ()
    doubts: tuple[Doubt, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()

    def count(self, name: str) -> int:
        """Give a count by name, 0 where it was not counted."""
        return next((times for key, times in self.counts if key == name), 0)


class Reading(msgspec.Struct, frozen=True):
    """A scene that was read, the pieces on it, and the report."""

    spec: SceneSpec
    report: Report
    pieces: tuple[Piece, ...] = ()


class Notebook:
    """Collects counts, doubts and drops while a file is read."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._doubts: dict[tuple[str, str], list[str]] = {}
        self._dropped: dict[str, list[str]] = {}
        self._facts: list[tuple[str, str]] = []

    def count(self, name: str, times: int = 1) -> None:
        """Count things of a kind."""
        self._counts[name] += times

    def doubt(self, code: str, taken: str, place: str) -> None:
        """Note a doubt and how it was taken."""
        self._doubts.setdefault((code, taken), []).append(place)

    def drop(self, rule: str, place: str) -> None:
        """Note that something was left out by a rule."""
        self._dropped.setdefault(rule, []).append(place)

    def fact(self, name: str, value: str) -> None:
        """Note something that a person wants to know of the file."""
        self._facts.append((name, value))

    def report(self, format: str, name: str) -> Report:  # noqa: A002 - the field's own word
        """Give the report in a fixed order."""
        return Report(
            format,
            name,
            tuple(sorted(self._counts.items())),
            tuple(
                Doubt(code, taken, len(places), tuple(places[:MOST_PLACES]))
                for (code, taken), places in sorted(self._doubts.items())
            ),
            tuple(
                Dropped(rule, len(places), tuple(places[:MOST_PLACES]))
                for rule, places in sorted(self._dropped.items())
            ),
            tuple(self._facts),
        )


MARGIN = 0.02
"""A wall this near to a cell's border does not cut it."""


def cells_cut(scene: Scene) -> int:
    """Count the cells of a scene whose inside a wall runs through; standing there stays allowed."""
    grid = scene.spec.grid
    cut: set[Cell] = set()
    for wall in scene.spec.walls:
        match grid:
            case SquareGrid():
                cut.update(_squares_crossed(wall.a, wall.b))
            case HexGrid():
                cut.update(_hexes_crossed(grid, wall.a, wall.b))
            case Gridless():
                return 0
    return len(cut)


def _squares_crossed(a: Vec, b: Vec) -> Iterator[Cell]:
    """Go along the columns that a wall crosses and give the squares that it enters in each."""
    if a.x > b.x:
        a, b = b, a
    for x in range(math.floor(a.x), math.floor(b.x) + 1):
        part = _within(a, b, x + MARGIN, x + 1 - MARGIN)
        if part is None:
            continue
        low, high = sorted(part)
        for y in range(math.floor(low), math.floor(high) + 1):
            if high > y + MARGIN and low < y + 1 - MARGIN and (low < high or a.y == b.y):
                yield Cell(x, y)


def _within(a: Vec, b: Vec, left: float, right: float) -> tuple[float, float] | None:
    """Give the heights at which a wall enters and leaves a column."""
    if a.x == b.x:
        return (a.y, b.y) if left < a.x < right else None
    start, end = max(a.x, left), min(b.x, right)
    if start >= end:
        return None
    slope = (b.y - a.y) / (b.x - a.x)
    return (a.y + slope * (start - a.x), a.y + slope * (end - a.x))


def _hexes_crossed(grid: HexGrid, a: Vec, b: Vec) -> Iterator[Cell]:
    """Walk along a wall and give the hexes that it is well inside of."""
    way = b.minus(a)
    steps = max(1, math.ceil(way.length * HEX_STEPS))
    for step in range(steps + 1):
        point = a.plus(way.times(step / steps))
        cell = cell_of(grid, point)
        if point.minus(cell_centre(grid, cell)).length < 0.5 - MARGIN:
            yield cell


HEX_STEPS = 4
"""Points looked at in each unit of a wall."""
