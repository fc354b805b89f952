"""HeroClix map files: tiles with terrain and elevation, walls and ramps on the lines between them.

1. A tile's column is its letter, its row the row's number from 1. What a tile does not say, the map says
   (`defaultElevation`), and else the level is 1: the scene's ground. A square without a tile is clear and
   lies there too. Tiles beyond the written size belong to the map where rows or columns lead on to them
   without a gap; what lies apart is left out.
2. Walls are segments between vertices. Kinds that are not documented are doubts: doors are closed, glass is a
   window, a fence and a force field are walls, a level separator only separates drawings and is left out.
3. A change of elevation is a ledge. A ramp joins the two squares beside its segment: both lie in one area of
   stairs.
4. Terrain that only matters for lines of fire (obscuring) or that a text explains (special) is left clear.
"""

import math
from collections.abc import Callable, Iterator

import msgspec

from vttbridge.errors import BadScene
from vttbridge.formats.boxes import boxes_of, outline_of
from vttbridge.formats.cut import cells_cut
from vttbridge.formats.plain import Doc
from vttbridge.formats.report import Notebook, Reading
from vttbridge.geometry.check import check_spec
from vttbridge.geometry.spec import SceneSpec
from vttbridge.geometry.terrain import (
    Area,
    Blocking,
    Elevation,
    Hindering,
    Meaning,
    Stairs,
    Wall,
    Water,
)
from vttbridge.geometry.vec import Cell, Vec

GROUND = 1.0
MAX_HEROCLIX = 200
LETTERS = 26

KINDS: dict[str, tuple[str, str]] = {
    "normal": ("wall", ""),
    "door": ("door", ""),
    "door2": ("door", ""),
    "glass": ("window", "glass"),
    "glass2": ("window", "glass"),
    "chainLinkFence": ("fence", ""),
    "forceField": ("force_field", ""),
}
"""What a wall's type is taken as: kind and material."""

DOCUMENTED = frozenset({"normal"})

TERRAIN: dict[str, Callable[[], Meaning]] = {
    "hindering": Hindering,
    "water": Water,
    "blocking": lambda: Blocking("stone"),
}


class Tile(msgspec.Struct, frozen=True):
    """One square of the map as it was read."""

    cell: Cell
    level: float
    terrain: str
    doc: Doc


def is_heroclix(document: Doc) -> bool:
    """Return whether a parsed document looks like one."""
    return document.get("rows").is_list() and (document.has("width") or document.has("height"))


def read_document(document: Doc, name: str) -> Reading:
    """Read a parsed map."""
    if not is_heroclix(document):
        raise BadScene(f"{name} is no HeroClix map: it has no rows, width and height")
    notes = Notebook()
    usual = document.get("defaultElevation").number(GROUND)
    found = tuple(_tiles(document, usual, notes))
    width, height = _size(document, found, notes)
    tiles = tuple(_on_map(found, width, height, usual, notes))
    spec = SceneSpec(
        id=name,
        name=document.get("name").text(name),
        width=width,
        height=height,
        ground=GROUND,
        walls=tuple(_walls(document.get("walls"), notes)),
        areas=(*_levels(tiles), *_terrain(tiles), *_ramps(document.get("ramps"), notes)),
    )
    check_spec(spec)
    notes.count("cells_cut", cells_cut(spec))
    return Reading(spec, notes.report("heroclix", name))


def _size(document: Doc, tiles: tuple[Tile, ...], notes: Notebook) -> tuple[float, float]:
    """Return the size; tiles that lead on beyond what is written are right."""
    width, height = document.get("width").number(), document.get("height").number()
    for doc, length in ((document.get("width"), width), (document.get("height"), height)):
        if not 0 < length <= MAX_HEROCLIX:
            doc.fail(f"a map is between 0 and {MAX_HEROCLIX} squares wide and high")
    right = _led_on(width, {tile.cell.x for tile in tiles})
    bottom = _led_on(height, {tile.cell.y for tile in tiles})
    reach = Vec(
        max((tile.cell.x + 1.0 for tile in tiles), default=width),
        max((tile.cell.y + 1.0 for tile in tiles), default=height),
    )
    if reach.x > width or reach.y > height:
        is_apart = reach.x > right or reach.y > bottom
        taken = "without_what_lies_apart" if is_apart else "tiles"
        notes.doubt("size_disagrees", taken, f"{width:g} x {height:g}, tiles {reach.x:g} x {reach.y:g}")
    return right, bottom


def _led_on(length: float, taken: set[int]) -> float:
    """Return a side with the rows or columns beyond it that follow without a gap."""
    while math.ceil(length) in taken:
        length = math.ceil(length) + 1.0
    return length


def _on_map(
    tiles: tuple[Tile, ...], width: float, height: float, usual: float, notes: Notebook
) -> Iterator[Tile]:
    """Return a tile for every square of the map; what lies apart from it is left out."""
    by_cell = {tile.cell: tile for tile in tiles}
    for tile in tiles:
        if tile.cell.x >= width or tile.cell.y >= height:
            notes.drop("outside_map", tile.doc.path)
    for y in range(math.ceil(height)):
        for x in range(math.ceil(width)):
            found = by_cell.get(Cell(x, y))
            if found is None:
                notes.doubt("tile_absent", "clear", f"{x}, {y}")
                found = Tile(Cell(x, y), usual, "clear", Doc(None))
            yield found


