"""A store of an earlier schema is opened, raised and kept as it was beside itself."""

import sqlite3
from pathlib import Path

import pytest

from vttbridge.errors import StoreFault
from vttbridge.storage.sqlite.store import FILE, SqliteStore
from vttbridge.table import AccessChanges, AccessRecord
from vttbridge.testing.conformance.store import HEADER, put

FIRST_SCHEMA = """
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
PRAGMA user_version = 1;
"""
"""What 0.1 made."""

TABLES = ("blobs", "logs", "rows", "states")


def old_store(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    """Write a store as 0.1 wrote it, with its anchors; returns what stands in it."""
    store = SqliteStore(folder)
    store.create("a", HEADER)
    put(store, "a", "one", "two")
    store.put_blob("n1", b"blob")
    store.close()
    whole = contents(folder / FILE)
    (folder / FILE).unlink()
    with sqlite3.connect(folder / FILE) as old:
        old.executescript(FIRST_SCHEMA)
        for table, rows in whole.items():
            for row in rows:
                old.execute(f"INSERT INTO {table} VALUES ({', '.join('?' for _ in row)})", row)
    old.close()
    return whole


def contents(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Read all that 0.1 knew of a file."""
    with sqlite3.connect(path) as file:
        read = {table: file.execute(f"SELECT * FROM {table}").fetchall() for table in TABLES}
    file.close()
    return read


def version_of(path: Path) -> int:
    """Read a file's schema."""
    with sqlite3.connect(path) as file:
        (version,) = file.execute("PRAGMA user_version").fetchone()
    file.close()
    return int(version)


def test_a_store_of_the_first_schema_is_raised(tmp_path: Path) -> None:
    """All is as it was, seats can be kept, and the file as it was stands beside the new one."""
    before = old_store(tmp_path)
    store = SqliteStore(tmp_path)
    assert store.read_only("a") is None
    assert store.access_records() == ()
    kept = AccessRecord("seat", "one", b"says")
    store.change_access(AccessChanges(put=(kept,))).result(timeout=30)
    store.close()
    assert (contents(tmp_path / FILE), version_of(tmp_path / FILE)) == (before, 2)
    copy = tmp_path / f"{FILE}.schema-1"
    assert (contents(copy), version_of(copy)) == (before, 1)
    again = SqliteStore(tmp_path)
    assert again.access_records() == (kept,)
    put(again, "a", "three")
    again.close()
    assert contents(copy) == before, "the copy is made once"


def test_a_store_that_cannot_be_copied_stays_as_it_was(tmp_path: Path) -> None:
    """Without the copy nothing is raised; the next start does it."""
    before = old_store(tmp_path)
    (tmp_path / f"{FILE}.schema-1").mkdir()
    with pytest.raises(StoreFault, match="cannot be copied beside itself"):
        SqliteStore(tmp_path)
    assert (contents(tmp_path / FILE), version_of(tmp_path / FILE)) == (before, 1)
    (tmp_path / f"{FILE}.schema-1").rmdir()
    SqliteStore(tmp_path).close()
    assert version_of(tmp_path / FILE) == 2
