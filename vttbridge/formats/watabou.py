"""One Page Dungeon files: floor as boxes with negative coordinates, doors as a cell and a direction.

1. There are no walls: wherever floor ends, a wall stands on the line between the cells.
2. A door's cell is floor of its own; the door stands on that cell's side in its direction. The meaning of the
   door types 0 to 9 is published nowhere, so each is reported with how it was taken.
3. A round room is taken as its box. Columns are filled octagons. Everything is shifted so that the map
   begins at 0, 0 with one empty cell around it.
"""

import math
from collections.abc import Iterator

import msgspec

from vttbridge.errors import BadScene
from vttbridge.formats.boxes import boxes_of, outline_of
from vttbridge.formats.cut import cells_cut
from vttbridge.formats.plain import Doc
from vttbridge.formats.report import Notebook, Reading
from vttbridge.geometry.check import check_spec
from vttbridge.geometry.spec import SceneSpec
from vttbridge.geometry.terrain import Area, Blocking, Wall, Water
from vttbridge.geometry.vec import Cell, Vec

MAX_WATABOU = 2_000
COLUMN_RADIUS = 0.3

DOORS: dict[int, tuple[str, str]] = {
    0: ("opening", ""),
    1: ("door", ""),
    2: ("opening", ""),
    3: ("opening", ""),
    4: ("portcullis", "metal"),
    5: ("door", ""),
    6: ("secret_door", ""),
    7: ("barred_door", ""),
    8: ("opening", ""),
    9: ("opening", ""),
}
"""How a door's type is taken: kind and material. An opening bars nothing."""

_SIDES = (
    (Cell(0, -1), Vec(0, 0), Vec(1, 0)),
    (Cell(1, 0), Vec(1, 0), Vec(1, 1)),
    (Cell(0, 1), Vec(0, 1), Vec(1, 1)),
    (Cell(-1, 0), Vec(0, 0), Vec(0, 1)),
)
"""A side of a cell: the way out, and its two ends from the cell's corner."""


class Plan(msgspec.Struct, frozen=True):
    """The floor of the dungeon and where it begins."""

    floor: frozenset[Cell]
    corner: Cell
    size: Cell

    def shifted(self, x: float, y: float) -> Vec:
        """Return a point as seen from the map's new corner."""
        return Vec(x - self.corner.x, y - self.corner.y)


def is_watabou(document: Doc) -> bool:
    """Return whether a parsed document looks like one."""
    return document.get("rects").is_list() and document.get("doors").is_list()


def read_document(document: Doc, name: str) -> Reading:
    """Read a parsed dungeon."""
    if not is_watabou(document):
        raise BadScene(f"{name} is no One Page Dungeon: it has no rects and doors")
    notes = Notebook()
    plan = _plan(document.get("rects"), notes)
    doors = tuple(_doors(document.get("doors"), plan, notes))
    walls = tuple(_walls(plan, notes))
    spec = SceneSpec(
        id=name,
        name=document.get("title").text(name),
        width=plan.size.x,
        height=plan.size.y,
        walls=(*walls, *doors),
        areas=(*_columns(document.get("columns"), plan, notes), *_water(document.get("water"), plan, notes)),
    )
    notes.count("notes", sum(1 for _ in document.get("notes").items()))
    check_spec(spec)
    notes.count("cells_cut", cells_cut(spec))
    return Reading(spec, notes.report("watabou", name))


def _plan(rects: Doc, notes: Notebook) -> Plan:
    cells: set[Cell] = set()
    for _, rect in notes.records(rects):
        notes.count("rects")
        try:
            x, y, width, height = (int(rect.get(side).number()) for side in ("x", "y", "w", "h"))
        except BadScene as fault:
            notes.drop("not_a_box", str(fault))
            continue
        if not (
            0 < width <= MAX_WATABOU and 0 < height <= MAX_WATABOU and max(abs(x), abs(y)) <= MAX_WATABOU
        ):
            notes.drop("not_a_box", rect.path)
            continue
        if rect.get("rotunda").flag():
            notes.doubt("rotunda", "box", rect.path)
        cells.update(Cell(column, row) for column in range(x, x + width) for row in range(y, y + height))
    if not cells:
        rects.fail("not one box of floor can be read")
    left, top = min(cell.x for cell in cells) - 1, min(cell.y for cell in cells) - 1
    right, bottom = max(cell.x for cell in cells) + 2, max(cell.y for cell in cells) + 2
    notes.count("floor_cells", len(cells))
    return Plan(frozenset(cells), Cell(left, top), Cell(right - left, bottom - top))


