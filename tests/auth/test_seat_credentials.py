"""What is kept of those who may come in, as 0.1 kept it too: the names of the fields are bytes in files."""

import msgspec

from vttbridge.auth.seat_credentials import (
    INVITE_MS,
    KNOCK_MS,
    PAIRING_MS,
    RENEW_MS,
    TOKEN_MS,
    Knock,
    Minted,
    Opening,
    SeatCredential,
)

MINUTE = 60_000
DAY = 24 * 60 * MINUTE


def test_how_long_everything_holds() -> None:
    """A code ten minutes, an invite a day, a token ninety days, its secret thirty, a knock two minutes."""
    assert (PAIRING_MS, INVITE_MS) == (10 * MINUTE, DAY)
    assert (TOKEN_MS, RENEW_MS, KNOCK_MS) == (90 * DAY, 30 * DAY, 2 * MINUTE)


def test_a_secret_is_ageing_after_thirty_days() -> None:
    """It counts from when it was made, not from when it ends."""
    seat = SeatCredential("s", "night", "gm", "Laptop", "seal", since_ms=1_000, until_ms=2_000)
    assert not seat.is_ageing(1_000)
    assert not seat.is_ageing(1_000 + RENEW_MS - 1)
    assert seat.is_ageing(1_000 + RENEW_MS)


def test_the_fields_and_what_they_are_when_nobody_says_them() -> None:
    """A code of 0.1 without uses or kind is a pairing code that was tried by nobody."""
    opening = msgspec.json.decode(
        b'{"id":"o","table":"night","role":"gm","seal":"s","until_ms":7}', type=Opening
    )
    assert opening == Opening("o", "night", "gm", "s", 7, uses=1, wrong=0, kind="pairing")
    seat = msgspec.json.decode(
        b'{"id":"s","table":"night","role":"player","label":"L","seal":"s","since_ms":1,"until_ms":2}',
        type=SeatCredential,
    )
    assert (seat.user, seat.origin, seat.next_seal) == ("", "", "")
    knock = Knock("k", "night", "Kim", "u", "amber anvil", "10.0.0.1", 9)
    assert msgspec.json.encode(knock) == (
        b'{"id":"k","table":"night","label":"Kim","user":"u","words":"amber anvil","address":"10.0.0.1",'
        b'"until_ms":9}'
    )
    assert Minted(seat, "token").by is None
