"""Tokens of a Foundry scene as pieces, and the pixels at which a piece belongs.

1. A token covers as many cells as its width rounded up, where they fit best round its middle.
2. What it is in pixels stays with the piece in its numbers (`token_x` and so on). A piece that has not moved
   is written back exactly as it was read; one that has moved stands on the grid. From version 14 on its own
   level stays with it too, as the text `token_level`.
3. On a gridless scene, and in books that play free inches, a token is a disc round its middle, as wide as
   its wider side.
4. On hexes a token's box is narrower along the axis in which hexes interlock, and a token of even side lies
   round a corner, one way or the other: the nearer one is taken.
"""

import math
from typing import NamedTuple

import msgspec

from vttbridge.errors import BadScene
from vttbridge.formats.foundry.canvas import LONG, TALLEST, Canvas
from vttbridge.formats.plain import Doc
from vttbridge.formats.report import Notebook
from vttbridge.geometry import hexes
from vttbridge.geometry.footprint import Cells, Disc, Footprint
from vttbridge.geometry.grid import Gridless, HexGrid, cell_centre, cell_of
from vttbridge.geometry.vec import GRAIN, Cell, Place, Vec
from vttbridge.rules.piece import Numbers, Piece, numbers

WIDEST = 60
"""A token wider than this many cells is none."""

FARTHEST = 5_000.0
"""A token so many cells away is none of this scene."""

ON_GRID_PX = 2.0
"""Foundry rounds hex places and sizes to whole pixels, so two pixels off are on the grid."""

LEVEL = "token_level"
"""Where a piece keeps the id of the level that its token is on."""

SIDES = {-2: "secret", -1: "hostile", 0: "neutral", 1: "friendly"}


class Token(NamedTuple):
    """The numbers of a token document: top-left in pixels, elevation, sides in cells, height in cells."""

    x: float
    y: float
    elevation: float
    width: float
    height: float
    depth: float


class Standing(msgspec.Struct, frozen=True):
    """Where a token stands in internal units."""

    footprint: Footprint
    place: Place


def read_tokens(scene: Doc, canvas: Canvas, notes: Notebook) -> tuple[Piece, ...]:
    """Read every token as a piece, sorted by id."""
    found: dict[str, Piece] = {}
    for number, doc in notes.records(scene.get("tokens")):
        piece = read_token(doc, number, canvas, notes)
        if piece is None:
            continue
        if piece.id in found:
            notes.doubt("id_twice", "numbered", doc.path)
            piece = msgspec.structs.replace(piece, id=f"{piece.id}#{number}")
        found[piece.id] = piece
    return tuple(found[key] for key in sorted(found))


def read_token(doc: Doc, number: int, canvas: Canvas, notes: Notebook) -> Piece | None:
    """Read one token; what is none gives `None` and a line in the report."""
    notes.count("tokens")
    try:
        token = _token(doc, canvas, notes)
    except BadScene as fault:
        notes.drop("not_a_token", str(fault))
        return None
    _report(doc, token, canvas, notes)
    stands = standing(token, canvas)
    linked = doc.get("actorLink").flag()
    return Piece(
        id=doc.get("_id").text() or doc.get("id").text() or f"t-{number}",
        name=doc.get("name").text(),
        footprint=stands.footprint,
        place=stands.place,
        side=_side(doc),
        body=doc.get("actorId").text() if linked else "",
        numbers=_kept(token, doc.get("level").text()),
        hidden=doc.get("hidden").flag(),
    )


def _kept(token: Token, level: str) -> Numbers:
    kept = numbers(
        token_depth=token.depth,
        token_elevation=token.elevation,
        token_height=token.height,
        token_width=token.width,
        token_x=token.x,
        token_y=token.y,
    )
    return tuple(sorted((*kept, (LEVEL, level)))) if level else kept


def _side(doc: Doc) -> str:
    try:
        return SIDES.get(int(doc.get("disposition").number(-1.0)), "")
    except BadScene:
        return ""


def _token(doc: Doc, canvas: Canvas, notes: Notebook) -> Token:
    width, height = doc.get("width").number(1.0), doc.get("height").number(1.0)
    for name, side in (("width", width), ("height", height)):
        if not 0 < side <= WIDEST:
            doc.get(name).fail(f"a token is between 0 and {WIDEST} cells wide")
    x, y = doc.get("x").number(0.0), doc.get("y").number(0.0)
    if max(abs(x), abs(y)) > FARTHEST * canvas.scale:
        doc.fail(f"farther than {FARTHEST:g} cells from the canvas")
    depth = _tall(doc, canvas, max(width, height))
    return Token(x, y, _elevation(doc.get("elevation"), notes), width, height, depth)


def _elevation(doc: Doc, notes: Notebook) -> float:
    try:
        elevation = doc.number(0.0)
    except BadScene:
        elevation = math.inf
    if abs(elevation) <= TALLEST:
        return elevation
    notes.doubt("elevation_unreadable", "0", doc.path)
    return 0.0


def _tall(doc: Doc, canvas: Canvas, usual: float) -> float:
    """Return how high a token is in cells: version 14 says so, wall-height too; else as high as wide."""
    flagged = doc.get("flags").get("wall-height").get("tokenHeight")
    for found, factor in ((doc.get("depth"), 1.0), (flagged, canvas.height_of(1.0))):
        try:
            tall = found.number(0.0) * factor
        except BadScene:
            continue
        if 0 < tall <= WIDEST:
            return tall
    return usual


