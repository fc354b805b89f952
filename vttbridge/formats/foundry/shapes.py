"""Shapes of Foundry's regions as plane figures in squares.

Shapes are put together in their order: a hole takes away from what came before it. Round shapes become
polygons of many corners. A shape whose outline crosses itself is left out.
"""

import math
from collections.abc import Callable, Iterator

from vttbridge.errors import BadScene
from vttbridge.formats.foundry.canvas import Canvas
from vttbridge.formats.plain import Doc
from vttbridge.formats.report import Notebook
from vttbridge.geometry.grid import HexGrid, cell_centre
from vttbridge.geometry.hexes import corners
from vttbridge.geometry.polygon import Plane
from vttbridge.geometry.terrain import Area, Meaning
from vttbridge.geometry.vec import Cell, Vec

CORNERS = 48
FARTHEST = 10_000.0
MAX_CELLS = 20_000

Ring = tuple[Vec, ...]


def plane_of(shapes: Doc, canvas: Canvas, notes: Notebook) -> Plane | None:
    """Put the shapes of a region together; nothing is left where there is no shape."""
    plane: Plane | None = None
    for _, shape in notes.records(shapes):
        part = _plane(shape, canvas, notes)
        if part is None:
            continue
        if shape.get("hole").flag():
            notes.count("region_holes")
            plane = None if plane is None else plane.without(part)
        else:
            plane = part if plane is None else Plane.union([plane, part])
    return plane


def areas_of(
    own: str, name: str, plane: Plane, meanings: tuple[Meaning, ...], notes: Notebook
) -> Iterator[Area]:
    """Return a figure as areas, one for each meaning and each separate part."""
    for step, meaning in enumerate(meanings):
        for part, (outline, holes) in enumerate(plane.outlines()):
            tail = "" if not step and not part else f".{step}.{part}"
            notes.count("areas")
            yield Area(f"{own}{tail}", outline, meaning, holes, name)


def _plane(shape: Doc, canvas: Canvas, notes: Notebook) -> Plane | None:
    kind = shape.get("type").text()
    make = SHAPES.get(kind)
    if make is None:
        notes.drop("shape_unknown", shape.path)
        return None
    try:
        parts = [_checked(shape, ring, canvas) for ring in make(shape, canvas)]
    except BadScene as fault:
        notes.drop("shape_broken", str(fault))
        return None
    if kind == "emanation":
        notes.doubt("emanation", "round_base", shape.path)
    if kind == "ring" and len(parts) == 2:
        return parts[0].without(parts[1])
    return Plane.union(parts) if parts else None


def _checked(shape: Doc, ring: Ring, canvas: Canvas) -> Plane:
    scaled = tuple(canvas.point(point.x, point.y) for point in ring)
    if len(set(scaled)) < 3:
        shape.fail("fewer than three different corners")
    if any(
        not (math.isfinite(p.x) and math.isfinite(p.y)) or max(abs(p.x), abs(p.y)) > FARTHEST for p in scaled
    ):
        shape.fail(f"farther than {FARTHEST:g} cells from the canvas")
    plane = Plane.of(scaled)
    if plane.fault():
        shape.fail("its outline crosses itself")
    return plane


def _polygon(shape: Doc, _canvas: Canvas) -> Iterator[Ring]:
    points = shape.get("points")
    flat = [item.number() for item in points.items()]
    if len(flat) < 6 or len(flat) % 2:
        points.fail("not an even count of finite numbers, at least six")
    yield tuple(Vec(x, y) for x, y in zip(flat[::2], flat[1::2], strict=True))


def _rectangle(shape: Doc, _canvas: Canvas) -> Iterator[Ring]:
    x, y = shape.get("x").number(), shape.get("y").number()
    width, height = shape.get("width").number(), shape.get("height").number()
    if width <= 0 or height <= 0:
        shape.fail("width and height must be more than 0")
    anchored = shape.has("anchorX") or shape.has("anchorY")
    left = x - shape.get("anchorX").number(0.0) * width
    top = y - shape.get("anchorY").number(0.0) * height
    # Before version 14 there are no anchors, and a rectangle turns about its middle.
    pivot = Vec(x, y) if anchored else Vec(left + width / 2, top + height / 2)
    box = (Vec(left, top), Vec(left + width, top), Vec(left + width, top + height), Vec(left, top + height))
    yield tuple(turned(corner, pivot, shape.get("rotation").number(0.0)) for corner in box)


def turned(point: Vec, pivot: Vec, degrees: float) -> Vec:
    """Turn a point about another, clockwise on the screen; whole quarters stay exact."""
    if degrees % 360 == 0:
        return point
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    if degrees % 90 == 0:
        sine, cosine = round(sine), round(cosine)
    way = point.minus(pivot)
    return Vec(pivot.x + way.x * cosine - way.y * sine, pivot.y + way.x * sine + way.y * cosine)


