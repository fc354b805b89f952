"""Whole states beside a log, from which a table is loaded and a piece of its past is read.

1. A kept state is a short cut and never the truth: with it, the rows before need not be folded again.
2. It is used only where it was written by this very version, is what its hash says, and stood on the row that
   the log still has there; else an older one is tried, and in the end the whole log is folded.
3. `verify` folds the whole log and compares.
"""

from collections.abc import Iterator

import msgspec

from vttbridge import __version__
from vttbridge.errors import BadLog
from vttbridge.storage.codec import decode, encode
from vttbridge.table import Snapshot, State, Store, hash_of
from vttbridge.table.log.chain import Head, Record, checked

ROWS_BETWEEN = 1_000
"""A state is kept whole after so many rows."""

ROWS_BACK = 21_000
"""So far back whole states are kept, for those who come back late."""

MAX_BYTES = 8 * 1024 * 1024
"""So many bytes the whole states of one table take; the two latest are kept in any case."""

ALWAYS = 2


class StateSnapshot(msgspec.Struct, frozen=True):
    """A state, the hash of the row after which it stood, and the version that wrote it."""

    engine: str
    chain: str
    state: State

    @property
    def head(self) -> Head:
        """Where the log ended then."""
        return Head(self.state.seq, self.chain, self.state.epoch)


def save(store: Store, table: str, state: State, chain: str) -> None:
    """Keep a whole state, and no more of the older ones than are of use."""
    data = encode(StateSnapshot(__version__, chain, state))
    store.put_snapshot(table, Snapshot(state.seq, hash_of(encode(state)), data))
    store.thin_snapshots(table, _of_use(store.snapshot_sizes(table), state.seq, len(data)))


def _of_use(sizes: tuple[tuple[int, int], ...], seq: int, newest: int) -> tuple[int, ...]:
    """Choose the rows whose states stay whole, the newest first."""
    chosen, bytes_in_all = [seq], newest
    for at, size in sorted(sizes, reverse=True):
        bytes_in_all += size if at < seq else 0
        fits = at > seq - ROWS_BACK and bytes_in_all <= MAX_BYTES
        if at < seq and (len(chosen) < ALWAYS or fits):
            chosen.append(at)
    return tuple(chosen)


def latest(store: Store, table: str, at_most: int | None = None) -> StateSnapshot | None:
    """Return the latest state of use, not after a row."""
    while True:
        snapshot = store.snapshot(table, at_most)
        if snapshot is None:
            return None
        kept = _read(store, table, snapshot)
        if kept is not None:
            return kept
        at_most = snapshot.seq - 1


def _read(store: Store, table: str, snapshot: Snapshot) -> StateSnapshot | None:
    try:
        kept = decode(snapshot.data or b"", StateSnapshot)
        sound = hash_of(encode(kept.state)) == snapshot.state_hash
    except BadLog:
        return None
    there = next(iter(store.read(table, snapshot.seq - 1, 1)), None) if snapshot.seq else None
    stood = there is not None and (there.seq, there.hash) == (kept.state.seq, kept.chain)
    return kept if sound and stood and kept.engine == __version__ else None


def records_after(store: Store, table: str, kept: StateSnapshot | None) -> Iterator[Record]:
    """Return a log's rows after a kept state, or all, checked from there on."""
    head = None if kept is None else kept.head
    return checked(store.header(table), store.read(table, 0 if head is None else head.seq), head)
