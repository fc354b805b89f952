"""A scene whose truth lies in a VTT: one client writes there, under a term, and what waits for it waits."""

from collections.abc import Mapping
from pathlib import Path

import pytest

import vttbridge_protocol as wire
from end_to_end.at_a_table import ROOF, company, payload_of, taken
from vttbridge.client import Client, Closed, Settings
from vttbridge_protocol import CloseCode, ExecutorState, Plain

PUSH: Mapping[str, Plain] = {"targets": ["ben"], "squares": 3, "source": "ann"}
STAYS = Settings(reconnects=False)


async def claim(client: Client, *, force: bool = False) -> ExecutorState:
    """Ask for the executor's slot."""
    state = await client.request(wire.Executor(claim=True, force=force))
    assert isinstance(state, ExecutorState)
    return state


async def test_a_commit_waits_for_an_executor_and_is_confirmed_by_it(tmp_path: Path) -> None:
    """It waits; with an executor it happens under a term, and is sent again until confirmed."""
    async with company(tmp_path) as here:
        await taken(here.gm.upload_scene("roof", payload_of(ROOF), home="vtt"))
        waiting = await here.gm.act("roof", "knock_back", PUSH, id="e" * 32)
        assert (waiting.outcome, waiting.waits) == ("pending", "executor")
        first = await Client.auth(here.server.url, here.gm.token, STAYS)
        state = await claim(first)
        assert state.state == "yours"
        event = await first.event("committed")
        assert event.term == state.term
        assert (await here.gm.resolved("e" * 32)).state == "committed"
        second = await Client.auth(here.server.url, here.gm.token, STAYS)
        assert (await claim(second)).state == "waiting"
        await first.close()
        again = await second.event("committed")
        assert again.term is not None
        assert again.term > state.term
        scene = here.gm.state.scene("roof")
        assert scene is not None
        seq = second.seq
        old = await second.command(wire.Applied(seq, state.term))
        assert (old.outcome, old.code) == ("invalid", "old_term")
        done = await second.command(wire.Applied(seq, again.term, (wire.Write("Token.x", "x", 1, 5),)))
        assert done.outcome == "done"
        assert not here.server.registry.tables["night"].journal.table.unapplied()
        await second.close()


async def test_what_nobody_confirmed_is_sent_again_however_long_ago(tmp_path: Path) -> None:
    """A commit that is no longer at hand is read from the log for the next executor, with its term."""
    async with company(tmp_path) as here:
        await taken(here.gm.upload_scene("roof", payload_of(ROOF), home="vtt"))
        first = await Client.auth(here.server.url, here.gm.token, STAYS)
        await claim(first)
        done = await here.gm.act("roof", "knock_back", PUSH)
        assert done.seq is not None
        await first.close()
        window = here.server.registry.tables["night"].journal.recent_events
        for x in range(3):
            await taken(here.gm.change("roof", "ann", {"place": {"x": x, "y": 7}}))
        while window.oldest < done.seq:
            window.let_go()
        second = await Client.auth(here.server.url, here.gm.token, STAYS)
        state = await claim(second)
        again = await second.event("committed")
        assert again.term == state.term
        await second.close()


async def test_the_slot_moves_by_a_game_masters_hand(tmp_path: Path) -> None:
    """Who is pushed out of the slot is closed with its own code."""
    async with company(tmp_path) as here:
        first = await Client.auth(here.server.url, here.gm.token, STAYS)
        assert (await claim(first)).state == "yours"
        assert (await claim(here.gm)).state == "waiting"
        assert (await claim(here.gm, force=True)).state == "yours"
        with pytest.raises(Closed) as over:
            await first.until(lambda _: False)
        assert over.value.code == CloseCode.EXECUTOR_MOVED
