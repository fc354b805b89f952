"""A rule book that takes long, or fails: its own asker is told, and everybody else goes on."""

import asyncio
import itertools
import threading
import time
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest

from end_to_end.at_a_table import LOCAL, company
from vttbridge.client import Client, Settings
from vttbridge.geometry.allowance import checkpoint
from vttbridge.rules.dice import Uniform
from vttbridge.server.tables.previews import MAX_WAITING
from vttbridge.table import NOW, Decision, Live, Table
from vttbridge.table.decisions.preview import Preview, PreviewRequest
from vttbridge.table.model.commands import Act, Command
from vttbridge_protocol import Plain, PreviewResult, Reply

PUSH: Mapping[str, Plain] = {"targets": ["ben"], "squares": 3, "source": "ann"}
PATIENT = 60.0
"""Seconds after which a test that waits for an event fails."""

SETTLE = Table.decide_with
PREVIEW = Table.preview


async def test_a_neighbour_goes_on_while_a_table_thinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one table's decision takes its time, another table is answered; then the first one is too."""
    going: list[str] = []
    answered = threading.Event()

    def slowly(table: Table, command: Command, uniform: Uniform, live: Live = NOW) -> Decision:
        if isinstance(command.body, Act):
            answered.wait(PATIENT)
            going.append("decided")
        return SETTLE(table, command, uniform, live)

    async with company(tmp_path) as here:
        other = await Client.pair(await here.server.pairing_line("next", "draw-steel"), "Nora")
        monkeypatch.setattr(Table, "decide_with", slowly)
        acting = asyncio.create_task(here.gm.act("roof", "knock_back", PUSH))
        await other.caught_up()
        going.append("neighbour")
        answered.set()
        assert (await acting).outcome == "done"
        assert going == ["neighbour", "decided"]
        await other.close()


async def test_commands_do_not_wait_for_previews(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many previews a player asks for: few of them wait, the next are busy, and the table goes on."""
    let = threading.Event()

    def slowly(table: Table, seat: str, asking: PreviewRequest) -> Preview:
        let.wait(PATIENT)
        return PREVIEW(table, seat, asking)

    config = msgspec.structs.replace(LOCAL, decision_seconds=10.0)
    async with company(tmp_path, config=config, player=Settings(tries=1)) as here:
        monkeypatch.setattr(Table, "preview", slowly)
        flood = [asyncio.create_task(here.player.preview("roof", "knock_back", PUSH)) for _ in range(12)]
        busy = [await done for done in itertools.islice(asyncio.as_completed(flood), 12 - MAX_WAITING)]
        assert {(one.outcome, one.code) for one in busy if isinstance(one, Reply)} == {
            ("busy", "too_many_in_flight")
        }
        assert (await here.gm.act("roof", "knock_back", PUSH)).outcome == "done"
        let.set()
        told = [one for one in await asyncio.gather(*flood) if isinstance(one, PreviewResult)]
        assert len(told) == MAX_WAITING
        again = await here.player.preview("roof", "knock_back", PUSH)
        assert isinstance(again, PreviewResult)


async def test_what_takes_far_too_long_is_busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The asker may try again; nothing was written, and the table goes on."""

    def never(table: Table, command: Command, uniform: Uniform, live: Live = NOW) -> Decision:
        # only computing counts, so this computes until it is given up
        until = time.monotonic() + PATIENT
        while isinstance(command.body, Act) and time.monotonic() < until:
            checkpoint()
        return SETTLE(table, command, uniform, live)

    config = msgspec.structs.replace(LOCAL, decision_seconds=0.1)
    async with company(tmp_path, config=config) as here:
        monkeypatch.setattr(Table, "decide_with", never)
        rows = here.server.registry.tables["night"].journal.seq
        reply = await here.gm.act("roof", "knock_back", PUSH)
        assert (reply.outcome, reply.code) == ("busy", "geometry_time")
        assert reply.retry_after_ms
        assert here.server.registry.tables["night"].journal.seq == rows
        monkeypatch.undo()
        assert (await here.gm.act("roof", "knock_back", PUSH)).outcome == "done"


async def test_a_rule_book_that_fails_ends_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The asker is told that the rules failed; the next command is decided."""

    def broken(table: Table, command: Command, uniform: Uniform, live: Live = NOW) -> Decision:
        if isinstance(command.body, Act):
            raise ZeroDivisionError
        return SETTLE(table, command, uniform, live)

    async with company(tmp_path) as here:
        monkeypatch.setattr(Table, "decide_with", broken)
        reply = await here.gm.act("roof", "knock_back", PUSH)
        assert (reply.outcome, reply.code) == ("invalid", "rules_failed")
        monkeypatch.undo()
        assert (await here.gm.act("roof", "knock_back", PUSH)).outcome == "done"
