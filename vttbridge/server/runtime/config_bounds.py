"""Between which numbers each setting may lie, so that a server that starts can be used.

The upper bounds are far above use: what `hello` and `retry_after_ms` say must fit what the wire can say.
"""

from collections.abc import Iterable

DAY_SECONDS = 86_400
MANY = 1_000_000
GIB = 1024**3

BOUNDS: dict[str, tuple[float, float]] = {
    "port": (0, 65_535),
    "question_seconds": (1, 30 * DAY_SECONDS),
    "approval_seconds": (1, 30 * DAY_SECONDS),
    "approval_days": (1, 365),
    "auth_seconds": (0.1, 600),
    "send_seconds": (0.1, 600),
    "sweep_seconds": (0.01, 60),
    "silence_seconds": (1, 3_600),
    "control_frames": (0, MANY),
    "write_buffer_bytes": (1_024, GIB),
    "queue_messages": (1, MANY),
    "queue_bytes": (1_024, GIB),
    "connections_total": (1, MANY),
    "connections_per_table": (1, MANY),
    "connections_per_address": (1, MANY),
    "unauthenticated_per_address": (1, MANY),
    "geometry_seconds": (0.001, 60),
    "decision_seconds": (0.01, 600),
    "replay_seconds": (1, 3_600),
    "transfer_seconds": (1, 3_600),
}

RATE = (0.01, 10_000)
"""Messages a second: with fewer, a client that is too fast could not be told when to come again."""

BURST = (1, 100_000)


def faults_of(numbers: Iterable[tuple[str, float]]) -> list[str]:
    """Return a sentence for each number that lies outside its bounds."""
    return [
        f"{name}: {value:g} cannot be used; take {BOUNDS[name][0]:,g} to {BOUNDS[name][1]:,g}"
        for name, value in numbers
        if not BOUNDS[name][0] <= value <= BOUNDS[name][1]
    ]


def rate_fault(name: str, per_second: float, burst: float) -> str | None:
    """Return a sentence for a rate that nobody could keep to, `None` where it will do."""
    if RATE[0] <= per_second <= RATE[1] and BURST[0] <= burst <= BURST[1]:
        return None
    return (
        f"{name}: take messages a second from {RATE[0]:g} to {RATE[1]:,} and a burst from {BURST[0]} to "
        f"{BURST[1]:,}, such as [20, 60]"
    )
