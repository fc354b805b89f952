"""Tables loaded from a kept state and the rows after it are what the whole log folds to."""

import random
from collections.abc import Callable

import msgspec
import pytest

from support.scale import scaled
from support.stored_fight import fight, journal, kept_at, stored
from table.replay.test_replay import played
from vttbridge import __version__
from vttbridge.errors import BadLog
from vttbridge.storage import snapshots
from vttbridge.storage.codec import encode
from vttbridge.storage.snapshots import StateSnapshot, latest, records_after, save
from vttbridge.table import Head, Snapshot, hash_of


@pytest.mark.parametrize("seed", range(scaled(100)))
def test_a_kept_state_and_the_rows_after_it_are_the_whole_log(seed: int) -> None:
    """From any row on: the same state, hash, view and rows at hand as folding all of it."""
    game, chance = played(seed), random.Random(seed)
    store = stored(game)
    whole = journal(store)
    seq = chance.randrange(1, len(game.rows) + 1)
    kept_at(store, game, seq)
    store.rows_read = 0
    short = journal(store)
    assert store.rows_read <= len(game.rows) - seq + 1
    assert short.table.state == whole.table.state == game.table.state
    assert (short.seq, short.hash, short.recent_events.oldest) == (whole.seq, whole.hash, seq)
    assert [told.step for told in short.recent_events] == list(game.steps[seq:])
    assert short.table.view_hash("s-1") == game.table.view_hash("s-1")


SPOILED: dict[str, Callable[[StateSnapshot], StateSnapshot]] = {
    "another version": lambda kept: msgspec.structs.replace(kept, engine="0.0.0"),
    "another history": lambda kept: msgspec.structs.replace(kept, chain="0" * 32),
    "another state": lambda kept: msgspec.structs.replace(
        kept, state=msgspec.structs.replace(kept.state, name="Other")
    ),
}


@pytest.mark.parametrize("how", list(SPOILED))
def test_a_state_that_does_not_fit_is_left_aside(how: str) -> None:
    """Of another version, of another history, or damaged: an older one is taken, or the whole log."""
    game = played(1)
    store = stored(game)
    kept_at(store, game, 10)
    kept_at(store, game, 20)
    good = store.snapshot("t")
    assert good is not None
    kept = latest(store, "t")
    assert isinstance(kept, StateSnapshot)
    store.put_snapshot("t", Snapshot(20, good.state_hash, encode(SPOILED[how](kept))))
    older = latest(store, "t")
    assert older is not None
    assert older.state.seq == 10
    store.put_snapshot("t", Snapshot(10, good.state_hash, b"\xc1"))
    assert latest(store, "t") is None
    assert journal(store).table.state == game.table.state


def test_few_states_are_kept_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Old ones go when they are too many bytes or too far back; the two latest and all hashes stay."""
    game = played(2)
    store = stored(game)
    monkeypatch.setattr(snapshots, "ROWS_BACK", 9)
    for seq in range(3, 25, 3):
        kept_at(store, game, seq)
    assert [seq for seq, _ in store.snapshot_sizes("t")] == [18, 21, 24]
    monkeypatch.setattr(snapshots, "MAX_BYTES", 1)
    kept_at(store, game, 27)
    assert [seq for seq, _ in store.snapshot_sizes("t")] == [24, 27]
    assert [seq for seq, _ in store.state_hashes("t")] == list(range(3, 28, 3))


def test_a_kept_state_says_by_whom_and_where(monkeypatch: pytest.MonkeyPatch) -> None:
    """The version, the row's hash, the state; its hash is that of the state alone."""
    game = fight()
    store = stored(game)
    kept_at(store, game, 7)
    (record,) = store.read("t", 6, 1)
    kept = latest(store, "t")
    assert kept is not None
    assert kept == StateSnapshot(__version__, record.hash, game.steps[6].after)
    assert kept.head == Head(7, record.hash, game.steps[6].after.epoch)
    snapshot = store.snapshot("t")
    assert snapshot is not None
    assert snapshot.state_hash == hash_of(encode(game.steps[6].after)) == game.book.hash(game.steps[6].after)
    monkeypatch.setattr(snapshots, "__version__", "later")
    assert latest(store, "t") is None


def test_the_latest_state_not_after_a_row() -> None:
    """That row itself is not after it."""
    game = fight()
    store = stored(game)
    assert latest(store, "t") is None
    for seq in (5, 10):
        kept_at(store, game, seq)
    found = [latest(store, "t", at_most) for at_most in (None, 10, 9, 5, 4)]
    assert [None if one is None else one.state.seq for one in found] == [10, 10, 5, 5, None]


def test_the_rows_after_a_kept_state_are_checked_from_there() -> None:
    """All of them without one; a state of another history is found out by the first row."""
    game = fight()
    store = stored(game)
    whole = list(store.read("t"))
    kept_at(store, game, 7)
    kept = latest(store, "t")
    assert kept is not None
    assert list(records_after(store, "t", None)) == whole
    assert list(records_after(store, "t", kept)) == whole[7:]
    with pytest.raises(BadLog, match="row 8 is damaged"):
        list(records_after(store, "t", msgspec.structs.replace(kept, chain="0" * 32)))


def test_a_state_before_the_first_row_is_none_of_use() -> None:
    """It stands on no row."""
    game = fight()
    store = stored(game)
    save(store, "t", msgspec.structs.replace(game.steps[0].before), "0" * 32)
    assert latest(store, "t") is None


def test_the_limits_that_hold_by_themselves() -> None:
    """A state each thousand rows, as far back as anybody comes, in eight mebibytes."""
    assert (snapshots.ROWS_BETWEEN, snapshots.ROWS_BACK) == (1_000, 21_000)
    assert snapshots.MAX_BYTES == 8 * 2**20


def test_the_state_just_before_one_that_does_not_fit_is_taken() -> None:
    """Nothing between them is passed over."""
    game = fight()
    store = stored(game)
    for seq in (8, 9, 10):
        kept_at(store, game, seq)
    store.put_snapshot("t", Snapshot(10, "h", b"\xc1"))
    kept = latest(store, "t")
    assert kept is not None
    assert kept.state.seq == 9
