"""The file of the SQLite store: its schema, how it is opened, and what its faults mean.

A file of a newer schema is refused before SQLite opens it, so it stays as it was.
"""

import sqlite3
from pathlib import Path
from typing import Literal

from vttbridge.errors import NewerVersion, StoreFault
from vttbridge.table.store import StorageFull

SCHEMA = 1

_TABLES = """
CREATE TABLE logs (name TEXT PRIMARY KEY, header BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE rows (
    log TEXT NOT NULL, seq INTEGER NOT NULL, epoch INTEGER NOT NULL,
    data BLOB NOT NULL, hash TEXT NOT NULL, command TEXT,
    PRIMARY KEY (log, seq)
) WITHOUT ROWID;
CREATE UNIQUE INDEX commands ON rows (log, command) WHERE command IS NOT NULL;
CREATE TABLE blobs (name TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE states (
    log TEXT NOT NULL, seq INTEGER NOT NULL, hash TEXT NOT NULL, data BLOB,
    PRIMARY KEY (log, seq)
) WITHOUT ROWID;
"""

Durability = Literal["power", "process"]
"""What a commit survives: the loss of power, or only the end of the process."""


DAMAGE = (sqlite3.Error, UnicodeError)
"""What reading a damaged file raises; its texts may be no texts any more."""


def opened(path: Path, durability: Durability) -> sqlite3.Connection:
    """Open the file for one thread at a time; StoreFault where it cannot be."""
    try:
        connection = sqlite3.connect(path, timeout=5.0, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as fault:
        raise StoreFault(f"the store {path.name} cannot be opened: {fault}") from fault
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {'FULL' if durability == 'power' else 'NORMAL'}")
    except DAMAGE as fault:
        connection.close()
        raise StoreFault(f"the store {path.name} cannot be opened: {fault}") from fault
    return connection


def prepare(connection: sqlite3.Connection) -> None:
    """Make the tables in a new file."""
    try:
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
        if version == 0:
            connection.executescript(f"BEGIN; {_TABLES} PRAGMA user_version = {SCHEMA}; COMMIT;")
    except DAMAGE as fault:
        connection.close()
        raise StoreFault(f"the store cannot be read: {fault}") from fault
    if version > SCHEMA:
        connection.close()
        raise NewerVersion(_newer(version))


def _newer(version: int) -> str:
    return (
        f"the store has schema {version} and this version knows {SCHEMA}: a later vttbridge wrote it; "
        "install that one, the file is unchanged"
    )


def refuse_newer(path: Path) -> None:
    """Refuse a file of a newer schema by its first bytes, before anything opens it."""
    if not path.exists():
        return
    with path.open("rb") as file:
        head = file.read(64)
    version = int.from_bytes(head[60:64], "big")
    if head.startswith(b"SQLite format 3") and version > SCHEMA:
        raise NewerVersion(_newer(version))


def fault_of(fault: Exception) -> StoreFault:
    """Say what a fault of SQLite means for whoever wrote."""
    if getattr(fault, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
        return StorageFull("the disk is full: make room, then send the same command again")
    return StoreFault(f"the store cannot be written: {fault}")
