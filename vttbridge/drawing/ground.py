"""The ground of a scene: floor, grid, and every area by its meaning."""

from collections.abc import Iterator

from vttbridge.drawing.paper import group, line, path_of, shape, words
from vttbridge.geometry.grid import Gridless, HexGrid, SquareGrid, cell_centre, cell_of
from vttbridge.geometry.hexes import corners
from vttbridge.geometry.polygon import Plane, inside, ring_edges
from vttbridge.geometry.spec import SceneSpec
from vttbridge.geometry.terrain import (
    Area,
    Aura,
    Blocking,
    Ceiling,
    Dangerous,
    Difficult,
    Ductway,
    Elevation,
    Hindering,
    Ladder,
    Obstacle,
    Pit,
    Stairs,
    Uneven,
    Water,
    Zone,
)
from vttbridge.geometry.vec import Cell, Vec

TICK = 0.14
"""Length of the ticks of a rim, in squares."""

TICK_EVERY = 0.33

BELOW = Vec(0.0, 0.3)
"""Where the mark of slow ground stands, so that it leaves the height of a terrace below it readable."""


def floor(spec: SceneSpec) -> str:
    """Draw the rock, the floor and the lines between cells where there are any."""
    left, top = spec.x0, spec.y0
    corners = (
        Vec(left, top),
        Vec(left + spec.width, top),
        Vec(left + spec.width, top + spec.height),
        Vec(left, top + spec.height),
    )
    parts = [line(corners, "floor", closed=True)]
    match spec.grid:
        case SquareGrid():
            parts.append(shape("path", class_="gridl", d=" ".join(_grid_lines(spec))))
        case HexGrid() as grid:
            parts.append(shape("path", class_="gridl", d=" ".join(_hex_lines(spec, grid))))
        case Gridless():
            pass
    parts.append(line(corners, "bounds", closed=True))
    return group("ground", parts)


def _grid_lines(spec: SceneSpec) -> Iterator[str]:
    left, top, right, bottom = spec.x0, spec.y0, spec.x0 + spec.width, spec.y0 + spec.height
    for x in range(int(left) + 1, int(right) + 1):
        yield path_of((Vec(x, top), Vec(x, bottom)))
    for y in range(int(top) + 1, int(bottom) + 1):
        yield path_of((Vec(left, y), Vec(right, y)))


def _hex_lines(spec: SceneSpec, grid: HexGrid) -> Iterator[str]:
    """Draw three sides of every hex whose middle lies on the floor: its neighbours draw the others."""
    start = cell_of(grid, Vec(spec.x0, spec.y0))
    end = cell_of(grid, Vec(spec.x0 + spec.width, spec.y0 + spec.height))
    for y in range(start.y - 1, end.y + 2):
        for x in range(start.x - 1, end.x + 2):
            middle = cell_centre(grid, Cell(x, y))
            if 0 <= middle.x - spec.x0 <= spec.width and 0 <= middle.y - spec.y0 <= spec.height:
                yield path_of(corners(grid, Cell(x, y))[:4])


def area(drawn: Area) -> str:
    """Draw one area with the word that a person needs to tell it from others."""
    middle = _place_of_words(drawn)
    label = _label(drawn)
    look, rim = _look(drawn)
    parts = [_filled(drawn, look)]
    if rim:
        parts += [line(drawn.outline, "rim", closed=True), *_ticks(drawn.outline, inward=rim == "in")]
        for hole in drawn.holes:
            parts += [line(hole, "rim", closed=True), *_ticks(hole, inward=rim != "in")]
    if isinstance(drawn.meaning, Difficult | Hindering | Uneven):
        parts.append(words("^ ^", middle.plus(BELOW), "note"))
    elif label:
        parts.append(words(label, middle, "height" if isinstance(drawn.meaning, Elevation) else "note"))
    return group("area unseen" if drawn.hidden else "area", parts, title=label)


def _filled(drawn: Area, look: str) -> str:
    outlines = (drawn.outline, *drawn.holes)
    return shape(
        "path",
        class_=look,
        fill_rule="evenodd",
        d=" ".join(path_of(points, closed=True) for points in outlines),
    )


def _look(drawn: Area) -> tuple[str, str]:
    """Return the class of an area's fill and whether its rim has ticks outward, inward or none."""
    match drawn.meaning:
        case Elevation(level=level):
            return ("high", "out") if level >= 0 else ("low", "in")
        case Pit():
            return "pit", "in"
        case Water():
            return "water", ""
        case Blocking() | Obstacle():
            return "fill", ""
        case Dangerous() | Aura():
            return "harm", ""
        case Difficult() | Hindering() | Uneven():
            return "brush", ""
        case Ductway() | Ladder() | Ceiling() | Stairs() | Zone():
            return "rough", ""


def _label(drawn: Area) -> str:
    """Return the words on an area: its name, and for ground at another level the height in any case."""
    said = _meant(drawn)
    if drawn.name and isinstance(drawn.meaning, Elevation):
        return f"{drawn.name} {said}"
    return drawn.name or said


def _meant(drawn: Area) -> str:
    match drawn.meaning:
        case Elevation(level=number):
            return f"{number:g}"
        case Pit(depth=depth):
            return "pit" if depth is None else f"pit {-depth:g}"
        case Ceiling(height=number):
            return f"ceiling {number:g}"
        case Blocking(material=word) | Obstacle(material=word) | Zone(name=word):
            return word
        case Dangerous() | Aura():
            return "◆"
        case Ductway() | Ladder() | Stairs() | Water():
            return str(drawn.meaning.__struct_config__.tag)
        case _:
            return ""


def _place_of_words(drawn: Area) -> Vec:
    """Return the middle of the corners where that lies on the area, else some point that does."""
    middle = _middle(drawn.outline)
    if drawn.holes or not inside(middle, ring_edges(drawn.outline)):
        return Plane.of(drawn.outline, drawn.holes).inner_point()
    return middle


def _middle(outline: tuple[Vec, ...]) -> Vec:
    return Vec(
        sum(point.x for point in outline) / len(outline), sum(point.y for point in outline) / len(outline)
    )


def _ticks(outline: tuple[Vec, ...], *, inward: bool) -> Iterator[str]:
    """Draw short strokes along a rim that point downhill."""
    turn = _turning(outline) * (1 if inward else -1)
    next_at = TICK_EVERY / 2
    for start, end in zip(outline, (*outline[1:], outline[0]), strict=True):
        way = end.minus(start)
        if way.length == 0:
            continue
        side = way.unit.left.times(-turn * TICK)
        while next_at < way.length:
            foot = start.plus(way.unit.times(next_at))
            yield line((foot, foot.plus(side)), "tick")
            next_at += TICK_EVERY
        next_at -= way.length


def _turning(outline: tuple[Vec, ...]) -> int:
    twice = sum(start.cross(end) for start, end in zip(outline, (*outline[1:], outline[0]), strict=True))
    return 1 if twice >= 0 else -1
