"""The settings of a Foundry scene: which grid, how many pixels a square has, where the picture lies.

1. Everything in a scene is in pixels of the padded canvas, and Foundry anchors its cells at the canvas' own
   corner. So a point is its pixels divided by the size of a cell, and nothing is shifted.
2. Up to version 9 the grid is a number beside `gridType`, `gridDistance` and `gridUnits`; later a record.
3. The padding is a whole number of cells on each side. An offset of the picture (`shiftX` up to version 9 and
   again in 14, `background.offsetX` between) moves the picture and so the bounds, never a wall.
4. Up to version 9, and where `legacyHex` is set, the size of a hex is its long diagonal; later its short one.
   How hex canvases are padded is published nowhere: whole strides are taken and the report says so. A caller
   that knows the canvas's `dimensions` gives them, and they win.
5. Heights are in the scene's distance units; divided by `distance` they are squares.
"""

import math

import msgspec

from vttbridge.errors import BadScene
from vttbridge.formats.plain import Doc
from vttbridge.formats.report import Notebook
from vttbridge.geometry.grid import Grid, Gridless, HexGrid, SquareGrid
from vttbridge.geometry.vec import Vec

MAX_CANVAS = 2_000
"""A scene wider or higher than this many cells is no scene."""

TALLEST = 100_000.0
"""A height beyond this is no height but somebody's word for boundless."""

USUAL_PADDING = 0.25
SMALLEST_CELL = 1.0
INCHES = frozenset({"in", "in.", "inch", "inches", '"', "″", "”"})
LONG = 2 / math.sqrt(3)
"""The long diagonal of a hex that is 1 across its flats."""

GRIDS: dict[int, Grid] = {
    0: Gridless(),
    1: SquareGrid(),
    2: HexGrid(rows=True, shifted="odd"),
    3: HexGrid(rows=True, shifted="even"),
    4: HexGrid(rows=False, shifted="odd"),
    5: HexGrid(rows=False, shifted="even"),
}
NAMES = ("gridless", "square", "hex odd rows", "hex even rows", "hex odd columns", "hex even columns")


class Canvas(msgspec.Struct, frozen=True):
    """How a scene's pixels become squares: cell size in pixels, distance of a cell, bounds in pixels."""

    grid: Grid
    size: float
    distance: float
    units: str
    left: float
    top: float
    width: float
    height: float

    @property
    def scale(self) -> float:
        """Pixels of one internal unit: a cell, or an inch on a gridless scene that is measured in inches."""
        return self.size / self.distance if self.unit == "inch" else self.size

    @property
    def unit(self) -> str:
        """The internal unit: `inch` only on gridless scenes that say so."""
        return "inch" if isinstance(self.grid, Gridless) and self.units in INCHES else "square"

    def point(self, x: float, y: float) -> Vec:
        """Return a point of the canvas in internal units."""
        return Vec(x / self.scale, y / self.scale)

    def height_of(self, elevation: float) -> float:
        """Return a height in internal units."""
        return elevation if self.unit == "inch" else elevation / self.distance

    def elevation_of(self, height: float) -> float:
        """Return a height in the scene's distance units."""
        return height if self.unit == "inch" else height * self.distance


def read_canvas(scene: Doc, notes: Notebook) -> Canvas:
    """Read the settings; raises BadScene where there is no size to work with."""
    grid = _grid(scene, notes)
    size = _size(scene, notes) * _legacy(scene, grid, notes)
    distance, units = _distance(scene, notes)
    width, height = _side(scene, "width", size), _side(scene, "height", size)
    left, top = _corner(scene, grid, size, Vec(width, height), notes)
    given = scene.get("dimensions")
    if given.is_record() and given.has("sceneX"):
        left, top = given.get("sceneX").number(), given.get("sceneY").number(0.0)
        width = given.get("sceneWidth").number(width)
        height = given.get("sceneHeight").number(height)
        _check_side(given.get("sceneWidth"), width, size)
        _check_side(given.get("sceneHeight"), height, size)
    return Canvas(grid, size, distance, units, left, top, width, height)