def _report(doc: Doc, token: Token, canvas: Canvas, notes: Notebook) -> None:
    if token.x != int(token.x) or token.y != int(token.y):
        notes.count("fractional_pixels")
        notes.doubt("token_fractional_pixels", "nearest_cells", doc.path)
    if token.elevation:
        notes.count("raised")
    if token.width != int(token.width) or token.height != int(token.height):
        notes.doubt("token_fractional_size", "rounded_up", doc.path)
    elif not isinstance(canvas.grid, Gridless) and _off_grid(token, canvas):
        notes.doubt("token_off_grid", "nearest_cells", doc.path)
    if isinstance(canvas.grid, HexGrid) and token.width != token.height:
        notes.doubt("token_not_round", "wider_side", doc.path)


def _off_grid(token: Token, canvas: Canvas) -> bool:
    on = top_left(token, canvas, standing(token, canvas))
    return max(abs(on.x - token.x), abs(on.y - token.y)) > ON_GRID_PX


def box_px(token: Token, canvas: Canvas) -> Vec:
    """Return how many pixels a token is wide and high."""
    match canvas.grid:
        case HexGrid(rows=True):
            return Vec(token.width * canvas.size, _interlocked(token.height) * LONG * canvas.size)
        case HexGrid():
            return Vec(_interlocked(token.width) * LONG * canvas.size, token.height * canvas.size)
        case _:
            return Vec(token.width * canvas.size, token.height * canvas.size)


def _interlocked(side: float) -> float:
    """How many long diagonals a token reaches along the axis in which hexes interlock."""
    return 0.75 * math.floor(side) + 0.5 * (side % 1) + 0.25


def standing(token: Token, canvas: Canvas, *, free: bool = False) -> Standing:
    """Return the cells that a token stands on, or the disc where there are none or they do not count."""
    box = box_px(token, canvas)
    centre = canvas.point(token.x + box.x / 2, token.y + box.y / 2)
    z = _grained(canvas.height_of(token.elevation))
    if free or isinstance(canvas.grid, Gridless):
        radius = max(box.x, box.y) / 2 / canvas.scale
        return Standing(Disc(radius, token.depth), Place(_grained(centre.x), _grained(centre.y), z))
    match canvas.grid:
        case HexGrid() as grid:
            return _on_hexes(token, grid, centre, z)
        case _:
            width, depth = math.ceil(token.width), math.ceil(token.height)
            at = Cell(_nearest(centre.x - width / 2), _nearest(centre.y - depth / 2))
            return Standing(Cells(width, depth, token.depth), Place(float(at.x), float(at.y), z))


def _nearest(number: float) -> int:
    """Round to a whole number, halves up, a hair of float noise forgiven."""
    return math.floor(round(number, 6) + 0.5)


def _grained(number: float) -> float:
    return round(round(number / GRAIN) * GRAIN, 3)


def _on_hexes(token: Token, grid: HexGrid, centre: Vec, z: float) -> Standing:
    side = math.ceil(max(token.width, token.height))
    near = cell_of(grid, centre)
    if side % 2:
        return Standing(Cells(side, side, token.depth), Place(float(near.x), float(near.y), z))
    around = [Cell(near.x + dx, near.y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
    choices = [(Cells(side, side, token.depth, turned), cell) for cell in around for turned in (False, True)]
    footprint, cell = min(choices, key=lambda one: _off(grid, one[0], one[1], centre))
    return Standing(footprint, Place(float(cell.x), float(cell.y), z))


def _off(grid: HexGrid, footprint: Cells, cell: Cell, centre: Vec) -> tuple[float, bool, Cell]:
    return (round(_box_middle(grid, footprint, cell).minus(centre).length, 6), footprint.turned, cell)


def _box_middle(grid: HexGrid, footprint: Footprint, cell: Cell) -> Vec:
    """Return the middle of the box round the hexes of a piece."""
    centres = [cell_centre(grid, one) for one in hexes.covered(grid, footprint, cell)]
    xs, ys = [point.x for point in centres], [point.y for point in centres]
    return Vec((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)


def top_left(token: Token, canvas: Canvas, stands: Standing) -> Vec:
    """Return the pixels of a token's top-left corner where a place is exactly on the grid."""
    place, box = stands.place, box_px(token, canvas)
    if isinstance(stands.footprint, Disc):
        return Vec(place.x * canvas.scale - box.x / 2, place.y * canvas.scale - box.y / 2)
    match canvas.grid:
        case HexGrid() as grid:
            middle = _box_middle(grid, stands.footprint, place.cell).times(canvas.size)
            return Vec(middle.x - box.x / 2, middle.y - box.y / 2)
        case _:
            return Vec(place.x * canvas.size, place.y * canvas.size)


def set_free(piece: Piece, canvas: Canvas) -> Piece:
    """Return a token's piece as a disc round its middle, for books that know no cells."""
    token = token_of(piece)
    if token is None:
        return piece
    stands = standing(token, canvas, free=True)
    return msgspec.structs.replace(piece, footprint=stands.footprint, place=stands.place)


def token_of(piece: Piece) -> Token | None:
    """Return the token that a piece was read from, or nothing where it was not read from one."""
    if piece.raw("token_x") is None or piece.raw("token_y") is None:
        return None
    return Token(
        piece.number("token_x"),
        piece.number("token_y"),
        piece.number("token_elevation"),
        piece.number("token_width", 1.0),
        piece.number("token_height", 1.0),
        piece.number("token_depth", 1.0),
    )
