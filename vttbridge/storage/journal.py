"""A table with its log: what was decided is written down at its end, and recent rows are in memory."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from hashlib import blake2b
from typing import NamedTuple

import msgspec

from vttbridge.errors import BadLog
from vttbridge.geometry.allowance import checkpoint
from vttbridge.rules.dice import Uniform
from vttbridge.storage.codec import decode_header, decode_row, encode_row
from vttbridge.storage.recent_events import LoggedStep, RecentEvents
from vttbridge.storage.snapshots import ROWS_BETWEEN, latest, records_after, save
from vttbridge.table import (
    SERVER,
    Decision,
    GameContext,
    Live,
    LogEvent,
    Record,
    Reply,
    Snapshot,
    State,
    Store,
    Table,
)
from vttbridge.table.decisions.decision import no_rows
from vttbridge.table.log.chain import command_key, first_hash, next_hash
from vttbridge.table.log.store import UNCHANGED, AccessChanges
from vttbridge.table.model.commands import Command
from vttbridge.table.reply_cache import known_by

ROWS_A_STATE = 100
MAX_ROW_BYTES = 32 * 1024
"""No row of a log has more bytes."""


class TooLarge(msgspec.Struct, frozen=True):
    """Why nothing was written: how many bytes the largest row would have."""

    bytes: int


class PendingWrite(msgspec.Struct, frozen=True):
    """What a command wrote, and when it is on the disk."""

    steps: tuple[LoggedStep, ...]
    stored: "Future[None]"


class TableJournal:
    """One table and its log; whoever owns it decides one command after another."""

    def __init__(self, name: str, store: Store, game: GameContext, now_ms: Callable[[], int]) -> None:
        """Load the table; BadLog where its log is damaged."""
        self.name = name
        self._now_ms = now_ms
        self.tag = tag_of(name)
        self.store = store
        self.game = game
        self.first_hash = first_hash(store.header(name))
        self.restore(self.read())

    def read(self) -> "JournalPosition":
        """Read how the log stands, from a kept state and the rows after it; may run in a worker thread."""
        kept = latest(self.store, self.name)
        table = Table(self.game, None if kept is None else kept.state)
        hash_then = self.first_hash if kept is None else kept.chain
        window = RecentEvents(table.state.seq, hash_then)
        kept_seq = table.state.seq
        for one in folded(table, records_after(self.store, self.name, kept)):
            window.add((one,))
            hash_then = one.hash
        _refuse_missing_scenes(self.game, table.state)
        self.store.read_only(self.name)
        return JournalPosition(table, hash_then, window, kept_seq)

    def restore(self, standing: "JournalPosition") -> None:
        """Go on from how the log stands."""
        self.table, self.hash, self.recent_events, self.kept_seq = standing

    def decide(self, command: Command, uniform: Uniform, live: Live) -> Decision:
        """Decide a command; one that only the log remembers is answered from there."""
        old = command.seat is SERVER or self.table.reply_cache.lookup(command) is not None
        if not old and self.store.of_command(self.name, f"{command.actor}:{command.id}") is not None:
            return no_rows(self.stored_reply(command))
        return self.table.decide_with(command, uniform, live)

    @property
    def seq(self) -> int:
        """The number of the last row."""
        return self.table.state.seq

    def write(
        self, command: Command, decision: Decision, access: AccessChanges = UNCHANGED
    ) -> "PendingWrite | TooLarge":
        """Write down a decision's rows and who may come in by them, and fold the rows at once.

        Nothing of it where one row is too large.
        """
        rows = self.table.numbered(command, decision, self._now_ms())
        bytes_of = tuple(encode_row(row) for row in rows)
        largest = max(map(len, bytes_of))
        if largest > MAX_ROW_BYTES:
            return TooLarge(largest)
        records = tuple(self._record(row, data) for row, data in zip(rows, bytes_of, strict=True))
        stored = self.store.append(self.name, records, access)
        steps = self.table.apply(rows)
        told = tuple(
            LoggedStep(step, record.hash, len(record.data))
            for step, record in zip(steps, records, strict=True)
        )
        self.recent_events.add(told)
        return PendingWrite(told, stored)

    def save_state(self, told: LoggedStep) -> None:
        """Keep a state beside the log, now and then as a whole; may run in a worker thread."""
        if told.seq % ROWS_BETWEEN == 0:
            save(self.store, self.name, told.step.after, told.hash)
        else:
            self.store.put_snapshot(self.name, Snapshot(told.seq, self.game.hash(told.step.after)))

    def save_last_state(self) -> None:
        """Keep the present state for the next start, where that saves reading many rows."""
        if self.seq - self.kept_seq >= ROWS_A_STATE:
            save(self.store, self.name, self.table.state, self.hash)

    def stored_reply(self, command: Command) -> Reply:
        """Return the reply to a retry that only the log remembers, or the refusal of its reused id."""
        first = self.store.of_command(self.name, f"{command.actor}:{command.id}") or 1
        batch = next(by_command(self.store.read(self.name, first - 1)))
        return known_by(tuple(row for row, _ in batch)).reply_to(command)

    def _record(self, row: LogEvent, data: bytes) -> Record:
        self.hash = next_hash(self.hash, data)
        return Record(row.seq, row.epoch, data, self.hash, command_key(row))

    def hash_at(self, seq: int) -> str | None:
        """Return the hash of a row, or `None` where it is not in memory."""
        return self.first_hash if seq == 0 else self.recent_events.hash_at(seq)


class JournalPosition(NamedTuple):
    """A table as its log has it, the last row's hash, the rows in memory, and where the kept state stood."""

    table: Table
    hash: str
    recent_events: RecentEvents
    kept_seq: int


def _refuse_missing_scenes(game: GameContext, state: State) -> None:
    for scene in state.scenes:
        if game.library.scene(scene.blob) is None:
            raise BadLog(f"the scene {scene.id} is missing from the store")


def tag_of(table: str) -> str:
    """Return what stands for a table's name in the server's own log lines."""
    return blake2b(table.encode(), digest_size=4).hexdigest()


def by_command(records: Iterable[Record]) -> Iterator[list[tuple[LogEvent, Record]]]:
    """Return rows in batches of whole commands."""
    batch: list[tuple[LogEvent, Record]] = []
    for record in records:
        row = decode_row(record.data)
        if row.digest and batch:
            yield batch
            batch = []
        batch.append((row, record))
    if batch:
        yield batch


def folded(table: Table, records: Iterator[Record]) -> Iterator[LoggedStep]:
    """Fold a log's rows into a table, command by command."""
    for batch in by_command(records):
        checkpoint()
        steps = table.apply(row for row, _ in batch)
        for step, (_, record) in zip(steps, batch, strict=True):
            yield LoggedStep(step, record.hash, len(record.data))


def ruleset_of(store: Store, table: str) -> str:
    """Return the name of the rule book that a table plays."""
    return decode_header(store.header(table)).ruleset
