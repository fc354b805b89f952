"""Who may come in, as records: each change writes what it must, and reading gives the same back."""

import msgspec
import pytest

from vttbridge.auth.rate_limit import Bucket, Guesses
from vttbridge.auth.seat_credentials import Knock, Minted, Opening, SeatCredential
from vttbridge.auth.seat_registry import SeatRegistry
from vttbridge.auth.throttle import Tally
from vttbridge.errors import StoreFault
from vttbridge.storage.access_records import (
    Admissions,
    admitting,
    all_of,
    code_record,
    ending,
    failed_record,
    names_of,
    opening,
    read,
    seat_record,
    wrong_record,
)
from vttbridge.table import AccessChanges, AccessRecord

CODE = Opening("c-1", "night", "gm", "seal", 9_000)
INVITE = Opening("c-2", "night", "player", "seal", 9_000, uses=3, wrong=2, kind="invite")
FIRST = SeatCredential("s-b", "night", "gm", "Laptop", "seal", since_ms=1, until_ms=9_000)
LATER = SeatCredential("s-a", "night", "player", "Phone", "seal", since_ms=2, until_ms=9_000)
TWIN = msgspec.structs.replace(LATER, id="s-c")
KNOCK = Knock("k", "night", "Kim", "", "amber anvil", "10.0.0.1", 9_000)
TALLY = Tally(Bucket(1, 20, 4.5, 100), Guesses((1, 2), 3, 4))


def test_each_record_is_named_and_says_its_value() -> None:
    """The names and the fields are bytes in stores."""
    assert seat_record(FIRST) == AccessRecord(
        "seat",
        "s-b",
        b'{"id":"s-b","table":"night","role":"gm","label":"Laptop","seal":"seal","since_ms":1,'
        b'"until_ms":9000,"user":"","origin":"","next_seal":""}',
    )
    assert code_record(CODE) == AccessRecord("code", "c-1", msgspec.json.encode(CODE))
    assert wrong_record(INVITE) == AccessRecord("wrong", "c-2", b"2")
    assert failed_record("all", TALLY) == AccessRecord("failed", "all", msgspec.json.encode(TALLY))
    assert names_of(CODE) == (("code", "c-1"), ("wrong", "c-1"))


def test_what_was_written_is_read() -> None:
    """Seats in the order in which they came, whatever the store's order; unknown kinds say nothing."""
    records = (
        code_record(CODE),
        failed_record("all", TALLY),
        *map(seat_record, (TWIN, LATER, FIRST)),
        AccessRecord("taken_over", "seats.json", b""),
    )
    assert read(records) == Admissions(SeatRegistry((CODE,), (FIRST, LATER, TWIN)), {"all": TALLY})
    assert read(()) == Admissions(SeatRegistry(), {})


def test_wrong_tries_are_those_of_their_own_record() -> None:
    """A code's record says what it was when the code was last used."""
    tried = msgspec.structs.replace(INVITE, wrong=4)
    assert read((code_record(INVITE),)).book.openings == (INVITE,)
    assert read((code_record(INVITE), wrong_record(tried))).book.openings == (tried,)
    assert read((wrong_record(tried), code_record(CODE))).book.openings == (CODE,)


@pytest.mark.parametrize("kind", ["seat", "code", "wrong", "failed"])
@pytest.mark.parametrize("data", [b"{", b"[7]", b"\xff", b'"text"'])
def test_a_record_that_cannot_be_read_is_named(kind: str, data: bytes) -> None:
    """Nobody is thrown out without a word."""
    with pytest.raises(StoreFault, match=f"the store's record {kind} x cannot be read .*from a copy"):
        read((AccessRecord(kind, "x", data),))


def test_a_whole_book_is_kept() -> None:
    """Who stands at the door is not."""
    changes = all_of(SeatRegistry((CODE, INVITE), (FIRST, LATER), (KNOCK,)))
    assert changes.put == (
        seat_record(FIRST),
        seat_record(LATER),
        code_record(CODE),
        code_record(INVITE),
    )
    assert (changes.replace, changes.drop) == ((), ())


def test_a_code_that_is_used_up_goes_with_its_wrong_tries() -> None:
    """In the transaction that keeps the seat."""
    assert admitting(Minted(FIRST, "token", CODE)) == AccessChanges(
        (seat_record(FIRST),), drop=(("code", "c-1"), ("wrong", "c-1"))
    )


def test_a_code_with_uses_left_has_one_less() -> None:
    """It is replaced: one that was ended meanwhile does not come back."""
    assert admitting(Minted(LATER, "token", INVITE)) == AccessChanges(
        (seat_record(LATER),), (code_record(msgspec.structs.replace(INVITE, uses=2)),)
    )


@pytest.mark.parametrize("by", [None, KNOCK])
def test_who_came_without_a_code_uses_none(by: Knock | None) -> None:
    """The seat alone is kept."""
    assert admitting(Minted(FIRST, "token", by)) == AccessChanges((seat_record(FIRST),))


def test_a_new_code_lets_those_go_that_end_by_it() -> None:
    """With their wrong tries."""
    assert opening(CODE, (INVITE,)) == AccessChanges(
        (code_record(CODE),), drop=(("code", "c-2"), ("wrong", "c-2"))
    )
    assert opening(CODE, ()) == AccessChanges((code_record(CODE),))


def test_an_ended_seat_goes() -> None:
    """Nothing else changes."""
    assert ending("s-a") == AccessChanges(drop=(("seat", "s-a"),))
