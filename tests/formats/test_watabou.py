"""One Page Dungeons: walls stand where floor ends."""

import json

import pytest

from support.shared_material import shared_path
from vttbridge.errors import BadScene
from vttbridge.formats.detect import read_map
from vttbridge.geometry.ray import ray
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.vec import Vec


def _dungeon(**changed: object) -> bytes:
    document: dict[str, object] = {
        "title": "Cellar",
        "rects": [{"x": -2, "y": 0, "w": 3, "h": 2}, {"x": 1, "y": 0, "w": 1, "h": 1}],
        "doors": [{"x": 1, "y": 0, "dir": {"x": -1, "y": 0}, "type": 1}],
        "water": [{"x": -2, "y": 0}],
        "columns": [{"x": 0, "y": 1}],
    }
    return json.dumps(document | changed).encode()


def test_negative_places_are_shifted() -> None:
    """The north-west floor cell comes to lie at 1, 1, with one empty cell around."""
    (reading,) = read_map(_dungeon(), "a.json")
    assert (reading.spec.width, reading.spec.height) == (6, 4)
    xs = [end.x for wall in reading.spec.walls for end in (wall.a, wall.b)]
    assert (min(xs), max(xs)) == (1, 5)


def test_no_wall_stands_between_floor_and_floor_and_the_door_does() -> None:
    """Only the closed door stops a way from the room to the cell beyond."""
    (reading,) = read_map(_dungeon(), "a.json")
    scene = Scene.build(reading.spec)
    assert ray(scene, Vec(1.5, 1.5), Vec(3.5, 1.5)) is None
    hit = ray(scene, Vec(3.5, 1.5), Vec(4.5, 1.5))
    assert hit is not None
    assert hit.wall == "d-0"
    assert ray(scene.with_door("d-0", "open"), Vec(3.5, 1.5), Vec(4.5, 1.5)) is None


def test_a_secret_door_is_hidden_and_an_archway_bars_nothing() -> None:
    """Each type is reported with how it was taken."""
    doors = [
        {"x": 1, "y": 0, "dir": {"x": -1, "y": 0}, "type": 6},
        {"x": 1, "y": 0, "dir": {"x": 1, "y": 0}, "type": 2},
    ]
    (reading,) = read_map(_dungeon(doors=doors), "a.json")
    assert [wall.hidden for wall in reading.spec.walls if wall.door != "none"] == [True]
    taken = {doubt.code: doubt.taken for doubt in reading.report.doubts}
    assert taken == {"door_type_6": "secret_door", "door_type_2": "opening"}


def test_without_floor_there_is_no_dungeon() -> None:
    """The sentence names the boxes."""
    with pytest.raises(BadScene, match="rects: not one box"):
        read_map(_dungeon(rects=[{"x": 0, "y": 0, "w": 0, "h": 1}]), "a.json")


@pytest.mark.shared
def test_a_real_dungeon_counts_as_its_source_says() -> None:
    """84 boxes, 46 doors, and water all over."""
    name = "temple-of-the-cursed-witch.json"
    (reading,) = read_map(shared_path("maps", "watabou", name).read_bytes(), name)
    counts = {key: reading.report.count(key) for key in ("rects", "doors", "water", "columns")}
    assert counts == {"rects": 84, "doors": 46, "water": 391, "columns": 0}
