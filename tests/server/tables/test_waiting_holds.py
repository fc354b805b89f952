"""The holds of a table: time, and who is asked instead of the absent."""

from support.fake_peer import FakePeer
from support.stored_table import KEY, StoredTable
from vttbridge.server.tables.mailbox import Mailbox
from vttbridge.server.tables.presence.broadcast import Broadcast
from vttbridge.server.tables.presence.members import Members
from vttbridge.server.tables.waiting_holds import WaitingHolds
from vttbridge.table.model.commands import Limits
from vttbridge_protocol import Asked

LIMITS = Limits(question_ms=1_000, approval_ms=2_000, all_ms=86_400_000)


async def nothing_to_load() -> None:
    """Load nothing."""


def asking(*seats: str) -> tuple[WaitingHolds, StoredTable, list[FakePeer]]:
    """Return the holds of a table that asks ben, with some seats connected."""
    table, members = StoredTable(), Members()
    table.push("s-gm", "ben")
    peers = [FakePeer(seat) for seat in seats]
    members.peers += peers
    broadcast = Broadcast(table.journal.game, KEY, members)
    mailbox = Mailbox("night", nothing_to_load)
    return WaitingHolds(table.journal, mailbox, members, broadcast, LIMITS), table, peers


def test_time_runs_while_somebody_is_here_who_may_answer() -> None:
    """A player who is not asked is nobody; what was used is written down before a stop."""
    for seats, used in ((("s-1",), 0), (("s-2",), 400), (("s-gm",), 400)):
        holds, table, _ = asking(*seats)
        (hold,) = table.journal.table.state.holds
        assert holds.advance(400, 1_400) == ()
        assert holds.remaining(hold) == 1_000 - used
        assert [one.asked_ms for one in holds.stopping(1_400)] == ([used] if used else [])
    holds, table, _ = asking("s-gm")
    (hold,) = table.journal.table.state.holds
    assert holds.advance(999, 1_999) == ()
    (over,) = holds.advance(1, 2_000)
    assert (over.hold, over.asked_ms, over.limits) == (hold.id, 1_000, LIMITS)


def test_game_masters_are_asked_where_nobody_of_the_audience_is_here() -> None:
    """Of one seat that left, or of all; with the time that is left."""
    holds, _, (gm, ann) = asking("s-gm", "s-1")
    holds.ask_for_absent("s-1")
    assert gm.messages == []
    holds.ask_for_absent("s-2")
    holds.ask_for_absent()
    assert [one.remaining_ms for one in gm.messages if isinstance(one, Asked)] == [1_000, 1_000]
    assert ann.messages == []
    holds, _, (gm, _) = asking("s-gm", "s-2")
    holds.ask_for_absent()
    assert gm.messages == []
