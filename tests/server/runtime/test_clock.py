"""The clocks tell the time that they are named for."""

import time

from vttbridge.server.runtime.clock import now_ms, own_seconds, pause, steady_s


def test_the_time_of_day_is_in_whole_milliseconds() -> None:
    """Between two looks at the system's clock."""
    before = time.time_ns() // 1_000_000
    assert before <= now_ms() <= time.time_ns() // 1_000_000


def test_steady_time_is_the_system_s_and_goes_on_in_a_pause() -> None:
    """A pause lasts as long as it should; it costs no computing."""
    before, began, own = time.monotonic(), steady_s(), own_seconds()
    pause(0.05)
    assert before <= began <= time.monotonic()
    assert steady_s() - began >= 0.05
    assert 0 <= own_seconds() - own < 0.05
    assert own <= time.thread_time()
