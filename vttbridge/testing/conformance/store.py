"""What every store must do. Each check takes a fresh, empty store; a failed one raises AssertionError.

`CHECKS` runs as it is under pytest: `@pytest.mark.parametrize("check", CHECKS)`. Stores that keep anything
past their end also take `REOPENING`: checks that get a function which opens the same store again.
"""

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress

from vttbridge.errors import StoreFault
from vttbridge.table.log.chain import Head, first_hash
from vttbridge.table.log.store import AccessChanges, CommandKnown, SeqTaken, Snapshot, Store
from vttbridge.testing.conformance.access_changes import (
    brings_back_nothing_that_was_dropped,
    changes_access_records,
    writes_rows_and_access_together,
)
from vttbridge.testing.conformance.writing import HEADER, put, records, seat

__all__ = ["CHECKS", "HEADER", "LAST_CHECKS", "REOPENING", "Check", "Reopen", "put", "records", "seat"]

Check = Callable[[Store], None]
Reopen = Callable[[Store], Store]
"""Closes a store and opens what it left."""


def begins_empty(store: Store) -> None:
    """A fresh store has no tables and says so of any name."""
    assert store.tables() == ()
    assert store.blob("none") is None
    for ask in (store.header, store.head):
        try:
            ask("none")
        except StoreFault:
            continue
        raise AssertionError("an unknown table was not a StoreFault")


def creates_once(store: Store) -> None:
    """A table is created once, and its head is then the header's hash."""
    store.create("a", HEADER)
    store.create("b", b"another")
    assert store.tables() == ("a", "b")
    assert store.header("a") == HEADER
    assert store.head("a") == Head(0, first_hash(HEADER))
    try:
        store.create("a", b"again")
    except StoreFault:
        assert store.header("a") == HEADER
        return
    raise AssertionError("a table was created twice")


def gives_back_what_it_took(store: Store) -> None:
    """Rows come back as they went in, whole or from a number on, or only so many."""
    store.create("a", HEADER)
    first, second, third = put(store, "a", "one", "two", "three")
    assert tuple(store.read("a")) == (first, second, third)
    assert tuple(store.read("a", after=1)) == (second, third)
    assert tuple(store.read("a", after=1, most=1)) == (second,)
    assert tuple(store.read("a", after=1, most=9)) == (second, third)
    assert tuple(store.read("a", most=0)) == ()
    assert tuple(store.read("a", after=9)) == ()
    assert tuple(store.read("a", after=9, most=1)) == ()
    assert store.head("a") == Head(3, third.hash, 1)


def reads_long_logs_in_order(store: Store) -> None:
    """A log of many pages comes back in order and whole."""
    store.create("a", HEADER)
    made = records(store.head("a"), *(f"row {number}" for number in range(1_203)))
    store.append("a", made).result(timeout=60)
    assert tuple(store.read("a")) == made
    assert tuple(store.read("a", after=499, most=502)) == made[499:1001]


def keeps_tables_apart(store: Store) -> None:
    """The same command id and number in another table are another row."""
    store.create("a", HEADER)
    store.create("b", HEADER)
    put(store, "a", "one")
    put(store, "b", "one", "two")
    assert store.head("a").seq == 1
    assert store.head("b").seq == 2


def refuses_another_number(store: Store) -> None:
    """Rows that are not the next ones are refused, and none of them is written."""
    store.create("a", HEADER)
    put(store, "a", "one")
    stale = records(Head(0, first_hash(HEADER)), "other")
    ahead = records(Head(5, store.head("a").hash), "late", "later")
    for wrong in (stale, ahead):
        assert isinstance(store.append("a", wrong).exception(timeout=30), SeqTaken)
    assert store.head("a").seq == 1


def refuses_another_history(store: Store) -> None:
    """Rows with the right number that build on another past are refused."""
    store.create("a", HEADER)
    put(store, "a", "one")
    forked = records(Head(1, first_hash(b"elsewhere")), "two")
    assert isinstance(store.append("a", forked).exception(timeout=30), SeqTaken)
    assert store.head("a").seq == 1


def refuses_a_known_command(store: Store) -> None:
    """A command is written once, whatever its rows; the whole append falls."""
    store.create("a", HEADER)
    (first,) = put(store, "a", "one")
    again = records(store.head("a"), "two", "one")
    assert isinstance(store.append("a", again).exception(timeout=30), CommandKnown)
    assert store.head("a").seq == 1
    assert store.of_command("a", first.command) == 1
    assert store.of_command("a", "s:two") is None
    put(store, "a", "two")
    assert store.of_command("a", "s:two") == 2


def takes_rows_without_command(store: Store) -> None:
    """Rows after a command's first carry no command, and any number of them may be there."""
    store.create("a", HEADER)
    rest = records(store.head("a"), "x", "x2", "x3", commands=False)
    store.append("a", rest).result(timeout=30)
    assert store.head("a").seq == 3


