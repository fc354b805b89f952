"""A scene whose truth lies in a virtual tabletop: followed, pushed on, written back, undone, replayed."""

import contextlib
import random
from collections.abc import AsyncGenerator, Mapping
from pathlib import Path

import pytest

import vttbridge_protocol as wire
from end_to_end.at_a_table import LOCAL
from end_to_end.fake_foundry import FakeFoundry, Record, real_scene
from end_to_end.map_games import Pair, pairs
from scale import scaled
from vttbridge.client import Client
from vttbridge.formats.foundry.live import Documents
from vttbridge.formats.foundry.updates import canvas_of
from vttbridge.geometry.footprint import Cells
from vttbridge.geometry.ray import ray
from vttbridge.geometry.room import fits
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.vec import Place, Vec
from vttbridge.server.app import Server, running
from vttbridge.server.verify import of_table, verify
from vttbridge_protocol import DocumentSet, PieceState, Plain

MANSION = "majorvictory--mansion-floor-2.json"
KEEP: Mapping[str, Plain] = {
    "_id": "keep",
    "name": "Keep",
    "width": 1200,
    "height": 800,
    "padding": 0,
    "grid": {"type": 1, "size": 100, "distance": 5, "units": "ft"},
    "walls": [
        {"_id": "w", "c": [900, 0, 900, 800], "move": 20, "door": 0},
        {"_id": "d", "c": [700, 0, 700, 100], "move": 20, "door": 1, "ds": 0},
    ],
    "tokens": [
        {"_id": "ann", "name": "Ann", "x": 100, "y": 100, "width": 1, "height": 1, "disposition": 1},
        {"_id": "ben", "name": "Ben", "x": 200, "y": 100, "width": 1, "height": 1},
    ],
}
PUSH: Mapping[str, Plain] = {"source": "ann", "targets": ["ben"], "distance": 3}


@contextlib.asynccontextmanager
async def table_of(
    folder: Path, document: Mapping[str, Plain] = KEEP, ruleset: str = "draw-steel"
) -> AsyncGenerator[tuple[Server, FakeFoundry]]:
    """Open a table whose scene `keep` follows a tabletop."""
    async with (
        running(LOCAL, folder) as server,
        await Client.pair(server.pairing_line("night", ruleset), "Gwen") as gm,
    ):
        foundry = FakeFoundry(gm, "keep", document)
        reply = await foundry.begin()
        assert reply.outcome == "done", (reply.code, reply.facts)
        yield server, foundry


def piece(foundry: FakeFoundry, id: str) -> PieceState:  # noqa: A002 - the field's own word
    """Give a piece of the client's copy."""
    scene = foundry.vtt.client.state.scene("keep")
    found = None if scene is None else scene.find(id)
    assert found is not None
    return found


def at(foundry: FakeFoundry, id: str) -> tuple[float, float, float]:  # noqa: A002 - the field's own word
    """Give where a piece stands."""
    place = piece(foundry, id).place
    return (place.x, place.y, place.z)


def in_the_open(scene: Scene, taken: tuple[wire.WirePlace, ...]) -> Pair:
    """Give two places side by side with free floor behind the second one."""
    others = {(place.x, place.y) for place in taken}
    for pair in pairs(scene, Cells(), "mansion"):
        way = pair.target.at.minus(pair.mover.at)
        behind = [pair.target.at.plus(way.times(step)) for step in (1.0, 2.0)]
        free = all(fits(scene, Cells(), Place(spot.x, spot.y, 0.0)) for spot in behind)
        middle = Vec(0.5, 0.5)
        seen = ray(scene, pair.mover.at.plus(middle), behind[-1].plus(middle)) is None
        if (
            free
            and seen
            and not others & {(spot.x, spot.y) for spot in (*behind, pair.target.at, pair.mover.at)}
        ):
            return pair
    raise AssertionError("nowhere is open")


async def with_defaults(foundry: FakeFoundry) -> None:
    """Answer whatever is asked by its default."""
    gm = foundry.vtt.client
    await gm.caught_up()
    while gm.asked:
        asked = next(iter(gm.asked.values()))
        reply = await gm.answer(asked.hold, asked.question.key, asked.question.default)
        assert reply.outcome in {"pending", "done"}, (reply.code, reply.facts)
        await gm.caught_up()


async def push(foundry: FakeFoundry, fields: Mapping[str, Plain] = PUSH) -> int:
    """Push, have it carried out, and give its number."""
    reply = await foundry.vtt.client.act("keep", "push", fields)
    assert reply.outcome in {"done", "pending"}, (reply.code, reply.facts)
    await with_defaults(foundry)
    order = await foundry.vtt.order()
    assert (await foundry.carry_out(order)).outcome == "done"
    await foundry.vtt.client.caught_up()
    return order.seq


