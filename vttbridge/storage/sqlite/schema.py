"""The file of the SQLite store: its schema, how it is opened, and what its faults mean.

A file of a newer schema is refused before SQLite opens it, so it stays as it was. One of an older schema is
copied beside itself and then raised in one transaction.
"""

import contextlib
import sqlite3
from pathlib import Path
from typing import Literal

from vttbridge.errors import NewerVersion, StoreFault
from vttbridge.table.log.store import StorageFull

SCHEMA = 2

_ACCESS = """
CREATE TABLE access (
    kind TEXT NOT NULL, id TEXT NOT NULL, data BLOB NOT NULL,
    PRIMARY KEY (kind, id)
) WITHOUT ROWID;
"""

_TABLES = f"""
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
{_ACCESS}
"""

_RAISES = {1: _ACCESS}
"""What each older schema lacks that the next one has."""

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


def prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Make the tables in a new file, and what an older file lacks; StoreFault where that cannot be done."""
    try:
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
        if version == 0:
            _run(connection, _TABLES)
        elif version < SCHEMA:
            _copy(connection, path.with_name(f"{path.name}.schema-{version}"))
            _run(connection, "".join(_RAISES[older] for older in range(version, SCHEMA)))
    except DAMAGE as fault:
        connection.close()
        raise StoreFault(f"the store cannot be read: {fault}") from fault
    except OSError as fault:
        connection.close()
        raise StoreFault(
            f"{path.name} cannot be copied beside itself, which is done before its schema is raised "
            f"({fault.strerror}): make room there, then start again"
        ) from fault
    if version > SCHEMA:
        connection.close()
        raise NewerVersion(_newer(version))


def _run(connection: sqlite3.Connection, statements: str) -> None:
    connection.executescript(f"BEGIN; {statements} PRAGMA user_version = {SCHEMA}; COMMIT;")


def _copy(connection: sqlite3.Connection, beside: Path) -> None:
    """Copy the whole file, under its name only when the copy is whole."""
    fresh = beside.with_name(f"{beside.name}.new")
    fresh.unlink(missing_ok=True)
    with contextlib.closing(sqlite3.connect(fresh)) as copy:
        connection.backup(copy)
    fresh.replace(beside)


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
    """Return what a fault of SQLite means for whoever wrote."""
    if getattr(fault, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
        return StorageFull("the disk is full: make room, then send the same command again")
    return StoreFault(f"the store cannot be written: {fault}")
