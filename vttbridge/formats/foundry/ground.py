"""Areas of a Foundry scene: regions, drawn heights, tiles that carry heights, costly ground.

1. A region counts by what it does: `defineSurface` is a floor at its bottom, top or both; `changeLevel` and
   `teleportToken` are stairs; `modifyMovementCost` is difficult ground. Light, weather, scripts and texts
   mean nothing for movement, and a region that has only those is left out.
2. A region that does nothing but has a height band or a telling name is ground: at its bottom where that is
   not 0, else a block up to its top. Each is a doubt.
3. A tile is a floor only where a levels flag gives it a range; a tile tagged `obstacle` is filled ground.
4. A drawing is stairs where a levels flag makes it lead from one level to another.
"""

import re
from collections.abc import Iterator

import msgspec

from vttbridge.errors import BadScene
from vttbridge.formats.foundry.canvas import Canvas
from vttbridge.formats.foundry.heights import costly, drawn_heights
from vttbridge.formats.foundry.levels import height
from vttbridge.formats.foundry.shapes import areas_of, plane_of, turned
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
    for number, region in notes.records(scene.get("regions")):
        areas.extend(read_region(region, number, canvas, notes))
    for number, tile in notes.records(scene.get("tiles")):
        areas.extend(read_tile(tile, number, canvas, notes))
    flags = scene.get("flags")
    for number, drawing in notes.records(scene.get("drawings")):
        areas.extend(read_drawing(drawing, number, canvas, notes))
    areas.extend(drawn_heights(flags.get("terrain-height-tools").get("heightData"), canvas, notes))
    areas.extend(costly(flags.get("TerrainLayer").get("costGrid"), canvas, notes))
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
    return tuple(areas_of(own, region.get("name").text(), plane, meanings, notes))


def _meanings(region: Doc, canvas: Canvas, notes: Notebook) -> Iterator[Meaning]:
    found = 0
    for _, behavior in notes.records(region.get("behaviors")):
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
    """Return whether walking costs more than usual here."""
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
    said = re.findall(r"\w+", region.get("name").text().lower())
    for word, meaning in NAMES:
        if own == word or (not own and word in said):
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
    return tuple(areas_of(tile.get("_id").text(f"tile-{number}"), "", plane, (meaning,), notes))


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


def read_drawing(drawing: Doc, number: int, canvas: Canvas, notes: Notebook) -> tuple[Area, ...]:
    """Read one drawing; only the older levels module gives one a meaning for movement."""
    if not drawing.get("flags").get("levels").raw("drawingMode"):
        return ()
    try:
        plane = Plane.of(_drawing_ring(drawing, canvas))
    except BadScene as fault:
        notes.drop("not_a_drawing", str(fault))
        return ()
    if plane.fault():
        notes.drop("outline_broken", drawing.path)
        return ()
    notes.doubt("drawing_with_levels", "stairs", drawing.path)
    return tuple(areas_of(drawing.get("_id").text(f"drawing-{number}"), "", plane, (Stairs(),), notes))


def _drawing_ring(drawing: Doc, canvas: Canvas) -> tuple[Vec, ...]:
    """Return the corners of a drawing: its points where it has some, else its box."""
    shape = drawing.get("shape") if drawing.get("shape").is_record() else drawing
    left, top = drawing.get("x").number(), drawing.get("y").number()
    far = Vec(shape.get("width").number(0.0), shape.get("height").number(0.0))
    box = (Vec(0.0, 0.0), Vec(far.x, 0.0), far, Vec(0.0, far.y))
    pivot, degrees = far.times(0.5), drawing.get("rotation").number(0.0)
    corners = [
        turned(one, pivot, degrees).plus(Vec(left, top)) for one in _points(shape.get("points")) or box
    ]
    if len(set(corners)) < 3 or max(max(abs(one.x), abs(one.y)) for one in corners) > 1e6:
        drawing.fail("no usable outline")
    return tuple(canvas.point(corner.x, corner.y) for corner in corners)


def _points(written: Doc) -> list[Vec]:
    """Read points that are written as pairs, or flat as since version 10."""
    pairs = [Vec(*item.numbers(2)) for item in written.items() if item.is_list()]
    flat = [item.number() for item in written.items() if not item.is_list()]
    return pairs or [Vec(x, y) for x, y in zip(flat[::2], flat[1::2], strict=False)]
