"""A table with its log: what was decided is written down at its end, and recent rows are at hand."""

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from hashlib import blake2b

import msgspec

from vttbridge.server.clock import now_ms
from vttbridge.server.log_codec import decode_header, decode_row, encode_row
from vttbridge.table import Book, Decision, Record, Reply, Row, Snapshot, Step, Store, Table
from vttbridge.table.commands import Command
from vttbridge.table.log import checked, command_key, first_hash, next_hash
from vttbridge.table.memory import known_by

ROWS_A_STATE = 100
LARGEST_ROW = 32 * 1024
"""No row of a log has more bytes."""

WINDOW_ROWS = 2_000
"""So many rows are kept ready for those who come back."""


class Told(msgspec.Struct, frozen=True):
    """A row with the states on both sides, and its hash in the chain."""

    step: Step
    hash: str


class TooLarge(msgspec.Struct, frozen=True):
    """Why nothing was written: how many bytes the largest row would have."""

    bytes: int


class Written(msgspec.Struct, frozen=True):
    """What a command wrote, and when it is on the disk."""

    told: tuple[Told, ...]
    stored: "Future[None]"


class Ledger:
    """One table and its log; whoever owns it decides one command after another."""

    def __init__(self, name: str, store: Store, book: Book) -> None:
        """Load the table; BadLog where its log is damaged."""
        self.name = name
        self.tag = tag_of(name)
        self.store = store
        self.book = book
        self.table = Table(book)
        self.window: deque[Told] = deque(maxlen=WINDOW_ROWS)
        self.first_hash = first_hash(store.header(name))
        self.hash = self.first_hash
        self.load()

    def load(self) -> None:
        """Read the log anew, as after a start."""
        self.table = Table(self.book)
        self.window.clear()
        self.hash = self.first_hash
        for records in by_command(checked(self.store.header(self.name), self.store.read(self.name))):
            steps = self.table.take(row for row, _ in records)
            self.window += (Told(step, record.hash) for step, (_, record) in zip(steps, records, strict=True))
            self.hash = records[-1][1].hash

    @property
    def seq(self) -> int:
        """The number of the last row."""
        return self.table.state.seq

    @property
    def oldest(self) -> int:
        """The row after which every row is at hand."""
        return self.window[0].step.before.seq if self.window else self.seq

    def write(self, command: Command, decision: Decision) -> "Written | TooLarge":
        """Write down a decision's rows, and fold them at once; nothing of it where one row is too large."""
        rows = self.table.numbered(command, decision, now_ms())
        bytes_of = tuple(encode_row(row) for row in rows)
        largest = max(map(len, bytes_of))
        if largest > LARGEST_ROW:
            return TooLarge(largest)
        records = tuple(self._record(row, data) for row, data in zip(rows, bytes_of, strict=True))
        stored = self.store.append(self.name, records)
        steps = self.table.take(rows)
        told = tuple(Told(step, record.hash) for step, record in zip(steps, records, strict=True))
        self.window += told
        return Written(told, stored)

    def keep_state(self, step: Step) -> None:
        """Keep the hash of a state beside the log; may run beside the event loop."""
        self.store.put_snapshot(self.name, Snapshot(step.row.seq, self.book.hash(step.after)))

    def recalled(self, command: Command) -> Reply:
        """Give the reply to a retry that only the log remembers, or the refusal of its reused id."""
        first = self.store.of_command(self.name, f"{command.seat}:{command.id}") or 1
        batch = next(by_command(self.store.read(self.name, first - 1)))
        return known_by(tuple(row for row, _ in batch)).reply_to(command)

    def _record(self, row: Row, data: bytes) -> Record:
        self.hash = next_hash(self.hash, data)
        return Record(row.seq, row.epoch, data, self.hash, command_key(row))

    def hash_at(self, seq: int) -> str | None:
        """Give the hash of a row, or `None` where it is not at hand."""
        if seq == self.seq:
            return self.hash
        if seq == 0:
            return self.first_hash
        if not self.window or not self.window[0].step.row.seq <= seq <= self.window[-1].step.row.seq:
            return None
        return self.window[seq - self.window[0].step.row.seq].hash

    def since(self, seq: int) -> tuple[Told, ...]:
        """Give the rows after a number, as far as they are at hand."""
        return tuple(told for told in self.window if told.step.row.seq > seq)


def tag_of(table: str) -> str:
    """Give what stands for a table's name in the server's own log lines."""
    return blake2b(table.encode(), digest_size=4).hexdigest()


def by_command(records: Iterable[Record]) -> Iterator[list[tuple[Row, Record]]]:
    """Give rows in batches of whole commands."""
    batch: list[tuple[Row, Record]] = []
    for record in records:
        row = decode_row(record.data)
        if row.digest and batch:
            yield batch
            batch = []
        batch.append((row, record))
    if batch:
        yield batch


def ruleset_of(store: Store, table: str) -> str:
    """Give the name of the rule book that a table plays."""
    return decode_header(store.header(table)).ruleset
