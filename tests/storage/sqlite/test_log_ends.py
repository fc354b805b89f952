import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from vttbridge.errors import StoreFault
from vttbridge.storage.sqlite.log_ends import LogEnds
from vttbridge.storage.sqlite.schema import opened, prepare
from vttbridge.table.log.chain import Head, first_hash
from vttbridge.table.log.store import CommandKnown, ReadOnly
from vttbridge.testing.conformance.store import HEADER, records


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """Return a connection to a new file."""
    path = tmp_path / "tables.sqlite3"
    with closing(opened(path, "power")) as made:
        prepare(made, path)
        yield made


def ends(reason: str | None = None) -> LogEnds:
    """Return the ends of logs that have one header."""
    return LogEnds(lambda _table: HEADER, lambda _table: reason)


def rows_in(connection: sqlite3.Connection) -> list[int]:
    """Return the numbers of the rows that stand in the log."""
    return [seq for (seq,) in connection.execute("SELECT seq FROM rows WHERE log = 'a' ORDER BY seq")]


def test_rows_follow_on_one_another(connection: sqlite3.Connection) -> None:
    """The first follows on the header; a gap, and a row that stands there, are refused."""
    kept, first = ends(), records(Head(0, first_hash(HEADER)), "one", "two")
    kept.append(connection, "a", first)
    kept.append(connection, "a", records(Head(2, first[-1].hash), "three"))
    assert rows_in(connection) == [1, 2, 3]
    for wrong in (first, records(Head(9, "ab"), "ten")):
        with pytest.raises(StoreFault):
            kept.append(connection, "a", wrong)
    assert rows_in(connection) == [1, 2, 3]


def test_an_end_is_read_from_the_file_by_whoever_does_not_know_it(connection: sqlite3.Connection) -> None:
    """A new process, and one that forgot what was rolled back."""
    kept, first = ends(), records(Head(0, first_hash(HEADER)), "one")
    connection.execute("BEGIN")
    kept.append(connection, "a", first)
    connection.execute("ROLLBACK")
    with pytest.raises(StoreFault):
        kept.append(connection, "a", first)
    kept.forget()
    kept.append(connection, "a", first)
    ends().append(connection, "a", records(Head(1, first[-1].hash), "two"))
    assert rows_in(connection) == [1, 2]


def test_a_command_stands_in_a_log_once(connection: sqlite3.Connection) -> None:
    """Its second row is refused as known."""
    kept, first = ends(), records(Head(0, first_hash(HEADER)), "one")
    kept.append(connection, "a", first)
    with pytest.raises(CommandKnown):
        kept.append(connection, "a", records(Head(1, first[-1].hash), "one"))


def test_a_log_that_takes_no_rows_says_why(connection: sqlite3.Connection) -> None:
    """Nothing is written."""
    with pytest.raises(ReadOnly, match="damaged"):
        ends("damaged").append(connection, "a", records(Head(0, first_hash(HEADER)), "one"))
    assert rows_in(connection) == []
