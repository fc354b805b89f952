"""A wall's document taken in one step and part by part."""

import json
import math
import random

import pytest

from formats.sources import of
from support.scale import scaled
from vttbridge.formats.detect import read_map
from vttbridge.formats.foundry import written
from vttbridge.formats.foundry.written import UNREADABLE, Written, written_of
from vttbridge.formats.plain import Doc, tags_of
from vttbridge.formats.report import Reading

EMPTY: dict[str, object] = {}
ODD: tuple[object, ...] = (None, True, 1, 20, 2.0, 1.5, "1", "x", math.nan, math.inf, [], EMPTY, 10**400)


def plain(said: Written) -> Written:
    """Return it with what differs in form only made the same: absent and empty, tags in either form."""
    flags = said.flags or written.Flags()
    combat, tagger = (
        written.Tagged(tuple(tags_of(one.tags or ()))) if one else written.Tagged(())
        for one in (flags.combat, flags.tagger)
    )
    return Written(
        said.c,
        own_id=said.own_id or "",
        id=said.id or "",
        move=said.move,
        door=said.door,
        ds=said.ds,
        dir=said.dir,
        sight=said.sight,
        sense=said.sense,
        levels=said.levels or (),
        flags=written.Flags(
            flags.own or written.Heights(),
            flags.newer or written.Heights(),
            flags.older or written.OlderHeights(),
            combat,
            tagger,
        ),
    )


@pytest.mark.shared
def test_both_ways_say_the_same_of_every_real_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    """The quick step reads nothing that the slow one reads otherwise."""
    looked = 0
    for source in of("foundry"):
        document = Doc(json.loads(source.path.read_bytes()))
        walls = list(document.get("walls").items())
        quick = [plain(written_of(wall)) for wall in walls]
        with monkeypatch.context() as patched:
            patched.setattr("msgspec.convert", _refuse)
            slow = [plain(written_of(wall)) for wall in walls]
        assert [repr(one) for one in quick] == [repr(one) for one in slow]
        looked += len(walls)
    assert looked > 7_000


def _refuse(*_: object) -> Written:
    raise OverflowError


def test_what_has_another_type_is_looked_at_alone() -> None:
    """Text that spells a number is that number; what is neither is marked, and the rest is kept."""
    document = {"c": ["1", 2, 3.5, 4], "_id": 7, "move": "20", "door": "oak", "dir": 1.0, "levels": [1, "a"]}
    said = written_of(Doc(document))
    assert (said.c, said.own_id, said.move, said.door, said.dir) == ((1, 2, 3.5, 4), "", 20, UNREADABLE, 1)
    assert said.levels == ("", "a")
    assert math.isnan(written_of(Doc({"c": [1, 2, 3]})).c[0])
    assert written_of(Doc({"c": [1, 2, 3, 10**400], "move": 0})).move == 0


def scene(*walls: object) -> Reading:
    """Read a square scene with these walls."""
    settings = {"width": 1000, "height": 1000, "padding": 0, "grid": {"type": 1, "size": 100, "distance": 5}}
    return read_map(json.dumps({"name": "A", **settings, "walls": walls}).encode(), "a.json")[0]


@pytest.mark.parametrize(
    ("wall", "code"),
    [
        ({"door": "oak"}, "door_unknown"),
        ({"door": 1, "ds": "ajar"}, "door_state_unknown"),
        ({"dir": "left"}, "dir_unknown"),
        ({"move": "some"}, "move_unknown"),
        ({"move": 5}, "move_unknown"),
    ],
)
def test_words_where_numbers_belong_are_told(wall: dict[str, object], code: str) -> None:
    """The wall stands, and the report says how it was taken."""
    reading = scene({"c": [0, 0, 100, 0]} | wall)
    assert len(reading.spec.walls) == 1
    assert [doubt.code for doubt in reading.report.doubts] == [code]


@pytest.mark.parametrize(
    ("flags", "band", "place"),
    [
        ({"wall-height": {"top": "tall", "bottom": 5}}, (1, None), "walls[0].flags.wall-height"),
        ({"wallHeight": {"wallHeightTop": [1]}}, (None, None), "walls[0].flags.wallHeight"),
        ({"vttbridge": {"bottom": True, "top": 10}}, (None, 2), "walls[0].flags.vttbridge"),
        ({"wall-height": {"bottom": math.nan}}, (None, None), "walls[0].flags.wall-height"),
        ({"wall-height": {"top": "Infinity", "bottom": ""}}, (None, None), ""),
        ({"wall-height": {"top": math.inf, "bottom": -math.inf}}, (None, None), ""),
        ({"wall-height": {"top": "10", "bottom": "0"}}, (0, 2), ""),
    ],
)
def test_a_wall_whose_height_is_no_number_still_stands(
    flags: object, band: tuple[float | None, float | None], place: str
) -> None:
    """Boundless on that side and told: a wall that is left out would let everybody through."""
    reading = scene({"c": [0, 0, 100, 0], "flags": flags})
    (wall,) = reading.spec.walls
    assert (wall.bottom, wall.top) == band
    told = [doubt.places for doubt in reading.report.doubts if doubt.code == "height_unreadable"]
    assert told == ([(place,)] if place else [])


@pytest.mark.parametrize(
    ("levels", "band", "code"),
    [
        (["a"], (0, 2), []),
        (["a", "b"], (0, 4), []),
        (["a", "c"], (0, None), ["levels_apart"]),
        ([], (None, None), []),
        (["a", "x"], (0, 2), ["level_unknown"]),
        (["x"], (None, None), ["level_unknown"]),
    ],
)
def test_a_wall_reaches_over_its_levels(
    levels: list[str], band: tuple[float | None, float | None], code: list[str]
) -> None:
    """From the bottom of the lowest to the top of the highest; levels between that it is not on are told."""
    bands = (("a", 0, 10), ("b", 10, 20), ("c", 20, None))
    settings = {
        "name": "A",
        "width": 1000,
        "height": 1000,
        "padding": 0,
        "grid": {"type": 1, "size": 100, "distance": 5},
        "levels": [{"_id": name, "elevation": {"bottom": low, "top": high}} for name, low, high in bands],
        "walls": [{"c": [0, 0, 100, 0], "levels": levels}],
    }
    (reading,) = read_map(json.dumps(settings).encode(), "a.json")
    (wall,) = reading.spec.walls
    assert (wall.bottom, wall.top) == band
    assert [doubt.code for doubt in reading.report.doubts] == code


def test_no_odd_value_anywhere_in_a_wall_is_a_fault_of_ours() -> None:
    """Each is read, or left out with its place."""
    dice = random.Random(12)
    names = ("c", "_id", "move", "door", "ds", "dir", "sight", "sense", "levels", "flags")
    for _ in range(scaled(20_000)):
        wall: dict[str, object] = {"c": [dice.choice((0, 100, 50.5)) for _ in range(4)], "door": 1, "ds": 0}
        wall |= {dice.choice(names): dice.choice(ODD) for _ in range(2)}
        if dice.random() < 0.3:
            wall["flags"] = {
                dice.choice(("wall-height", "tagger", "vttbridge")): {
                    dice.choice(("top", "bottom", "tags")): dice.choice(ODD)
                }
            }
        if dice.random() < 0.2:
            wall["c"] = [dice.choice(ODD) for _ in range(4)]
        reading = scene(wall)
        report = reading.report
        assert len(reading.spec.walls) + sum(drop.times for drop in report.dropped) == 1
        assert all(drop.places[0].startswith("walls[0]") for drop in report.dropped)
