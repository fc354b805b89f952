"""Areas of a Foundry scene: regions, drawn heights, tiles that carry heights, costly ground.

1. A region counts by what it does: `defineSurface` is a floor at its bottom, top or both; `changeLevel` and
   `teleportToken` are stairs; `modifyMovementCost` is difficult ground. Light, weather, scripts and texts
   mean nothing for movement, and a region that has only those is left out.
2. A region that does nothing but has a height band or a telling name is ground: at its bottom where that is
   not 0, else a block up to its top. Each is a doubt.
3. Heights of Terrain Height Tools are solid ground from their elevation up by their height, in the scene's
   distance units.
4. A tile is a floor only where a levels flag gives it a range; a tile tagged `obstacle` is filled ground.
"""

from collections.abc import Iterator

import msgspec

from vttbridge.errors import BadScene
from vttbridge.formats.foundry.canvas import Canvas
from vttbridge.formats.foundry.levels import height
from vttbridge.formats.foundry.shapes import cell_ring, plane_of, turned
from vttbridge.formats.foundry.walls import MATERIALS, TAGGERS
from vttbridge.formats.plain import Doc, tags_in
from vttbridge.formats.report import Notebook
from vttbridge.geometry.polygon import Plane
from vttbridge.geometry.terrain import (
    Area,
    Blocking,
    Difficult,
    Elevation,
    Hindering,
    Meaning,
    Pit,
    Stairs,
    Water,
)
from vttbridge.geometry.vec import Vec

SLAB = 0.1
"""How thick a floor is taken to be, in squares."""

MOST_CELLS = 50_000
SURFACES = frozenset({"bottom", "top", "both"})
NAMES: tuple[tuple[str, Meaning], ...] = (
    ("pit", Pit()),
    ("chasm", Pit()),
    ("water", Water()),
    ("difficult", Difficult()),
    ("hindering", Hindering()),
)
"""Words in the name of a region that does nothing else, and what they are taken as."""


def read_ground(scene: Doc, canvas: Canvas, notes: Notebook) -> tuple[Area, ...]:
    """Read everything that gives the ground a meaning."""
    areas: list[Area] = []
    for number, region in enumerate(scene.get("regions").items()):
        areas.extend(read_region(region, number, canvas, notes))
    for number, tile in enumerate(scene.get("tiles").items()):
        areas.extend(read_tile(tile, number, canvas, notes))
    flags = scene.get("flags")
    areas.extend(_drawn_heights(flags.get("terrain-height-tools").get("heightData"), canvas, notes))
    areas.extend(_costly(flags.get("TerrainLayer").get("costGrid"), canvas, notes))
    return tuple(_distinct(areas, notes))


def _distinct(areas: list[Area], notes: Notebook) -> Iterator[Area]:
    ids: set[str] = set()
    for number, area in enumerate(areas):
        if area.id in ids:
            notes.doubt("id_twice", "numbered", area.id)
            yield msgspec.structs.replace(area, id=f"{area.id}#{number}")
        else:
            ids.add(area.id)
            yield area


def read_region(region: Doc, number: int, canvas: Canvas, notes: Notebook) -> tuple[Area, ...]:
    """Read one region; one that means nothing for movement gives no area."""
    notes.count("regions")
    try:
        meanings = tuple(_meanings(region, canvas, notes))
    except BadScene as fault:
        notes.drop("not_a_region", str(fault))
        return ()
    if not meanings:
        notes.drop("no_meaning_for_movement", region.path)
        return ()
    if region.get("restriction").get("enabled").flag():
        notes.doubt("region_cut_by_walls", "whole", region.path)
    plane = plane_of(region.get("shapes"), canvas, notes)
    if plane is None or plane.shape.is_empty:
        notes.drop("region_without_shape", region.path)
        return ()
    own = region.get("_id").text(f"region-{number}")
    return tuple(_areas(own, region.get("name").text(), plane, meanings, notes))


def _areas(
    own: str, name: str, plane: Plane, meanings: tuple[Meaning, ...], notes: Notebook
) -> Iterator[Area]:
    for step, meaning in enumerate(meanings):
        for part, (outline, holes) in enumerate(plane.outlines()):
            tail = "" if not step and not part else f".{step}.{part}"
            notes.count("areas")
            yield Area(f"{own}{tail}", outline, meaning, holes, name)


