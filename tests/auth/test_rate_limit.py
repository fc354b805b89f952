"""Limits on how often: buckets and guesses."""

import pytest

from vttbridge.auth.rate_limit import GUESSES_PER_MINUTE, Bucket, Guesses, counted_as


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
    ],
)
def test_an_ipv6_address_counts_by_its_network(address: str, counted: str) -> None:
    """Changing the last half of an address gives no new tries."""
    assert counted_as(address) == counted
