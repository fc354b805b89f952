"""Universal VTT maps as they really are."""

import json

import pytest

from support.shared_material import shared_path
from vttbridge.errors import BadScene
from vttbridge.formats.detect import read_map
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.vec import Vec


def _map(**changed: object) -> bytes:
    document: dict[str, object] = {
        "format": 0.3,
        "resolution": {"map_origin": {"x": 2, "y": 1}, "map_size": {"x": 10, "y": 8}, "pixels_per_grid": 64},
        "line_of_sight": [[{"x": 4, "y": 3}, {"x": 10, "y": 3}]],
        "portals": [],
    }
    return json.dumps(document | changed).encode()


def _point(x: float, y: float) -> dict[str, float]:
    return {"x": x, "y": y}


def test_the_origin_is_subtracted() -> None:
    """A wall at 4, 3 of the canvas stands at 2, 2 of the exported part."""
    (reading,) = read_map(_map(), "a.dd2vtt")
    (wall,) = reading.spec.walls
    assert (wall.a, wall.b) == (Vec(2, 2), Vec(8, 2))


def test_a_wall_that_runs_on_through_a_door_is_cut_out() -> None:
    """Opening the door then opens the way."""
    door = {"bounds": [_point(6, 3), _point(7, 3)], "closed": True, "freestanding": False}
    (reading,) = read_map(_map(portals=[door]), "a.dd2vtt")
    walls = {wall.id: (wall.a.x, wall.b.x) for wall in reading.spec.walls}
    assert walls == {"w-0-0-0": (2, 4), "w-0-0-1": (5, 8), "d-0": (4, 5)}
    opened = Scene.build(reading.spec).with_door("d-0", "open")
    assert all(not wall.a.x < 4.5 < wall.b.x for wall in opened.walls if wall.door != "open")


def test_a_portal_written_open_is_a_doubt() -> None:
    """It stands open, and the report says that this may be a window."""
    door = {"bounds": [_point(6, 4), _point(7, 4)], "closed": False}
    (reading,) = read_map(_map(portals=[door]), "a.dd2vtt")
    assert [doubt.code for doubt in reading.report.doubts] == ["portal_written_open"]
    assert reading.spec.walls[-1].door == "open"


def test_a_narrow_portal_that_is_closed_is_a_doubt() -> None:
    """It bars the way like a door, and the report says that this may be a window."""
    doors = [
        {"bounds": [_point(6, 4), _point(6.78, 4)], "closed": True},
        {"bounds": [_point(6, 5), _point(7, 5)], "closed": True},
    ]
    (reading,) = read_map(_map(portals=doors), "a.dd2vtt")
    assert [(doubt.code, doubt.places) for doubt in reading.report.doubts] == [
        ("portal_narrow", ("portals[0]",))
    ]
    assert [wall.door for wall in reading.spec.walls[-2:]] == ["closed", "closed"]


@pytest.mark.parametrize("far", [1e300, -1e300, 1e9, 10_003.0])
def test_a_point_far_beyond_the_map_is_dropped_with_its_place(far: float) -> None:
    """In a wall, an outline and a portal; the rest of the file is read."""
    beyond = _point(far, 3)
    data = _map(
        line_of_sight=[[_point(3, 3), beyond, _point(5, 3), _point(6, 3)]],
        objects_line_of_sight=[[_point(4, 4), _point(5, 4), beyond, _point(5, 5)]],
        portals=[{"bounds": [_point(6, 4), beyond], "closed": True}],
    )
    (reading,) = read_map(data, "a.dd2vtt")
    assert [wall.id for wall in reading.spec.walls] == ["w-0-2", "o-0-0", "o-0-3"]
    (dropped,) = reading.report.dropped
    places = ("portals[0].bounds[1]", "line_of_sight[0][1]", "objects_line_of_sight[0][2]")
    assert dropped.places == tuple(f"{one}: farther than 10000 squares from the map" for one in places)


def test_a_bad_point_is_dropped_with_its_place_and_the_rest_is_read() -> None:
    """One broken point breaks its line there and nothing else."""
    lines = [[_point(3, 3), {"x": None, "y": 2}, _point(5, 3), _point(6, 3)]]
    (reading,) = read_map(_map(line_of_sight=lines), "a.dd2vtt")
    assert len(reading.spec.walls) == 1
    (dropped,) = reading.report.dropped
    assert dropped.rule == "not_a_point"
    assert dropped.places == ("line_of_sight[0][1].x: not a finite number",)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is empty"),
        (b"version https://git-lfs.github.com/spec/v1\n", "Git LFS pointer"),
        (b"\xff\xfe\x00", "not UTF-16"),
        (b"{", "line 1, column 2"),
        (b"[1, 2]", "no map that is known"),
        (_map(resolution={"map_size": {"x": float("inf"), "y": 3}}), "map_size.x: not a finite number"),
        (_map(resolution={"map_size": {"x": 0, "y": 3}}), "map_size.x: a map is between"),
    ],
)
def test_what_is_no_map_is_refused_in_one_sentence(data: bytes, says: str) -> None:
    """The sentence names the file or the place of the fault."""
    with pytest.raises(BadScene, match=says.replace("(", r"\(")):
        read_map(data, "broken.dd2vtt")


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("dd-academy-blue-tower-crop.dd2vtt", {"polylines": 61, "points": 502, "portals": 41}),
        ("dd-mimir-goblin-hideout.dd2vtt", {"polylines": 4, "portals": 11, "portals_open": 1}),
        ("dd-uvtt2fgu-samplemap.dd2vtt", {"polylines": 4, "points": 11, "object_points": 60, "portals": 2}),
        ("dd-simple-beach-empty.dd2vtt", {"polylines": 0, "walls": 0}),
    ],
)
def test_real_maps_count_as_their_sources_say(name: str, counts: dict[str, int]) -> None:
    """The counts are those that the list of sources states."""
    (reading,) = read_map(shared_path("maps", "uvtt", name).read_bytes(), name)
    assert {key: reading.report.count(key) for key in counts} == counts


@pytest.mark.shared
def test_a_cropped_map_has_the_points_inside_that_were_counted_by_hand() -> None:
    """92 of the 502 points of the cropped tower lie on the exported part."""
    name = "dd-academy-blue-tower-crop.dd2vtt"
    (reading,) = read_map(shared_path("maps", "uvtt", name).read_bytes(), name)
    assert reading.report.count("points") - reading.report.count("points_outside") == 92
