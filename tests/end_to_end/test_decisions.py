"""Several people at one table: races, retries, questions, time, and what a restart keeps."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

import msgspec

from end_to_end.at_a_table import LOCAL, company, payload_of, piece, taken
from support.scale import scaled
from vttbridge.client import Client, Settings
from vttbridge.geometry.scene import SceneSpec
from vttbridge.server.app import running
from vttbridge_protocol import (
    Encoding,
    LimitDistance,
    PieceChanged,
    Plain,
    PreviewResult,
    SpotRevision,
    TableSet,
    WireHold,
    in_full,
)

PUSH: Mapping[str, Plain] = {"targets": ["ben"], "squares": 3, "source": "ann"}
SLIDE: Mapping[str, Plain] = {"source": "ann", "target": "ben", "distance": 3}
KEEP = SceneSpec(id="keep", name="Keep", width=20, height=10)


def a_name(number: int) -> str:
    """Return a command's id."""
    return f"{number:032x}"


async def test_of_two_game_masters_one_wins_and_the_other_learns_who(tmp_path: Path) -> None:
    """Of two yeses at once exactly one is done; the other is told that it is resolved, and by whom."""
    async with company(tmp_path) as here:
        second = await Client.pair(await here.server.pairing_line("night"), "Gil")
        assert here.gm.welcome is not None
        assert second.welcome is not None
        for turn in range(scaled(500)):
            await taken(here.gm.change("roof", "ben", {"place": {"x": 2, "y": 1}}))
            pending = await here.player.act("roof", "knock_back", PUSH, id=a_name(turn))
            assert pending.hold is not None
            plans = [await client.planned(pending.hold) for client in (here.gm, second)]
            assert plans[0].plan == plans[1].plan
            replies = await asyncio.gather(
                here.gm.approve(pending.hold),
                second.approve(pending.hold),
                here.player.resolved(a_name(turn)),
            )
            said = {reply.outcome: reply for reply in replies[:2]}
            assert set(said) == {"done", "refused"}
            assert said["refused"].code == "already_resolved"
            won = here.gm if replies[0].outcome == "done" else second
            assert won.welcome is not None
            assert said["refused"].facts["by"] == replies[2].by == won.welcome.seat
        await second.close()


async def test_two_who_saw_the_same_piece_do_not_both_move_it(tmp_path: Path) -> None:
    """Of two changes over one revision one is done and the other is a conflict with the present revision."""
    async with company(tmp_path) as here:
        second = await Client.pair(await here.server.pairing_line("night"), "Gil", Settings(Encoding.JSON))
        for turn in range(scaled(1_000)):
            scene = here.gm.state.scene("roof")
            assert scene is not None
            seen = scene.find("ben")
            assert seen is not None
            saw = (SpotRevision("ben", seen.revision),)
            wishes = [PieceChanged("roof", "ben", {"place": {"x": turn % 5, "y": y}}, saw) for y in (6, 7)]
            first, other = await asyncio.gather(here.gm.command(wishes[0]), second.command(wishes[1]))
            done, conflict = (first, other) if first.outcome == "done" else (other, first)
            assert (done.outcome, conflict.outcome) == ("done", "conflict")
            assert conflict.revisions == (SpotRevision("ben", done.seq or 0),)
            await here.gm.caught_up()
        await second.close()


async def test_a_retry_takes_effect_once_in_either_encoding(tmp_path: Path) -> None:
    """The same id and content gives the stored reply; another content is refused; the log does not grow."""
    async with company(tmp_path) as here:
        first = await here.gm.act("roof", "knock_back", PUSH, id=a_name(1))
        journal = here.server.registry.tables["night"].journal
        rows = journal.seq
        again = await here.gm.act("roof", "knock_back", PUSH, id=a_name(1))
        assert again == msgspec.structs.replace(first, dup=True)
        other = await Client.auth(here.server.url, here.gm.token, Settings(Encoding.JSON))
        assert await other.act("roof", "knock_back", PUSH, id=a_name(1)) == again
        reused = await other.act("roof", "knock_back", {**PUSH, "squares": 1}, id=a_name(1))
        assert (reused.outcome, reused.code) == ("invalid", "id_reuse")
        assert journal.seq == rows
        await other.close()


