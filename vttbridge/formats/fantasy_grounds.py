"""Fantasy Grounds line-of-sight XML: pixels from the picture's centre, y up.

1. The file does not say how large the picture is. Where the caller does not know it either, the size is the
   least whole number of squares, the same on both sides of the centre, that holds every point: a doubt.
2. A closed, toggleable shape is a door, drawn as a thin box: its middle line is the door. One that lets
   vision through is a window.
3. A shape that is marked as terrain is an object.
"""

import math
from collections.abc import Iterator
from itertools import pairwise
from xml.etree import ElementTree as ET

import msgspec

from vttbridge.errors import BadScene
from vttbridge.formats.cut import cells_cut
from vttbridge.formats.report import Notebook, Reading
from vttbridge.geometry.check import check_spec
from vttbridge.geometry.spec import SceneSpec
from vttbridge.geometry.terrain import Wall
from vttbridge.geometry.vec import Vec

NEAR = 1e-6
MAX_FANTASY_GROUNDS = 1_000
BEYOND = f"farther than {MAX_FANTASY_GROUNDS / 2:g} squares from the centre"


class Occluder(msgspec.Struct, frozen=True):
    """One shape of the file in squares from the centre, y down, and what it is marked as."""

    place: str
    points: tuple[Vec, ...]
    marks: frozenset[str]

    @property
    def is_door(self) -> bool:
        """A closed shape that can be toggled and is no terrain."""
        return {"toggleable", "closed"} <= self.marks and "terrain" not in self.marks


def is_fantasy_grounds(data: bytes) -> bool:
    """Return whether bytes look like one."""
    head = data[:4_000]
    return b"<root" in head and (b"<occluders" in data or b"<gridsize" in head)


def read_fantasy_grounds(data: bytes, name: str, size: tuple[float, float] | None = None) -> Reading:
    """Read a file; `size` is the picture's in squares, where it is known."""
    root = _root(data, name)
    grid = _numbers(root.findtext("gridsize") or "", 2)
    if grid is None or min(grid) <= 0:
        raise BadScene(f"{name}: gridsize: not two numbers above 0")
    notes = Notebook()
    shapes = tuple(_occluders(root, Vec(*grid), notes))
    if notes.has_dropped("beyond_every_map") and not shapes:
        raise BadScene(f"{name}: its points lie {BEYOND}; no map is so large")
    width, height = size or _inferred(shapes, notes)
    middle = Vec(width / 2, height / 2)
    spec = SceneSpec(
        id=name,
        name=name,
        width=width,
        height=height,
        walls=tuple(
            wall for number, shape in enumerate(shapes) for wall in _walls(number, shape, middle, notes)
        ),
    )
    notes.count("lights", sum(1 for _ in root.iter("light")))
    check_spec(spec)
    notes.count("cells_cut", cells_cut(spec))
    return Reading(spec, notes.report("fantasy_grounds", name))


def _root(data: bytes, name: str) -> ET.Element:
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise BadScene(f"{name} declares entities, which no map needs; it was not read")
    try:
        return ET.fromstring(data)  # noqa: S314 - entities are refused above, the parser fetches nothing
    except ET.ParseError as fault:
        raise BadScene(f"{name} is no XML: {fault}") from None
    except (ValueError, LookupError) as fault:
        raise BadScene(f"{name} is no XML: {fault}") from None


def _occluders(root: ET.Element, grid: Vec, notes: Notebook) -> Iterator[Occluder]:
    for number, element in enumerate(root.iter("occluder")):
        place = f"occluder[{number}]"
        notes.count("occluders")
        numbers = _numbers(element.findtext("points") or "", None)
        if numbers is None or len(numbers) < 4 or len(numbers) % 2:
            notes.drop("not_a_line", f"{place}.points: not an even count of finite numbers, at least four")
            continue
        marks = frozenset(child.tag for child in element)
        if "toggleable" in marks:
            notes.count("toggleable")
        points = tuple(Vec(x / grid.x, -y / grid.y) for x, y in zip(numbers[::2], numbers[1::2], strict=True))
        if not all(max(abs(point.x), abs(point.y)) <= MAX_FANTASY_GROUNDS / 2 for point in points):
            notes.drop("beyond_every_map", f"{place}.points: {BEYOND}")
            continue
        yield Occluder(place, points, marks)


def _numbers(text: str, count: int | None) -> tuple[float, ...] | None:
    try:
        numbers = tuple(float(part) for part in text.split(","))
    except ValueError:
        return None
    if not all(math.isfinite(number) for number in numbers):
        return None
    return numbers if count is None or len(numbers) == count else None


def _inferred(shapes: tuple[Occluder, ...], notes: Notebook) -> tuple[float, float]:
    points = [point for shape in shapes for point in shape.points]
    width = 2.0 * max(1, math.ceil(max((abs(point.x) for point in points), default=1) - NEAR))
    height = 2.0 * max(1, math.ceil(max((abs(point.y) for point in points), default=1) - NEAR))
    notes.doubt("size_not_written", "least_that_holds_all", f"{width:g} x {height:g}")
    return width, height


def _walls(number: int, shape: Occluder, middle: Vec, notes: Notebook) -> Iterator[Wall]:
    points = tuple(point.plus(middle) for point in shape.points)
    if shape.is_door:
        start, end = _middle_line(points)
        if start.minus(end).length < NEAR:
            notes.drop("zero_length", shape.place)
            return
        kind = "window" if "allow_vision" in shape.marks else "portal"
        notes.count("doors")
        yield Wall(f"d-{number}", start, end, door="closed", kind=kind, sight=kind == "portal")
        return
    kind = "object" if "terrain" in shape.marks else "wall"
    closed = (*points, points[0]) if "closed" in shape.marks and points[0] != points[-1] else points
    for step, (start, end) in enumerate(pairwise(closed)):
        if start.minus(end).length < NEAR:
            notes.drop("zero_length", f"{shape.place}[{step}]")
            continue
        notes.count("walls" if kind == "wall" else "object_walls")
        yield Wall(f"{kind[0]}-{number}-{step}", start, end, kind=kind)


def _middle_line(points: tuple[Vec, ...]) -> tuple[Vec, Vec]:
    """Return the line through the middles of a thin box's two short sides."""
    corners = points[:-1] if points[0] == points[-1] else points
    if len(corners) != 4:
        return corners[0], corners[-1]
    sides = tuple(zip(corners, (*corners[1:], corners[0]), strict=True))
    first, second = (sides[0], sides[2]), (sides[1], sides[3])
    short = first if _length(first[0]) <= _length(second[0]) else second
    return _half(short[0]), _half(short[1])


def _length(side: tuple[Vec, Vec]) -> float:
    return side[1].minus(side[0]).length


def _half(side: tuple[Vec, Vec]) -> Vec:
    return side[0].plus(side[1]).times(0.5)
