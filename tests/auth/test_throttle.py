"""Failed log-ins are limited by address, by table and in all."""

from vttbridge.auth.throttle import MAX_ADDRESSES, PER_MINUTE, PER_MINUTE_OF_A_TABLE, Throttle


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