def _oval(middle: Vec, x: float, y: float, degrees: float = 0.0) -> Ring:
    angles = (2 * math.pi * step / CORNERS for step in range(CORNERS))
    points = (Vec(middle.x + x * math.cos(one), middle.y + y * math.sin(one)) for one in angles)
    return tuple(turned(point, middle, degrees) for point in points)


def _middle(shape: Doc) -> Vec:
    return Vec(shape.get("x").number(), shape.get("y").number())


def _length(shape: Doc, name: str) -> float:
    length = shape.get(name).number()
    if length <= 0:
        shape.get(name).fail("must be more than 0")
    return length


def _ellipse(shape: Doc, _canvas: Canvas) -> Iterator[Ring]:
    radii = _length(shape, "radiusX"), _length(shape, "radiusY")
    yield _oval(_middle(shape), *radii, shape.get("rotation").number(0.0))


def _circle(shape: Doc, _canvas: Canvas) -> Iterator[Ring]:
    radius = _length(shape, "radius")
    yield _oval(_middle(shape), radius, radius)


def _ring(shape: Doc, _canvas: Canvas) -> Iterator[Ring]:
    radius = _length(shape, "radius")
    outer = radius + shape.get("outerWidth").number(0.0)
    inner = radius - shape.get("innerWidth").number(0.0)
    yield _oval(_middle(shape), outer, outer)
    if inner > 0:
        yield _oval(_middle(shape), inner, inner)


def _line(shape: Doc, _canvas: Canvas) -> Iterator[Ring]:
    start, length, half = _middle(shape), _length(shape, "length"), _length(shape, "width") / 2
    degrees = shape.get("rotation").number(0.0)
    ends = ((0.0, -half), (length, -half), (length, half), (0.0, half))
    yield tuple(turned(Vec(start.x + x, start.y + y), start, degrees) for x, y in ends)


def _cone(shape: Doc, _canvas: Canvas) -> Iterator[Ring]:
    tip, radius = _middle(shape), _length(shape, "radius")
    angle, middle = min(_length(shape, "angle"), 360.0), shape.get("rotation").number(0.0)
    steps = max(2, math.ceil(angle / 7.5))
    arc = (math.radians(middle - angle / 2 + angle * step / steps) for step in range(steps + 1))
    rim = tuple(Vec(tip.x + radius * math.cos(one), tip.y + radius * math.sin(one)) for one in arc)
    yield rim[:-1] if angle == 360.0 else (tip, *rim)


def _emanation(shape: Doc, canvas: Canvas) -> Iterator[Ring]:
    base, reach = shape.get("base"), shape.get("radius").number(0.0)
    box = next(_token(base, canvas))
    xs, ys = [point.x for point in box], [point.y for point in box]
    middle = Vec((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    yield _oval(middle, (max(xs) - min(xs)) / 2 + reach, (max(ys) - min(ys)) / 2 + reach)


def _token(shape: Doc, canvas: Canvas) -> Iterator[Ring]:
    x, y = shape.get("x").number(), shape.get("y").number()
    width, height = (
        shape.get("width").number(1.0) * canvas.size,
        shape.get("height").number(1.0) * canvas.size,
    )
    if width <= 0 or height <= 0:
        shape.fail("width and height must be more than 0")
    yield (Vec(x, y), Vec(x + width, y), Vec(x + width, y + height), Vec(x, y + height))


def _cells(shape: Doc, canvas: Canvas) -> Iterator[Ring]:
    for number, offset in enumerate(shape.get("offsets").items()):
        if number >= MAX_CELLS:
            shape.fail(f"more than {MAX_CELLS} cells")
        ring = cell_ring(canvas, int(offset.get("i").number()), int(offset.get("j").number()))
        yield tuple(point.times(canvas.size) for point in ring)


def cell_ring(canvas: Canvas, row: int, column: int) -> Ring:
    """Return the outline of a cell in cells."""
    middle = cell_centre(canvas.grid, Cell(column, row))
    if not isinstance(canvas.grid, HexGrid):
        return tuple(middle.plus(Vec(x, y)) for x, y in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)))
    return corners(canvas.grid, Cell(column, row))


SHAPES: dict[str, Callable[[Doc, Canvas], Iterator[Ring]]] = {
    "polygon": _polygon,
    "rectangle": _rectangle,
    "ellipse": _ellipse,
    "circle": _circle,
    "ring": _ring,
    "line": _line,
    "cone": _cone,
    "emanation": _emanation,
    "token": _token,
    "grid": _cells,
}
"""How each kind of shape is drawn, as rings in pixels."""
