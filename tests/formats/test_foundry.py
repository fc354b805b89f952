"""Foundry scenes: settings, walls and ground of every generation."""

import json
import math

import pytest

from vttbridge.errors import BadScene
from vttbridge.formats.detect import read_map
from vttbridge.formats.report import Reading
from vttbridge.geometry.grid import Gridless, HexGrid, SquareGrid
from vttbridge.geometry.ray import ray
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.terrain import Blocking, Difficult, Elevation, Pit, Stairs
from vttbridge.geometry.vec import Vec

Record = dict[str, object]
EMPTY: Record = {}
GRID = {"type": 1, "size": 100, "distance": 5, "units": "ft"}


def scene(**changed: object) -> Reading:
    """Read a scene of 10 by 8 cells without padding and with what is changed."""
    document: dict[str, object] = {
        "_id": "scene",
        "name": "Cellar",
        "width": 1000,
        "height": 800,
        "padding": 0,
        "grid": GRID,
        "walls": [],
    }
    return read_map(json.dumps(document | changed).encode(), "cellar.json")[0]


def wall(*ends: float, **more: object) -> dict[str, object]:
    """A wall document of the newer generation."""
    return {"_id": "w1", "c": list(ends), "move": 20, "sight": 20, "dir": 0, "door": 0, "ds": 0} | more


def doubts(reading: Reading) -> dict[str, str]:
    """What was doubtful and how it was taken."""
    return {doubt.code: doubt.taken for doubt in reading.report.doubts}


def dropped(reading: Reading) -> dict[str, int]:
    """What was left out by which rule, and how often."""
    return {drop.rule: drop.times for drop in reading.report.dropped}


def polygon(*points: float, hole: bool = False) -> dict[str, object]:
    """A polygon shape in pixels."""
    return {"type": "polygon", "points": list(points), "hole": hole}


SQUARE = polygon(100, 100, 500, 100, 500, 500, 100, 500)


def test_pixels_become_squares_and_padding_moves_the_bounds_only() -> None:
    """Cells are anchored at the canvas' corner; the picture begins after the padding."""
    reading = scene(padding=0.25, walls=[wall(300, 200, 300, 400)])
    assert (reading.spec.walls[0].a, reading.spec.walls[0].b) == (Vec(3, 2), Vec(3, 4))
    assert (reading.spec.x0, reading.spec.y0, reading.spec.width, reading.spec.height) == (3, 2, 10, 8)


@pytest.mark.parametrize(
    ("settings", "x0"),
    [
        ({"background": {"offsetX": 50, "offsetY": 0}}, 2.5),
        ({"shiftX": -50, "shiftY": 0}, 3.5),
        ({"background": {"offsetX": 50}, "shiftX": 10}, 2.9),
        ({"dimensions": {"sceneX": 123, "sceneY": 200, "sceneWidth": 1000, "sceneHeight": 800}}, 1.23),
    ],
)
def test_an_offset_moves_the_picture_and_no_wall(settings: dict[str, object], x0: float) -> None:
    """Whatever the generation; the canvas's own dimensions win."""
    reading = scene(padding=0.25, walls=[wall(300, 200, 300, 400)], **settings)
    assert reading.spec.x0 == pytest.approx(x0)
    assert reading.spec.walls[0].a == Vec(3, 2)


@pytest.mark.parametrize(
    ("kind", "grid"),
    [
        (0, Gridless()),
        (1, SquareGrid()),
        (2, HexGrid(rows=True, shifted="odd")),
        (3, HexGrid(rows=True, shifted="even")),
        (4, HexGrid(rows=False, shifted="odd")),
        (5, HexGrid(rows=False, shifted="even")),
    ],
)
def test_every_grid_type_is_known_in_both_forms(kind: int, grid: object) -> None:
    """The scalar form of old scenes and the record of new ones."""
    new = scene(grid={"type": kind, "size": 50, "distance": 5, "units": "ft"})
    old = scene(grid=50, gridType=kind, gridDistance=5, gridUnits="ft")
    assert new.spec.grid == old.spec.grid == grid


def test_inches_on_a_gridless_scene_are_the_unit() -> None:
    """A gridless scene of 2 inches to 100 pixels has 50 pixels to the inch."""
    reading = scene(grid={"type": 0, "size": 100, "distance": 2, "units": "in"}, walls=[wall(0, 50, 100, 50)])
    assert reading.spec.unit == "inch"
    assert reading.spec.walls[0].b == Vec(2, 1)


