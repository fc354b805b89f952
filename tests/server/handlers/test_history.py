"""Who may read which part of the past, one thing at a time."""

import asyncio
from pathlib import Path

import pytest

from support.edge import TABLE, QueuedPeer, server_context
from vttbridge.server.handlers.history import HistoryHandler
from vttbridge.session.actions import RunRequest
from vttbridge_protocol import Log, Reply

ID = "0" * 32


@pytest.mark.parametrize("wanted", [Log(form="file"), Log(form="moment"), Log(options={"a": True})])
async def test_files_and_other_rules_are_for_game_masters(tmp_path: Path, wanted: Log) -> None:
    """Others are refused at once."""
    context = await server_context(tmp_path)
    actor = await context.registry.open_table(TABLE)
    assert actor is not None
    peer = QueuedPeer("nobody")
    await HistoryHandler(peer, asyncio.Semaphore(1), 5.0).read(actor, RunRequest(ID, wanted), wanted)
    assert peer.told == [Reply("refused", code="NOT_ALLOWED")]
    await context.registry.stop()


async def test_one_thing_is_read_at_a_time(tmp_path: Path) -> None:
    """The second is told to come again."""
    context = await server_context(tmp_path)
    actor = await context.registry.open_table(TABLE)
    assert actor is not None
    peer = QueuedPeer("nobody")
    handler = HistoryHandler(peer, asyncio.Semaphore(1), 5.0)
    await handler.read(actor, RunRequest(ID, Log()), Log())
    await handler.read(actor, RunRequest(ID, Log()), Log())
    assert [one.code for one in peer.told if isinstance(one, Reply)] == ["too_many_in_flight"]
    handler.stop()
    await context.registry.stop()