def _meanings(region: Doc, canvas: Canvas, notes: Notebook) -> Iterator[Meaning]:
    found = 0
    for behavior in region.get("behaviors").items():
        kind = behavior.get("type").text()
        notes.count(f"behavior_{kind}" if kind.isidentifier() else "behavior_other")
        found += 1
        if not behavior.get("disabled").flag():
            yield from _by_behavior(kind, behavior.get("system"), region.get("elevation"), canvas, notes)
    if not found:
        yield from _by_band(region, canvas, notes)


def _by_behavior(
    kind: str, system: Doc, elevation: Doc, canvas: Canvas, notes: Notebook
) -> Iterator[Meaning]:
    match kind:
        case "defineSurface":
            if system.get("move").flag(default=True):
                yield from _surfaces(system.get("placement"), elevation, canvas, notes)
        case "changeLevel" | "teleportToken":
            notes.doubt(kind, "stairs", system.path)
            yield Stairs()
        case "modifyMovementCost":
            if _costs_more(system):
                yield Difficult()
        case _:
            return


def _costs_more(system: Doc) -> bool:
    """Say whether walking costs more than usual here."""
    walking = system.get("difficulties").get("walk")
    try:
        return walking.number(2.0) > 1
    except BadScene:
        return True


def _surfaces(placement: Doc, elevation: Doc, canvas: Canvas, notes: Notebook) -> Iterator[Elevation]:
    where = placement.text("bottom")
    for side in ("bottom", "top"):
        if where not in {side, "both"}:
            continue
        level = height(elevation.get(side), canvas)
        if level is None:
            notes.drop("surface_without_height", f"{elevation.path}.{side}")
        else:
            yield Elevation(level, level - SLAB)


def _by_band(region: Doc, canvas: Canvas, notes: Notebook) -> Iterator[Meaning]:
    own = region.get("flags").get("vttbridge").get("kind").text()
    name = region.get("name").text().lower()
    for word, meaning in NAMES:
        if own == word or (not own and word in name.split()):
            notes.doubt("region_by_name", word, region.path)
            yield meaning
            return
    band = region.get("elevation")
    bottom, top = height(band.get("bottom"), canvas), height(band.get("top"), canvas)
    if bottom:
        notes.doubt("region_elevation", "floor_at_bottom", region.path)
        yield Elevation(bottom)
    elif top:
        notes.doubt("region_elevation", "block_up_to_top", region.path)
        yield Elevation(top)


def read_tile(tile: Doc, number: int, canvas: Canvas, notes: Notebook) -> tuple[Area, ...]:
    """Read one tile; a tile that is only a picture gives no area."""
    notes.count("tiles")
    flags = tile.get("flags")
    if not flags.is_record() or not flags.value:
        return ()
    tags = [tag for name in TAGGERS for tag in tags_in(flags.get(name).get("tags"))]
    ranged = flags.get("levels")
    try:
        meaning = _tile_meaning(tile, ranged, tags, canvas, notes)
        if meaning is None:
            return ()
        plane = Plane.of(_tile_ring(tile, canvas))
    except BadScene as fault:
        notes.drop("not_a_tile", str(fault))
        return ()
    if plane.fault():
        notes.drop("tile_without_shape", tile.path)
        return ()
    notes.count("tiles_with_height")
    return tuple(_areas(tile.get("_id").text(f"tile-{number}"), "", plane, (meaning,), notes))


def _tile_meaning(tile: Doc, ranged: Doc, tags: list[str], canvas: Canvas, notes: Notebook) -> Meaning | None:
    if "obstacle" in tags:
        return Blocking(next((tag for tag in tags if tag in MATERIALS), ""))
    if ranged.get("noCollision").flag() or not (ranged.has("rangeBottom") or ranged.has("rangeTop")):
        return None
    bottom = ranged.get("rangeBottom") if ranged.has("rangeBottom") else tile.get("elevation")
    level = height(bottom, canvas)
    if level is None:
        return None
    notes.doubt("tile_with_levels", "floor", tile.path)
    return Elevation(level, level - SLAB)


