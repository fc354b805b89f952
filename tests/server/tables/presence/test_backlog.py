"""What a client missed before the rows in memory is read from the log."""

from support.fake_peer import FakePeer
from support.stored_table import KEY, StoredTable
from vttbridge.server.tables.presence.backlog import backlog, is_to_be_read
from vttbridge.session.event_mac import head_for
from vttbridge.table.model.commands import SetTable
from vttbridge_protocol import Resume


def test_only_what_is_not_in_memory_is_read() -> None:
    """Another epoch is not, nor what is here."""
    table = StoredTable()
    state = table.journal.table.state
    assert not is_to_be_read(table.journal, Resume("s", state.epoch, 2, ""))
    table.journal.recent_events.let_go()
    table.journal.recent_events.let_go()
    table.journal.recent_events.let_go()
    assert is_to_be_read(table.journal, Resume("s", state.epoch, 2, ""))
    assert not is_to_be_read(table.journal, Resume("s", state.epoch, 3, ""))
    assert not is_to_be_read(table.journal, Resume("s", state.epoch + 1, 2, ""))


def test_the_missed_rows_follow_on_where_the_client_stood() -> None:
    """Hidden things are told to game masters alone."""
    table = StoredTable()
    stood, chain = table.journal.seq, table.journal.hash
    steps = table.push("s-gm", "dan")
    for seat, whole in (("s-gm", True), ("s-1", False)):
        found = backlog(table.journal, KEY, FakePeer(seat), Resume("s", 1, stood, ""))
        assert found.head == head_for(KEY, chain, whole=whole)
        assert found.last == steps[-1].seq
        # how a hold begins is told to whoever acts and to game masters
        assert len(found.frames) == len(steps) - (not whole)
        assert found.joins(table.journal)
    before_spy = backlog(table.journal, KEY, FakePeer("s-1"), Resume("s", 1, stood - 1, ""))
    assert len(before_spy.frames) == 1
    found = backlog(table.journal, KEY, FakePeer("s-1"), Resume("s", 1, stood, ""))
    for name in ("one", "two"):
        table.do("s-gm", SetTable(name=name))
    while len(table.journal.recent_events) > 1:
        table.journal.recent_events.let_go()
    assert not found.joins(table.journal)
