"""The new executor is told its term and what nobody confirmed, and what waited is carried out."""

import pytest

from support.fake_peer import FakePeer
from support.stored_table import KEY, StoredTable
from vttbridge.server.tables.executor_handover import ExecutorHandover
from vttbridge.server.tables.executor_lease import ExecutorLease
from vttbridge.server.tables.mailbox import Mailbox
from vttbridge.server.tables.presence.broadcast import Broadcast
from vttbridge.server.tables.presence.members import Members
from vttbridge.table import Live
from vttbridge.table.model.commands import Act, Approve, CarryOut
from vttbridge_protocol import Event, Executor, ExecutorState


async def nothing_to_load() -> None:
    """Load nothing."""


class Desk:
    """A table's handover with its mailbox, and the commands that it gave."""

    def __init__(self, table: StoredTable) -> None:
        self.mailbox, self.members = Mailbox("night", nothing_to_load), Members()
        self.carried: list[CarryOut] = []
        self.handover = ExecutorHandover(
            table.journal,
            self.mailbox,
            self.members,
            Broadcast(table.journal.game, KEY, self.members),
            lease=ExecutorLease(4),
            carry_out=self.carried.append,
            replay_seconds=60.0,
        )
        self.mailbox.start()


async def test_a_claim_is_handed_over_and_given_back() -> None:
    """The term is told when everything before is stored; afterwards nobody writes."""
    desk, gm = Desk(StoredTable()), FakePeer("s-gm")
    assert desk.handover.claim(gm, Executor(claim=True)) == ExecutorState("yours", 5)
    assert gm.messages == []
    await desk.mailbox.join()
    assert (desk.members.executor, desk.members.term) == (gm, 5)
    assert gm.messages == [ExecutorState("yours", 5)]
    assert desk.handover.claim(gm, Executor(claim=False)) == ExecutorState("none", 5)
    assert (desk.members.executor, desk.carried) == (None, [])
    await desk.mailbox.stop()


async def test_the_next_in_line_follows_and_a_lost_handover_is_made_again() -> None:
    """Nothing is made again where the holder knows of it."""
    desk, gm, other = Desk(StoredTable()), FakePeer("s-gm"), FakePeer("s-gm")
    desk.handover.claim(gm, Executor(claim=True))
    desk.handover.claim(other, Executor(claim=True))
    await desk.mailbox.join()
    desk.handover.leave(gm)
    await desk.mailbox.join()
    assert (desk.members.executor, other.messages) == (other, [ExecutorState("yours", 6)])
    desk.handover.resume()
    await desk.mailbox.join()
    assert len(other.messages) == 1
    desk.members.set_executor(None, 0)
    desk.handover.resume()
    await desk.mailbox.join()
    assert (desk.members.executor, len(other.messages)) == (other, 2)
    await desk.mailbox.stop()


def unconfirmed_and_waiting(table: StoredTable) -> str:
    """Write a push that nobody confirmed and one that waits for an executor; returns the hold of that."""
    table.live = Live(executor=True, term=1)
    table.push("s-gm", "dan")
    table.live = Live()
    table.do("s-1", Act("room", "push", {"target": "cat", "mover": "ann", "squares": 1}))
    for hold in table.journal.table.state.holds:
        if hold.state == "planned":
            table.do("s-gm", Approve(hold.id, hold.hash))
    (waiting,) = table.journal.table.waiting_for_executor()
    return waiting.id


@pytest.mark.parametrize("in_memory", [True, False])
async def test_what_nobody_confirmed_is_told_again_and_what_waits_is_carried_out(*, in_memory: bool) -> None:
    """Rows that are no longer in memory are read from the log."""
    table = StoredTable(home="vtt")
    hold = unconfirmed_and_waiting(table)
    (write,) = table.journal.table.unapplied()
    while not in_memory and table.journal.recent_events.oldest < write.seq:
        table.journal.recent_events.let_go()
    desk, gm = Desk(table), FakePeer("s-gm")
    desk.handover.claim(gm, Executor(claim=True))
    await desk.mailbox.join()
    state, event = gm.messages
    assert state == ExecutorState("yours", 5)
    assert isinstance(event, Event)
    assert (event.kind, event.term) == ("committed", 5)
    assert desk.carried == [CarryOut(hold)]
    await desk.mailbox.stop()
