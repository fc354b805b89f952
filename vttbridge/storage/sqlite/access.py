"""How the SQLite store changes its access records, within whatever transaction is open."""

import sqlite3

from vttbridge.table.log.store import AccessChanges


def change(connection: sqlite3.Connection, changes: AccessChanges) -> None:
    """Put, replace and drop; the caller commits."""
    connection.executemany(
        "INSERT OR REPLACE INTO access VALUES (?, ?, ?)",
        [(record.kind, record.id, record.data) for record in changes.put],
    )
    connection.executemany(
        "UPDATE access SET data = ? WHERE kind = ? AND id = ?",
        [(record.data, record.kind, record.id) for record in changes.replace],
    )
    connection.executemany("DELETE FROM access WHERE kind = ? AND id = ?", changes.drop)
