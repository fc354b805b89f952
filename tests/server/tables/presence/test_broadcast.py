"""Everybody is told each row as they may see it, with numbers of their own."""

from support.fake_peer import FakePeer
from support.stored_table import KEY, StoredTable
from vttbridge.server.tables.presence.broadcast import Broadcast, frame_for, holds_in, send_frame
from vttbridge.server.tables.presence.members import Members
from vttbridge.session.event_mac import head_for
from vttbridge.table import Live
from vttbridge.table.model.commands import ChangePiece, PieceRequest, Reject
from vttbridge_protocol import Asked, Encoding, Event, Held, Resolved


def seats_of(table: StoredTable, *seats: str) -> tuple[Broadcast, Members, list[FakePeer]]:
    """Return a broadcast to members on some seats."""
    members = Members()
    peers = [FakePeer(seat, encoding=Encoding.MSGPACK) for seat in seats]
    members.peers += peers
    return Broadcast(table.journal.game, KEY, members), members, peers


def test_each_is_told_as_its_seat_may_see() -> None:
    """A game master has the row's hash, a player a mark; what is hidden is told to no player."""
    table = StoredTable()
    broadcast, _, (gm, other, ann) = seats_of(table, "s-gm", "s-gm", "s-1")
    steps = table.push("s-gm", "dan")
    broadcast.send(steps, lambda _: None)
    broadcast.send(table.do("s-gm", ChangePiece("room", "spy", PieceRequest(name="Mole"))), lambda _: None)
    broadcast.send((), lambda _: None)
    (seen,) = ann.messages
    assert isinstance(seen, Event)
    assert gm.messages == other.messages
    told = gm.messages[1]
    assert isinstance(told, Event)
    assert (told.hash, told.mark) == (head_for(KEY, steps[-1].hash, whole=True), None)
    assert (seen.hash, seen.mark) == (None, head_for(KEY, steps[-1].hash, whole=False))
    assert (seen.kind, len(gm.messages)) == ("committed", 3)


def test_the_executor_alone_is_told_its_term() -> None:
    """By it the VTT knows what to write."""
    table = StoredTable(home="vtt")
    table.live = Live(executor=True, term=1)
    broadcast, members, (gm, other) = seats_of(table, "s-gm", "s-gm")
    members.set_executor(gm, 3)
    broadcast.send(table.push("s-gm", "dan"), lambda _: None)
    written, told = gm.messages[-1], other.messages[-1]
    assert isinstance(written, Event)
    assert isinstance(told, Event)
    assert (written.kind, written.term) == ("committed", 3)
    assert (told.kind, told.term) == ("committed", None)


def test_how_a_hold_stands_and_ends_is_told_to_those_whom_it_concerns() -> None:
    """The asked one is asked; the end says who brought it."""
    table = StoredTable()
    broadcast, _, (gm, ann, ben) = seats_of(table, "s-gm", "s-1", "s-2")
    asking = table.push("s-gm", "ben")
    (name,) = holds_in(asking)
    broadcast.send(asking, lambda _: 5)
    assert [one.hold.remaining_ms for one in gm.messages if isinstance(one, Held)] == [5]
    assert [one.remaining_ms for one in ben.messages if isinstance(one, Asked)] == [5]
    assert not any(isinstance(one, Asked | Held) for one in (*ann.messages,))
    broadcast.send(table.do("s-gm", Reject(name)), lambda _: None)
    for peer in (gm, ben):
        ends = [one for one in peer.messages if isinstance(one, Resolved)]
        assert [(one.hold, one.state, one.by) for one in ends] == [(name, "rejected", "s-gm")]
    assert not any(isinstance(one, Resolved) for one in ann.messages)


def test_what_was_missed_is_what_was_told() -> None:
    """Numbered anew, and sent at the client's own pace."""
    table = StoredTable()
    broadcast, _, (gm,) = seats_of(table, "s-gm")
    steps = table.push("s-gm", "dan")
    broadcast.send(steps, lambda _: None)
    late, later = FakePeer("s-gm"), FakePeer("s-gm")
    broadcast.send_backlog(late, steps)
    send_frame(later, broadcast.frames(later, steps))
    assert late.messages == later.messages == gm.messages
    assert len(late.envelopes) == len(steps)
    assert all(getattr(step, "part", False) for step in late.outbox.steps)
    assert frame_for(table.journal.game, KEY, steps[0], late) is not None
