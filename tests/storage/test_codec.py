"""Values to bytes and back: equal, in one spelling, large ones too; damaged ones are named."""

import msgspec
import pytest

from table.at_table import ROOM, Sitting
from vttbridge.errors import BadLog, NewerVersion
from vttbridge.geometry.scene import SceneSpec
from vttbridge.geometry.terrain import Area, Difficult, Wall
from vttbridge.geometry.vec import Vec
from vttbridge.rules.piece import Piece
from vttbridge.rules.version import RulesVersion
from vttbridge.storage.codec import (
    chained,
    decode_header,
    decode_row,
    decode_scene,
    decode_state,
    encode,
    encode_header,
    encode_row,
    encode_scene,
    encode_state,
    row_of,
    rows_of,
)
from vttbridge.table import Header
from vttbridge.table.log.chain import first_hash
from vttbridge.table.model.commands import PutPiece

HEADER = encode_header(Header("t", "0", "tiny"))
HEADER_OF_0_1 = (
    b"\x8a\xaacreated_ms\xcf\x00\x00\x01\xa0\xc4Pl\x00\xa6engine\xa50.1.0\xa6format\xafvttbridge log 1"
    b"\xa4geos\xa63.14.1\xaarules_hash\xd9 d628c3987024c59b9e1b9091cec03e50\xa7ruleset\xa8heroclix"
    b"\xafruleset_version\xa51.0.0\xa6schema\x01\xa7shapely\xa52.2.0\xa5table\xa6Friday"
)


def test_what_goes_in_comes_out() -> None:
    """Rows, states and scenes come back equal, and their bytes are the same when written again."""
    table = Sitting()
    table.push("s-gm", "ben")
    table.push("s-gm", "cat")
    for row in table.rows:
        assert decode_row(encode_row(row)) == row
        assert encode_row(decode_row(encode_row(row))) == encode_row(row)
    assert decode_state(encode_state(table.table.state)) == table.table.state
    assert decode_scene(encode_scene(ROOM)) == ROOM


def test_the_largest_scene() -> None:
    """A scene with as many walls as may be and a thousand areas is written and read."""
    walls = tuple(Wall(f"w{n}", Vec(n % 400 + 0.5, n // 400), Vec(n % 400 + 1.2, 1)) for n in range(10_000))
    ring = tuple(Vec(x + 0.25, x * x / 7) for x in range(30))
    areas = tuple(Area(f"a{n}", ring, Difficult()) for n in range(1_000))
    spec = SceneSpec("s", "S", 500, 500, walls=walls, areas=areas)
    assert decode_scene(encode_scene(spec)) == spec


def test_a_whole_number_is_one_number() -> None:
    """A value that was 2.0 before a restart and is 2 after it has the same bytes."""
    assert encode(PutPiece("s", Piece("x", numbers=(("hp", 2.0),)))) == encode(
        PutPiece("s", Piece("x", numbers=(("hp", 2),)))
    )


def test_what_cannot_be_written() -> None:
    """A value that nobody could read back is a BadLog when it is written."""
    with pytest.raises(BadLog, match="cannot be written"):
        encode(PutPiece("s", Piece("x", numbers=(("hp", float("nan")),))))


def test_bytes_that_are_no_row() -> None:
    """Other bytes are refused in a sentence."""
    for data in (b"", b"\xc1", b"\x80", encode_scene(ROOM)):
        with pytest.raises(BadLog, match="no LogEvent"):
            decode_row(data)


def test_headers() -> None:
    """Other headers are no log, later ones are refused as such."""
    header = Header("t", "0", "tiny")
    assert decode_header(encode_header(header)) == header
    with pytest.raises(BadLog, match="no vttbridge log"):
        decode_header(encode_header(msgspec.structs.replace(header, format="diary")))
    for later in ({"format": "vttbridge log 2"}, {"schema": 99}):
        with pytest.raises(NewerVersion, match="later vttbridge"):
            decode_header(encode_header(msgspec.structs.replace(header, **later)))


def test_a_header_of_0_1_stays_as_it_is() -> None:
    """It is read, known by its hash, and written again byte for byte."""
    header = decode_header(HEADER_OF_0_1)
    assert encode_header(header) == HEADER_OF_0_1
    assert header.written_under == RulesVersion(1, 1)
    assert msgspec.structs.replace(header, rules_hash="0" * 32).written_under is None
    assert msgspec.structs.replace(header, ruleset="draw-steel").written_under is None


def test_a_header_declares_its_rules() -> None:
    """A later header keeps the numbers and the tables, whatever hash of files it came with."""
    rules = RulesVersion(3, 2, "ab" * 16)
    header = Header("t", "0", "tiny", rules=rules)
    assert decode_header(encode_header(header)).written_under == rules


def test_records_say_what_their_rows_say() -> None:
    """A record whose number, epoch or command is not its row's is named."""
    rows = Sitting().rows[:4]
    records = chained(first_hash(HEADER), rows)
    assert list(rows_of(HEADER, records)) == rows
    for change in ({"epoch": 9}, {"command": "s:other"}):
        with pytest.raises(BadLog) as caught:
            row_of(msgspec.structs.replace(records[2], **change))
        assert caught.value.seq == 3
    with pytest.raises(BadLog) as caught:
        row_of(msgspec.structs.replace(records[2], seq=4))
    assert caught.value.seq == 4


def test_a_chain_names_its_first_bad_link() -> None:
    """A changed row, a missing one and a swapped one are each named by number."""
    records = list(chained(first_hash(HEADER), Sitting().rows))
    changed = [*records]
    changed[4] = msgspec.structs.replace(changed[4], data=changed[4].data + b"x")
    missing = [*records[:6], *records[7:]]
    for bad, seq in ((changed, 5), (missing, 7)):
        with pytest.raises(BadLog) as caught:
            list(rows_of(HEADER, bad))
        assert caught.value.seq == seq
    with pytest.raises(BadLog) as caught:
        list(rows_of(HEADER + b"x", records))
    assert caught.value.seq == 1
