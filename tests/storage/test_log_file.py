"""Logs as files: out and in again byte for byte; any damage is named by its row."""

import random
from functools import cache
from pathlib import Path

import pytest

from support.scale import scaled
from support.stored_fight import HEADER, fight, stored, tiny
from vttbridge.errors import BadLog, NewerVersion, StoreFault
from vttbridge.storage.codec import chained, encode_header
from vttbridge.storage.log_file import FIRST_LINE, SUFFIX, export_to, exported, imported, read_bytes, read_log
from vttbridge.storage.verify import of_file, of_table, steps_of, verify
from vttbridge.table.log.chain import first_hash
from vttbridge.testing.memory_store import MemoryStore


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


def test_how_a_file_is_known() -> None:
    """By the end of its name, and by its first line."""
    assert SUFFIX == ".vttlog"
    assert FIRST_LINE == b"vttlog 1\n"
    assert whole().startswith(FIRST_LINE)
