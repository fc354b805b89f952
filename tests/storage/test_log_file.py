"""Logs as files: out and in again byte for byte; any damage is named by its row."""

import random
from functools import cache
from pathlib import Path

import msgspec
import pytest

from support.scale import scaled
from table.at_table import ROOM, Sitting
from table.tiny_rules import TINY
from vttbridge.errors import BadLog, NewerVersion, StoreFault, UnknownRuleset
from vttbridge.rules.ruleset import Ruleset
from vttbridge.storage.codec import chained, encode_header, encode_scene
from vttbridge.storage.log_file import export_to, exported, imported, read_bytes, read_log
from vttbridge.storage.verify import of_file, of_table, steps_of, verify
from vttbridge.table import Header, Snapshot, Store
from vttbridge.table.log.chain import first_hash
from vttbridge.table.model.commands import Undo
from vttbridge.testing.memory_store import MemoryStore

HEADER = Header("Test", "0", "tiny")


def tiny(name: str) -> Ruleset:
    """Find the tests' rule book and no other."""
    if name != "tiny":
        raise UnknownRuleset(f"no rule book called {name}")
    return TINY


def fight() -> Sitting:
    """Play a few commands."""
    table = Sitting()
    table.push("s-gm", "dan")
    table.push("s-gm", "cat", 3)
    table.push("s-1", "dan", 1, mover="ann")
    table.do("s-gm", Undo((table.rows[15].seq,)))
    return table


def stored(table: Sitting) -> MemoryStore:
    """Put a fight into a store."""
    store = MemoryStore()
    header = encode_header(HEADER)
    store.create("t", header)
    store.put_blob(table.blob, encode_scene(ROOM))
    store.append("t", chained(first_hash(header), table.rows)).result()
    return store


@cache
def whole() -> bytes:
    """Return a fight as a file."""
    return exported(stored(fight()), "t")


def test_in_again_as_it_went_out(tmp_path: Path) -> None:
    """Export, import into another store and export again give the same bytes and rows."""
    table = fight()
    path = tmp_path / "fight.vttlog"
    assert export_to(stored(table), "t", path) == len(table.rows)
    file = read_log(path)
    assert list(file.rows) == table.rows
    other = MemoryStore()
    imported(other, file, "elsewhere")
    assert exported(other, "elsewhere") == path.read_bytes()
    assert verify(of_table(other, "elsewhere", tiny)).is_good


def test_a_file_replays_to_the_state(tmp_path: Path) -> None:
    """The facts of a file fold to the state that the table had, to any row."""
    table = fight()
    path = tmp_path / "fight.vttlog"
    export_to(stored(table), "t", path)
    steps = list(steps_of(of_file(read_log(path), tiny)))
    assert steps[-1].after == table.table.state
    assert list(steps_of(of_file(read_log(path), tiny), to=7))[-1].row.seq == 7


def row_at(data: bytes, offset: int) -> int:
    """Return the row that a byte of a file belongs to, its scene included; past the last row, one more."""
    at, seq = len(b"vttlog 1\n"), 1
    while at < len(data):
        length = 5 + int.from_bytes(data[at + 1 : at + 5], "big")
        if offset < at + length:
            return seq
        seq += data[at : at + 1] == b"R"
        at += length
    return seq


def test_every_flipped_bit_is_named_by_its_row() -> None:
    """Whatever bit of a file flips, reading names the row where it is."""
    good = whole()
    chosen = random.Random(7)
    for _ in range(scaled(15_000)):
        bit = chosen.randrange(len(good) * 8)
        bad = bytearray(good)
        bad[bit // 8] ^= 1 << (bit % 8)
        with pytest.raises((BadLog, NewerVersion)) as caught:
            read_bytes(bytes(bad))
        fault = caught.value
        if isinstance(fault, BadLog):
            assert fault.seq == row_at(good, bit // 8), bit
        else:
            assert bit // 8 < len(b"vttlog 1\n")


def test_every_cut_is_noticed() -> None:
    """A file that ends anywhere before its end is refused, and the row that is missing is named."""
    good = whole()
    for length in range(9, len(good), max(1, len(good) // scaled(2_000))):
        with pytest.raises(BadLog) as caught:
            read_bytes(good[:length])
        assert caught.value.seq == row_at(good, length)


def test_something_behind_the_end() -> None:
    """A file with more behind its end mark is refused."""
    with pytest.raises(BadLog, match="behind the end"):
        read_bytes(whole() + b"\n")


def test_no_log_at_all(tmp_path: Path) -> None:
    """Other files and missing ones are refused in a sentence."""
    with pytest.raises(BadLog, match="no vttbridge log"):
        read_bytes(b"PK\x03\x04 something else")
    with pytest.raises(NewerVersion):
        read_bytes(b"vttlog 2\nanything")
    with pytest.raises(StoreFault, match="cannot be read"):
        read_log(tmp_path / "none.vttlog")


def test_a_missing_scene_stops_the_export() -> None:
    """A log without the geometry of one of its scenes is not written as if it were whole."""
    store = MemoryStore()
    header = encode_header(HEADER)
    store.create("t", header)
    store.append("t", chained(first_hash(header), fight().rows)).result()
    with pytest.raises(BadLog, match="scene of row 6 is missing"):
        exported(store, "t")
    assert verify(of_table(store, "t", tiny)).bad_row == 6


def with_states(store: Store, table: Sitting) -> None:
    """Keep true state hashes at some rows."""
    for seq in (8, 14):
        steps = [step for step in table.steps if step.row.seq == seq]
        store.put_snapshot("t", Snapshot(seq, table.book.hash(steps[0].after)))


def test_verify_counts_what_it_checked() -> None:
    """A good log is good: rows, commands, kept states, and the same decisions."""
    table = fight()
    store = stored(table)
    with_states(store, table)
    verdict = verify(of_table(store, "t", tiny), again=False)
    assert verdict.is_good
    assert (verdict.rows, verdict.states) == (len(table.rows), 2)


def test_verify_names_a_state_that_differs() -> None:
    """A kept state hash that the rows do not lead to is named."""
    table = fight()
    store = stored(table)
    store.put_snapshot("t", Snapshot(9, "0" * 32))
    verdict = verify(of_table(store, "t", tiny))
    assert not verdict.is_good
    assert verdict.bad_row == 9


def test_verify_names_a_row_that_cannot_follow() -> None:
    """Rows that are whole but do not fit each other are named, as when a piece stands on no scene."""
    table = fight()
    rows = [row for row in table.rows if row.seq != 6]
    moved = [msgspec.structs.replace(row, seq=place + 1) for place, row in enumerate(rows)]
    store = MemoryStore()
    header = encode_header(HEADER)
    store.create("t", header)
    store.append("t", chained(first_hash(header), moved)).result()
    verdict = verify(of_table(store, "t", tiny))
    assert verdict.bad_row == 6


def test_an_unknown_rule_book_is_a_sentence() -> None:
    """A log of a rule book that is not installed says so."""
    file = read_bytes(whole())

    def nothing(name: str) -> Ruleset:
        raise UnknownRuleset(f"no rule book called {name} is installed")

    verdict = verify(of_file(file, nothing))
    assert not verdict.is_good
    assert "tiny" in verdict.problem