def keeps_the_order_of_calls(store: Store) -> None:
    """Appends that do not wait for each other take effect in order; after one fails, those behind it fail."""
    store.create("a", HEADER)
    head = store.head("a")
    waiting: list[Future[None]] = []
    for number in range(100):
        (record,) = records(head, f"row {number}")
        head = Head(record.seq, record.hash, record.epoch)
        waiting.append(store.append("a", (record,)))
    for future in waiting:
        future.result(timeout=60)
    assert [record.seq for record in store.read("a")] == list(range(1, 101))
    (known,) = records(head, "row 5")
    (behind,) = records(Head(known.seq, known.hash, 1), "new")
    failed = (store.append("a", (known,)), store.append("a", (behind,)))
    assert isinstance(failed[0].exception(timeout=30), CommandKnown)
    assert isinstance(failed[1].exception(timeout=30), SeqTaken)


def keeps_epochs(store: Store) -> None:
    """The head carries the epoch of the last row."""
    store.create("a", HEADER)
    put(store, "a", "one")
    store.append("a", records(store.head("a"), "two", epoch=7)).result(timeout=30)
    assert store.head("a").epoch == 7


def keeps_blobs(store: Store) -> None:
    """A blob is kept under its name, again and again the same."""
    store.put_blob("n1", b"\x00\xff" * 5_000)
    store.put_blob("n1", b"\x00\xff" * 5_000)
    assert store.blob("n1") == b"\x00\xff" * 5_000
    assert store.blob("n2") is None


def keeps_snapshots(store: Store) -> None:
    """Snapshots are found by the latest with data; state hashes are listed in order."""
    store.create("a", HEADER)
    assert store.snapshot("a") is None
    for snapshot in (Snapshot(200, "h2"), Snapshot(100, "h1", b"state"), Snapshot(300, "h3", b"later")):
        store.put_snapshot("a", snapshot)
    put(store, "a", "one")  # snapshots need not be waited for, but writes keep their order
    assert store.snapshot("a") == Snapshot(300, "h3", b"later")
    assert store.snapshot("a", at_most=299) == Snapshot(100, "h1", b"state")
    assert store.snapshot("a", at_most=99) is None
    assert store.state_hashes("a") == ((100, "h1"), (200, "h2"), (300, "h3"))
    assert store.snapshot_sizes("a") == ((100, 5), (300, 5))
    store.thin_snapshots("a", (300,))
    put(store, "a", "two")
    assert store.snapshot_sizes("a") == ((300, 5),)
    assert store.snapshot("a", at_most=299) is None
    assert store.state_hashes("a") == ((100, "h1"), (200, "h2"), (300, "h3"))


def is_writable(store: Store) -> None:
    """A log with nothing wrong takes rows."""
    store.create("a", HEADER)
    put(store, "a", "one")
    assert store.read_only("a") is None


def closes_with_everything_written(store: Store) -> None:
    """Closing waits for what was put before, and closing twice is harmless."""
    store.create("a", HEADER)
    written = store.append("a", records(store.head("a"), "one"))
    store.close()
    assert written.exception(timeout=0) is None
    store.close()
    with suppress(StoreFault):
        late = store.append("a", records(Head(1, written_hash()), "two"))
        assert isinstance(late.exception(timeout=5), StoreFault)


def written_hash() -> str:
    """Return the hash of a first row that says `one`."""
    return records(Head(0, first_hash(HEADER)), "one")[0].hash


def finds_all_again(store: Store, reopen: Reopen) -> None:
    """Everything that was acknowledged is there after the store was closed and opened."""
    store.create("a", HEADER)
    made = put(store, "a", "one", "two")
    store.put_blob("n1", b"blob")
    store.put_snapshot("a", Snapshot(2, "h", b"state"))
    more = records(store.head("a"), "seated")
    store.append("a", more, AccessChanges(put=(seat("one"), seat("two")))).result(timeout=30)
    store.change_access(AccessChanges(drop=(("seat", "two"),))).result(timeout=30)
    store = reopen(store)
    assert store.access_records() == (seat("one"),)
    assert (store.tables(), store.header("a")) == (("a",), HEADER)
    assert tuple(store.read("a")) == (*made, *more)
    assert store.blob("n1") == b"blob"
    assert store.snapshot("a") == Snapshot(2, "h", b"state")
    assert store.read_only("a") is None
    assert isinstance(store.append("a", made[:1]).exception(timeout=30), SeqTaken)
    put(store, "a", "three")
    store.close()


CHECKS: tuple[Check, ...] = (
    begins_empty,
    creates_once,
    gives_back_what_it_took,
    reads_long_logs_in_order,
    keeps_tables_apart,
    refuses_another_number,
    refuses_another_history,
    refuses_a_known_command,
    takes_rows_without_command,
    keeps_the_order_of_calls,
    keeps_epochs,
    keeps_blobs,
    keeps_snapshots,
    changes_access_records,
    brings_back_nothing_that_was_dropped,
    writes_rows_and_access_together,
    is_writable,
)

LAST_CHECKS: tuple[Check, ...] = (closes_with_everything_written,)
"""Checks of stores that can be closed for good."""

REOPENING: tuple[Callable[[Store, Reopen], None], ...] = (finds_all_again,)