def _grid(scene: Doc, notes: Notebook) -> Grid:
    record = scene.get("grid")
    written = record.get("type") if record.is_record() else scene.get("gridType")
    kind = _whole(written, -1)
    if kind not in GRIDS:
        notes.doubt(
            "grid_type_absent" if written.value is None else "grid_type_unknown", "square", written.path
        )
        kind = 1
    notes.fact("grid", NAMES[kind])
    return GRIDS[kind]


def _whole(doc: Doc, default: int) -> int:
    try:
        return int(doc.number(float(default)))
    except BadScene:
        return default


def _size(scene: Doc, notes: Notebook) -> float:
    record = scene.get("grid")
    doc = record.get("size") if record.is_record() else record
    size = doc.number(100.0)
    if doc.value is None:
        notes.doubt("grid_size_absent", "100", doc.path)
    if not SMALLEST_CELL <= size <= TALLEST:
        doc.fail(f"a cell is between {SMALLEST_CELL:g} and {TALLEST:g} pixels wide")
    return size


def _legacy(scene: Doc, grid: Grid, notes: Notebook) -> float:
    """Return what a written hex size is to be multiplied by: up to version 9 it was the long diagonal."""
    is_old = not scene.get("grid").is_record() or scene.get("flags").get("core").get("legacyHex").flag()
    if not (isinstance(grid, HexGrid) and is_old):
        return 1.0
    notes.doubt("legacy_hex", "size_is_long_diagonal", "grid")
    return 1 / LONG


def _distance(scene: Doc, notes: Notebook) -> tuple[float, str]:
    record = scene.get("grid")
    newer = record.is_record()
    doc = record.get("distance") if newer else scene.get("gridDistance")
    units = (record.get("units") if newer else scene.get("gridUnits")).text().strip().lower()
    try:
        distance = doc.number(0.0)
    except BadScene:
        distance = 0.0
    if not 1e-3 <= distance <= TALLEST:
        notes.doubt("grid_distance_absent", "1", doc.path)
        distance = 1.0
    notes.fact("cell", f"{distance:g} {units or 'units'}")
    return distance, units


def _side(scene: Doc, name: str, size: float) -> float:
    doc = scene.get(name)
    length = doc.number()
    _check_side(doc, length, size)
    return length


def _check_side(doc: Doc, length: float, size: float) -> None:
    if not 0 < length <= MAX_CANVAS * size:
        doc.fail(f"a scene is between 0 and {MAX_CANVAS} cells wide and high")


def _corner(scene: Doc, grid: Grid, size: float, sides: Vec, notes: Notebook) -> tuple[float, float]:
    """Return where the picture begins on the padded canvas."""
    padding = _padding(scene.get("padding"), notes)
    stride = _stride(grid, size)
    if isinstance(grid, HexGrid) and padding:
        notes.doubt("hex_padding", "whole_strides", "padding")
    shift = _shift(scene, notes)
    left = math.ceil(padding * sides.x / stride.x - 1e-9) * stride.x - shift.x
    top = math.ceil(padding * sides.y / stride.y - 1e-9) * stride.y - shift.y
    return left, top


def _padding(doc: Doc, notes: Notebook) -> float:
    if doc.value is None:
        notes.doubt("padding_absent", f"{USUAL_PADDING:g}", doc.path)
        return USUAL_PADDING
    padding = doc.number()
    if not 0 <= padding <= 1:
        doc.fail("padding is between 0 and 1")
    return padding


def _stride(grid: Grid, size: float) -> Vec:
    match grid:
        case HexGrid(rows=True):
            return Vec(size, 0.75 * LONG * size)
        case HexGrid():
            return Vec(0.75 * LONG * size, size)
        case _:
            return Vec(size, size)


def _shift(scene: Doc, notes: Notebook) -> Vec:
    background = scene.get("background")
    older = scene.has("shiftX") or scene.has("shiftY")
    x, y = (
        (scene.get("shiftX"), scene.get("shiftY"))
        if older
        else (background.get("offsetX"), background.get("offsetY"))
    )
    shift = Vec(x.number(0.0), y.number(0.0))
    for doc, moved in ((x, shift.x), (y, shift.y)):
        if abs(moved) > TALLEST:
            doc.fail("the picture is moved off every canvas")
    if shift != Vec(0.0, 0.0):
        notes.fact("picture moved by", f"{shift.x:g}, {shift.y:g} pixels")
    return shift