def sound(server: Server) -> None:
    """Hold the log against what would be decided today."""
    verdict = verify(of_table(server.store, "night"), again=True)
    assert verdict.is_good, (verdict.problem, verdict.differences[:1])
    assert not verdict.differences


async def test_a_real_scene_is_followed_pushed_on_and_undone(tmp_path: Path) -> None:
    """Dragged, opened, pushed after approval, written back, taken back; and the log says the same again."""
    document = real_scene(MANSION)
    spec = Documents(document).reading("keep").spec
    canvas = canvas_of(spec)
    assert canvas is not None
    async with table_of(tmp_path, document) as (server, foundry):
        gm = foundry.vtt.client
        scene = gm.state.scene("keep")
        assert scene is not None
        assert len(scene.pieces) == len(foundry.of("tokens")) > 20
        mover, target = (str(token["_id"]) for token in foundry.of("tokens")[:2])
        spot = in_the_open(Scene.build(spec), tuple(one.place for one in scene.pieces))
        for token, place in ((mover, spot.mover), (target, spot.target)):
            dragged = await foundry.change(
                "tokens", token, x=place.x * canvas.size, y=place.y * canvas.size, width=1, height=1
            )
            assert dragged.outcome == "done"
            await gm.caught_up()
            assert at(foundry, token)[:2] == (place.x, place.y)
        door = next(wall for wall in foundry.of("walls") if wall["door"] == 1 and wall.get("ds") == 0)
        assert (await foundry.change("walls", str(door["_id"]), ds=1)).outcome == "done"
        await gm.caught_up()
        scene = gm.state.scene("keep")
        assert scene is not None
        assert scene.ground.doors == (wire.DoorState(str(door["_id"]), "open"),)
        await gm.command(wire.TableSet(policy="all"))
        before = dict(foundry.find("tokens", target))
        fields: Mapping[str, Plain] = {"source": mover, "targets": [target], "distance": 4}
        assert (await gm.act("keep", "push", fields)).outcome == "pending"
        await with_defaults(foundry)
        waiting = await gm.planned()
        assert (await gm.approve(waiting.hold)).outcome == "done"
        order = await foundry.vtt.order()
        (update,) = [one for one in order.updates if one.token == target]
        assert (update.was.x, update.was.y) == (before["x"], before["y"])
        assert (await foundry.carry_out(order)).outcome == "done"
        x, y, _ = at(foundry, target)
        moved = foundry.find("tokens", target)
        assert (moved["x"], moved["y"]) == (x * canvas.size, y * canvas.size) != (before["x"], before["y"])
        assert update.waypoints[-1].checkpoint
        assert {point.action for point in update.waypoints} == {"shoved"}
        assert (await gm.undo(order.seq)).outcome == "done"
        assert (await foundry.carry_out(await foundry.vtt.order())).outcome == "done"
        assert (moved["x"], moved["y"]) == (before["x"], before["y"])
        assert not server.house.desks["night"].ledger.table.unapplied()
        sound(server)


async def test_a_later_push_starts_from_where_a_person_left_the_token(tmp_path: Path) -> None:
    """A drag is a row of the log; what was written for a plan is merged with later drags."""
    async with table_of(tmp_path) as (server, foundry):
        await push(foundry)
        assert at(foundry, "ben") == (5, 1, 0)
        assert (foundry.find("tokens", "ben")["x"], foundry.find("tokens", "ben")["y"]) == (500, 100)
        await foundry.change("tokens", "ben", y=300)
        await foundry.vtt.client.caught_up()
        assert at(foundry, "ben") == (5, 3, 0)
        await foundry.change("tokens", "ann", x=400, y=300)
        await push(foundry)
        assert at(foundry, "ben") == (8, 3, 0)
        assert foundry.find("tokens", "ben")["x"] == 800
        sound(server)


async def test_a_wall_that_is_built_stops_the_next_push_and_takes_no_undo_away(tmp_path: Path) -> None:
    """The next version of the scene; what was pushed before it can be taken back, and is written back."""
    async with table_of(tmp_path) as (server, foundry):
        first = await push(foundry)
        await foundry.change("tokens", "ben", x=200)
        built = await foundry.create("walls", {"_id": "new", "c": [400, 0, 400, 300], "move": 20})
        assert built.outcome == "done"
        assert built.facts["counts"] == {"walls": 1}
        second = await push(foundry)
        assert at(foundry, "ben") == (3, 1, 0)
        assert (await foundry.delete("walls", "new")).outcome == "done"
        undone = await foundry.vtt.client.undo(second)
        assert undone.outcome == "done"
        assert (await foundry.carry_out(await foundry.vtt.order())).outcome == "done"
        assert at(foundry, "ben") == (2, 1, 0)
        assert foundry.find("tokens", "ben")["x"] == 200
        earlier = await foundry.vtt.client.undo(first)
        assert (earlier.outcome, earlier.code) == ("conflict", "others_first")
        sound(server)


