"""Single documents and what a change of one says."""

import pytest

from vttbridge.formats.foundry.live import Documents, door_turned, merged


@pytest.mark.parametrize(
    ("change", "door"),
    [
        ({"_id": "w", "ds": 1}, ("w", "open")),
        ({"_id": "w", "ds": 2}, ("w", "locked")),
        ({"_id": "w", "ds": 1, "move": 0}, None),
        ({"_id": "w", "ds": 9}, None),
        ({"ds": 1}, None),
    ],
)
def test_a_door_that_only_turns_is_told_apart(change: dict[str, object], door: object) -> None:
    """Anything more is a wall to be read again."""
    assert door_turned(change) == door


@pytest.mark.parametrize(
    ("change", "after"),
    [
        ({"a": {"c": 3}}, {"a": {"b": 1, "c": 3}, "l": [1, 2]}),
        ({"a.b": 5}, {"a": {"b": 5, "c": 2}, "l": [1, 2]}),
        ({"a": {"-=b": None}}, {"a": {"c": 2}, "l": [1, 2]}),
        ({"a.-=b": None}, {"a": {"c": 2}, "l": [1, 2]}),
        ({"l": [9]}, {"a": {"b": 1, "c": 2}, "l": [9]}),
        ({"a": None}, {"a": None, "l": [1, 2]}),
    ],
)
def test_changes_are_merged_as_the_vtt_merges_them(change: dict[str, object], after: object) -> None:
    """Records merge, lists replace, a marked key goes, dots reach inside."""
    assert merged({"a": {"b": 1, "c": 2}, "l": [1, 2]}, change) == after


def test_regions_levels_and_tiles_change_the_next_scene() -> None:
    """A surface on a new level is a new floor, and goes with its region."""
    base = {
        "name": "A",
        "width": 1000,
        "height": 800,
        "padding": 0,
        "grid": {"type": 1, "size": 100, "distance": 5},
    }
    region = {
        "_id": "r",
        "shapes": [{"type": "rectangle", "x": 0, "y": 0, "width": 200, "height": 200}],
        "elevation": {"bottom": 10, "top": 20},
        "behaviors": [{"type": "defineSurface", "system": {"placement": "bottom"}}],
    }
    tile = {
        "_id": "c",
        "x": 500,
        "y": 500,
        "width": 100,
        "height": 100,
        "flags": {"tagger": {"tags": ["obstacle"]}},
    }
    wall = {"_id": "w", "c": [0, 0, 100, 100], "levels": ["up"]}
    live = Documents(base).created("regions", [region]).created("tiles", [tile]).created("walls", [wall])
    live = live.created("levels", [{"_id": "up", "elevation": {"bottom": 10, "top": 30}}])
    spec = live.reading("a").spec
    assert [area.id for area in spec.areas] == ["r", "c"]
    assert (spec.walls[0].bottom, spec.walls[0].top) == (2, 6)
    lower = live.updated("levels", [{"_id": "up", "elevation": {"top": 20}}]).deleted("regions", ["r"])
    assert [area.id for area in lower.reading("a").spec.areas] == ["c"]
    assert lower.reading("a").spec.walls[0].top == 4
