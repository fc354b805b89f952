"""Tokens in and updates out, for every grid and size."""

import json
import math
import random

import pytest

from support.scale import scaled
from vttbridge.formats.detect import read_map
from vttbridge.formats.foundry.canvas import Canvas
from vttbridge.formats.foundry.levels import Level
from vttbridge.formats.foundry.live import Documents
from vttbridge.formats.foundry.tokens import Standing, Token, box_px, standing, top_left
from vttbridge.formats.foundry.updates import Writing, updates, written
from vttbridge.formats.report import Reading
from vttbridge.geometry import hexes
from vttbridge.geometry.footprint import Cells, Disc
from vttbridge.geometry.grid import Grid, Gridless, HexGrid, SquareGrid
from vttbridge.geometry.vec import Place, Vec
from vttbridge.rules.effects import Fall, Move, Put
from vttbridge.rules.piece import Piece

GRIDS: tuple[Grid, ...] = (
    SquareGrid(),
    Gridless(),
    HexGrid(rows=True, shifted="odd"),
    HexGrid(rows=True, shifted="even"),
    HexGrid(rows=False, shifted="odd"),
    HexGrid(rows=False, shifted="even"),
)
SIZES = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 8.5)


def canvas(grid: Grid, size: float = 100.0) -> Canvas:
    """A canvas of 5 feet to the cell."""
    return Canvas(grid, size, 5.0, "ft", 0.0, 0.0, 3000.0, 3000.0)


def scene(**token: object) -> Reading:
    """Read a square scene with one token."""
    document = {
        "name": "A",
        "width": 1000,
        "height": 800,
        "padding": 0,
        "grid": {"type": 1, "size": 100, "distance": 5, "units": "ft"},
        "tokens": [{"_id": "t", "name": "Ogre", "x": 300, "y": 200, "width": 1, "height": 1} | token],
    }
    return read_map(json.dumps(document).encode(), "a.json")[0]


def codes(reading: Reading) -> list[str]:
    """The codes of what was doubtful."""
    return [doubt.code for doubt in reading.report.doubts]


@pytest.mark.parametrize(
    ("token", "place", "side", "said"),
    [
        ({}, Place(3, 2, 0), 1, []),
        ({"elevation": 10}, Place(3, 2, 2), 1, []),
        ({"x": 348.2}, Place(3, 2, 0), 1, ["token_fractional_pixels", "token_off_grid"]),
        ({"x": 360}, Place(4, 2, 0), 1, ["token_off_grid"]),
        ({"width": 0.5, "height": 0.5, "x": 350}, Place(3, 2, 0), 1, ["token_fractional_size"]),
        ({"width": 2.5, "height": 2.5}, Place(3, 2, 0), 3, ["token_fractional_size"]),
        ({"width": 8.5, "height": 8.5}, Place(3, 2, 0), 9, ["token_fractional_size"]),
        ({"elevation": "high"}, Place(3, 2, 0), 1, ["elevation_unreadable"]),
    ],
)
def test_a_token_covers_the_nearest_cells(
    token: dict[str, object], place: Place, side: int, said: list[str]
) -> None:
    """As many as its width rounded up; what is off the grid is told."""
    reading = scene(**token)
    (piece,) = reading.pieces
    assert piece.place == place
    assert isinstance(piece.footprint, Cells)
    assert (piece.footprint.width, piece.footprint.depth) == (side, side)
    assert codes(reading) == said


def test_a_token_says_whose_it_is() -> None:
    """Disposition, hidden and the linked actor."""
    (piece,) = scene(disposition=1, hidden=True, actorLink=True, actorId="hero").pieces
    assert (piece.side, piece.hidden, piece.body, piece.name) == ("friendly", True, "hero", "Ogre")


@pytest.mark.parametrize("token", [{"width": 0}, {"width": math.inf}, {"x": 1e12}, {"height": "tall"}])
def test_what_is_no_token_is_left_out_with_its_place(token: dict[str, object]) -> None:
    """The rest of the scene is read."""
    reading = scene(**token)
    assert reading.pieces == ()
    (drop,) = reading.report.dropped
    assert drop.rule == "not_a_token"
    assert drop.places[0].startswith("tokens[0]")


