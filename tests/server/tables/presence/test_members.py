"""Who is here, and who of them is asked and told."""

from support.fake_peer import FakePeer
from support.stored_table import StoredTable
from vttbridge.server.tables.presence.members import Members
from vttbridge_protocol import CloseCode, Live


def here(*seats: str) -> tuple[Members, list[FakePeer]]:
    """Return members on some seats."""
    members, peers = Members(), [FakePeer(seat) for seat in seats]
    members.peers += peers
    return members, peers


def test_who_is_here() -> None:
    """A seat with two devices is one seat; who was never seated may leave."""
    state = StoredTable().journal.table.state
    members, (gm, ann, _) = here("s-gm", "s-1", "s-1")
    assert members.connected() == {"s-gm": True, "s-1": True}
    assert members.gm_is_here(state)
    members.leave(gm)
    members.leave(FakePeer("s-2"))
    assert not members.gm_is_here(state)
    members.leave(ann)
    assert members.connected() == {"s-1": True}


def test_the_executor_alone_has_a_term() -> None:
    """Nobody has one when nobody writes."""
    members, (gm, ann) = here("s-gm", "s-1")
    members.set_executor(gm, 7)
    assert (members.term_for(gm), members.term_for(ann)) == (7, None)
    members.set_executor(None, 7)
    assert members.term_for(gm) is None


def test_game_masters_are_asked_for_whoever_is_not_here() -> None:
    """The audience is always asked."""
    table = StoredTable()
    table.push("s-gm", "ben")
    state = table.journal.table.state
    (hold,) = state.holds
    members, _ = here("s-gm", "s-1")
    assert [members.is_asked(seat, state, hold) for seat in ("s-2", "s-gm", "s-1")] == [True, True, False]
    members, _ = here("s-gm", "s-2")
    assert not members.is_asked("s-gm", state, hold)


def test_only_those_meant_are_told_or_closed() -> None:
    """Game masters hear what is for them; an ended seat's devices are closed."""
    members, (gm, ann) = here("s-gm", "s-1")
    members.send_to_gms(StoredTable().journal.table.state, Live(3))
    members.close("s-1")
    assert (gm.messages, ann.messages) == ([Live(3)], [])
    assert (gm.closes, ann.closes) == ([], [CloseCode.REVOKED])
