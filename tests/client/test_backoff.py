"""How long a client stays away: longer each time, but never long while a restart is under way."""

from vttbridge.client.backoff import Backoff
from vttbridge_protocol import CloseCode

GONE = 1006


def waited(backoff: Backoff, count: int, now_s: float = 10.0) -> list[float]:
    """Return the whole of each pause while nobody answers."""
    found: list[float] = []
    for _ in range(count):
        backoff.closed(GONE, now_s, now_s)
        found.append(backoff.next(1.0, now_s))
    return found


def test_pauses_double_while_nobody_answers() -> None:
    """From half a second to half a minute, and anew after a healthy minute."""
    backoff = Backoff()
    assert waited(backoff, 8) == [0.5, 1, 2, 4, 8, 16, 30, 30]
    backoff.closed(GONE, 100.0, 161.0)
    assert backoff.next(1.0, 161.0) == 0.5


def test_a_pause_is_a_random_part_of_its_span() -> None:
    """So that those who left together do not come back together."""
    backoff = Backoff()
    waited(backoff, 5)
    assert backoff.next(0.25, 10.0) == 4.0


def test_a_restart_is_waited_for_with_short_pauses() -> None:
    """Whoever was told of it is back within seconds of the server, however long that was away."""
    backoff = Backoff()
    backoff.asked(2.0)
    backoff.announced(10.0)
    assert waited(backoff, 8) == [2.5, 1, 2, 4, 4, 4, 4, 4]
    assert waited(backoff, 4, now_s=75.0) == [4, 8, 16, 30]


def test_a_close_that_says_restart_is_an_announcement() -> None:
    """Also for whoever had waited long before, and for those who came while the server was leaving."""
    for code in (CloseCode.RESTART, CloseCode.DRAINING):
        backoff = Backoff()
        waited(backoff, 7)
        backoff.closed(code, 10.0, 10.0)
        assert backoff.next(1.0, 10.0) == 4.0
