"""A whole scene document to a scene with pieces and a report."""

import msgspec

from vttbridge.errors import BadScene
from vttbridge.formats.cut import cells_cut
from vttbridge.formats.foundry.alchemist import is_native, read_native
from vttbridge.formats.foundry.canvas import Canvas, read_canvas
from vttbridge.formats.foundry.ground import read_ground
from vttbridge.formats.foundry.levels import Level, read_levels
from vttbridge.formats.foundry.tokens import read_tokens
from vttbridge.formats.foundry.walls import Walls, heights_count, read_walls
from vttbridge.formats.plain import Doc
from vttbridge.formats.report import Notebook, Reading
from vttbridge.geometry.check import check_spec
from vttbridge.geometry.spec import LevelBand, Pixels, SceneSpec
from vttbridge.geometry.terrain import Area, Elevation

USUAL_VERSION = 13
COUNTED = ("drawings", "lights", "sounds", "notes", "templates")


def is_foundry(document: Doc) -> bool:
    """Return whether a parsed document looks like a scene."""
    if is_native(document):
        return True
    has_settings = document.has("width") or document.has("height")
    has_parts = any(document.get(name).is_list() for name in ("walls", "tokens", "tiles", "drawings"))
    return has_settings and has_parts and not document.get("rows").is_list()


def read_document(document: Doc, name: str) -> Reading:
    """Read a parsed scene document."""
    if not is_foundry(document):
        raise BadScene(f"{name} is no Foundry scene: it has no width, height and walls")
    if is_native(document):
        return read_native(document, name)
    notes = Notebook()
    canvas = read_canvas(document, notes)
    spec = read_spec(document, canvas, name, notes)
    pieces = read_tokens(document, canvas, notes)
    _count(document, notes)
    check_spec(spec)
    notes.count("cells_cut", cells_cut(spec))
    return Reading(spec, notes.report("foundry", spec.name), pieces)


def read_spec(document: Doc, canvas: Canvas, name: str, notes: Notebook) -> SceneSpec:
    """Read everything but the tokens."""
    levels = read_levels(document, canvas, notes)
    walls = read_walls(document, Walls.of(canvas, levels, heights_count(document, notes)), notes)
    areas = read_ground(document, canvas, notes)
    return fitted(
        SceneSpec(
            id=document.get("_id").text(name) or name,
            name=document.get("name").text(name) or name,
            width=canvas.width / canvas.scale,
            height=canvas.height / canvas.scale,
            grid=canvas.grid,
            unit="inch" if canvas.unit == "inch" else "square",
            ground=ground_of(levels, areas, notes),
            walls=walls,
            areas=areas,
            x0=canvas.left / canvas.scale,
            y0=canvas.top / canvas.scale,
            pixels=pixels_of(canvas, levels, version_of(document)),
        )
    )


def pixels_of(canvas: Canvas, levels: tuple[Level, ...], version: int) -> Pixels:
    """Return how the scene's places are spelled in the VTT."""
    bands = tuple(LevelBand(level.id, level.bottom, level.top) for level in levels)
    return Pixels(canvas.size, canvas.distance, canvas.units, bands, version)


def version_of(document: Doc) -> int:
    """Return the generation of Foundry that wrote a scene; 13 where it does not say."""
    first = document.get("_stats").get("coreVersion").text().partition(".")[0]
    return int(first) if first.isascii() and first.isdigit() and len(first) < 4 else USUAL_VERSION


def fitted(spec: SceneSpec) -> SceneSpec:
    """Leave out floors that lie on the ground itself."""
    kept = tuple(area for area in spec.areas if not _is_ground(area, spec.ground))
    return msgspec.structs.replace(spec, areas=kept)


def _is_ground(area: Area, ground: float | None) -> bool:
    meaning = area.meaning
    return isinstance(meaning, Elevation) and meaning.level == ground and meaning.underside is not None


def ground_of(levels: tuple[Level, ...], areas: tuple[Area, ...], notes: Notebook) -> float:
    """Return the height of the ground: the floor of the lowest level, where the one above has a floor."""
    lowest = min((level.bottom for level in levels if level.bottom is not None), default=0.0)
    if lowest >= 0:
        return 0.0
    floors = {area.meaning.level for area in areas if isinstance(area.meaning, Elevation)}
    if 0.0 in floors:
        return lowest
    notes.doubt("basement_without_floor_above", "ground_at_0", "levels")
    return 0.0


def _count(document: Doc, notes: Notebook) -> None:
    for name in COUNTED:
        notes.count(name, sum(1 for _ in document.get(name).items()))
    version = document.get("_stats").get("coreVersion").text()
    if version:
        notes.fact("Foundry", version)
    for kind in ("walls", "doors", "one_way", "tokens", "tiles", "regions", "zero_length", "fractional"):
        notes.count(kind, 0)
