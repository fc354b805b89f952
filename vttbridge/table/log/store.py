"""What a table asks of whoever keeps logs. One conformance suite holds for every store.

A store keeps bytes. `append` is all or nothing, refuses a number that is not the next and a command that is
known, and its future is done when the rows would survive a crash. Appends to one table take effect in the
order of calls.

Beside the logs it keeps who may come in: seats with their sealed secrets, codes, failed tries. What such a
record says is its owner's business; that a seat's row and its record are written together or not at all is
the store's.
"""

from collections.abc import Iterator
from concurrent.futures import Future
from typing import Protocol

import msgspec

from vttbridge.errors import StoreFault
from vttbridge.table.log.chain import Head, Record, next_hash


class SeqTaken(StoreFault):
    """The rows are not the next ones: somebody else has written, or an earlier append failed."""


class CommandKnown(StoreFault):
    """A row of this command is in the log already."""


class StorageFull(StoreFault):
    """There is no room; nothing was written, and the same append may be tried again."""


class ReadOnly(StoreFault):
    """The store does not take rows for this table; the text says why and what to do."""


class Snapshot(msgspec.Struct, frozen=True):
    """A state beside the log: its bytes and their hash, after row `seq`. No data: only the hash was kept."""

    seq: int
    state_hash: str
    data: bytes | None = None


class AccessRecord(msgspec.Struct, frozen=True):
    """Something by which somebody is let in or kept out, as bytes; kind and id together name it."""

    kind: str
    id: str
    data: bytes


class AccessChanges(msgspec.Struct, frozen=True):
    """What becomes of access records, all of it or nothing.

    Args:
        put: Kept, whether or not there was one of that name.
        replace: Kept where there still is one of that name: what was dropped does not come back.
        drop: The kinds and ids of those that go; one that is not there is no fault.
    """

    put: tuple[AccessRecord, ...] = ()
    replace: tuple[AccessRecord, ...] = ()
    drop: tuple[tuple[str, str], ...] = ()


UNCHANGED = AccessChanges()


class Store(Protocol):
    """Keeps the logs of many tables, and who may come to them."""

    def create(self, table: str, header: bytes) -> None:
        """Begin a log; StoreFault where there is one of that name."""
        ...

    def tables(self) -> tuple[str, ...]:
        """Return all tables, sorted."""
        ...

    def header(self, table: str) -> bytes:
        """Return a log's header; StoreFault for an unknown table."""
        ...

    def head(self, table: str) -> Head:
        """Return where a log ends; its seq is 0 and its hash the header's where there are no rows."""
        ...

    def append(
        self, table: str, records: tuple[Record, ...], access: AccessChanges = UNCHANGED
    ) -> "Future[None]":
        """Write rows behind the head together with changes of access records, all or none.

        The future fails with SeqTaken, CommandKnown, StorageFull, ReadOnly or another StoreFault.
        """
        ...

    def read(self, table: str, after: int = 0, most: int | None = None) -> Iterator[Record]:
        """Return committed rows with a number above `after`, in order."""
        ...

    def of_command(self, table: str, command: str) -> int | None:
        """Return the number of the first row of a command."""
        ...

    def change_access(self, changes: AccessChanges) -> "Future[None]":
        """Change access records that have no row, all or none; in the order of calls, also among appends.

        The future fails with StorageFull or another StoreFault.
        """
        ...

    def access_records(self) -> tuple[AccessRecord, ...]:
        """Return all access records, by kind and id."""
        ...

    def put_blob(self, name: str, data: bytes) -> None:
        """Keep a blob under the hash of its bytes; keeping it again changes nothing. Durable on return."""
        ...

    def blob(self, name: str) -> bytes | None:
        """Return a blob."""
        ...

    def put_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep a state, or the hash of one, beside the log."""
        ...

    def snapshot(self, table: str, at_most: int | None = None) -> Snapshot | None:
        """Return the latest snapshot with data, not after a row."""
        ...

    def snapshot_sizes(self, table: str) -> tuple[tuple[int, int], ...]:
        """Return the rows after which whole states are kept, each with its bytes, in order."""
        ...

    def thin_snapshots(self, table: str, keep: tuple[int, ...]) -> None:
        """Let go of whole states but those after the rows named; their hashes stay."""
        ...

    def state_hashes(self, table: str) -> tuple[tuple[int, str], ...]:
        """Return all kept state hashes by row, in order."""
        ...

    def read_only(self, table: str) -> str | None:
        """Return why this table takes no rows, or `None`."""
        ...

    def close(self) -> None:
        """Write what is waiting and let go."""
        ...


def check_append(head: Head, records: tuple[Record, ...]) -> None:
    """Refuse records that do not follow on a head: SeqTaken."""
    previous, seq = head.hash, head.seq
    for record in records:
        if record.seq != seq + 1:
            raise SeqTaken(f"row {record.seq} does not follow row {seq}")
        if record.hash != next_hash(previous, record.data):
            raise SeqTaken(f"row {record.seq} does not build on row {seq} as it is stored")
        previous, seq = record.hash, record.seq
