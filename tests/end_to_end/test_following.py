"""A scene whose truth lies in a virtual tabletop: followed, pushed on, written back, undone, replayed."""

from collections.abc import Mapping
from pathlib import Path

import vttbridge_protocol as wire
from end_to_end.at_a_table import LOCAL, taken
from end_to_end.fake_foundry import FakeFoundry, Record, real_scene
from end_to_end.followed_scene import KEEP, PUSH, at, piece, push, sound, table_of, with_defaults
from end_to_end.map_games import Pair, pairs
from vttbridge.client import Client
from vttbridge.formats.foundry.live import Documents
from vttbridge.formats.foundry.updates import canvas_of
from vttbridge.geometry.footprint import Cells
from vttbridge.geometry.ray import ray
from vttbridge.geometry.room import fits
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.vec import Place, Vec
from vttbridge.server.app import running
from vttbridge_protocol import DocumentSet, Plain

MANSION = "majorvictory--mansion-floor-2.json"


def in_the_open(scene: Scene, taken: tuple[wire.WirePlace, ...]) -> Pair:
    """Return two places side by side with free floor behind the second one."""
    others = {(connection.x, connection.y) for connection in taken}
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
        for token, connection in ((mover, spot.mover), (target, spot.target)):
            dragged = await foundry.change(
                "tokens", token, x=connection.x * canvas.size, y=connection.y * canvas.size, width=1, height=1
            )
            assert dragged.outcome == "done"
            await gm.caught_up()
            assert at(foundry, token)[:2] == (connection.x, connection.y)
        door = next(wall for wall in foundry.of("walls") if wall["door"] == 1 and wall.get("ds") == 0)
        assert (await foundry.change("walls", str(door["_id"]), ds=1)).outcome == "done"
        await gm.caught_up()
        scene = gm.state.scene("keep")
        assert scene is not None
        assert scene.ground.doors == (wire.DoorState(str(door["_id"]), "open"),)
        await taken(gm.command(wire.TableSet(policy="all")))
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
        assert not server.registry.tables["night"].journal.table.unapplied()
        sound(server)


async def test_a_later_push_starts_from_where_a_person_left_the_token(tmp_path: Path) -> None:
    """A drag is a row of the log; what was written for a plan is merged with later drags."""
    async with table_of(tmp_path) as (server, foundry):
        await push(foundry)
        assert at(foundry, "ben") == (5, 1, 0)
        assert (foundry.find("tokens", "ben")["x"], foundry.find("tokens", "ben")["y"]) == (500, 100)
        await taken(foundry.change("tokens", "ben", y=300))
        await foundry.vtt.client.caught_up()
        assert at(foundry, "ben") == (5, 3, 0)
        await taken(foundry.change("tokens", "ann", x=400, y=300))
        await push(foundry)
        assert at(foundry, "ben") == (8, 3, 0)
        assert foundry.find("tokens", "ben")["x"] == 800
        sound(server)


async def test_a_wall_that_is_built_stops_the_next_push_and_takes_no_undo_away(tmp_path: Path) -> None:
    """The next version of the scene; what was pushed before it can be taken back, and is written back."""
    async with table_of(tmp_path) as (server, foundry):
        first = await push(foundry)
        await taken(foundry.change("tokens", "ben", x=200))
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
        await taken(foundry.change("tokens", "ben", x=700))
        late = await foundry.vtt.documents("keep", change, id="b" * 32)
        assert (late.seq, late.dup) == (replies[0].seq, True)
        await taken(foundry.change("tokens", "ben", y=300))
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
        await taken(foundry.change("tokens", "ben", x=300, y=400))
        assert (await foundry.carry_out(order)).outcome == "done"
        diverged = await gm.event("diverged")
        assert diverged.data["places"] == [
            {"document": "Token.ben", "path": "x", "expected": 200, "found": 300}
        ]
        assert at(foundry, "ben") == (3, 4, 0)
        assert foundry.find("tokens", "ben")["x"] == 300
        assert not server.registry.tables["night"].journal.table.unapplied()
        sound(server)


async def test_the_echo_of_a_plan_changes_nothing(tmp_path: Path) -> None:
    """It bears the plan's mark; a mark that nobody gave moves the token as a person does."""
    async with table_of(tmp_path) as (server, foundry):
        seq = await push(foundry)
        await taken(foundry.change("tokens", "ann", x=300))
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
        assert not server.registry.tables["night"].journal.table.unapplied()
        sound(server)
