"""How rows are appended within the writer's transaction, and where each log then ends."""

import sqlite3
from collections.abc import Callable

from vttbridge.table.log.chain import Head, Record, first_hash
from vttbridge.table.log.store import CommandKnown, ReadOnly, check_append


class LogEnds:
    """Where each log ends for the writing thread, which alone uses it: ahead of what is committed."""

    def __init__(self, header: Callable[[str], bytes], read_only: Callable[[str], str | None]) -> None:
        self._header = header
        self._read_only = read_only
        self._ends: dict[str, Head] = {}

    def forget(self) -> None:
        """Read all ends anew from the file, as after a transaction that was rolled back."""
        self._ends.clear()

    def append(self, connection: sqlite3.Connection, table: str, records: tuple[Record, ...]) -> None:
        """Write rows; ReadOnly, CommandKnown or a StoreFault where they may not stand there."""
        reason = self._read_only(table)
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
                self._ends[table] = Head(0, first_hash(self._header(table)))
            else:
                self._ends[table] = Head(int(found[0]), str(found[1]), int(found[2]))
        return self._ends[table]
