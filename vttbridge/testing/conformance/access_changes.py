"""What every store must do with access records, alone and together with rows."""

from vttbridge.table.log.chain import Head, first_hash
from vttbridge.table.log.store import AccessChanges, AccessRecord, CommandKnown, SeqTaken, Store
from vttbridge.testing.conformance.writing import HEADER, records, seat


def changes_access_records(store: Store) -> None:
    """Records are put, replaced where they are and dropped where they are, and come back in order."""
    assert store.access_records() == ()
    code = AccessRecord("code", "one", b"\x00\xff")
    store.change_access(AccessChanges(put=(seat("two"), seat("one"), code))).result(timeout=30)
    assert store.access_records() == (code, seat("one"), seat("two"))
    again = AccessChanges(
        (seat("two", b"put"),), (seat("one", b"replaced"), seat("none")), (("code", "one"),)
    )
    store.change_access(again).result(timeout=30)
    assert store.access_records() == (seat("one", b"replaced"), seat("two", b"put"))
    store.change_access(AccessChanges(drop=(("seat", "one"), ("seat", "none")))).result(timeout=30)
    assert store.access_records() == (seat("two", b"put"),)


def brings_back_nothing_that_was_dropped(store: Store) -> None:
    """A change that was on its way when its record was dropped does not make it again."""
    store.change_access(AccessChanges(put=(seat("one"),)))
    dropped = store.change_access(AccessChanges(drop=(("seat", "one"),)))
    late = store.change_access(AccessChanges(replace=(seat("one", b"late"),)))
    for change in (dropped, late):
        change.result(timeout=30)
    assert store.access_records() == ()


def writes_rows_and_access_together(store: Store) -> None:
    """Who may come in by a row is kept with it: both, or where the row is refused neither."""
    store.create("a", HEADER)
    store.change_access(AccessChanges(put=(seat("old"), seat("gone")))).result(timeout=30)
    taken = AccessChanges((seat("new"),), (seat("old", b"used"),), (("seat", "gone"),))
    store.append("a", records(store.head("a"), "one"), taken).result(timeout=30)
    assert store.access_records() == (seat("new"), seat("old", b"used"))
    stale = records(Head(0, first_hash(HEADER)), "other")
    known = records(store.head("a"), "two", "one")
    all_else = AccessChanges((seat("half"),), (seat("old", b"half"),), (("seat", "new"),))
    for wrong, why in ((stale, SeqTaken), (known, CommandKnown)):
        assert isinstance(store.append("a", wrong, all_else).exception(timeout=30), why)
    assert store.access_records() == (seat("new"), seat("old", b"used"))
    assert store.head("a").seq == 1
