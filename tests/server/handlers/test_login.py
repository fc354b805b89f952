"""By a code, a token or a knock somebody comes to a seat, or is sent away."""

from pathlib import Path

import pytest

from support.edge import TABLE, QueuedPeer, server_context
from vttbridge.server.handlers.login import LoginHandler, table_meant
from vttbridge.server.runtime.config import Config
from vttbridge_protocol import (
    Admitted,
    Auth,
    CloseCode,
    Knock,
    Knocked,
    Pair,
    Paired,
)


@pytest.mark.parametrize(
    ("name", "tables", "meant"),
    [
        ("", ("Fort",), "Fort"),
        ("", ("Fort", "Keep"), ""),
        ("", (), ""),
        (" fORT ", ("Fort", "Keep"), "Fort"),
        ("fort", ("Fort", "FORT"), "fort"),
        ("Mill", ("Fort",), "Mill"),
    ],
)
def test_a_table_is_meant_by_its_name(name: str, tables: tuple[str, ...], meant: str) -> None:
    """Without a name it is the only one; capitals do not count while one alone is alike."""
    assert table_meant(name, tables) == meant


async def test_a_code_gives_a_seat_and_the_token_of_it_the_same_again(tmp_path: Path) -> None:
    """The client is told its token before anything else."""
    context = await server_context(tmp_path)
    code, _ = await context.seats.open_code(TABLE, "gm")
    peer = QueuedPeer()
    login = LoginHandler(context, peer, own_origin=True)
    await login.authenticate(Pair(code, label="Gwen"))
    assert login.is_known
    assert login.actor is context.registry.tables[TABLE]
    await context.registry.tables[TABLE].mailbox.join()
    (paired,) = [one for one in peer.told if isinstance(one, Paired)]
    again = QueuedPeer()
    other = LoginHandler(context, again, own_origin=True)
    await other.authenticate(Auth(paired.token))
    assert (again.seat, other.actor) == (peer.seat, login.actor)
    await context.registry.stop()


@pytest.mark.parametrize("first", [Pair("BBBB-BBBB"), Auth("none"), Knock("Ann", table="Mill")])
async def test_who_shows_nothing_that_counts_is_sent_away(tmp_path: Path, first: Pair | Auth | Knock) -> None:
    """All three are told the same."""
    context = await server_context(tmp_path)
    peer = QueuedPeer()
    login = LoginHandler(context, peer, own_origin=True)
    await login.authenticate(first)
    assert peer.closed_with == [CloseCode.NOT_ACCEPTED]
    assert (login.actor, login.is_known, peer.told) == (None, False, [])
    await context.registry.stop()


async def test_a_page_from_elsewhere_may_try_nothing_but_a_code(tmp_path: Path) -> None:
    """A knock from an origin that nobody paired is not heard."""
    context = await server_context(tmp_path)
    peer = QueuedPeer(origin="https://evil.example")
    await LoginHandler(context, peer, own_origin=False).authenticate(Knock("Ann"))
    assert peer.closed_with == [CloseCode.NOT_ACCEPTED]
    assert context.seats.registry.knocks == ()
    await context.registry.stop()


async def test_a_full_table_takes_nobody(tmp_path: Path) -> None:
    """The client may try again later."""
    context = await server_context(tmp_path, Config(connections_per_table=0))
    code, _ = await context.seats.open_code(TABLE, "gm")
    peer = QueuedPeer()
    await LoginHandler(context, peer, own_origin=True).authenticate(Pair(code))
    assert peer.closed_with == [CloseCode.DRAINING]
    await context.registry.stop()


@pytest.mark.parametrize("is_let_in", [True, False])
async def test_who_knocks_waits_for_an_answer(tmp_path: Path, *, is_let_in: bool) -> None:
    """Let in, the client is told its token; turned away, it is closed."""
    context = await server_context(tmp_path)
    peer = QueuedPeer()
    login = LoginHandler(context, peer, own_origin=True)
    await login.authenticate(Knock("Ann"))
    (knocked,) = [one for one in peer.told if isinstance(one, Knocked)]
    assert login.actor is None
    minted = context.lobby.admit(knocked.knock, "player") if is_let_in else None
    context.lobby.answer(knocked.knock, minted)
    await context.registry.tables[TABLE].mailbox.join()
    assert any(isinstance(one, Admitted) for one in peer.told) is is_let_in
    assert (login.actor is not None) is is_let_in
    assert peer.closed_with == ([] if is_let_in else [CloseCode.NOT_ACCEPTED])
    await context.registry.stop()


async def test_who_leaves_the_door_waits_no_longer(tmp_path: Path) -> None:
    """An answer that comes later reaches nobody."""
    context = await server_context(tmp_path)
    peer = QueuedPeer()
    login = LoginHandler(context, peer, own_origin=True)
    await login.authenticate(Knock("Ann"))
    (knocked,) = [one for one in peer.told if isinstance(one, Knocked)]
    login.leave()
    context.lobby.answer(knocked.knock, context.lobby.admit(knocked.knock, "player"))
    assert login.actor is None
    await context.registry.stop()
