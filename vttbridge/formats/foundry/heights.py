"""Ground that modules draw cell by cell: Terrain Height Tools, and the costs of TerrainLayer.

1. Each generation of Terrain Height Tools keeps the same facts in another form: a list of cells with their
   `position` (0), a record of cells by "row|column" (1), a list of such pairs (2), outlines with holes (3).
2. Its heights are counted in cells and not in the scene's distance units. Ground is solid from its elevation
   up by its height; what kind of terrain it is, is kept outside the scene: a doubt.
"""

from collections.abc import Iterator

from vttbridge.errors import BadScene
from vttbridge.formats.foundry.canvas import TALLEST, Canvas
from vttbridge.formats.foundry.shapes import areas_of, cell_ring
from vttbridge.formats.plain import Doc
from vttbridge.formats.report import Notebook
from vttbridge.geometry.polygon import Plane
from vttbridge.geometry.terrain import Area, Difficult, Elevation
from vttbridge.geometry.vec import Vec

MAX_CELLS = 50_000
FARTHEST = 1e5

Layers = dict[Elevation, list[Plane]]


def drawn_heights(data: Doc, canvas: Canvas, notes: Notebook) -> Iterator[Area]:
    """Read heights of any generation."""
    inner = data.get("data") if data.is_record() else data
    if inner.get("shapes").is_list():
        for number, shape in notes.records(inner.get("shapes")):
            yield from _outline(shape, number, canvas, notes)
    elif inner.is_list() or (inner.is_record() and data.get("v").value == 1):
        yield from _cells(inner, canvas, notes)
    elif data.value is not None:
        notes.drop("heights_unknown", data.path)


def _outline(shape: Doc, number: int, canvas: Canvas, notes: Notebook) -> Iterator[Area]:
    notes.count("terrain_shapes")
    try:
        meaning = _solid(shape, canvas, notes)
        outline = _ring(shape.get("polygon"), canvas)
        holes = tuple(_ring(hole, canvas) for hole in notes.listed(shape.get("holes")))
    except BadScene as fault:
        notes.drop("not_a_terrain_shape", str(fault))
        return
    if meaning is None:
        return
    plane = Plane.of(outline, holes)
    if plane.fault():
        notes.drop("outline_broken", shape.path)
        return
    yield from areas_of(f"terrain-{number}", "", plane, (meaning,), notes)


def _ring(doc: Doc, canvas: Canvas) -> tuple[Vec, ...]:
    ring = tuple(canvas.point(item.get("x").number(), item.get("y").number()) for item in doc.items())
    if len(set(ring)) < 3 or max(max(abs(point.x), abs(point.y)) for point in ring) > FARTHEST:
        doc.fail("not at least three different corners on the canvas")
    return ring


def _solid(doc: Doc, canvas: Canvas, notes: Notebook) -> Elevation | None:
    """Return ground that is solid from its elevation up by its height."""
    per_cell = canvas.distance if canvas.unit == "inch" else 1.0
    tall, foot = doc.get("height").number(0.0) * per_cell, doc.get("elevation").number(0.0) * per_cell
    if not 0 < tall < TALLEST or abs(foot) >= TALLEST:
        notes.drop("terrain_without_height", doc.path)
        return None
    notes.doubt("terrain_type_unknown", "solid_ground", doc.path)
    return Elevation(foot + tall, foot or None)


def _cells(data: Doc, canvas: Canvas, notes: Notebook) -> Iterator[Area]:
    """Gather the cells of equal height into figures."""
    by_height: Layers = {}
    for name, layers in _entries(data):
        notes.count("terrain_cells")
        try:
            row, column = _place(name)
        except (ValueError, BadScene):
            notes.drop("not_a_cell", name.path)
            continue
        for layer in layers:
            _add(layer, cell_ring(canvas, row, column), by_height, canvas, notes)
    for number, meaning in enumerate(sorted(by_height, key=lambda one: (one.level, one.underside or 0.0))):
        plane = Plane.union(by_height[meaning])
        yield from areas_of(f"terrain-{number}", "", plane, (meaning,), notes)


def _entries(data: Doc) -> Iterator[tuple[Doc, list[Doc]]]:
    """Return the name or the position of every cell, and what is drawn there."""
    for key in data.names():
        yield Doc(key, key, data), list(data.get(key).items())
    for entry in data.items():
        if entry.has("position"):
            yield entry.get("position"), [entry]
        else:
            name, *rest = (*entry.items(), Doc(None, entry.path))
            yield name, list(rest[0].items()) if rest else []


def _place(name: Doc) -> tuple[int, int]:
    row, column = name.numbers(2) if name.is_list() else (int(part) for part in name.text().split("|"))
    if max(abs(row), abs(column)) > MAX_CELLS:
        raise ValueError("no cell is so far away")
    return int(row), int(column)


def _add(layer: Doc, ring: tuple[Vec, ...], by_height: Layers, canvas: Canvas, notes: Notebook) -> None:
    try:
        meaning = _solid(layer, canvas, notes)
    except BadScene as fault:
        notes.drop("not_a_terrain_shape", str(fault))
        return
    if meaning is not None:
        by_height.setdefault(meaning, []).append(Plane.of(ring))


def costly(grid: Doc, canvas: Canvas, notes: Notebook) -> Iterator[Area]:
    """Read the cost grid of TerrainLayer: rows of columns with a multiple."""
    cells: list[Plane] = []
    for row in grid.names():
        for column in grid.get(row).names():
            cell = grid.get(row).get(column)
            notes.count("costly_cells")
            try:
                place = (int(row), int(column))
                multiple = cell.get("multiple").number(2.0)
            except (ValueError, BadScene):
                notes.drop("not_a_cell", cell.path)
                continue
            if multiple > 1 and max(map(abs, place)) <= MAX_CELLS:
                cells.append(Plane.of(cell_ring(canvas, *place)))
    if cells:
        yield from areas_of("costly", "", Plane.union(cells), (Difficult(),), notes)