async def test_the_same_message_twice_is_one(tmp_path: Path) -> None:
    """A retry is answered as the first time; another message under its id is none."""
    async with table_of(tmp_path) as (server, foundry):
        change = DocumentSet("tokens", updated=({"_id": "ben", "x": 500},))
        replies = [await foundry.vtt.documents("keep", change, id="b" * 32) for _ in range(2)]
        assert [(one.outcome, one.seq, one.dup) for one in replies] == [
            ("done", replies[0].seq, False),
            ("done", replies[0].seq, True),
        ]
        await foundry.change("tokens", "ben", x=700)
        late = await foundry.vtt.documents("keep", change, id="b" * 32)
        assert (late.seq, late.dup) == (replies[0].seq, True)
        await foundry.change("tokens", "ben", y=300)
        await foundry.vtt.client.caught_up()
        assert at(foundry, "ben") == (7, 3, 0)
        seq = foundry.vtt.client.seq
        nothing = DocumentSet("tokens", updated=({"_id": "ben", "rotation": 90},))
        for is_again in (False, True):
            reply = await foundry.vtt.documents("keep", nothing, id="c" * 32)
            assert (reply.outcome, reply.seq, reply.dup) == ("done", None, is_again)
        other = await foundry.vtt.documents("keep", change, id="c" * 32)
        assert (other.outcome, other.code) == ("invalid", "id_reuse")
        assert foundry.vtt.client.seq == seq
        sound(server)


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
    change, place = BAD[name]
    async with table_of(tmp_path) as (server, foundry):
        seq, before = foundry.vtt.client.seq, foundry.vtt.client.state_hash
        good = DocumentSet("tokens", updated=({"_id": "ann", "x": 400},))
        reply = await foundry.vtt.documents("keep", good, change)
        await foundry.vtt.client.caught_up()
        assert (reply.outcome, reply.code) == ("invalid", "bad_document")
        assert place in str(reply.facts["reason"])
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


async def test_a_finer_grid_moves_everybody(tmp_path: Path) -> None:
    """Settings that change are read with all tokens."""
    async with table_of(tmp_path) as (server, foundry):
        foundry.document["grid"] = {**KEEP["grid"], "size": 50}  # type: ignore[dict-item]
        reply = await foundry.vtt.documents("keep", settings={"grid": {"size": 50}})
        assert reply.outcome == "done"
        await foundry.vtt.client.caught_up()
        assert (at(foundry, "ann"), at(foundry, "ben")) == ((2, 2, 0), (4, 2, 0))
        sound(server)


async def test_a_person_was_faster_than_the_plan(tmp_path: Path) -> None:
    """The token is left where the person put it, the game master is told, and both sides agree."""
    async with table_of(tmp_path) as (server, foundry):
        gm = foundry.vtt.client
        assert (await gm.act("keep", "push", PUSH)).outcome in {"done", "pending"}
        await with_defaults(foundry)
        order = await foundry.vtt.order()
        await foundry.change("tokens", "ben", x=300, y=400)
        assert (await foundry.carry_out(order)).outcome == "done"
        diverged = await gm.event("diverged")
        assert diverged.data["places"] == [
            {"document": "Token.ben", "path": "x", "expected": 200, "found": 300}
        ]
        assert at(foundry, "ben") == (3, 4, 0)
        assert foundry.find("tokens", "ben")["x"] == 300
        assert not server.house.desks["night"].ledger.table.unapplied()
        sound(server)


async def test_the_echo_of_a_plan_changes_nothing(tmp_path: Path) -> None:
    """It bears the plan's mark; a mark that nobody gave moves the token as a person does."""
    async with table_of(tmp_path) as (server, foundry):
        seq = await push(foundry)
        await foundry.change("tokens", "ann", x=300)
        rows = foundry.vtt.client.seq
        echo: Record = {"_id": "ben", "x": 200, "flags": {"vttbridge": {"seq": seq}}}
        reply = await foundry.vtt.documents("keep", DocumentSet("tokens", updated=(echo,)))
        assert (reply.outcome, reply.seq) == ("done", None)
        assert foundry.vtt.client.seq == rows
        for mark in (seq + 500, "x"):
            x = 700 if mark == "x" else 600
            moved: Record = {"_id": "ben", "x": x, "flags.vttbridge.seq": mark}
            assert (await foundry.vtt.documents("keep", DocumentSet("tokens", updated=(moved,)))).seq
            await foundry.vtt.client.caught_up()
            assert at(foundry, "ben") == (x / 100, 1, 0)
        sound(server)