@pytest.mark.parametrize(("move", "stands"), [(0, False), (1, True), (20, True), (None, True), (7, True)])
def test_only_walls_that_block_movement_are_obstacles(move: int | None, stands: bool) -> None:
    """Both generations of numbers; null is the default, and an unknown number blocks."""
    reading = scene(walls=[wall(300, 0, 300, 800, move=move)])
    assert bool(reading.spec.walls) is stands
    assert ("lets_everybody_pass" in dropped(reading)) is not stands
    assert ("move_unknown" in doubts(reading)) is (move == 7)


@pytest.mark.parametrize(
    ("door", "ds", "state", "hidden"),
    [
        (1, 0, "closed", False),
        (1, 1, "open", False),
        (2, 2, "locked", True),
        (0, 1, "none", False),
        (1, None, "closed", False),
    ],
)
def test_doors_have_their_states(door: int, ds: int | None, state: str, hidden: bool) -> None:
    """A state without a door is no door."""
    (read,) = scene(walls=[wall(300, 0, 300, 800, door=door, ds=ds)]).spec.walls
    assert (read.door, read.hidden) == (state, hidden)


@pytest.mark.parametrize(("way", "blocked"), [(0, (True, True)), (1, (True, False)), (2, (False, True))])
def test_one_way_walls_block_from_the_right_side(way: int, blocked: tuple[bool, bool]) -> None:
    """A wall drawn upward on the screen; whoever comes from the west is blocked by 1, from the east by 2."""
    built = Scene.build(scene(walls=[wall(500, 800, 500, 0, dir=way)]).spec)
    west, east = Vec(4, 4), Vec(6, 4)
    assert (ray(built, west, east) is not None, ray(built, east, west) is not None) == blocked


@pytest.mark.parametrize(
    ("flags", "band"),
    [
        ({}, (None, None)),
        ({"wall-height": {"top": 10, "bottom": None}}, (None, 2)),
        ({"wallHeight": {"wallHeightTop": 25, "wallHeightBottom": 5}}, (1, 5)),
        ({"wall-height": {"top": 10, "bottom": 0}, "wallHeight": {"wallHeightTop": 25}}, (0, 2)),
        ({"vttbridge": {"bottom": 5, "top": 15}, "wall-height": {"top": 10}}, (1, 3)),
        ({"wall-height": {"top": 0, "bottom": 10}}, (0, 2)),
    ],
)
def test_wall_heights_are_read_old_and_new(flags: dict[str, object], band: tuple[float | None, ...]) -> None:
    """In squares; a side that is null is boundless, and reversed ones are swapped."""
    (read,) = scene(walls=[wall(300, 0, 300, 800, flags=flags)]).spec.walls
    assert (read.bottom, read.top) == band


def test_a_scene_may_switch_wall_heights_off() -> None:
    """Then they are ignored, and the report says so."""
    reading = scene(
        flags={"wall-height": {"advancedVision": False}},
        walls=[wall(300, 0, 300, 800, flags={"wall-height": {"top": 10}})],
    )
    assert reading.spec.walls[0].top is None
    assert doubts(reading) == {"heights_switched_off": "ignored"}


def test_levels_give_walls_their_bands() -> None:
    """Of several levels the whole band, of an empty list no bounds."""
    levels = [
        {"_id": "a", "name": "Hall", "elevation": {"bottom": 0, "top": 20}},
        {"_id": "b", "name": "Loft", "elevation": {"bottom": 20, "top": None}},
    ]
    walls = [
        wall(300, 0, 300, 800, _id="1", levels=["a"]),
        wall(400, 0, 400, 800, _id="2", levels=["a", "b"]),
        wall(500, 0, 500, 800, _id="3", levels=[]),
        wall(600, 0, 600, 800, _id="4", levels=["zz"]),
    ]
    reading = scene(levels=levels, walls=walls)
    bands = [(one.bottom, one.top) for one in reading.spec.walls]
    assert bands == [(0, 4), (0, None), (None, None), (None, None)]
    assert doubts(reading) == {"level_unknown": "all_levels"}


