"""Whoever comes is welcomed, and told the whole state or exactly what was missed."""

import asyncio

from support.fake_peer import FakePeer
from support.stored_table import KEY, StoredTable, seated
from vttbridge.server.tables.presence.joining import full_state_for
from vttbridge.session.event_mac import head_for
from vttbridge.table.log.store import StorageFull
from vttbridge.table.model.commands import SetTable
from vttbridge_protocol import (
    Asked,
    CloseCode,
    Event,
    Held,
    Knocked,
    Live,
    Resume,
    Resumed,
    Resync,
    Snapshot,
    Welcome,
)


async def test_a_newcomer_is_told_the_whole_state_and_what_waits() -> None:
    """What was said before comes before the welcome; `live` is the last."""
    table = StoredTable()
    table.push("s-gm", "ben")
    actor, ben, said = table.actor(), FakePeer("s-2"), Knocked("k", "w", 1)
    actor.join(ben, None, "here", (said,))
    await actor.mailbox.join()
    kinds = [type(one) for one in ben.messages]
    assert kinds == [Knocked, Welcome, Snapshot, Held, Asked, Live]
    assert ben.messages[-1] == Live(actor.state.seq)
    whole = await full_state_for(table.journal, ben, "h")
    assert whole.snapshot.seq == actor.state.seq
    await actor.stop()


async def test_who_comes_back_is_told_what_was_missed_from_memory_or_log() -> None:
    """Rows in memory, rows of the log, or both together: the same events."""
    table = StoredTable()
    stood, head = table.journal.seq, head_for(KEY, table.journal.hash, whole=False)
    resume = Resume("s", table.journal.table.state.epoch, stood, head)
    table.push("s-gm", "dan")
    table.do("s-gm", SetTable(name="Later"))
    actor, told = table.actor(), list[list[object]]()
    for gone in (0, table.journal.seq - 1):
        while table.journal.recent_events.oldest < gone:
            table.journal.recent_events.let_go()
        ann, is_told = FakePeer("s-1"), asyncio.Event()
        ann.outbox.on_put = is_told.set
        actor.join(ann, resume, "s")
        await is_told.wait()
        await actor.mailbox.join()
        assert [type(one) for one in ann.messages] == [Welcome, Resumed, Event, Event, Live]
        told.append([one for one in ann.messages if isinstance(one, Event)])
    assert told[0] == told[1]
    await actor.stop()


async def test_a_head_that_was_never_told_starts_over() -> None:
    """The client is told why, and the whole state."""
    table = StoredTable()
    actor, ann = table.actor(), FakePeer("s-1")
    actor.join(ann, Resume("s", actor.state.epoch, actor.state.seq, "0" * 32), "s")
    await actor.mailbox.join()
    assert [type(one) for one in ann.messages] == [Welcome, Resync, Snapshot, Live]
    await actor.stop()


async def test_nobody_is_seated_over_rows_that_were_not_stored() -> None:
    """The connection is closed; who went away meanwhile is told nothing."""
    table = StoredTable()
    actor, ann = table.actor(), FakePeer("s-1")
    (gm,) = await seated(actor, "s-gm")
    table.store.faults.append(StorageFull("no room"))
    actor.submit_own(SetTable(name="lost"))
    actor.join(ann, None, "s")
    await actor.mailbox.join()
    assert (ann.closes, actor.members.peers) == ([CloseCode.INTERNAL], [gm])
    await actor.stop()
