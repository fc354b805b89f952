"""Documents of a scene that is followed which cannot be taken: named, and nothing happens."""

import random
from collections.abc import Mapping
from pathlib import Path

import pytest

import vttbridge_protocol as wire
from end_to_end.fake_foundry import Record
from end_to_end.followed_scene import at, sound, table_of
from support.scale import scaled
from vttbridge_protocol import DocumentSet, Plain

BAD: Mapping[str, tuple[DocumentSet, str]] = {
    "wall": (DocumentSet("walls", created=({"_id": "x", "c": [1, 2, 3]},)), "walls[x].c: not four"),
    "update": (DocumentSet("walls", updated=({"_id": "w", "c": "here"},)), "walls[w].c: not four"),
    "id": (DocumentSet("tokens", created=({"x": 1},)), "tokens.created[0]._id: no id"),
    "token": (DocumentSet("tokens", updated=({"_id": "ben", "width": -1},)), "tokens[ben].width"),
    "level": (DocumentSet("levels", created=({"_id": "l", "elevation": {"bottom": "low"}},)), "levels[l]"),
}


@pytest.mark.parametrize("name", sorted(BAD))
async def test_a_bad_document_is_named_and_nothing_happens(tmp_path: Path, name: str) -> None:
    """Not even what came with it; and what comes next is taken."""
    change, connection = BAD[name]
    async with table_of(tmp_path) as (server, foundry):
        seq, before = foundry.vtt.client.seq, foundry.vtt.client.state_hash
        good = DocumentSet("tokens", updated=({"_id": "ann", "x": 400},))
        reply = await foundry.vtt.documents("keep", good, change)
        await foundry.vtt.client.caught_up()
        assert (reply.outcome, reply.code) == ("invalid", "bad_document")
        assert connection in str(reply.facts["reason"])
        assert (foundry.vtt.client.seq, foundry.vtt.client.state_hash) == (seq, before)
        assert (await foundry.change("tokens", "ann", y=200)).outcome == "done"
        await foundry.vtt.client.caught_up()
        assert at(foundry, "ann") == (1, 2, 0)
        sound(server)


async def test_unusable_settings_are_named_and_nothing_happens(tmp_path: Path) -> None:
    """A scene of no size."""
    async with table_of(tmp_path) as (_, foundry):
        reply = await foundry.vtt.documents("keep", settings={"width": -5})
        assert (reply.outcome, reply.code) == ("invalid", "bad_document")
        assert str(reply.facts["reason"]).startswith("width")


async def test_a_ruleset_that_does_not_play_there_refuses_and_wants_it_whole(tmp_path: Path) -> None:
    """A square book on a scene that becomes one of hexes; as squares again it goes on."""
    async with table_of(tmp_path) as (server, foundry):
        refused = await foundry.vtt.documents("keep", settings={"grid": {"type": 2}})
        assert refused.outcome == "refused"
        again = await foundry.change("tokens", "ben", x=300)
        assert (again.outcome, again.code) == ("conflict", "sync_first")
        assert (await foundry.sync()).outcome == "done"
        await foundry.vtt.client.caught_up()
        assert at(foundry, "ben") == (3, 1, 0)
        sound(server)


async def test_whatever_is_sent_ends_nothing(tmp_path: Path) -> None:
    """Documents of any shape are answered, the connection stands, and the log is sound."""
    dice = random.Random(7)
    values: list[Plain] = [
        None,
        True,
        -1,
        0.5,
        1e6,
        "",
        "x",
        [],
        [1, 2],
        {},
        {"a": [None]},
        {"-=x": 1},
        10**15,
    ]
    names = ["c", "x", "y", "width", "ds", "door", "levels", "flags", "shapes", "elevation", "grid", "name"]
    kinds: list[wire.DocumentKind] = ["walls", "tokens", "regions", "levels", "tiles", "drawings"]
    async with table_of(tmp_path) as (server, foundry):
        outcomes: set[str] = set()
        for _ in range(scaled(400)):
            strange: Record = {name: dice.choice(values) for name in dice.sample(names, 4)}
            strange["_id"] = dice.choice(["w", "d", "ann", "ben", "new"])
            kind = dice.choice(kinds)
            change = (
                DocumentSet(kind, created=(strange,))
                if dice.random() < 0.5
                else DocumentSet(kind, updated=(strange,), deleted=(dice.choice(["new", "w"]),))
            )
            settings = {dice.choice(names): dice.choice(values)} if dice.random() < 0.1 else {}
            reply = await foundry.vtt.documents("keep", change, settings=settings)
            outcomes.add(reply.outcome)
            if reply.outcome in {"conflict", "refused"}:
                assert (await foundry.sync()).outcome == "done"
        assert outcomes <= {"done", "invalid", "conflict", "refused"}
        assert {"done", "invalid"} <= outcomes
        assert foundry.vtt.client.reconnections == 0
        sound(server)
