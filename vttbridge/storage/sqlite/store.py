"""The store of a single machine: SQLite in WAL mode, one writing thread, an anchor file beside it.

1. Every write goes through one queue and one thread. It takes whatever waits, writes it in one transaction
   with a savepoint for each append, commits, and only then are the futures done.
2. `synchronous=FULL`: a commit is on the disk. `durability="process"` asks for NORMAL instead, which survives
   a killed process but may lose the last commits with the power.
3. A table whose chain or anchor disagrees is read-only, with the reason; nothing is repaired silently.
"""

import queue
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from time import monotonic
from typing import TypeVar

import msgspec

from vttbridge.errors import BadLog, StoreFault
from vttbridge.storage.sqlite import access as sqlite_access
from vttbridge.storage.sqlite.head_file import disagreement, read_heads, write_heads
from vttbridge.storage.sqlite.schema import DAMAGE, Durability, fault_of, opened, prepare, refuse_newer
from vttbridge.table.log.chain import Head, Record, checked, first_hash
from vttbridge.table.log.store import (
    UNCHANGED,
    AccessChanges,
    AccessRecord,
    CommandKnown,
    ReadOnly,
    Snapshot,
    check_append,
)

MAX_IN_A_GROUP = 64
HEAD_SECONDS = 1.0
PAGE = 500
FILE = "tables.sqlite3"
HEADS = "heads.json"

T = TypeVar("T")
Write = Callable[[sqlite3.Connection], None]


class _WriteJob:
    """A write that waits, and who waits for it."""

    def __init__(self, write: Write, table: str = "", head: Head | None = None) -> None:
        self.write = write
        self.table = table
        self.head = head
        self.done: Future[None] = Future()