@pytest.mark.parametrize("grid", GRIDS)
def test_a_place_on_the_grid_comes_back_from_its_pixels(grid: Grid) -> None:
    """Whole pixels of any cell, for every size, are read as that cell again."""
    dice = random.Random(5)
    for _ in range(scaled(4_000)):
        ours = canvas(grid, float(dice.choice([50, 76, 91, 100, 118, 140])))
        size = dice.choice(SIZES)
        token = Token(dice.uniform(0, 2000), dice.uniform(0, 2000), 0.0, size, size, size)
        first = standing(token, ours)
        corner = top_left(token, ours, first)
        again = standing(token._replace(x=float(round(corner.x)), y=float(round(corner.y))), ours)
        if isinstance(grid, Gridless):
            assert again.place.at.minus(first.place.at).length <= 1 / ours.scale
        else:
            assert again == first


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("size", SIZES)
def test_what_has_not_moved_is_written_as_it_was_read(grid: Grid, size: float) -> None:
    """To the last fraction of a pixel, wherever it stood."""
    token = Token(333.25, 471.7, 7.3, size, size, size)
    stands = standing(token, canvas(grid))
    piece = _piece(token, stands)
    assert written(piece, canvas(grid)) == token
    raised = written(piece.at(stands.place._replace(z=2.0)), canvas(grid))
    assert raised == token._replace(elevation=10.0)


def _piece(token: Token, stands: Standing) -> Piece:
    pairs = (
        ("token_depth", token.depth),
        ("token_elevation", token.elevation),
        ("token_height", token.height),
        ("token_width", token.width),
        ("token_x", token.x),
        ("token_y", token.y),
    )
    return Piece("t", footprint=stands.footprint, place=stands.place, numbers=pairs)


def test_a_push_is_written_with_its_way() -> None:
    """From cell to cell, then down; the end is absolute, and version 12 takes the end alone."""
    (piece,) = scene(x=310.5, elevation=0).pieces
    path = (Place(4, 2, 0), Place(5, 3, 0))
    effects = (
        Move(key="m", piece="t", path=path, to=path[-1], cause="push"),
        Fall(key="f", piece="t", to=Place(5, 3, -2), height=2, cause="push"),
    )
    levels = (Level("hall", "", 0.0, 4.0), Level("cellar", "", -4.0, 0.0))
    (update,) = updates((piece,), effects, Writing(canvas(SquareGrid()), levels, 14, "shoved"))
    assert (update.x, update.y, update.elevation, update.level) == (500, 300, -10, "cellar")
    assert [(p.x, p.y, p.elevation, p.action, p.level) for p in update.waypoints] == [
        (400, 200, 0, "shoved", "hall"),
        (500, 300, 0, "shoved", "hall"),
        (500, 300, -10, "shoved", "cellar"),
    ]
    assert [p.checkpoint for p in update.waypoints] == [False, False, True]
    (older,) = updates((piece,), effects, Writing(canvas(SquareGrid()), version=12))
    assert (older.x, older.waypoints, older.level) == (500, (), None)


OVERLAPPING = (Level("cellar", "", -4.0, 1.0), Level("hall", "", 0.0, 4.0), Level("loft", "", 1.0, 6.0))


@pytest.mark.parametrize(
    ("own", "heights", "levels"),
    [
        ("hall", (2.0, 2.0), ["hall", "hall"]),
        ("loft", (2.0, 2.0), ["loft", "loft"]),
        ("hall", (5.0, 2.0), ["loft", "hall"]),
        ("hall", (0.0, -2.0), ["hall", "cellar"]),
        ("cellar", (0.0, 0.5), ["cellar", "cellar"]),
        ("hall", (2.0, 9.0), ["hall", None]),
        ("gone", (2.0, 0.0), ["loft", "hall"]),
        (None, (2.0, 0.0), ["loft", "hall"]),
        (7, (2.0, 0.0), ["loft", "hall"]),
    ],
)
def test_a_token_stays_on_its_own_level_where_levels_overlap(
    own: object, heights: tuple[float, ...], levels: list[str | None]
) -> None:
    """Only where its own level does not hold its height any more does it come to the highest that does."""
    (piece,) = scene(level=own, elevation=5).pieces
    path = tuple(Place(4 + step, 2, z) for step, z in enumerate(heights))
    effects = (Move(key="m", piece="t", path=path, to=path[-1], cause="push"),)
    (update,) = updates((piece,), effects, Writing(canvas(SquareGrid()), OVERLAPPING, 14))
    assert [point.level for point in update.waypoints] == levels
    assert update.level == levels[-1]
    (older,) = updates((piece,), effects, Writing(canvas(SquareGrid()), OVERLAPPING, 13))
    assert {older.level, *(point.level for point in older.waypoints)} == {None}


def test_what_is_set_elsewhere_is_displaced() -> None:
    """And a piece that nothing moves is not written."""
    (piece,) = scene().pieces
    other = Piece("other")
    effects = (Put(key="p", piece="t", to=Place(1, 1, 0), cause="teleport"),)
    (update,) = updates((other, piece), effects, Writing(canvas(SquareGrid()), version=13, action="shoved"))
    assert [point.action for point in update.waypoints] == ["displace"]