def _tile_ring(tile: Doc, canvas: Canvas) -> tuple[Vec, ...]:
    x, y = tile.get("x").number(), tile.get("y").number()
    width, deep = tile.get("width").number(), tile.get("height").number()
    texture = tile.get("texture")
    left = x - texture.get("anchorX").number(0.0) * width
    top = y - texture.get("anchorY").number(0.0) * deep
    if not 0 < width <= 1e6 or not 0 < deep <= 1e6 or max(abs(left), abs(top)) > 1e6:
        tile.fail("no usable width, height and place")
    middle = Vec(left + width / 2, top + deep / 2)
    corners = (Vec(left, top), Vec(left + width, top), Vec(left + width, top + deep), Vec(left, top + deep))
    ring = (turned(corner, middle, tile.get("rotation").number(0.0)) for corner in corners)
    return tuple(canvas.point(point.x, point.y) for point in ring)


def _drawn_heights(data: Doc, canvas: Canvas, notes: Notebook) -> Iterator[Area]:
    """Read Terrain Height Tools: shapes of version 3, or cells of the older ones."""
    inner = data.get("data")
    if inner.get("shapes").is_list():
        for number, shape in enumerate(inner.get("shapes").items()):
            yield from _drawn_shape(shape, number, canvas, notes)
    elif inner.is_list():
        yield from _drawn_cells(inner, canvas, notes)
    elif data.is_list():
        yield from _drawn_cells(data, canvas, notes)


def _drawn_shape(shape: Doc, number: int, canvas: Canvas, notes: Notebook) -> Iterator[Area]:
    notes.count("terrain_shapes")
    try:
        meaning = _solid(shape, canvas, notes)
        outline = _ring(shape.get("polygon"), canvas)
        holes = tuple(_ring(hole, canvas) for hole in shape.get("holes").items())
    except BadScene as fault:
        notes.drop("not_a_terrain_shape", str(fault))
        return
    if meaning is None:
        return
    plane = Plane.of(outline, holes)
    if plane.fault():
        notes.drop("outline_broken", shape.path)
        return
    yield from _areas(f"terrain-{number}", "", plane, (meaning,), notes)


def _ring(doc: Doc, canvas: Canvas) -> tuple[Vec, ...]:
    ring = tuple(canvas.point(item.get("x").number(), item.get("y").number()) for item in doc.items())
    if len(set(ring)) < 3 or max(max(abs(point.x), abs(point.y)) for point in ring) > 1e5:
        doc.fail("not at least three different corners on the canvas")
    return ring


def _solid(doc: Doc, canvas: Canvas, notes: Notebook) -> Elevation | None:
    """Give ground that is solid from its elevation up by its height."""
    tall = height(doc.get("height"), canvas)
    foot = height(doc.get("elevation"), canvas) or 0.0
    if tall is None or tall <= 0:
        notes.drop("terrain_without_height", doc.path)
        return None
    notes.doubt("terrain_type_unknown", "solid_ground", doc.path)
    return Elevation(foot + tall, foot or None)


def _drawn_cells(data: Doc, canvas: Canvas, notes: Notebook) -> Iterator[Area]:
    """Gather the cells of equal height into figures."""
    by_height: dict[Elevation, list[Plane]] = {}
    for entry in data.items():
        notes.count("terrain_cells")
        name, *rest = (*entry.items(), Doc(None, entry.path))
        try:
            row, column = (int(part) for part in name.text().split("|"))
        except ValueError:
            notes.drop("not_a_cell", name.path)
            continue
        if max(abs(row), abs(column)) > MOST_CELLS:
            notes.drop("not_a_cell", name.path)
            continue
        for layer in rest[0].items():
            try:
                meaning = _solid(layer, canvas, notes)
            except BadScene as fault:
                notes.drop("not_a_terrain_shape", str(fault))
                continue
            if meaning is not None:
                by_height.setdefault(meaning, []).append(Plane.of(cell_ring(canvas, row, column)))
    for number, meaning in enumerate(sorted(by_height, key=lambda one: (one.level, one.underside or 0.0))):
        plane = Plane.union(by_height[meaning])
        yield from _areas(f"terrain-{number}", "", plane, (meaning,), notes)


def _costly(grid: Doc, canvas: Canvas, notes: Notebook) -> Iterator[Area]:
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
            if multiple > 1 and max(map(abs, place)) <= MOST_CELLS:
                cells.append(Plane.of(cell_ring(canvas, *place)))
    if cells:
        yield from _areas("costly", "", Plane.union(cells), (Difficult(),), notes)
