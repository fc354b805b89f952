import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from vttbridge.errors import StoreFault
from vttbridge.storage.sqlite.head_file import read_heads
from vttbridge.storage.sqlite.schema import opened, prepare
from vttbridge.storage.sqlite.writer import StoreWriter, WriteJob
from vttbridge.table.log.chain import Head

SECONDS = 30


class Written:
    """A writer on a file of its own, with what it said of transactions that were rolled back."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "tables.sqlite3"
        self.head_file = folder / "heads.json"
        self.rolled_back = 0
        self.reader = opened(self.path, "power")
        prepare(self.reader, self.path)
        self.writer = StoreWriter(self.path, "power", self.head_file, {}, self._rolled_back)

    def _rolled_back(self) -> None:
        self.rolled_back += 1

    def blobs(self) -> list[str]:
        """Return the names of the blobs that are committed."""
        return [name for (name,) in self.reader.execute("SELECT name FROM blobs ORDER BY name")]


def blob(name: str) -> Callable[[sqlite3.Connection], None]:
    """Return a write of one blob."""

    def write(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO blobs VALUES (?, ?)", (name, b"data"))

    return write


def fails(_connection: sqlite3.Connection) -> None:
    """Fail by its own fault."""
    raise StoreFault("not this one")


def fault_of(done: "Future[None]") -> str:
    """Return why a job failed."""
    return str(done.exception(timeout=SECONDS))


@pytest.fixture
def written(tmp_path: Path) -> Iterator[Written]:
    """Return a writer that has not begun, and let go of its files."""
    made = Written(tmp_path)
    yield made
    made.writer.close()
    made.reader.close()


def test_what_waits_is_written_together_and_answered_when_it_is_stored(written: Written) -> None:
    """Nobody is told before the commit; afterwards everything is there."""
    jobs = [written.writer.put(WriteJob(blob(name))) for name in "abc"]
    assert not any(done.done() for done in jobs)
    written.writer.start()
    for done in jobs:
        done.result(timeout=SECONDS)
    assert written.blobs() == ["a", "b", "c"]


def test_a_fault_of_one_job_fails_that_one_alone(written: Written) -> None:
    """Its own writes are taken back, those of its neighbours stay."""

    def half(connection: sqlite3.Connection) -> None:
        blob("half")(connection)
        fails(connection)

    before = written.writer.put(WriteJob(blob("a")))
    bad = written.writer.put(WriteJob(half))
    after = written.writer.put(WriteJob(blob("b")))
    written.writer.start()
    assert (before.exception(SECONDS), after.exception(SECONDS)) == (None, None)
    assert fault_of(bad) == "not this one"
    assert written.blobs() == ["a", "b"]
    assert written.rolled_back == 0


def test_a_fault_of_the_disk_fails_the_group(written: Written) -> None:
    """Nothing of the group is kept, and whoever keeps ends in memory is told."""
    first = written.writer.put(WriteJob(blob("a")))
    twice = written.writer.put(WriteJob(blob("a")))
    written.writer.start()
    assert isinstance(first.exception(timeout=SECONDS), StoreFault)
    assert isinstance(twice.exception(timeout=SECONDS), StoreFault)
    assert written.blobs() == []
    assert written.rolled_back == 1


def test_a_first_head_is_on_the_disk_before_anybody_is_told(written: Written) -> None:
    """A log that has begun is vouched for at once."""
    written.writer.start()
    written.writer.put(WriteJob(blob("a"), "table", Head(0, "ab"))).result(timeout=SECONDS)
    assert read_heads(written.head_file) == {"table": Head(0, "ab")}


def test_closing_writes_what_waits_and_the_last_heads(written: Written) -> None:
    """Afterwards nothing is taken any more, and closing again does nothing."""
    written.writer.start()
    begun, go_on = threading.Event(), threading.Event()

    def slow(_connection: sqlite3.Connection) -> None:
        begun.set()
        assert go_on.wait(SECONDS)

    written.writer.put(WriteJob(slow))
    assert begun.wait(SECONDS)
    last = written.writer.put(WriteJob(blob("last"), "table", Head(7, "cd")))
    go_on.set()
    assert written.writer.close() is True
    assert last.done()
    assert written.blobs() == ["last"]
    assert read_heads(written.head_file) == {"table": Head(7, "cd")}
    assert fault_of(written.writer.put(WriteJob(blob("late")))) == "the store is closed"
    assert written.writer.close() is False


def test_a_group_has_an_end(written: Written) -> None:
    """A fault of the disk fails sixty-four jobs, and the one behind them is written."""
    jobs = [written.writer.put(WriteJob(blob("twice"))) for _ in range(2)]
    jobs += [written.writer.put(WriteJob(blob(f"{number}"))) for number in range(62)]
    behind = written.writer.put(WriteJob(blob("behind")))
    written.writer.start()
    assert all(isinstance(done.exception(timeout=SECONDS), StoreFault) for done in jobs)
    behind.result(timeout=SECONDS)
    assert written.blobs() == ["behind"]
    assert written.rolled_back == 1
