"""The time of day and the time that only goes on, as values for those who must not ask themselves."""

import time


def now_ms() -> int:
    """Return the time of day in whole milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def pause(seconds: float) -> None:
    """Let time pass, for those who watch."""
    time.sleep(seconds)


def own_seconds() -> float:
    """Return the seconds that this thread has computed."""
    return time.thread_time()


def steady_s() -> float:
    """Return seconds that never jump, for deadlines."""
    return time.monotonic()
