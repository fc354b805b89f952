"""Game masters let in, end seats and invite; nobody else does."""

from pathlib import Path

from support.edge import TABLE, QueuedPeer, server_context
from vttbridge.auth.seat_credentials import Device
from vttbridge.server.context import ServerContext
from vttbridge.server.handlers.seats import SeatHandler
from vttbridge.server.tables.actor import TableActor
from vttbridge.session.actions import RunCommand, RunRequest
from vttbridge_protocol import Admit, Invite, Invited, Reply, Revoke, Role

ID = "0" * 31


async def seated(context: ServerContext, role: Role) -> tuple[TableActor, QueuedPeer, SeatHandler]:
    """Return a table, somebody who sits there, and their handler."""
    code, _ = await context.seats.open_code(TABLE, role)
    minted = context.seats.redeem(code, Device("Gwen"))
    actor = await context.registry.open_table(TABLE)
    assert minted is not None
    assert actor is not None
    await context.registry.seat_at_table(actor, minted)
    peer = QueuedPeer(minted.seat.id)
    return actor, peer, SeatHandler(context, peer)


async def test_an_invite_can_be_redeemed(tmp_path: Path) -> None:
    """It gives the role that was asked for; players open none."""
    context = await server_context(tmp_path)
    actor, peer, handler = await seated(context, "gm")
    wanted = Invite("observer")
    await handler.invite(actor, RunRequest(ID + "1", wanted), wanted)
    (invited,) = peer.told
    assert isinstance(invited, Invited)
    minted = context.seats.redeem(invited.code, Device("Ann"))
    assert minted is not None
    assert minted.seat.role == "observer"
    actor, player, handler = await seated(context, "player")
    await handler.invite(actor, RunRequest(ID + "2", wanted), wanted)
    assert player.told == [Reply("refused", code="NOT_ALLOWED")]
    await context.registry.stop()


async def test_a_seat_that_is_ended_is_gone_from_both_places(tmp_path: Path) -> None:
    """From the table's log and from those who may come in."""
    context = await server_context(tmp_path)
    actor, _, _ = await seated(context, "gm")
    _, player, theirs = await seated(context, "player")
    _, peer, handler = await seated(context, "gm")
    wanted = Revoke(player.seat_id)
    await theirs.revoke(actor, RunCommand(ID + "1", wanted, "d"), wanted)
    await actor.mailbox.join()
    assert context.seats.seat(player.seat_id) is not None
    await handler.revoke(actor, RunCommand(ID + "2", wanted, "d"), wanted)
    await actor.mailbox.join()
    assert context.seats.seat(player.seat_id) is None
    assert actor.state.seat(player.seat_id) is None
    assert [one.outcome for one in peer.told if isinstance(one, Reply)] == ["done"]
    await context.registry.stop()


async def test_a_knock_that_nobody_made_opens_nothing(tmp_path: Path) -> None:
    """Turning nobody away is done all the same; a player may do neither."""
    context = await server_context(tmp_path)
    actor, peer, handler = await seated(context, "gm")
    for count, allow in enumerate((True, False)):
        wanted = Admit("none", allow=allow)
        await handler.admit(actor, RunCommand(f"{ID}{count}", wanted, f"d{count}"), wanted)
        await actor.mailbox.join()
    assert [(one.outcome, one.code) for one in peer.told if isinstance(one, Reply)] == [
        ("refused", "NO_SUCH_KNOCK"),
        ("done", ""),
    ]
    actor, player, handler = await seated(context, "player")
    nobody = Admit("none", allow=False)
    await handler.admit(actor, RunCommand(ID + "3", nobody, "d"), nobody)
    await actor.mailbox.join()
    assert player.told == [Reply("refused", code="NOT_ALLOWED")]
    await context.registry.stop()


async def test_who_knocked_is_let_in_with_a_seat_in_the_log(tmp_path: Path) -> None:
    """The role is the one that was given."""
    context = await server_context(tmp_path)
    actor, _, handler = await seated(context, "gm")
    knock = context.lobby.knock(TABLE, Device("Ann"))
    assert knock is not None
    wanted = Admit(knock.id, allow=True, role="observer")
    await handler.admit(actor, RunCommand(ID + "1", wanted, "d"), wanted)
    await actor.mailbox.join()
    assert [seat.role for seat in actor.state.seats if seat.label == "Ann"] == ["observer"]
    await context.registry.stop()
