"""Whether a client may go on from where it stood."""

import pytest

from vttbridge.session.event_mac import head_for, mark_of, table_key
from vttbridge.session.resume import GoOn, Known, StartOver, come_back
from vttbridge_protocol import Resume

KNOWN = Known(epoch=2, seq=50, oldest=10)
RIGHT = Resume("s", 2, 30, "head 30")


def head_at(seq: int) -> str | None:
    """Give the head of a row that is kept."""
    return f"head {seq}" if 10 <= seq <= 50 else None


@pytest.mark.parametrize(
    ("resume", "outcome"),
    [
        (RIGHT, GoOn(30)),
        (Resume("s", 2, 50, "head 50"), GoOn(50)),
        (Resume("s", 2, 10, "head 10"), GoOn(10)),
        (Resume("s", 1, 30, "head 30"), StartOver("epoch")),
        (Resume("s", 3, 30, "head 30"), StartOver("epoch")),
        (Resume("s", 2, 51, "head 51"), StartOver("hash", ahead=True)),
        (Resume("s", 2, 9, "head 9"), StartOver("too_old")),
        (Resume("s", 2, 30, "head 31"), StartOver("hash")),
        (Resume("s", 2, 30), StartOver("hash")),
    ],
)
def test_there_are_two_ways_and_no_third(resume: Resume, outcome: GoOn | StartOver) -> None:
    """It goes on from the same row of the same history, else it starts over with a reason."""
    assert come_back(resume, KNOWN, head_at) == outcome


def test_a_mark_is_made_with_the_tables_key() -> None:
    """Two tables give other marks of the same hash; game masters are told the hash itself."""
    keys = [table_key(b"k" * 32, table) for table in ("a", "b")]
    assert mark_of(keys[0], "hash") != mark_of(keys[1], "hash")
    assert head_for(keys[0], "hash", whole=True) == "hash"
    assert head_for(keys[0], "hash", whole=False) == mark_of(keys[0], "hash") != "hash"