async def test_a_retry_after_a_restart_takes_effect_once(tmp_path: Path) -> None:
    """The reply to a command of before the restart is found in the log."""
    async with company(tmp_path) as here:
        first = await here.gm.act("roof", "knock_back", PUSH, id=a_name(1))
        token = here.gm.token
    async with running(LOCAL, tmp_path) as server:
        gm = await Client.auth(server.url, token)
        assert await gm.act("roof", "knock_back", PUSH, id=a_name(1)) == msgspec.structs.replace(
            first, dup=True
        )
        await gm.close()


async def test_a_question_goes_to_the_owner_and_its_plan_to_the_game_master(tmp_path: Path) -> None:
    """Draw Steel: the pushed one's owner is asked for stability, the plan is edited and approved."""
    async with company(tmp_path, ruleset="draw-steel") as here:
        assert here.player.welcome is not None
        await taken(here.gm.upload_scene("keep", payload_of(KEEP)))
        owner = here.player.welcome.seat
        await taken(here.gm.put("keep", piece("ann", 2, 2)))
        await taken(here.gm.put("keep", piece("ben", 3, 2, owner=owner, stability=2, stamina=20)))
        assert (await here.gm.command(TableSet(policy="all"))).outcome == "done"
        names = [action.name for action in here.player.welcome.actions]
        assert "push" in names
        pending = await here.gm.act(
            "keep", "push", {"source": "ann", "targets": ["ben"], "distance": 5}, id=a_name(7)
        )
        assert (pending.outcome, pending.waits) == ("pending", "question"), pending
        asked = await here.player.question()
        assert asked.question.key == "stability:ben"
        refused = await here.player.answer(asked.hold, asked.question.key, 99)
        assert refused.outcome == "refused"
        assert (await here.player.answer(asked.hold, asked.question.key, 1)).outcome == "done"
        hold = await planned_by_defaults(here.gm, asked.hold)
        assert (await here.gm.approve(hold.hold)).outcome == "done"
        assert (await here.gm.resolved(a_name(7))).state == "committed"
        scene = here.gm.state.scene("keep")
        assert scene is not None
        ben = scene.find("ben")
        assert ben is not None
        assert ben.place.x == 7


async def planned_by_defaults(gm: Client, hold: str) -> WireHold:
    """Let the game master take every default that is still asked, till the plan is there."""
    while True:
        await gm.until(lambda client: hold in client.asked or client.holds[hold].state == "planned")
        if gm.holds[hold].state == "planned":
            return gm.holds[hold]
        question = gm.asked.pop(hold).question
        assert (await gm.answer(hold, question.key, question.default)).outcome == "done"


async def test_a_plan_is_shortened_and_approved(tmp_path: Path) -> None:
    """A game master looks at what an edit would give, approves it so, and everybody sees that."""
    async with company(tmp_path) as here:
        await taken(here.player.act("roof", "knock_back", PUSH, id=a_name(8)))
        hold = await here.gm.planned()
        edits = [LimitDistance("ben", 1)]
        shorter = await here.gm.preview_hold(hold.hold, edits)
        assert isinstance(shorter, PreviewResult)
        assert shorter.plan is not None
        assert (await here.gm.approve(hold.hold, edits=edits)).outcome == "done"
        assert (await here.player.resolved(a_name(8))).state == "committed"
        committed = await here.player.event("committed")
        assert committed.data["effects"] == in_full(shorter.plan.effects)
        scene = here.player.state.scene("roof")
        assert scene is not None
        ben = scene.find("ben")
        assert ben is not None
        assert ben.place.x == 3