def test_bad_walls_are_named_and_the_rest_is_read() -> None:
    """No length, copies, no numbers, no corners; each by its rule and place."""
    walls = [
        wall(300, 0, 300, 800),
        wall(300, 0, 300, 800, _id="copy"),
        wall(100, 100, 100, 100, _id="dot"),
        wall(100, 100, math.nan, 100, _id="nan"),
        {"_id": "none"},
        wall(400.5, 0, 400.5, 800, _id=""),
    ]
    reading = scene(walls=walls)
    assert [one.id for one in reading.spec.walls] == ["w1", "w-5"]
    assert dropped(reading) == {"duplicate": 1, "zero_length": 1, "not_a_wall": 2}
    places = next(drop.places for drop in reading.report.dropped if drop.rule == "not_a_wall")
    assert places == ("walls[3].c: not four finite numbers", "walls[4].c: not four finite numbers")
    assert reading.report.count("fractional") == 1


def test_a_surface_is_a_floor_with_its_holes() -> None:
    """Holes take away from what came before them."""
    region = {
        "_id": "r",
        "shapes": [SQUARE, polygon(200, 200, 300, 200, 300, 300, 200, 300, hole=True)],
        "elevation": {"bottom": 10, "top": 20},
        "behaviors": [{"type": "defineSurface", "system": {"placement": "both", "move": True}}],
    }
    areas = scene(regions=[region]).spec.areas
    assert [(area.id, area.meaning) for area in areas] == [
        ("r", Elevation(2, 1.9)),
        ("r.1.0", Elevation(4, 3.9)),
    ]
    assert [len(area.holes) for area in areas] == [1, 1]


@pytest.mark.parametrize(
    ("region", "meaning"),
    [
        ({"behaviors": [{"type": "changeLevel", "system": EMPTY}]}, Stairs()),
        (
            {"behaviors": [{"type": "modifyMovementCost", "system": {"difficulties": {"walk": 2}}}]},
            Difficult(),
        ),
        ({"behaviors": [{"type": "modifyMovementCost", "system": {"difficulties": {"walk": 1}}}]}, None),
        ({"behaviors": [{"type": "suppressWeather", "system": EMPTY}], "elevation": {"bottom": 10}}, None),
        ({"elevation": {"bottom": 10, "top": 20}}, Elevation(2)),
        ({"elevation": {"bottom": 0, "top": 20}}, Elevation(4)),
        ({"name": "Old pit"}, Pit()),
        (EMPTY, None),
    ],
)
def test_a_region_counts_by_what_it_does(region: dict[str, object], meaning: object) -> None:
    """Light and weather mean nothing for movement."""
    areas = scene(regions=[{"_id": "r", "shapes": [SQUARE]} | region]).spec.areas
    assert [area.meaning for area in areas] == ([] if meaning is None else [meaning])


@pytest.mark.parametrize(
    ("shape", "area"),
    [
        ({"type": "rectangle", "x": 100, "y": 100, "width": 200, "height": 100, "rotation": 0}, 2.0),
        ({"type": "rectangle", "x": 400, "y": 400, "width": 200, "height": 100, "rotation": 30}, 2.0),
        (
            {
                "type": "rectangle",
                "x": 400,
                "y": 400,
                "width": 200,
                "height": 100,
                "anchorX": 0.5,
                "anchorY": 0.5,
            },
            2.0,
        ),
        ({"type": "circle", "x": 400, "y": 400, "radius": 100}, math.pi),
        (
            {"type": "ellipse", "x": 400, "y": 400, "radiusX": 100, "radiusY": 200, "rotation": 45},
            2 * math.pi,
        ),
        (
            {"type": "ring", "x": 400, "y": 400, "radius": 100, "innerWidth": 0, "outerWidth": 100},
            3 * math.pi,
        ),
        ({"type": "line", "x": 100, "y": 100, "length": 300, "width": 100, "rotation": 90}, 3.0),
        ({"type": "cone", "x": 400, "y": 400, "radius": 200, "angle": 90, "rotation": 0}, math.pi),
        ({"type": "token", "x": 100, "y": 100, "width": 2, "height": 3}, 6.0),
        ({"type": "grid", "offsets": [{"i": 1, "j": 1}, {"i": 1, "j": 2}]}, 2.0),
    ],
)
def test_every_shape_covers_what_it_should(shape: dict[str, object], area: float) -> None:
    """Round ones within two in a hundred."""
    region = {"_id": "r", "shapes": [shape], "elevation": {"bottom": 10}}
    (read,) = scene(regions=[region]).spec.areas
    ring = read.outline
    twice = sum(a.cross(b) for a, b in zip(ring, (*ring[1:], ring[0]), strict=True))
    hole = sum(a.cross(b) for inner in read.holes for a, b in zip(inner, (*inner[1:], inner[0]), strict=True))
    assert abs(twice + hole) / 2 == pytest.approx(area, rel=0.02)


