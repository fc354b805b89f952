"""Whoever knocked waits until a game master answers, or leaves."""

from vttbridge.auth.seat_credentials import Device, Minted
from vttbridge.server.access.lobby import Lobby, Visitor
from vttbridge.server.access.seat_service import SeatService
from vttbridge.testing.memory_store import MemoryStore
from vttbridge_protocol import Knocking


def waiting() -> tuple[Lobby, str, list[Knocking], list[Minted | None]]:
    """Return a lobby with one visitor, what game masters are told, and what the visitor is."""
    lobby = Lobby(SeatService(MemoryStore(), b"k" * 32))
    knock = lobby.knock("Fort", Device("Ann"))
    assert knock is not None
    told, answers = list[Knocking](), list[Minted | None]()
    lobby.add(Visitor(Knocking(knock.id, "Ann", knock.words), answers.append, told.append))
    return lobby, knock.id, told, answers


def test_game_masters_are_told_who_waits_and_that_it_is_over() -> None:
    """Once each, however often somebody leaves."""
    lobby, knock, told, answers = waiting()
    assert lobby.leave(knock) is not None
    assert lobby.leave(knock) is None
    assert [(one.knock, one.open) for one in told] == [(knock, True), (knock, False)]
    lobby.answer(knock, None)
    assert answers == []


def test_who_is_let_in_has_the_role_that_was_given() -> None:
    """The seat is told to the visitor; a knock opens once."""
    lobby, knock, told, answers = waiting()
    minted = lobby.admit(knock, "observer")
    assert minted is not None
    assert (minted.seat.table, minted.seat.role, minted.seat.label) == ("Fort", "observer", "Ann")
    lobby.answer(knock, minted)
    assert answers == [minted]
    assert not told[-1].open
    assert lobby.admit(knock, "observer") is None


def test_who_is_rejected_cannot_be_let_in_any_more() -> None:
    """The visitor is told with the answer."""
    lobby, knock, _, answers = waiting()
    lobby.reject(knock)
    assert lobby.admit(knock, "player") is None
    lobby.answer(knock, None)
    assert answers == [None]