async def test_what_waits_survives_a_restart(tmp_path: Path) -> None:
    """A plan that waits is still there after the server was stopped and started, and is decided then."""
    async with company(tmp_path) as here:
        pending = await here.player.act("roof", "knock_back", PUSH, id=a_name(3))
        assert pending.waits == "approval"
        tokens = here.gm.token, here.player.token
        before = here.gm.state_hash
    async with running(LOCAL, tmp_path) as server:
        gm = await Client.auth(server.url, tokens[0])
        player = await Client.auth(server.url, tokens[1])
        assert gm.state_hash == before
        hold = await gm.planned()
        assert hold.command == a_name(3)
        assert player.holds[hold.hold].state == "planned"
        assert (await gm.approve(hold.hold)).outcome == "done"
        assert (await player.resolved(a_name(3))).state == "committed"
        await gm.close()
        await player.close()


async def test_clients_come_back_after_a_restart_by_themselves(tmp_path: Path) -> None:
    """A client that was connected goes on where it was when the server is back on its port."""
    async with running(LOCAL, tmp_path) as server:
        port = server.port
        line = await server.pairing_line("night", "heroclix")
        gm = await Client.pair(line, "Gwen", Settings(jitter=lambda: 0.1))
    await gm.until(lambda client: not client.is_live)
    config = msgspec.structs.replace(LOCAL, port=port)
    async with running(config, tmp_path):
        await gm.until(lambda client: client.is_live)
        assert gm.resyncs == []
        assert (await gm.command(TableSet(name="Later"))).outcome == "done"
        await gm.close()


async def test_a_stop_writes_down_the_time_used_and_ends_no_question(tmp_path: Path) -> None:
    """Of two minutes eighty seconds are used when the server stops; forty are left when it is back."""
    config = msgspec.structs.replace(LOCAL, question_seconds=120, sweep_seconds=3_600)
    async with company(tmp_path, ruleset="draw-steel", config=config) as here:
        await here.gm.upload_scene("keep", payload_of(KEEP))
        await here.gm.put("keep", piece("ann", 2, 2))
        await here.gm.put("keep", piece("ben", 3, 2, stability=2, stamina=20))
        pending = await here.gm.act("keep", "push", {"source": "ann", "targets": ["ben"], "distance": 5})
        assert pending.waits == "question"
        here.server.registry.tables["night"].tick(80_000)
        await here.gm.caught_up()
        token = here.gm.token
    async with (
        running(config, tmp_path) as server,
        await Client.auth(server.url, token) as gm,
    ):
        assert [held.state for held in gm.holds.values()] == ["asking"]
        assert (await gm.question()).remaining_ms == 40_000


async def test_an_unanswered_question_takes_its_default(tmp_path: Path) -> None:
    """When its time is over while somebody could have answered, the default is taken, and the log says so."""
    async with company(tmp_path, ruleset="draw-steel") as here:
        await taken(here.gm.upload_scene("keep", payload_of(KEEP)))
        await taken(here.gm.put("keep", piece("ann", 2, 2)))
        await taken(here.gm.put("keep", piece("ben", 3, 2, stability=2, stamina=20)))
        pending = await here.gm.act(
            "keep", "push", {"source": "ann", "targets": ["ben"], "distance": 5}, id=a_name(9)
        )
        assert pending.waits == "question"
        assert pending.hold is not None
        while pending.hold in here.gm.holds:
            here.server.registry.tables["night"].tick(60_000)
            await here.gm.caught_up()
        assert (await here.gm.resolved(a_name(9))).state == "committed"
        answered = await here.gm.event("answered")
        assert answered.data["by"] == "time"


async def test_a_plan_that_nobody_approves_expires(tmp_path: Path) -> None:
    """Absence never means yes: nothing is applied when the time of an approval is over."""
    async with company(tmp_path) as here:
        scene = here.gm.state.scene("roof")
        await taken(here.player.act("roof", "knock_back", PUSH, id=a_name(4)))
        here.server.registry.tables["night"].tick(10 * 60_000)
        assert (await here.player.resolved(a_name(4))).state == "expired"
        assert here.gm.state.scene("roof") == scene
