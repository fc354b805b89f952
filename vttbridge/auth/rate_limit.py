"""How often somebody may do something: token buckets and guess limits. Time comes in as milliseconds."""

import math

import msgspec

RECOVERED = 0.25
"""Filled to this part of its burst again, a bucket counts as no longer overdrawn."""


class Rate(msgspec.Struct, frozen=True):
    """How many messages a second, and how many at once after a pause."""

    per_second: float
    burst: float


class Bucket(msgspec.Struct, frozen=True):
    """A token bucket: refilled at a rate, holding at most a burst.

    `over_since_ms` is when it ran dry; single drops that are taken at once do not end that.
    """

    per_second: float
    burst: float
    level: float
    at_ms: int
    over_since_ms: int | None = None

    @classmethod
    def full(cls, per_second: float, burst: float, now_ms: int) -> "Bucket":
        """Start with the whole burst."""
        return cls(per_second, burst, burst, now_ms)

    def taken(self, now_ms: int) -> tuple["Bucket", bool]:
        """Take one; returns the bucket and whether there was one to take."""
        level = min(self.burst, self.level + (now_ms - self.at_ms) / 1000 * self.per_second)
        calm = level >= self.burst * RECOVERED
        if level >= 1:
            since = None if calm else self.over_since_ms
            return msgspec.structs.replace(self, level=level - 1, at_ms=now_ms, over_since_ms=since), True
        since = now_ms if self.over_since_ms is None else self.over_since_ms
        return msgspec.structs.replace(self, level=level, at_ms=now_ms, over_since_ms=since), False

    def calm_in_ms(self) -> int:
        """Return the milliseconds from the last try until it no longer counts as overdrawn."""
        missing = max(1.0, self.burst * RECOVERED) - self.level
        return max(0, math.ceil(missing / self.per_second * 1000))

    def over_ms(self, now_ms: int) -> int:
        """Return for how long it has been overdrawn."""
        return 0 if self.over_since_ms is None else now_ms - self.over_since_ms


GUESSES_PER_MINUTE = 5
MAX_WAIT_MS = 60_000


class Guesses(msgspec.Struct, frozen=True):
    """Failed log-ins from one address (an IPv6 address counts by its /64): times of the last minute."""

    times_ms: tuple[int, ...] = ()
    blocked_until_ms: int = 0
    blocks: int = 0

    def failed(self, now_ms: int) -> "Guesses":
        """Count a failure; the sixth within a minute blocks, each block twice as long as the last."""
        recent = (*(time for time in self.times_ms if time > now_ms - 60_000), now_ms)
        if len(recent) <= GUESSES_PER_MINUTE:
            return msgspec.structs.replace(self, times_ms=recent)
        wait = min(MAX_WAIT_MS, 1_000 * 2**self.blocks)
        return Guesses(recent, now_ms + wait, self.blocks + 1)

    def is_blocked(self, now_ms: int) -> bool:
        """Return whether nothing from there is looked at now."""
        return now_ms < self.blocked_until_ms


def counted_as(address: str) -> str:
    """Return what an address is counted as: itself, or the /64 of an IPv6 one."""
    if ":" not in address:
        return address
    head, _, tail = address.partition("::")
    groups = [group for group in head.split(":") if group]
    if tail or "::" in address:
        missing = 8 - len(groups) - len([group for group in tail.split(":") if group])
        groups += ["0"] * max(0, missing)
        groups += [group for group in tail.split(":") if group]
    return ":".join(group.lstrip("0") or "0" for group in groups[:4])
