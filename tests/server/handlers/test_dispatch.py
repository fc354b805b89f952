"""Each kind of message comes to its handler, and the others to the table."""

from pathlib import Path

import pytest

from support.edge import TABLE, QueuedPeer, server_context
from vttbridge.auth.seat_credentials import Device
from vttbridge.server.handlers.dispatch import Dispatcher
from vttbridge.session.actions import RunCommand, RunRequest
from vttbridge_protocol import (
    Admit,
    Documents,
    Invite,
    Invited,
    Log,
    Message,
    Reply,
    Revoke,
    SceneSet,
    SeatList,
    Seats,
    TableSet,
)

ID = "0" * 32


@pytest.mark.parametrize(
    ("body", "outcome", "code"),
    [
        (SceneSet("", "", "scene"), "invalid", "NO_ID"),
        (Documents("none"), "refused", "NOT_THE_EXECUTOR"),
        (Admit("none", allow=True), "refused", "NO_SUCH_KNOCK"),
        (Revoke("none"), "refused", "NO_SUCH_SEAT"),
        (TableSet(name="Keep"), "done", ""),
    ],
)
async def test_a_command_is_answered_by_its_handler(
    tmp_path: Path, body: Message, outcome: str, code: str
) -> None:
    """What it says is its own."""
    context = await server_context(tmp_path)
    seat, _ = await context.seats.open_code(TABLE, "gm")
    minted = context.seats.redeem(seat, Device("Gwen"))
    actor = await context.registry.open_table(TABLE)
    assert minted is not None
    assert actor is not None
    await context.registry.seat_at_table(actor, minted)
    peer = QueuedPeer(minted.seat.id)
    await Dispatcher(context, peer).command(actor, RunCommand(ID, body, "d"))
    await actor.mailbox.join()
    replies = [one for one in peer.told if isinstance(one, Reply)]
    assert [(one.outcome, one.code) for one in replies] == [(outcome, code)]
    await context.registry.stop()


@pytest.mark.parametrize(
    ("body", "kind"), [(Invite(), Invited), (Seats(), SeatList), (Log(form="file"), Reply)]
)
async def test_a_request_is_answered_by_its_handler(
    tmp_path: Path, body: Message, kind: type[Message]
) -> None:
    """A game master invites; the log as a file is not for who sits nowhere."""
    context = await server_context(tmp_path)
    code, _ = await context.seats.open_code(TABLE, "gm")
    minted = context.seats.redeem(code, Device("Gwen"))
    actor = await context.registry.open_table(TABLE)
    assert minted is not None
    assert actor is not None
    await context.registry.seat_at_table(actor, minted)
    peer = QueuedPeer("nobody" if isinstance(body, Log) else minted.seat.id)
    handlers = Dispatcher(context, peer)
    await handlers.request(actor, RunRequest(ID, body))
    await actor.mailbox.join()
    assert [type(one) for one in peer.told] == [kind]
    handlers.stop()
    await context.registry.stop()
