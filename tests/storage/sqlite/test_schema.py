"""A store of an earlier schema is opened, raised and kept as it was beside itself."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from vttbridge.errors import NewerVersion, StoreFault
from vttbridge.storage.sqlite.schema import SCHEMA, Durability, fault_of, opened, prepare, refuse_newer
from vttbridge.storage.sqlite.store import FILE, SqliteStore
from vttbridge.table import AccessChanges, AccessRecord, StorageFull
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


def setting(connection: sqlite3.Connection, name: str) -> object:
    """Read a setting of a connection."""
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


@pytest.mark.parametrize(("durability", "synchronous"), [("power", 2), ("process", 1)])
def test_a_commit_survives_what_was_asked(tmp_path: Path, durability: Durability, synchronous: int) -> None:
    """The log is written ahead, and synced at every commit or only with checkpoints."""
    with closing(opened(tmp_path / FILE, durability)) as connection:
        assert (setting(connection, "journal_mode"), setting(connection, "synchronous")) == (
            "wal",
            synchronous,
        )
        assert connection.isolation_level is None


def test_a_file_that_cannot_be_opened_is_a_fault_of_the_store(tmp_path: Path) -> None:
    """A folder that is not there, and bytes that are no database."""
    with pytest.raises(StoreFault, match=r"tables\.sqlite3 cannot be opened"):
        opened(tmp_path / "none" / FILE, "power")
    (tmp_path / FILE).write_bytes(b"no database, but as long as the head of one would be" * 9)
    with pytest.raises(StoreFault, match=r"tables\.sqlite3 cannot be opened"):
        opened(tmp_path / FILE, "power")


def test_a_new_file_is_of_this_schema_and_stays_as_it_is(tmp_path: Path) -> None:
    """Preparing it again changes nothing, and nothing is copied."""
    path = tmp_path / FILE
    with closing(opened(path, "power")) as connection:
        prepare(connection, path)
        connection.execute("INSERT INTO logs VALUES ('a', x'00')")
        prepare(connection, path)
        assert connection.execute("SELECT name FROM logs").fetchall() == [("a",)]
        tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        assert tables.fetchall() == [("access",), ("blobs",), ("logs",), ("rows",), ("states",)]
        assert setting(connection, "user_version") == SCHEMA == 2
    assert not list(tmp_path.glob("*.schema-*"))
    refuse_newer(path)


def test_a_later_file_is_refused_before_and_after_it_is_opened(tmp_path: Path) -> None:
    """By its first bytes, and by its number; a file that is not there, or is no database, is not later."""
    path = tmp_path / FILE
    refuse_newer(path)
    path.write_bytes(b"\xff" * 100)
    refuse_newer(path)
    path.unlink()
    connection = opened(path, "power")
    connection.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    with pytest.raises(NewerVersion, match="the store has schema 3 and this version knows 2"):
        prepare(connection, path)
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connection.execute("SELECT 1")
    with pytest.raises(NewerVersion, match="the store has schema 3 and this version knows 2"):
        refuse_newer(path)


def test_a_damaged_file_is_let_go(tmp_path: Path) -> None:
    """Whoever opened it need not close it."""
    path = tmp_path / FILE
    connection = opened(path, "power")
    connection.execute("CREATE TABLE logs (other)")
    with pytest.raises(StoreFault, match="the store cannot be read"):
        prepare(connection, path)
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connection.execute("SELECT 1")


def test_a_full_disk_is_told_apart(tmp_path: Path) -> None:
    """Room can be made, and the same command sent again."""
    with closing(opened(tmp_path / FILE, "power")) as connection:
        prepare(connection, tmp_path / FILE)
        connection.execute("PRAGMA max_page_count = 1")
        with pytest.raises(sqlite3.OperationalError) as full:
            connection.execute("INSERT INTO blobs VALUES ('a', zeroblob(1000000))")
    said = fault_of(full.value)
    assert isinstance(said, StorageFull)
    assert str(said) == "the disk is full: make room, then send the same command again"
    other = fault_of(sqlite3.OperationalError("locked"))
    assert not isinstance(other, StorageFull)
    assert str(other) == "the store cannot be written: locked"