def test_drawn_heights_of_both_versions_are_solid_ground() -> None:
    """Cells of equal height join; a foot above 0 leaves room below."""
    cells: list[object] = [
        ["1|1", [{"height": 2, "elevation": 0}]],
        ["1|2", [{"height": 2, "elevation": 0}]],
        ["x", []],
    ]
    old = scene(flags={"terrain-height-tools": {"heightData": {"v": 2, "data": cells}}})
    shape = {
        "polygon": [{"x": 100, "y": 100}, {"x": 300, "y": 100}, {"x": 300, "y": 200}],
        "height": 1,
        "elevation": 2,
    }
    new = scene(flags={"terrain-height-tools": {"heightData": {"v": 3, "data": {"shapes": [shape]}}}})
    assert [(area.meaning, len(area.outline)) for area in old.spec.areas] == [(Elevation(2), 4)]
    assert dropped(old) == {"not_a_cell": 1}
    assert [area.meaning for area in new.spec.areas] == [Elevation(3, 2)]


def test_tiles_count_only_where_they_carry_heights() -> None:
    """A levels range is a floor, a tag an obstacle, and anything else a picture."""
    box = {"x": 100, "y": 100, "width": 200, "height": 100, "rotation": 0}
    tiles = [
        box | {"_id": "picture", "elevation": 20},
        box | {"_id": "floor", "elevation": 10, "flags": {"levels": {"rangeTop": 20}}},
        box | {"_id": "crate", "flags": {"tagger": {"tags": ["obstacle", "wood"]}}},
    ]
    areas = scene(tiles=tiles).spec.areas
    assert [(area.id, area.meaning) for area in areas] == [
        ("floor", Elevation(2, 1.9)),
        ("crate", Blocking("wood")),
    ]


def test_the_ground_lies_at_the_lowest_level_where_the_hall_has_a_floor() -> None:
    """A basement without a floor above it would swallow the hall."""
    levels = [
        {"_id": "a", "elevation": {"bottom": 0, "top": 20}},
        {"_id": "b", "elevation": {"bottom": -20, "top": 0}},
    ]
    floor = {
        "_id": "r",
        "shapes": [SQUARE],
        "elevation": {"bottom": 0, "top": 20},
        "behaviors": [{"type": "defineSurface", "system": {"placement": "bottom"}}],
    }
    assert scene(levels=levels, regions=[floor]).spec.ground == -4
    assert scene(levels=levels).spec.ground == 0


def test_the_native_form_of_dungeon_alchemist_is_read() -> None:
    """Sections of walls are text there."""
    document = {
        "pixelsPerTile": 300,
        "grid": {"x": 35, "y": 25},
        "walls": [{"wallSection": "600 600 600 900", "type": 1}, {"wallSection": "600 x", "type": 0}],
    }
    (reading,) = read_map(json.dumps(document).encode(), "a.json")
    (read,) = reading.spec.walls
    assert (read.a, read.b, read.door) == (Vec(2, 2), Vec(2, 3), "closed")
    assert dropped(reading) == {"not_a_wall": 1}


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"width": None, "height": None, "gridType": 1}, "no map that is known"),
        ({"width": None}, "width: not a finite number"),
        ({"width": "wide"}, "width: not a finite number"),
        ({"width": -5}, "width: a scene is between 0"),
        ({"grid": {"type": 1, "size": 0}}, r"grid.size: a cell is between"),
        ({"padding": 8}, "padding: padding is between"),
        ({"width": 1e300}, "width: a scene is between 0"),
        ({"shiftX": 1e300}, "shiftX: the picture is moved"),
        ({"shiftY": -1e300}, "shiftY: the picture is moved"),
        ({"background": {"offsetY": 1e9}}, r"background\.offsetY: the picture is moved"),
    ],
)
def test_what_has_no_size_is_refused_with_its_place(changed: dict[str, object], says: str) -> None:
    """One sentence with the place of the fault."""
    with pytest.raises(BadScene, match=says):
        scene(**changed)


def test_scenes_in_an_adventure_are_each_read() -> None:
    """An adventure nests whole scenes."""
    one: Record = {"name": "A", "width": 1000, "height": 800, "padding": 0, "grid": GRID, "walls": []}
    readings = read_map(
        json.dumps({"name": "Adventure", "scenes": [one, one | {"name": "B"}]}).encode(), "a.json"
    )
    assert [reading.report.name for reading in readings] == ["A", "B"]
