"""Failed log-ins are limited by address, by table and in all."""

from vttbridge.auth.rate_limit import MAX_WAIT_MS, Bucket, Guesses
from vttbridge.auth.throttle import MAX_ADDRESSES, PER_MINUTE, PER_MINUTE_OF_A_TABLE, Tally, Throttle


def test_an_address_is_blocked_and_others_are_not() -> None:
    """Six failures block their address for a while."""
    failures = Throttle(0)
    for _ in range(6):
        failures.failed("10.0.0.1", (), 0)
    assert failures.blocks("10.0.0.1", 500)
    assert not failures.blocks("10.0.0.2", 500)
    assert not failures.blocks("10.0.0.1", 1_500)


def test_a_table_is_shut_by_many_addresses_and_opens_again() -> None:
    """Twenty failures from twenty addresses shut one table's codes, and no other's, for a little."""
    failures = Throttle(0)
    for number in range(PER_MINUTE_OF_A_TABLE):
        assert not failures.shut(0)
        failures.failed(f"10.0.0.{number}", ("night",), 0)
    assert failures.shut(0) == {"night"}
    assert not failures.blocks("10.0.0.1", 0)
    assert not failures.shut(3_000)


def test_after_very_many_nobody_is_looked_at() -> None:
    """A hundred in a minute block every address."""
    failures = Throttle(0)
    for number in range(PER_MINUTE):
        failures.failed(f"10.0.{number}.1", (), 0)
    assert failures.blocks("192.0.2.1", 0)
    assert not failures.blocks("192.0.2.1", 1_000)


def test_addresses_do_not_pile_up() -> None:
    """However many addresses fail, only the latest are remembered."""
    failures = Throttle(0)
    for number in range(MAX_ADDRESSES + 100):
        for _ in range(6):
            failures.failed(f"10.{number >> 8}.{number & 255}.1", (), number * 10_000)
    assert failures.addresses == MAX_ADDRESSES


def test_the_limits_that_hold() -> None:
    """A hundred from anywhere, twenty of a table, four thousand addresses."""
    assert (PER_MINUTE, PER_MINUTE_OF_A_TABLE, MAX_ADDRESSES) == (100, 20, 4_096)


def test_a_failure_names_what_is_counted_anew() -> None:
    """Everywhere, each table, the address as it counts; and the one that is forgotten for it."""
    failures = Throttle(0)
    assert failures.failed("2001:db8:1:2::9", ("night", "day"), 0) == (
        "all",
        "table:night",
        "table:day",
        "address:2001:db8:1:2",
    )
    assert failures.addresses == 1
    for number in range(MAX_ADDRESSES - 1):
        assert len(failures.failed(f"10.{number >> 8}.{number & 255}.1", (), 1)) == 2
    assert failures.failed("192.0.2.1", (), 2) == ("all", "address:192.0.2.1", "address:2001:db8:1:2")
    assert failures.addresses == MAX_ADDRESSES


def test_an_address_that_fails_again_is_remembered_longer() -> None:
    """The one that failed longest ago goes, not the one that came first."""
    failures = Throttle(0)
    for address in ("10.0.0.1", "10.0.0.2", "10.0.0.1"):
        failures.failed(address, (), 0)
    for number in range(MAX_ADDRESSES - 2):
        failures.failed(f"10.{number >> 8}.{number & 255}.9", (), 1)
    assert failures.failed("192.0.2.1", (), 2)[-1] == "address:10.0.0.2"


def test_a_tally_is_what_is_counted_under_a_name() -> None:
    """A bucket for tables and everywhere, guesses for addresses, nothing for names that nobody counts."""
    failures = Throttle(0)
    failures.failed("10.0.0.1", ("night",), 5)
    everywhere = failures.tally("all")
    assert everywhere == Tally(Bucket(100 / 60, 100, 99, 5))
    assert failures.tally("table:night") == Tally(Bucket(20 / 60, 20, 19, 5))
    assert failures.tally("address:10.0.0.1") == Tally(guesses=Guesses((5,)))
    assert failures.tally("address:10.0.0.2") is None


def test_what_an_earlier_server_counted_is_gone_on_with() -> None:
    """Blocks, shut tables, and in which order addresses are forgotten."""
    first = Throttle(0)
    for number in range(PER_MINUTE_OF_A_TABLE):
        first.failed(f"10.0.0.{number % 3}", ("night",), number)
    names = ("all", "table:night", *(f"address:10.0.0.{number}" for number in (0, 1, 2)))
    kept = {name: tally for name in names if (tally := first.tally(name)) is not None}
    assert len(kept) == len(names)
    second = Throttle(20, kept)
    assert second.shut(20) == first.shut(20) == {"night"}
    assert second.blocks("10.0.0.1", 20)
    assert not second.blocks("10.0.0.9", 20)
    assert [second.tally(name) for name in names] == [first.tally(name) for name in names]
    for number in range(MAX_ADDRESSES - 3):
        second.failed(f"10.{number >> 8}.{number & 255}.9", (), 30)
    # the latest failure of 10.0.0.2 is the oldest of the three
    assert second.failed("192.0.2.1", (), 31)[-1] == "address:10.0.0.2"


def test_a_clock_that_was_set_back_blocks_for_a_minute_at_most() -> None:
    """What was kept in the future counts as now."""
    kept = {
        "all": Tally(Bucket(100 / 60, 100, 0, 10**12)),
        "address:10.0.0.1": Tally(guesses=Guesses((10**12,), 10**12, 9)),
    }
    failures = Throttle(0, kept)
    assert failures.tally("all") == Tally(Bucket(100 / 60, 100, 0, 0))
    assert failures.tally("address:10.0.0.1") == Tally(guesses=Guesses((0,), MAX_WAIT_MS, 9))
    assert failures.blocks("192.0.2.1", 0)
    assert not failures.blocks("192.0.2.1", 600)
    assert failures.blocks("10.0.0.1", MAX_WAIT_MS - 1)
    assert not failures.blocks("10.0.0.1", MAX_WAIT_MS)


def test_kept_addresses_are_forgotten_by_their_latest_failure_alone() -> None:
    """Whichever of them failed before that."""
    kept = {
        "address:10.0.0.1": Tally(guesses=Guesses((0, 10))),
        "address:10.0.0.2": Tally(guesses=Guesses((5, 6))),
    }
    failures = Throttle(20, kept)
    for number in range(MAX_ADDRESSES - 2):
        failures.failed(f"10.{number >> 8}.{number & 255}.9", (), 30)
    assert failures.failed("192.0.2.1", (), 31)[-1] == "address:10.0.0.2"