def _tiles(document: Doc, usual: float, notes: Notebook) -> Iterator[Tile]:
    seen: set[Cell] = set()
    for number, row in notes.records(document.get("rows")):
        line = int(row.get("y").number(float(number + 1))) - 1
        for _, tile in notes.records(row.get("tiles")):
            column = _column(tile.get("x").value)
            if column is None or not 0 <= line < MAX_HEROCLIX:
                notes.drop("tile_without_place", tile.path)
                continue
            cell = Cell(column, line)
            if cell in seen:
                notes.drop("tile_twice", tile.path)
                continue
            seen.add(cell)
            yield _tile(tile, cell, usual, notes)


def _tile(tile: Doc, cell: Cell, usual: float, notes: Notebook) -> Tile:
    notes.count("cells")
    elevation = tile.get("elevation")
    try:
        level = elevation.number(usual)
    except BadScene as fault:
        notes.doubt("elevation_unreadable", "default", str(fault))
        level = usual
    if isinstance(elevation.value, str):
        notes.doubt("elevation_as_text", "number", tile.path)
    terrain = tile.get("terrain").text("clear")
    notes.count(f"elevation_{level:g}")
    notes.count(f"terrain_{terrain}")
    if terrain != "clear" and terrain not in TERRAIN:
        notes.doubt(f"terrain_{terrain}", "clear", tile.path)
    return Tile(cell, level, terrain, tile)


def _column(letters: object) -> int | None:
    """Read a column's letters, A for the first, AA after Z."""
    if not isinstance(letters, str) or not letters.isascii() or not letters.isalpha() or len(letters) > 2:
        return None
    column = 0
    for letter in letters.upper():
        column = column * LETTERS + ord(letter) - ord("A") + 1
    return column - 1


def _levels(tiles: tuple[Tile, ...]) -> Iterator[Area]:
    for level in sorted({tile.level for tile in tiles if tile.level != GROUND}):
        cells = (tile.cell for tile in tiles if tile.level == level)
        for number, box in enumerate(boxes_of(cells)):
            yield Area(f"level-{level:g}-{number}", outline_of(box), Elevation(level))


def _terrain(tiles: tuple[Tile, ...]) -> Iterator[Area]:
    for terrain, meaning in sorted(TERRAIN.items()):
        cells = (tile.cell for tile in tiles if tile.terrain == terrain)
        for number, box in enumerate(boxes_of(cells)):
            yield Area(f"{terrain}-{number}", outline_of(box), meaning())


def _segments(lines: Doc, notes: Notebook, counted: str) -> Iterator[tuple[Doc, Vec, Vec]]:
    """Return the readable segments that have a length and were not given before."""
    seen: set[tuple[Vec, Vec, str]] = set()
    for _, segment in notes.records(lines):
        notes.count(counted)
        if counted == "walls":
            notes.count(f"walls_{segment.get('type').text('normal')}")
        try:
            a = Vec(segment.get("x0").number(), segment.get("y0").number())
            b = Vec(segment.get("x1").number(), segment.get("y1").number())
        except BadScene as fault:
            notes.drop("not_a_segment", str(fault))
            continue
        mark = (min(a, b), max(a, b), segment.get("type").text("normal"))
        if a == b:
            notes.drop("zero_length", segment.path)
        elif mark in seen:
            notes.drop("duplicate", segment.path)
        else:
            seen.add(mark)
            yield segment, a, b


def _walls(lines: Doc, notes: Notebook) -> Iterator[Wall]:
    for number, (segment, a, b) in enumerate(_segments(lines, notes, "walls")):
        written = segment.get("type").text("normal")
        if written == "levelSeparator":
            notes.drop("level_separator", segment.path)
            continue
        kind, material = KINDS.get(written, ("wall", ""))
        if written not in DOCUMENTED:
            notes.doubt(f"wall_{written}", kind, segment.path)
        yield Wall(
            f"w-{number}",
            a,
            b,
            door="closed" if kind == "door" else "none",
            material=material,
            kind=kind,
            sight=kind not in {"window", "fence"},
        )


def _ramps(lines: Doc, notes: Notebook) -> Iterator[Area]:
    """Return for each unit of a ramp the two squares that it joins as one area of stairs."""
    for number, (segment, a, b) in enumerate(_segments(lines, notes, "ramps")):
        low, high = min(a, b), max(a, b)
        if low.x == high.x:
            box = (low.x - 1, low.y, low.x + 1, high.y)
        elif low.y == high.y:
            box = (low.x, low.y - 1, high.x, low.y + 1)
        else:
            notes.drop("ramp_aslant", segment.path)
            continue
        yield Area(f"ramp-{number}", outline_of(box), Stairs())
