"""HeroClix map files become scenes with ledges, blocking ground and ramps."""

import json

import pytest

from support.shared_material import shared_path
from vttbridge.errors import BadScene
from vttbridge.formats.detect import read_map
from vttbridge.geometry.areas import areas_in_cell
from vttbridge.geometry.fall import level_at
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.terrain import Stairs
from vttbridge.geometry.vec import Cell, Vec


def _map(**changed: object) -> bytes:
    rows = [
        {"y": y + 1, "tiles": [{"x": letter, "elevation": 2 if letter == "C" else 1} for letter in "ABC"]}
        for y in range(3)
    ]
    return json.dumps({"name": "Roof", "width": 3, "height": 3, "rows": rows} | changed).encode()


def test_a_tile_lies_where_its_letter_and_row_say() -> None:
    """Column C is two levels high, and the rest is the ground."""
    (reading,) = read_map(_map(), "a.json")
    scene = Scene.build(reading.spec)
    assert level_at(scene, Vec(2.5, 0.5)) == 2
    assert level_at(scene, Vec(1.5, 0.5)) == 1


def _row(y: int, letters: str = "ABC") -> dict[str, object]:
    return {"y": y, "tiles": [{"x": letter} for letter in letters]}


def test_rows_that_lead_on_beyond_the_written_size_are_the_map() -> None:
    """The tiles are right, and the report says so."""
    (reading,) = read_map(_map(rows=[_row(y) for y in range(1, 6)]), "a.json")
    assert (reading.spec.width, reading.spec.height) == (3, 5)
    assert [(doubt.code, doubt.taken) for doubt in reading.report.doubts] == [("size_disagrees", "tiles")]
    assert reading.report.dropped == ()


def test_a_row_that_lies_apart_is_left_out() -> None:
    """A slip of a row's number makes no strip of empty ground that nobody drew."""
    (reading,) = read_map(_map(rows=[_row(1), _row(2), _row(3), _row(9, "AB")]), "a.json")
    assert (reading.spec.width, reading.spec.height) == (3, 3)
    (doubt,) = reading.report.doubts
    assert (doubt.taken, doubt.places) == ("without_what_lies_apart", ("3 x 3, tiles 3 x 9",))
    (left,) = reading.report.dropped
    assert (left.rule, left.places) == ("outside_map", ("rows[3].tiles[0]", "rows[3].tiles[1]"))
    assert reading.report.count("cells") == 11


def test_a_square_without_a_tile_lies_at_the_usual_level() -> None:
    """It is clear, and the report names it."""
    (reading,) = read_map(_map(rows=[_row(1), _row(2, "AC"), _row(3)], defaultElevation=3), "a.json")
    assert level_at(Scene.build(reading.spec), Vec(1.5, 1.5)) == 3
    (doubt,) = reading.report.doubts
    assert (doubt.code, doubt.taken, doubt.places) == ("tile_absent", "clear", ("1, 1",))


def test_a_ramp_joins_the_two_squares_beside_it() -> None:
    """Both lie in one area of stairs, the next square does not."""
    (reading,) = read_map(_map(ramps=[{"x0": 2, "y0": 0, "x1": 2, "y1": 1}]), "a.json")
    scene = Scene.build(reading.spec)

    def stairs(cell: Cell) -> list[str]:
        return [area.id for area in areas_in_cell(scene, cell) if isinstance(area.meaning, Stairs)]

    assert stairs(Cell(1, 0)) == stairs(Cell(2, 0)) == ["ramp-0"]
    assert stairs(Cell(1, 1)) == []


def test_kinds_of_walls_that_nobody_documented_are_doubts() -> None:
    """A second kind of door is a closed door, and the report says so."""
    (reading,) = read_map(_map(walls=[{"x0": 1, "y0": 0, "x1": 1, "y1": 1, "type": "door2"}]), "a.json")
    assert reading.spec.walls[0].door == "closed"
    assert [(doubt.code, doubt.taken) for doubt in reading.report.doubts] == [("wall_door2", "door")]


def test_an_elevation_written_as_text_is_read_and_reported() -> None:
    """The text 2 is the level 2."""
    rows = [{"y": 1, "tiles": [{"x": "A", "elevation": "2"}]}]
    (reading,) = read_map(_map(rows=rows), "a.json")
    assert level_at(Scene.build(reading.spec), Vec(0.5, 0.5)) == 2
    assert "elevation_as_text" in [doubt.code for doubt in reading.report.doubts]


@pytest.mark.parametrize("size", [0, -3, 1e9, "wide", None])
def test_a_size_that_is_none_is_refused(size: object) -> None:
    """The sentence names the width."""
    with pytest.raises(BadScene, match=r"^width: "):
        read_map(_map(width=size), "a.json")


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("f4-aunt-petunias-house.json", {"walls": 71, "walls_glass2": 16, "walls_door": 13, "ramps": 0}),
        ("mos-metropolis.json", {"cells": 384, "elevation_4": 129, "ramps": 78}),
        ("ll-oa-plaza.json", {"cells": 272, "elevation_2": 40, "terrain_hindering": 34}),
        ("re-titan-tower.json", {"elevation_2": 80, "terrain_water": 65}),
    ],
)
def test_real_maps_count_as_their_sources_say(name: str, counts: dict[str, int]) -> None:
    """The counts are those that the list of sources states."""
    (reading,) = read_map(shared_path("maps", "heroclix", name).read_bytes(), name)
    assert {key: reading.report.count(key) for key in counts} == counts
