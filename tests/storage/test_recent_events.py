"""The latest rows in memory: without gaps, so many or so many bytes, with the hash before the oldest."""

import msgspec

from support.stored_fight import fight
from vttbridge.storage.recent_events import MAX_BYTES, MAX_ROWS, LoggedStep, RecentEvents

STEP = fight().steps[0]


def row(seq: int, size: int = 10) -> LoggedStep:
    """Return a row of so many bytes."""
    return LoggedStep(
        msgspec.structs.replace(STEP, row=msgspec.structs.replace(STEP.row, seq=seq)), f"hash {seq}", size
    )


def numbers(window: RecentEvents) -> list[int]:
    """Return the numbers of the rows that are there."""
    return [one.seq for one in window]


def window_of(most_rows: int = 3, most_bytes: int = 100) -> RecentEvents:
    """Return what follows on row 4."""
    return RecentEvents(4, "hash 4", most_rows, most_bytes)


def test_an_empty_window_knows_the_row_before_it() -> None:
    """Whoever has seen row 4 has missed nothing."""
    window = window_of()
    assert (window.oldest, len(window), window.bytes) == (4, 0, 0)
    assert (window.hash_at(3), window.hash_at(4), window.hash_at(5)) == (None, "hash 4", None)
    assert window.since(0) == ()


def test_too_many_rows_let_the_oldest_go() -> None:
    """Three of three stay; the fourth takes the place of the first."""
    window = window_of()
    window.add(map(row, (5, 6, 7)))
    assert (numbers(window), window.oldest, window.bytes) == ([5, 6, 7], 4, 30)
    window.add([row(8)])
    assert (numbers(window), window.oldest, window.bytes) == ([6, 7, 8], 5, 30)
    assert [window.hash_at(seq) for seq in range(4, 10)] == [
        None,
        "hash 5",
        "hash 6",
        "hash 7",
        "hash 8",
        None,
    ]


def test_too_many_bytes_let_the_oldest_go_but_never_the_latest() -> None:
    """A hundred bytes of a hundred stay."""
    window = window_of()
    window.add([row(5, 40), row(6, 60)])
    assert numbers(window) == [5, 6]
    window.add([row(7, 1)])
    assert (numbers(window), window.bytes) == ([6, 7], 61)
    window.add([row(8, 900)])
    assert (numbers(window), window.bytes, window.oldest, len(window)) == ([8], 900, 7, 1)


def test_rows_since_a_number_are_those_behind_it() -> None:
    """The row of that number has been seen."""
    window = window_of()
    window.add(map(row, (5, 6, 7)))
    assert [one.seq for one in window.since(5)] == [6, 7]
    assert [one.seq for one in window.since(0)] == [5, 6, 7]
    assert window.since(7) == ()


def test_a_row_is_let_go_on_demand() -> None:
    """The next one follows on its hash."""
    window = window_of()
    window.add(map(row, (5, 6)))
    window.let_go()
    assert (numbers(window), window.oldest, window.hash_at(5), window.bytes) == ([6], 5, "hash 5", 10)


def test_the_limits_that_hold_by_themselves() -> None:
    """Two thousand rows, a mebibyte."""
    assert (MAX_ROWS, MAX_BYTES) == (2_000, 1_048_576)
    window = RecentEvents(0, "")
    window.add(row(seq, 1) for seq in range(1, MAX_ROWS + 2))
    assert (len(window), window.oldest) == (MAX_ROWS, 1)
    window.add([row(MAX_ROWS + 2, MAX_BYTES), row(MAX_ROWS + 3, 1)])
    assert len(window) == 1
    assert LoggedStep(STEP, "hash").bytes == 0
