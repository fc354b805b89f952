"""What is done to the files of the SQLite store: damage, newer schemas, missing anchors, full disks."""

import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from support.scale import scaled
from vttbridge.errors import NewerVersion, StoreFault
from vttbridge.storage.sqlite import schema
from vttbridge.storage.sqlite import writer as writer_module
from vttbridge.storage.sqlite.head_file import read_heads, write_heads
from vttbridge.storage.sqlite.store import FILE, HEADS, SqliteStore
from vttbridge.table import Head, ReadOnly, StorageFull
from vttbridge.table.log.chain import checked
from vttbridge.testing.conformance.store import HEADER, put, records

ROWS = 40


def filled(folder: Path, rows: int = ROWS) -> None:
    """Write a log and close it."""
    store = SqliteStore(folder)
    store.create("a", HEADER)
    for number in range(rows):
        put(store, "a", f"row {number} of a log that is worth keeping")
    store.close()


def noticed_or_harmless(folder: Path) -> bool:
    """Return whether a damaged store is refused, read-only or still holds every row as it was."""
    try:
        store = SqliteStore(folder)
    except (StoreFault, NewerVersion):
        return True
    try:
        if store.read_only("a") is not None:
            return isinstance(
                store.append("a", records(Head(ROWS, "00" * 16), "more")).exception(timeout=30), ReadOnly
            )
        texts = [record.data.decode() for record in checked(store.header("a"), store.read("a"))]
        return texts == [f"row {number} of a log that is worth keeping" for number in range(ROWS)]
    except StoreFault:
        return True
    finally:
        store.close()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_flipped_bits_in_the_file(tmp_path: Path) -> None:
    """A flipped bit in the database is noticed or changes no row."""
    filled(tmp_path / "good")
    whole = (tmp_path / "good" / FILE).read_bytes()
    chosen = random.Random(3)
    for round_number in range(scaled(1_500)):
        bad = bytearray(whole)
        bit = chosen.randrange(len(bad) * 8)
        bad[bit // 8] ^= 1 << (bit % 8)
        folder = tmp_path / "bad"
        shutil.copytree(tmp_path / "good", folder)
        (folder / FILE).write_bytes(bytes(bad))
        assert noticed_or_harmless(folder), (round_number, bit)
        shutil.rmtree(folder)


def copied_while_open(store: SqliteStore, source: Path, target: Path) -> None:
    """Take the files as a lost machine would leave them."""
    store.flushed()
    shutil.copytree(source, target)


def rows_left(folder: Path) -> int:
    """Return how many rows SQLite still shows; none where the table itself is lost."""
    try:
        store = SqliteStore(folder)
    except StoreFault:
        return 0
    try:
        return store.head("a").seq
    finally:
        store.close()


def test_a_lost_tail_in_the_write_ahead_log(tmp_path: Path) -> None:
    """SQLite drops what lies behind a flipped bit of its WAL without a word; the anchor notices."""
    live = tmp_path / "live"
    store = SqliteStore(live)
    store.create("a", HEADER)
    for number in range(ROWS):
        put(store, "a", f"row {number} of a log that is worth keeping")
    write_heads(live / HEADS, {"a": store.head("a")})
    copied_while_open(store, live, tmp_path / "good")
    store.close()
    whole = (tmp_path / "good" / f"{FILE}-wal").read_bytes()
    chosen, dropped = random.Random(5), 0
    for _ in range(scaled(1_500)):
        bad = bytearray(whole)
        bit = chosen.randrange(len(bad) * 8)
        bad[bit // 8] ^= 1 << (bit % 8)
        folder = tmp_path / "bad"
        shutil.copytree(tmp_path / "good", folder)
        (folder / f"{FILE}-wal").write_bytes(bytes(bad))
        (folder / f"{FILE}-shm").unlink(missing_ok=True)
        dropped += rows_left(folder) < ROWS
        assert noticed_or_harmless(folder), bit
        shutil.rmtree(folder)
    assert dropped > 0


def test_a_log_that_lost_its_tail_is_read_only(tmp_path: Path) -> None:
    """Fewer rows than the anchor says: no more rows are taken, and the reason says how many are missing."""
    filled(tmp_path)
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute("DELETE FROM rows WHERE seq > 30")
    connection.close()
    store = SqliteStore(tmp_path)
    assert "ends at row 30, but had 40" in (store.read_only("a") or "")
    wrong = store.append("a", records(store.head("a"), "more")).exception(timeout=30)
    assert isinstance(wrong, ReadOnly)
    assert store.head("a").seq == 30
    store.close()
    again = SqliteStore(tmp_path)
    assert again.read_only("a") is not None, "closing must not bless the damage"
    again.close()


def test_a_log_of_yesterday_is_read_only(tmp_path: Path) -> None:
    """Another history of the same length than the one that was anchored is noticed."""
    filled(tmp_path)
    write_heads(tmp_path / HEADS, {"a": Head(ROWS, "ab" * 16)})
    store = SqliteStore(tmp_path)
    assert "row 40 is not the one" in (store.read_only("a") or "")
    store.close()


def test_a_missing_or_damaged_anchor(tmp_path: Path) -> None:
    """Without its anchor a log that has rows is read-only; a new table in the same store is not."""
    filled(tmp_path)
    (tmp_path / HEADS).unlink()
    store = SqliteStore(tmp_path)
    assert "anchor file beside the store is missing" in (store.read_only("a") or "")
    store.close()
    (tmp_path / HEADS).write_bytes(b"nonsense\n{}")
    store = SqliteStore(tmp_path)
    assert "damaged" in (store.read_only("a") or "")
    store.close()


def test_an_anchor_is_written_before_the_first_row(tmp_path: Path) -> None:
    """A new log is anchored when `create` returns, however soon the process ends."""
    store = SqliteStore(tmp_path)
    store.create("a", HEADER)
    anchors = read_heads(tmp_path / HEADS)
    assert anchors is not None
    assert anchors["a"] == store.head("a")
    store.close()


def test_a_newer_schema_is_refused_and_unchanged(tmp_path: Path) -> None:
    """A file of a later version is refused in one sentence and stays byte for byte as it was."""
    filled(tmp_path)
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute(f"PRAGMA user_version = {schema.SCHEMA + 1}")
    connection.close()
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(NewerVersion, match="later vttbridge"):
        SqliteStore(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


def test_no_database_at_all(tmp_path: Path) -> None:
    """A file that is none is a StoreFault."""
    (tmp_path / FILE).write_bytes(b"this is no database, but long enough to look at it closely" * 20)
    with pytest.raises(StoreFault, match="cannot be"):
        SqliteStore(tmp_path)


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without room an append fails and may be tried again; nothing that was acknowledged is lost."""
    connections: list[sqlite3.Connection] = []

    def kept(path: Path, durability: schema.Durability) -> sqlite3.Connection:
        connections.append(schema.opened(path, durability))
        return connections[-1]

    monkeypatch.setattr(writer_module, "opened", kept)
    store = SqliteStore(tmp_path)
    store.create("a", HEADER)
    put(store, "a", "one")
    writer = connections[-1]
    writer.execute("PRAGMA max_page_count = 1")
    big = records(store.head("a"), "x" * 60_000)
    assert isinstance(store.append("a", big).exception(timeout=30), StorageFull)
    assert store.head("a").seq == 1
    writer.execute("PRAGMA max_page_count = 1000000")
    store.append("a", big).result(timeout=30)
    assert store.head("a").seq == 2
    store.close()


def test_a_store_that_is_gone_is_no_new_one(tmp_path: Path) -> None:
    """Where the anchors tell of tables that the file does not hold, nothing is begun over them."""
    filled(tmp_path)
    anchors = (tmp_path / HEADS).read_bytes()
    (tmp_path / FILE).write_bytes(b"")
    with pytest.raises(StoreFault, match="has lost a, of which"):
        SqliteStore(tmp_path)
    assert (tmp_path / HEADS).read_bytes() == anchors
