"""A store in memory, for tests and for tables that nobody wants to keep."""

from collections.abc import Iterator
from concurrent.futures import Future

from vttbridge.errors import StoreFault
from vttbridge.table.log.chain import Head, Record, first_hash
from vttbridge.table.log.store import (
    UNCHANGED,
    AccessChanges,
    AccessRecord,
    CommandKnown,
    Snapshot,
    check_append,
)


class MemoryStore:
    """Keeps logs as long as it lives."""

    def __init__(self) -> None:
        self._headers: dict[str, bytes] = {}
        self._rows: dict[str, list[Record]] = {}
        self._commands: dict[tuple[str, str], int] = {}
        self._blobs: dict[str, bytes] = {}
        self._snapshots: dict[str, dict[int, Snapshot]] = {}
        self._access: dict[tuple[str, str], AccessRecord] = {}

    def create(self, table: str, header: bytes) -> None:
        """Begin a log."""
        if table in self._headers:
            raise StoreFault(f"there is a table called {table} already")
        self._headers[table] = header
        self._rows[table] = []
        self._snapshots[table] = {}

    def tables(self) -> tuple[str, ...]:
        """Return all tables."""
        return tuple(sorted(self._headers))

    def header(self, table: str) -> bytes:
        """Return a log's header."""
        if table not in self._headers:
            raise StoreFault(f"there is no table called {table}")
        return self._headers[table]

    def head(self, table: str) -> Head:
        """Return where a log ends."""
        header = self.header(table)
        rows = self._rows[table]
        return Head(rows[-1].seq, rows[-1].hash, rows[-1].epoch) if rows else Head(0, first_hash(header))

    def append(
        self, table: str, records: tuple[Record, ...], access: AccessChanges = UNCHANGED
    ) -> "Future[None]":
        """Write rows behind the head and what changes with them, all or none."""
        written: Future[None] = Future()
        try:
            self._append(table, records)
        except StoreFault as fault:
            written.set_exception(fault)
        else:
            return self.change_access(access)
        return written

    def change_access(self, changes: AccessChanges) -> "Future[None]":
        """Change access records."""
        there = tuple(record for record in changes.replace if (record.kind, record.id) in self._access)
        self._access |= {(record.kind, record.id): record for record in (*changes.put, *there)}
        for name in changes.drop:
            self._access.pop(name, None)
        written: Future[None] = Future()
        written.set_result(None)
        return written

    def access_records(self) -> tuple[AccessRecord, ...]:
        """Return all access records."""
        return tuple(self._access[name] for name in sorted(self._access))

    def _append(self, table: str, records: tuple[Record, ...]) -> None:
        check_append(self.head(table), records)
        for record in records:
            if record.command and (table, record.command) in self._commands:
                raise CommandKnown(f"the command {record.command} is in the log already")
        self._rows[table] += records
        self._commands |= {(table, record.command): record.seq for record in records if record.command}

    def read(self, table: str, after: int = 0, most: int | None = None) -> Iterator[Record]:
        """Return rows with a number above `after`."""
        self.header(table)
        rows = self._rows[table][after:]
        yield from rows if most is None else rows[:most]

    def of_command(self, table: str, command: str) -> int | None:
        """Return the number of the first row of a command."""
        return self._commands.get((table, command))

    def put_blob(self, name: str, data: bytes) -> None:
        """Keep a blob."""
        self._blobs[name] = data

    def blob(self, name: str) -> bytes | None:
        """Return a blob."""
        return self._blobs.get(name)

    def put_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep a state, or the hash of one."""
        self.header(table)
        self._snapshots[table][snapshot.seq] = snapshot

    def snapshot(self, table: str, at_most: int | None = None) -> Snapshot | None:
        """Return the latest snapshot with data."""
        self.header(table)
        kept = self._snapshots[table]
        fitting = [seq for seq in kept if kept[seq].data is not None and (at_most is None or seq <= at_most)]
        return kept[max(fitting)] if fitting else None

    def snapshot_sizes(self, table: str) -> tuple[tuple[int, int], ...]:
        """Return the rows after which whole states are kept, with their bytes."""
        self.header(table)
        kept = self._snapshots[table]
        sizes = ((seq, kept[seq].data) for seq in sorted(kept))
        return tuple((seq, len(data)) for seq, data in sizes if data is not None)

    def thin_snapshots(self, table: str, keep: tuple[int, ...]) -> None:
        """Let go of other whole states than those named."""
        self.header(table)
        kept = self._snapshots[table]
        for seq in [seq for seq in kept if seq not in keep]:
            kept[seq] = Snapshot(seq, kept[seq].state_hash)

    def state_hashes(self, table: str) -> tuple[tuple[int, str], ...]:
        """Return all kept state hashes by row."""
        self.header(table)
        return tuple((seq, self._snapshots[table][seq].state_hash) for seq in sorted(self._snapshots[table]))

    def read_only(self, table: str) -> str | None:
        """Memory takes rows as long as it is there."""
        self.header(table)
        return None

    def close(self) -> None:
        """Nothing waits."""
