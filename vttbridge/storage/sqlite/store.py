"""The store of a single machine: SQLite in WAL mode, one writing thread, an anchor file beside it.

1. Every write goes through one queue and one thread (`writer`), every read through one connection (`reader`).
2. `synchronous=FULL`: a commit is on the disk. `durability="process"` asks for NORMAL instead, which survives
   a killed process but may lose the last commits with the power.
3. A table whose chain or anchor disagrees is read-only, with the reason; nothing is repaired silently.
"""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

from vttbridge.errors import BadLog, StoreFault
from vttbridge.storage.sqlite import access as sqlite_access
from vttbridge.storage.sqlite.head_file import disagreement, read_heads
from vttbridge.storage.sqlite.log_ends import LogEnds
from vttbridge.storage.sqlite.reader import StoreReader
from vttbridge.storage.sqlite.schema import Durability, refuse_newer
from vttbridge.storage.sqlite.writer import StoreWriter, WriteJob
from vttbridge.table.log.chain import Head, Record, checked, first_hash
from vttbridge.table.log.store import UNCHANGED, AccessChanges, AccessRecord, Snapshot

PAGE = 500
FILE = "tables.sqlite3"
HEADS = "heads.json"


class SqliteStore:
    """Keeps the logs of one machine in a folder."""

    def __init__(self, folder: Path, durability: Durability = "power") -> None:
        """Open or make the store; NewerVersion for a newer file, StoreFault where it cannot be opened."""
        path, head_file = folder / FILE, folder / HEADS
        folder.mkdir(parents=True, exist_ok=True)
        refuse_newer(path)
        self._reasons: dict[str, str | None] = {}
        self._stored_heads, self._head_fault = _heads_or_fault(head_file)
        self._reader = StoreReader(path, durability)
        heads = dict(self._stored_heads or {})
        try:
            _refuse_lost_tables(path, head_file, lost={*heads} - {*self.tables()})
        except StoreFault:
            self._reader.close()
            raise
        self._ends = LogEnds(self.header, self.read_only)
        self._writer = StoreWriter(path, durability, head_file, heads, self._ends.forget)
        self._writer.start()

    def create(self, table: str, header: bytes) -> None:
        """Begin a log; it is anchored before its first row."""

        def write(connection: sqlite3.Connection) -> None:
            try:
                connection.execute("INSERT INTO logs VALUES (?, ?)", (table, header))
            except sqlite3.IntegrityError:
                raise StoreFault(f"there is a table called {table} already") from None

        self._writer.put(WriteJob(write, table, Head(0, first_hash(header)))).result()

    def tables(self) -> tuple[str, ...]:
        """Return all tables."""
        return tuple(name for (name,) in self._reader.rows(tuple[str], "SELECT name FROM logs ORDER BY name"))

    def header(self, table: str) -> bytes:
        """Return a log's header."""
        for (header,) in self._reader.rows(tuple[bytes], "SELECT header FROM logs WHERE name = ?", table):
            return header
        raise StoreFault(f"there is no table called {table}")

    def head(self, table: str) -> Head:
        """Return where a log ends."""
        sql = "SELECT seq, hash, epoch FROM rows WHERE log = ? ORDER BY seq DESC LIMIT 1"
        for seq, hash_then, epoch in self._reader.rows(tuple[int, str, int], sql, table):
            return Head(seq, hash_then, epoch)
        return Head(0, first_hash(self.header(table)))

    def append(
        self, table: str, records: tuple[Record, ...], access: AccessChanges = UNCHANGED
    ) -> "Future[None]":
        """Write rows and what changes with them, all or none; the future is done after the commit."""

        def write(connection: sqlite3.Connection) -> None:
            self._ends.append(connection, table, records)
            sqlite_access.change(connection, access)

        last = records[-1]
        return self._writer.put(WriteJob(write, table, Head(last.seq, last.hash, last.epoch)))

    def change_access(self, changes: AccessChanges) -> "Future[None]":
        """Change access records; the future is done after the commit."""
        return self._writer.put(WriteJob(lambda connection: sqlite_access.change(connection, changes)))

    def access_records(self) -> tuple[AccessRecord, ...]:
        """Return all access records."""
        rows = self._reader.rows(
            tuple[str, str, bytes], "SELECT kind, id, data FROM access ORDER BY kind, id"
        )
        return tuple(AccessRecord(*row) for row in rows)

    def read(self, table: str, after: int = 0, most: int | None = None) -> Iterator[Record]:
        """Return committed rows, a page at a time."""
        self.header(table)
        left = most
        while left is None or left > 0:
            page = _page(self._reader, table, after, PAGE if left is None else min(PAGE, left))
            yield from page
            if len(page) < PAGE and (left is None or len(page) < left):
                return
            after = page[-1].seq
            left = None if left is None else left - len(page)

    def of_command(self, table: str, command: str) -> int | None:
        """Return the number of the first row of a command."""
        sql = "SELECT seq FROM rows WHERE log = ? AND command = ?"
        return next((seq for (seq,) in self._reader.rows(tuple[int], sql, table, command)), None)

    def put_blob(self, name: str, data: bytes) -> None:
        """Keep a blob; durable on return."""
        sql = "INSERT OR IGNORE INTO blobs VALUES (?, ?)"
        self._writer.put(WriteJob(lambda connection: _run(connection, sql, name, data))).result()

    def blob(self, name: str) -> bytes | None:
        """Return a blob."""
        sql = "SELECT data FROM blobs WHERE name = ?"
        return next((data for (data,) in self._reader.rows(tuple[bytes], sql, name)), None)

    def put_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep a state, or the hash of one, without waiting for it: it can always be made again."""
        values = (table, snapshot.seq, snapshot.state_hash, snapshot.data)
        sql = "INSERT OR REPLACE INTO states VALUES (?, ?, ?, ?)"
        self._writer.put(WriteJob(lambda connection: _run(connection, sql, *values)))

    def snapshot(self, table: str, at_most: int | None = None) -> Snapshot | None:
        """Return the latest snapshot with data."""
        sql = (
            "SELECT seq, hash, data FROM states WHERE log = ? AND data IS NOT NULL AND seq <= ? "
            "ORDER BY seq DESC LIMIT 1"
        )
        most = 2**62 if at_most is None else at_most
        rows = self._reader.rows(tuple[int, str, bytes], sql, table, most)
        return next((Snapshot(seq, hash_then, data) for seq, hash_then, data in rows), None)

    def snapshot_sizes(self, table: str) -> tuple[tuple[int, int], ...]:
        """Return the rows after which whole states are kept, with their bytes."""
        sql = "SELECT seq, length(data) FROM states WHERE log = ? AND data IS NOT NULL ORDER BY seq"
        return tuple(self._reader.rows(tuple[int, int], sql, table))

    def thin_snapshots(self, table: str, keep: tuple[int, ...]) -> None:
        """Let go of other whole states than those named."""
        marks = ", ".join("?" for _ in keep)
        sql = f"UPDATE states SET data = NULL WHERE log = ? AND data IS NOT NULL AND seq NOT IN ({marks})"  # noqa: S608 - marks only
        self._writer.put(WriteJob(lambda connection: _run(connection, sql, table, *keep)))

    def state_hashes(self, table: str) -> tuple[tuple[int, str], ...]:
        """Return all kept state hashes by row."""
        sql = "SELECT seq, hash FROM states WHERE log = ? ORDER BY seq"
        return tuple(self._reader.rows(tuple[int, str], sql, table))

    def read_only(self, table: str) -> str | None:
        """Return why a log takes no rows: its chain or its anchor disagrees. Checked once."""
        if table not in self._reasons:
            self._reasons[table] = self._disagreement(table)
        return self._reasons[table]

    def close(self) -> None:
        """Write what waits, anchor every log, let go of the file."""
        if self._writer.close():
            self._reader.close()

    def flushed(self) -> None:
        """Wait until everything that was put before is written."""
        self._writer.put(WriteJob(lambda _connection: None)).result()

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


def _page(reader: StoreReader, table: str, after: int, most: int) -> tuple[Record, ...]:
    sql = "SELECT seq, epoch, data, hash, command FROM rows WHERE log = ? AND seq > ? ORDER BY seq LIMIT ?"
    rows = reader.rows(tuple[int, int, bytes, str, str | None], sql, table, after, most)
    return tuple(Record(*row[:4], command=row[4] or "") for row in rows)


def _refuse_lost_tables(path: Path, head_file: Path, lost: set[str]) -> None:
    """Raise StoreFault where anchored tables are not in the file: a fresh one is not the old one."""
    if lost:
        raise StoreFault(
            f"{path.name} has lost {', '.join(sorted(lost))}, of which {head_file.name} tells: "
            f"put it back from a copy, or move {head_file.name} away to begin anew"
        )


def _run(connection: sqlite3.Connection, sql: str, *values: object) -> None:
    connection.execute(sql, values)


def _heads_or_fault(path: Path) -> tuple[dict[str, Head] | None, str | None]:
    try:
        return read_heads(path), None
    except StoreFault as fault:
        return None, str(fault)