def _walls(plan: Plan, notes: Notebook) -> Iterator[Wall]:
    """Put a wall on each side of the floor that leads to none, runs joined into one wall."""
    for number, (a, b) in enumerate(_runs(plan)):
        notes.count("walls")
        yield Wall(f"w-{number}", plan.shifted(a.x, a.y), plan.shifted(b.x, b.y))


def _runs(plan: Plan) -> Iterator[tuple[Vec, Vec]]:
    for out, start, end in _SIDES:
        along = Cell(1, 0) if start.y == end.y else Cell(0, 1)
        bare = {cell for cell in plan.floor if Cell(cell.x + out.x, cell.y + out.y) not in plan.floor}
        for cell in sorted(bare):
            if Cell(cell.x - along.x, cell.y - along.y) in bare:
                continue
            last = cell
            while Cell(last.x + along.x, last.y + along.y) in bare:
                last = Cell(last.x + along.x, last.y + along.y)
            yield Vec(cell.x + start.x, cell.y + start.y), Vec(last.x + end.x, last.y + end.y)


def _doors(doors: Doc, plan: Plan, notes: Notebook) -> Iterator[Wall]:
    for number, door in notes.records(doors):
        notes.count("doors")
        try:
            cell = Cell(int(door.get("x").number()), int(door.get("y").number()))
            way = Cell(int(door.get("dir").get("x").number()), int(door.get("dir").get("y").number()))
            written = int(door.get("type").number())
        except BadScene as fault:
            notes.drop("not_a_door", str(fault))
            continue
        side = next(((start, end) for out, start, end in _SIDES if out == way), None)
        if side is None or cell not in plan.floor:
            notes.drop("door_without_side", door.path)
            continue
        kind, material = DOORS.get(written, ("opening", ""))
        notes.doubt(f"door_type_{written}", kind, door.path)
        if kind != "opening":
            start, end = (plan.shifted(cell.x + point.x, cell.y + point.y) for point in side)
            yield Wall(
                f"d-{number}",
                start,
                end,
                door="locked" if kind == "barred_door" else "closed",
                material=material,
                kind=kind,
                hidden=kind == "secret_door",
            )


def _columns(columns: Doc, plan: Plan, notes: Notebook) -> Iterator[Area]:
    for number, column in notes.records(columns):
        notes.count("columns")
        try:
            middle = plan.shifted(column.get("x").number() + 0.5, column.get("y").number() + 0.5)
        except BadScene as fault:
            notes.drop("not_a_point", str(fault))
            continue
        yield Area(f"column-{number}", _octagon(middle), Blocking("stone"))


def _octagon(middle: Vec) -> tuple[Vec, ...]:
    angles = (math.pi * (2 * step + 1) / 8 for step in range(8))
    return tuple(
        Vec(
            round(middle.x + COLUMN_RADIUS * math.cos(angle), 6),
            round(middle.y + COLUMN_RADIUS * math.sin(angle), 6),
        )
        for angle in angles
    )


def _water(water: Doc, plan: Plan, notes: Notebook) -> Iterator[Area]:
    cells: set[Cell] = set()
    for _, spot in notes.records(water):
        notes.count("water")
        try:
            cells.add(Cell(int(spot.get("x").number()), int(spot.get("y").number())))
        except BadScene as fault:
            notes.drop("not_a_point", str(fault))
    outside = cells - plan.floor
    if outside:
        notes.doubt("water_without_floor", "left_out", f"{len(outside)} cells")
    for number, (left, top, right, bottom) in enumerate(boxes_of(cells & plan.floor)):
        corner, far = plan.shifted(left, top), plan.shifted(right, bottom)
        yield Area(f"water-{number}", outline_of((corner.x, corner.y, far.x, far.y)), Water())
