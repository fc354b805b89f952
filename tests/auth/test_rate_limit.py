"""Limits on how often: buckets and guesses."""

import pytest

from vttbridge.auth.rate_limit import (
    GUESSES_PER_MINUTE,
    MAX_WAIT_MS,
    RECOVERED,
    Bucket,
    Guesses,
    Rate,
    counted_as,
)


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    """Three at once, then one each half second."""
    bucket = Bucket.full(2, 3, 0)
    given: list[bool] = []
    for now in (0, 0, 0, 0, 500, 600):
        bucket, got = bucket.taken(now)
        given.append(got)
    assert given == [True, True, True, False, True, False]


def test_a_bucket_knows_for_how_long_it_is_dry() -> None:
    """The time counts from the first refusal in a row."""
    bucket = Bucket.full(0.1, 1, 0)
    bucket, _ = bucket.taken(0)
    bucket, _ = bucket.taken(100)
    bucket, _ = bucket.taken(900)
    assert bucket.over_ms(1_100) == 1_000


def test_guesses_block_for_longer_each_time() -> None:
    """The sixth failure within a minute blocks for a second, the seventh for two."""
    guesses = Guesses()
    for _ in range(GUESSES_PER_MINUTE):
        guesses = guesses.failed(0)
    assert not guesses.is_blocked(0)
    guesses = guesses.failed(0)
    assert guesses.is_blocked(999)
    assert not guesses.is_blocked(1_000)
    guesses = guesses.failed(1_000)
    assert guesses.is_blocked(2_999)


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2"),
        ("2001:0db8:0001:0002::9", "2001:db8:1:2"),
        ("::1", "0:0:0:0"),
        ("::", "0:0:0:0"),
        ("2001:db8::", "2001:db8:0:0"),
        ("2001:db8::7:0:0:1", "2001:db8:0:0"),
        ("2001::3:4:5:6:7:8", "2001:0:3:4"),
        ("2001:0:0:0:5:6:7:8", "2001:0:0:0"),
    ],
)
def test_an_ipv6_address_counts_by_its_network(address: str, counted: str) -> None:
    """Changing the last half of an address gives no new tries."""
    assert counted_as(address) == counted


def test_a_bucket_starts_full_and_never_holds_more() -> None:
    """However long it rests."""
    assert Bucket.full(2, 3, 7) == Bucket(2, 3, 3, 7)
    rested, got = Bucket.full(2, 3, 0).taken(10**9)
    assert (rested, got) == (Bucket(2, 3, 2, 10**9), True)
    assert Rate(2, 3) == Rate(per_second=2, burst=3)


def test_a_bucket_is_overdrawn_until_a_quarter_is_there_again() -> None:
    """Single drops that are taken at once do not end it; nor does the time that was not overdrawn count."""
    bucket = Bucket.full(1, 8, 0)
    assert bucket.over_ms(500) == 0
    for _ in range(8):
        bucket, got = bucket.taken(0)
        assert got
    assert bucket.over_ms(500) == 0
    bucket, got = bucket.taken(100)
    assert not got
    assert bucket.over_ms(350) == 250
    bucket, got = bucket.taken(1_100)
    assert got
    assert bucket.over_ms(1_100) == 1_000
    bucket, got = bucket.taken(3_000)
    assert (got, bucket.over_ms(3_000)) == (True, 0)
    assert RECOVERED == 0.25


def test_a_bucket_says_when_it_is_calm() -> None:
    """A quarter of its burst, and one at least, from the last try on."""
    assert Bucket(2, 8, 2, 0).calm_in_ms() == 0
    assert Bucket(2, 8, 5, 0).calm_in_ms() == 0
    assert Bucket(2, 8, 0.5, 0).calm_in_ms() == 750
    assert Bucket(2, 2, 0.5, 0).calm_in_ms() == 250
    assert Bucket(3, 2, 0, 0).calm_in_ms() == 334


def test_only_the_failures_of_the_last_minute_count() -> None:
    """One of exactly a minute ago is forgotten."""
    guesses = Guesses()
    for _ in range(GUESSES_PER_MINUTE):
        guesses = guesses.failed(0)
    assert guesses == Guesses((0,) * 5)
    assert guesses.failed(59_999).is_blocked(59_999)
    assert guesses.failed(60_000) == Guesses((60_000,))


def test_a_block_lasts_a_minute_at_most() -> None:
    """One second, two, four, and so on; what was counted is kept with it."""
    guesses = Guesses((0,) * 5)
    blocked = guesses.failed(0)
    assert blocked == Guesses((0,) * 6, 1_000, 1)
    waits: list[int] = []
    for _ in range(8):
        guesses = guesses.failed(10)
        waits.append(guesses.blocked_until_ms - 10)
    assert waits == [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]
    assert (GUESSES_PER_MINUTE, MAX_WAIT_MS) == (5, 60_000)