class SqliteStore:
    """Keeps the logs of one machine in a folder."""

    def __init__(self, folder: Path, durability: Durability = "power") -> None:
        """Open or make the store; NewerVersion for a newer file, StoreFault where it cannot be opened."""
        self._path = folder / FILE
        self._head_file = folder / HEADS
        self._durability: Durability = durability
        self._lock = threading.Lock()
        self._jobs: queue.Queue[_WriteJob | None] = queue.Queue()
        self._reasons: dict[str, str | None] = {}
        self._closed = False
        folder.mkdir(parents=True, exist_ok=True)
        refuse_newer(self._path)
        self._reader = opened(self._path, durability)
        prepare(self._reader, self._path)
        self._stored_heads, self._head_fault = _heads_or_fault(self._head_file)
        self._heads: dict[str, Head] = dict(self._stored_heads or {})
        try:
            self._refuse_lost_tables()
        except StoreFault:
            self._reader.close()
            raise
        self._ends: dict[str, Head] = {}
        self._thread = threading.Thread(target=self._write_on, name="store", daemon=True)
        self._thread.start()

    def _refuse_lost_tables(self) -> None:
        """Raise StoreFault where anchored tables are not in the file: a fresh one is not the old one."""
        lost = sorted({*self._heads} - {*self.tables()})
        if lost:
            raise StoreFault(
                f"{self._path.name} has lost {', '.join(lost)}, of which {self._head_file.name} tells: "
                f"put it back from a copy, or move {self._head_file.name} away to begin anew"
            )

    def create(self, table: str, header: bytes) -> None:
        """Begin a log; it is anchored before its first row."""

        def write(connection: sqlite3.Connection) -> None:
            try:
                connection.execute("INSERT INTO logs VALUES (?, ?)", (table, header))
            except sqlite3.IntegrityError:
                raise StoreFault(f"there is a table called {table} already") from None

        self._wait(_WriteJob(write, table, Head(0, first_hash(header))))

    def tables(self) -> tuple[str, ...]:
        """Return all tables."""
        return tuple(name for (name,) in self._rows(tuple[str], "SELECT name FROM logs ORDER BY name"))

    def header(self, table: str) -> bytes:
        """Return a log's header."""
        for (header,) in self._rows(tuple[bytes], "SELECT header FROM logs WHERE name = ?", table):
            return header
        raise StoreFault(f"there is no table called {table}")

    def head(self, table: str) -> Head:
        """Return where a log ends."""
        sql = "SELECT seq, hash, epoch FROM rows WHERE log = ? ORDER BY seq DESC LIMIT 1"
        for seq, hash_then, epoch in self._rows(tuple[int, str, int], sql, table):
            return Head(seq, hash_then, epoch)
        return Head(0, first_hash(self.header(table)))

    def append(
        self, table: str, records: tuple[Record, ...], access: AccessChanges = UNCHANGED
    ) -> "Future[None]":
        """Write rows and what changes with them, all or none; the future is done after the commit."""

        def write(connection: sqlite3.Connection) -> None:
            self._appended(connection, table, records)
            sqlite_access.change(connection, access)

        last = records[-1]
        return self._put(_WriteJob(write, table, Head(last.seq, last.hash, last.epoch)))

    def change_access(self, changes: AccessChanges) -> "Future[None]":
        """Change access records; the future is done after the commit."""
        return self._put(_WriteJob(lambda connection: sqlite_access.change(connection, changes)))

    def access_records(self) -> tuple[AccessRecord, ...]:
        """Return all access records."""
        rows = self._rows(tuple[str, str, bytes], "SELECT kind, id, data FROM access ORDER BY kind, id")
        return tuple(AccessRecord(*row) for row in rows)

    def read(self, table: str, after: int = 0, most: int | None = None) -> Iterator[Record]:
        """Return committed rows, a page at a time."""
        self.header(table)
        left = most
        while left is None or left > 0:
            page = self._page(table, after, PAGE if left is None else min(PAGE, left))
            yield from page
            if len(page) < PAGE and (left is None or len(page) < left):
                return
            after = page[-1].seq
            left = None if left is None else left - len(page)

    def _page(self, table: str, after: int, most: int) -> tuple[Record, ...]:
        sql = (
            "SELECT seq, epoch, data, hash, command FROM rows WHERE log = ? AND seq > ? ORDER BY seq LIMIT ?"
        )
        rows = self._rows(tuple[int, int, bytes, str, str | None], sql, table, after, most)
        return tuple(Record(*row[:4], command=row[4] or "") for row in rows)

    def of_command(self, table: str, command: str) -> int | None:
        """Return the number of the first row of a command."""
        sql = "SELECT seq FROM rows WHERE log = ? AND command = ?"
        return next((seq for (seq,) in self._rows(tuple[int], sql, table, command)), None)

    def put_blob(self, name: str, data: bytes) -> None:
        """Keep a blob; durable on return."""
        self._wait(
            _WriteJob(
                lambda connection: _run(connection, "INSERT OR IGNORE INTO blobs VALUES (?, ?)", name, data)
            )
        )

    def blob(self, name: str) -> bytes | None:
        """Return a blob."""
        sql = "SELECT data FROM blobs WHERE name = ?"
        return next((data for (data,) in self._rows(tuple[bytes], sql, name)), None)

    def put_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep a state, or the hash of one, without waiting for it: it can always be made again."""
        values = (table, snapshot.seq, snapshot.state_hash, snapshot.data)
        sql = "INSERT OR REPLACE INTO states VALUES (?, ?, ?, ?)"
        self._put(_WriteJob(lambda connection: _run(connection, sql, *values)))

    def snapshot(self, table: str, at_most: int | None = None) -> Snapshot | None:
        """Return the latest snapshot with data."""
        sql = (
            "SELECT seq, hash, data FROM states WHERE log = ? AND data IS NOT NULL AND seq <= ? "
            "ORDER BY seq DESC LIMIT 1"
        )
        most = 2**62 if at_most is None else at_most
        rows = self._rows(tuple[int, str, bytes], sql, table, most)
        return next((Snapshot(seq, hash_then, data) for seq, hash_then, data in rows), None)

    def snapshot_sizes(self, table: str) -> tuple[tuple[int, int], ...]:
        """Return the rows after which whole states are kept, with their bytes."""
        sql = "SELECT seq, length(data) FROM states WHERE log = ? AND data IS NOT NULL ORDER BY seq"
        return tuple(self._rows(tuple[int, int], sql, table))

    def thin_snapshots(self, table: str, keep: tuple[int, ...]) -> None:
        """Let go of other whole states than those named."""
        marks = ", ".join("?" for _ in keep)
        sql = f"UPDATE states SET data = NULL WHERE log = ? AND data IS NOT NULL AND seq NOT IN ({marks})"  # noqa: S608 - marks only
        self._put(_WriteJob(lambda connection: _run(connection, sql, table, *keep)))

    def state_hashes(self, table: str) -> tuple[tuple[int, str], ...]:
        """Return all kept state hashes by row."""
        sql = "SELECT seq, hash FROM states WHERE log = ? ORDER BY seq"
        return tuple(self._rows(tuple[int, str], sql, table))

    def read_only(self, table: str) -> str | None:
        """Return why a log takes no rows: its chain or its anchor disagrees. Checked once."""
        if table not in self._reasons:
            self._reasons[table] = self._disagreement(table)
        return self._reasons[table]

    def close(self) -> None:
        """Write what waits, anchor every log, let go of the file."""
        if self._closed:
            return
        self._closed = True
        self._jobs.put(None)
        self._thread.join()
        with self._lock:
            self._reader.close()

    def flushed(self) -> None:
        """Wait until everything that was put before is written."""
        self._wait(_WriteJob(lambda _connection: None))

    def _disagreement(self, table: str) -> str | None:
        if self._head_fault is not None:
            return self._head_fault
        try:
            hashes = {0: first_hash(self.header(table))}
            anchor = (self._stored_heads or {}).get(table)
            head = Head(0, hashes[0])
            for record in checked(self.header(table), self.read(table)):
                head = Head(record.seq, record.hash, record.epoch)
                if anchor is not None and record.seq == anchor.seq:
                    hashes[record.seq] = record.hash
        except (BadLog, StoreFault) as fault:
            return str(fault)
        at_anchor = hashes.get(anchor.seq) if anchor is not None else None
        return disagreement(anchor, head, at_anchor, known=self._stored_heads is not None)

    def _rows(self, shape: type[T], sql: str, *values: object) -> list[T]:
        """Read rows of a shape; what a damaged file gives instead is a StoreFault like any other damage."""
        with self._lock:
            try:
                rows = self._reader.execute(sql, values).fetchall()
                return [msgspec.convert(row, shape) for row in rows]
            except (*DAMAGE, msgspec.ValidationError) as fault:
                raise StoreFault(f"the store {self._path.name} cannot be read: {fault}") from fault

    def _put(self, job: _WriteJob) -> "Future[None]":
        if self._closed:
            job.done.set_exception(StoreFault("the store is closed"))
        else:
            self._jobs.put(job)
        return job.done

    def _wait(self, job: _WriteJob) -> None:
        self._put(job).result()

    def _write_on(self) -> None:
        """The writing thread: group after group until it is told to stop."""
        connection = opened(self._path, self._durability)
        due: float | None = None
        try:
            while True:
                group, stop = self._next_group(due)
                settled = self._written(connection, group)
                if due is None and settled:
                    due = monotonic() + HEAD_SECONDS
                begun = any(job.head is not None and job.head.seq == 0 for job in settled)
                if due is not None and (stop or begun or monotonic() >= due):
                    due = self._save_heads()
                for job in settled:
                    job.done.set_result(None)
                if stop:
                    return
        finally:
            connection.close()

    def _next_group(self, due: float | None) -> tuple[list[_WriteJob], bool]:
        """Take what waits, or wait for something: for ever, or until the anchors are due."""
        try:
            job = self._jobs.get(timeout=None if due is None else max(0.0, due - monotonic()))
        except queue.Empty:
            return [], False
        group: list[_WriteJob] = []
        while job is not None:
            group.append(job)
            if len(group) == MAX_IN_A_GROUP or self._jobs.empty():
                return group, False
            job = self._jobs.get()
        return group, True

    def _written(self, connection: sqlite3.Connection, group: list[_WriteJob]) -> list[_WriteJob]:
        """Write a group in one transaction; returns the jobs that are committed, the others have failed."""
        if not group:
            return []
        try:
            connection.execute("BEGIN IMMEDIATE")
            written = [job for job in group if _tried(connection, job)]
            connection.execute("COMMIT")
        except DAMAGE as fault:
            self._ends.clear()
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            for job in group:
                if not job.done.done():
                    job.done.set_exception(fault_of(fault))
            return []
        for job in written:
            if job.head is not None:
                self._heads[job.table] = job.head
        return written

    def _save_heads(self) -> float | None:
        """Write the anchors; where that fails now it is tried again a little later."""
        try:
            write_heads(self._head_file, self._heads)
        except OSError:
            return monotonic() + HEAD_SECONDS
        return None

    def _appended(self, connection: sqlite3.Connection, table: str, records: tuple[Record, ...]) -> None:
        reason = self.read_only(table)
        if reason is not None:
            raise ReadOnly(reason)
        check_append(self._end(connection, table), records)
        for record in records:
            values = (table, record.seq, record.epoch, record.data, record.hash, record.command or None)
            try:
                connection.execute("INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?)", values)
            except sqlite3.IntegrityError:
                self._ends.pop(table, None)
                raise CommandKnown(f"the command {record.command} is in the log already") from None
        last = records[-1]
        self._ends[table] = Head(last.seq, last.hash, last.epoch)

    def _end(self, connection: sqlite3.Connection, table: str) -> Head:
        """Return where a log ends within the open transaction."""
        if table not in self._ends:
            sql = "SELECT seq, hash, epoch FROM rows WHERE log = ? ORDER BY seq DESC LIMIT 1"
            found = connection.execute(sql, (table,)).fetchone()
            if found is None:
                self._ends[table] = Head(0, first_hash(self.header(table)))
            else:
                self._ends[table] = Head(int(found[0]), str(found[1]), int(found[2]))
        return self._ends[table]


def _tried(connection: sqlite3.Connection, job: _WriteJob) -> bool:
    """Do one job behind a savepoint: its own fault fails it alone, the disk's fault fails the group."""
    connection.execute("SAVEPOINT job")
    try:
        job.write(connection)
    except StoreFault as fault:
        connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")
        job.done.set_exception(fault)
        return False
    connection.execute("RELEASE job")
    return True


def _run(connection: sqlite3.Connection, sql: str, *values: object) -> None:
    connection.execute(sql, values)


def _heads_or_fault(path: Path) -> tuple[dict[str, Head] | None, str | None]:
    try:
        return read_heads(path), None
    except StoreFault as fault:
        return None, str(fault)