async def test_whoever_comes_anew_sends_the_scene_whole_and_hears_the_difference(tmp_path: Path) -> None:
    """Not before; tokens that came, went and moved meanwhile are told."""
    async with table_of(tmp_path) as (server, foundry):
        assert (
            await foundry.vtt.client.change("keep", "ben", {"numbers": {"stamina": 11}})
        ).outcome == "done"
        second = await Client.auth(server.url, foundry.vtt.client.token)
        document = {**foundry.document, "tokens": [*map(dict, foundry.of("tokens"))]}
        again = FakeFoundry(second, "keep", document)
        early = await again.sync()
        assert (early.outcome, early.code) == ("refused", "NOT_THE_EXECUTOR")
        stranger = await again.change("tokens", "ben", x=600)
        assert (stranger.outcome, stranger.code) == ("refused", "NOT_THE_EXECUTOR")
        await foundry.vtt.client.close()
        await second.until(lambda client: client.is_live)
        await again.vtt.claim()
        missing = await again.change("tokens", "ben", x=700)
        assert (missing.outcome, missing.code) == ("conflict", "sync_first")
        again.of("tokens").pop(0)
        again.of("tokens").append({"_id": "cat", "name": "Cat", "x": 0, "y": 0, "width": 2, "height": 2})
        reply = await again.sync()
        assert reply.facts["tokens"] == {"put": ["cat"], "changed": ["ben"], "gone": ["ann"], "left": []}
        await second.caught_up()
        ben = piece(again, "ben")
        assert (ben.place.x, ben.numbers["stamina"]) == (7, 11)
        assert piece(again, "cat").footprint == wire.WireCells(2, 2, 2.0)
        sound(server)
        await second.close()


async def test_a_scene_that_is_cut_off_is_not_followed(tmp_path: Path) -> None:
    """Documents are refused till the scene comes whole again, which joins it."""
    async with table_of(tmp_path) as (server, foundry):
        gm = foundry.vtt.client
        assert (await gm.command(wire.SceneChanged("keep", detached=True))).outcome == "done"
        cut = await foundry.change("tokens", "ben", x=300)
        assert (cut.outcome, cut.code) == ("refused", "NOT_FOLLOWED")
        assert (await foundry.sync()).outcome == "done"
        await gm.caught_up()
        scene = gm.state.scene("keep")
        assert scene is not None
        assert not scene.ground.detached
        assert at(foundry, "ben") == (3, 1, 0)
        sound(server)


async def test_numbers_of_the_tabletop_come_along(tmp_path: Path) -> None:
    """With the scene, with changed tokens and alone; what nobody says is the ruleset's default."""
    async with table_of(tmp_path) as (_, foundry):
        assert (await foundry.sync({"ben": {"stamina": 33, "stability": 2}})).outcome == "done"
        await foundry.vtt.documents("keep", numbers={"ann": {"stamina": 21}})
        await foundry.vtt.client.caught_up()
        ann, ben = piece(foundry, "ann"), piece(foundry, "ben")
        assert (ben.numbers["stamina"], ben.numbers["stability"]) == (33, 2)
        assert (ann.numbers["stamina"], ann.numbers["stability"]) == (21, 0)
        bad = await foundry.vtt.documents("keep", numbers={"ann": {"stamina": [1]}})
        assert (bad.outcome, bad.code) == ("invalid", "NOT_A_NUMBER")


async def test_what_was_not_confirmed_is_written_after_a_restart(tmp_path: Path) -> None:
    """The next executor gets the same updates again, with nothing but the log to go by."""
    async with table_of(tmp_path) as (_, foundry):
        assert (await foundry.vtt.client.act("keep", "push", PUSH)).outcome in {"done", "pending"}
        await with_defaults(foundry)
        order = await foundry.vtt.order()
        token = foundry.vtt.client.token
    async with running(LOCAL, tmp_path) as server, await Client.auth(server.url, token) as gm:
        again = FakeFoundry(gm, "keep", foundry.document)
        await again.vtt.claim()
        repeated = await again.vtt.order()
        assert (repeated.seq, repeated.updates) == (order.seq, order.updates)
        assert (await again.carry_out(repeated)).outcome == "done"
        assert not server.house.desks["night"].ledger.table.unapplied()
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