@pytest.mark.parametrize(("side", "count"), [(1, 1), (2, 3), (3, 7), (4, 12)])
@pytest.mark.parametrize("grid", [grid for grid in GRIDS if isinstance(grid, HexGrid)])
def test_a_hex_token_covers_the_hexes_inside_its_box(grid: HexGrid, side: int, count: int) -> None:
    """1, 3, 7 and 12 of them, all within the box that Foundry draws."""
    ours = canvas(grid)
    token = Token(611.0, 733.0, 0.0, side, side, side)
    stands = standing(token, ours)
    corner, box = top_left(token, ours, stands), box_px(token, ours)
    covered = hexes.covered(grid, stands.footprint, stands.place.cell)
    assert len(covered) == count
    for cell in covered:
        for point in hexes.corners(grid, cell):
            at = point.times(ours.size)
            assert corner.x - 1e-6 <= at.x <= corner.x + box.x + 1e-6
            assert corner.y - 1e-6 <= at.y <= corner.y + box.y + 1e-6


def test_a_gridless_token_is_a_disc() -> None:
    """As wide as its wider side, round its middle."""
    stands = standing(Token(100.0, 100.0, 0.0, 2.0, 1.0, 2.0), canvas(Gridless()))
    assert stands == Standing(Disc(1.0, 2.0), Place(2.0, 1.5, 0.0))
    assert top_left(Token(0, 0, 0, 2.0, 1.0, 2.0), canvas(Gridless()), stands) == Vec(100, 100)


def test_documents_change_one_by_one() -> None:
    """Created, updated and deleted documents give the scene that a whole one would give."""
    base = {
        "name": "A",
        "width": 1000,
        "height": 800,
        "padding": 0,
        "grid": {"type": 1, "size": 100, "distance": 5},
    }
    wall = {"_id": "w", "c": [300, 0, 300, 800], "move": 20, "door": 1, "ds": 0}
    token = {"_id": "t", "x": 100, "y": 100, "width": 1, "height": 1}
    live = Documents(base).created("walls", [wall]).created("tokens", [token, {"x": 1}])
    assert live.reading("a").spec.walls[0].door == "closed"
    turned = live.updated(
        "walls", [{"_id": "w", "ds": 1, "flags.wall-height.top": 10}, {"_id": "other", "ds": 1}]
    )
    (read,) = turned.reading("a").spec.walls
    assert (read.door, read.top) == ("open", 2)
    plain = turned.updated("walls", [{"_id": "w", "flags": {"wall-height": {"-=top": None}}}])
    assert plain.reading("a").spec.walls[0].top is None
    moved = plain.updated("tokens", [{"_id": "t", "x": 400}])
    assert moved.reading("a").pieces[0].place == Place(4, 1, 0)
    finer = moved.settings({"grid": {"size": 50}, "walls": []})
    assert finer.reading("a").spec.walls[0].a == Vec(6, 0)
    gone = finer.deleted("walls", ["w"]).deleted("tokens", ["t"])
    assert (gone.reading("a").spec.walls, gone.reading("a").pieces) == ((), ())


def foundry_corner(grid: HexGrid, size: float, row: int, column: int) -> tuple[float, float]:
    """Return the top-left pixels of a token on a hex by Foundry's own formula; `size` is across flats."""
    long = 2 / math.sqrt(3)
    line, along = (row, column) if grid.rows else (column, row)
    nudge = 0.5 if (line % 2 == 1) == (grid.shifted == "odd") else 0.0
    across, beside = long * (0.75 * line + 0.5) * size - long * size / 2, (along + nudge) * size - size / 2
    return (beside, across) if grid.rows else (across, beside)


@pytest.mark.parametrize("grid", [grid for grid in GRIDS if isinstance(grid, HexGrid)])
@pytest.mark.parametrize("size", [50.0, 76.0, 118.0])
def test_a_hex_token_is_read_and_written_where_foundry_has_it(grid: HexGrid, size: float) -> None:
    """On every hex round the corner of the canvas, to the whole pixel that Foundry rounds to."""
    ours, away = canvas(grid, size), Token(20 * size, 20 * size, 0.0, 1.0, 1.0, 1.0)
    piece = _piece(away, standing(away, ours))
    for row in range(-3, 6):
        for column in range(-3, 6):
            x, y = foundry_corner(grid, size, row, column)
            place = Place(float(column), float(row), 0.0)
            assert standing(away._replace(x=float(round(x)), y=float(round(y))), ours).place == place
            sent = written(piece.at(place), ours)
            assert abs(sent.x - x) <= 0.5 + 1e-6
            assert abs(sent.y - y) <= 0.5 + 1e-6
