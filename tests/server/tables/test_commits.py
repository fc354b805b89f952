"""Decide, write down, answer, tell: each command of a table once."""

import pytest

from support.fake_peer import id_of
from support.stored_table import CONFIG, StoredTable, seated
from vttbridge.geometry.allowance import BudgetExceeded
from vttbridge.server.tables import commits
from vttbridge.storage import journal
from vttbridge.table import ReadOnly
from vttbridge.table.log.store import StorageFull
from vttbridge.table.model.commands import PutSeat, SetTable
from vttbridge_protocol import Act, Event, Reply, Resolved, Seats


async def test_a_command_is_answered_and_its_rows_are_told() -> None:
    """Who sent it hears the reply first; everybody hears the event."""
    actor = StoredTable().actor()
    gm, ann = await seated(actor, "s-gm", "s-1")
    actor.submit(gm, id_of("a"), Act("room", "push", {"target": "dan"}), "d")
    await actor.mailbox.join()
    (reply,) = gm.replies_to(id_of("a"))
    assert isinstance(reply, Reply)
    assert reply.outcome == "done"
    assert gm.messages.index(reply) < next(i for i, one in enumerate(gm.messages) if isinstance(one, Event))
    assert any(isinstance(one, Event) for one in ann.messages)
    assert not ann.replies_to(id_of("a"))
    await actor.stop()


async def test_what_is_no_command_is_answered_as_such() -> None:
    """It writes nothing."""
    actor = StoredTable().actor()
    (gm,) = await seated(actor, "s-gm")
    before = actor.state.seq
    actor.submit(gm, id_of("a"), Seats(), "d")
    await actor.mailbox.join()
    assert gm.replies_to(id_of("a")) == [Reply("invalid", code="unsupported")]
    assert actor.state.seq == before
    await actor.stop()


@pytest.mark.parametrize(
    ("fault", "code"), [(StorageFull("no room"), "storage_full"), (ReadOnly("old"), "READ_ONLY")]
)
async def test_rows_that_cannot_be_stored_are_answered(fault: ReadOnly, code: str) -> None:
    """The table stands as its log has it, and goes on."""
    table = StoredTable()
    actor = table.actor()
    (gm,) = await seated(actor, "s-gm")
    before = actor.state.seq
    table.store.faults.append(fault)
    reply = await actor.ordered(SetTable(name="lost"))
    assert (reply.outcome in {"busy", "refused"}, reply.code) == (True, code)
    assert (await actor.ordered(SetTable(name="kept"))).outcome == "done"
    assert (actor.state.name, actor.state.seq) == ("kept", before + 1)
    assert len([one for one in gm.messages if isinstance(one, Event)]) == 1
    await actor.stop()


async def test_a_bug_of_a_rule_book_ends_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told with its kind; what takes too long is told likewise."""
    actor = StoredTable().actor()

    async def breaks(*_: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr(commits, "run_in_worker", breaks)
    reply = await actor.ordered(PutSeat("s-9", "player"))
    assert (reply.outcome, reply.code, dict(reply.facts)) == ("invalid", "rules_failed", {"kind": "KeyError"})

    async def takes_long(*_: object) -> None:
        raise BudgetExceeded

    monkeypatch.setattr(commits, "run_in_worker", takes_long)
    reply = await actor.ordered(PutSeat("s-9", "player"))
    assert (reply.outcome, reply.code) == ("busy", "geometry_time")
    monkeypatch.undo()
    await actor.stop()


async def test_nothing_is_ordered_of_a_table_that_stops() -> None:
    """Nobody would empty its mailbox."""
    actor = StoredTable().actor()
    await actor.stop()
    with pytest.raises(BudgetExceeded):
        await actor.ordered(SetTable(name="late"))


async def test_a_hold_whose_default_is_too_large_to_be_written_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server withdraws it, and whoever waited is told; it isn't decided again at every tick."""
    table = StoredTable()
    table.push("s-gm", "ben")
    (hold,) = table.journal.table.state.holds
    actor = table.actor()
    gm, ben = await seated(actor, "s-gm", "s-2")
    monkeypatch.setattr(journal, "MAX_ROW_BYTES", 250)
    actor.tick(CONFIG.question_seconds * 1000)
    await actor.mailbox.join()
    assert actor.state.holds == ()
    for peer in (gm, ben):
        ends = [one for one in peer.messages if isinstance(one, Resolved)]
        assert [(one.hold, one.state, one.by) for one in ends] == [(hold.id, "rejected", "")]
    await actor.stop()
