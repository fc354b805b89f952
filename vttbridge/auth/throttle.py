"""Failed log-ins, counted by address, by table and in all. Pure; time comes in.

An address waits after its sixth failure within a minute, a table takes no codes after twenty, and after a
hundred from anywhere nobody is looked at. A right token still comes in where only its table is under attack:
256 bits are not guessed, and whoever guesses must not lock the game master out.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

import msgspec

from vttbridge.auth.rate_limit import MAX_WAIT_MS, Bucket, Guesses, counted_as

PER_MINUTE = 100
"""So many failures from anywhere are looked at."""

PER_MINUTE_OF_A_TABLE = 20
"""So many that are about one table."""

MAX_ADDRESSES = 4_096
"""So many addresses are remembered; the ones that failed longest ago are forgotten first."""

EVERYWHERE = "all"
TABLE = "table:"
ADDRESS = "address:"


class Tally(msgspec.Struct, frozen=True):
    """What is counted under one name, as it can be kept: what is left of a bucket, or guesses."""

    left: Bucket | None = None
    guesses: Guesses | None = None


NOTHING: Mapping[str, Tally] = MappingProxyType({})


class Throttle:
    """What went wrong at the door of one server; `kept` is what an earlier one counted."""

    def __init__(self, now_ms: int, kept: Mapping[str, Tally] = NOTHING) -> None:
        self._buckets = {name: _not_after(now_ms, one.left) for name, one in kept.items() if one.left}
        self._buckets.setdefault(EVERYWHERE, Bucket.full(PER_MINUTE / 60, PER_MINUTE, now_ms))
        guessed = {name: _guessed_by(now_ms, one.guesses) for name, one in kept.items() if one.guesses}
        self._guesses = dict(sorted(guessed.items(), key=lambda one: one[1].times_ms[-1:]))

    def blocks(self, address: str, now_ms: int) -> bool:
        """Return whether nothing from an address is looked at now."""
        guesses = self._guesses.get(f"{ADDRESS}{counted_as(address)}", Guesses())
        return guesses.is_blocked(now_ms) or not self._buckets[EVERYWHERE].taken(now_ms)[1]

    def shut(self, now_ms: int) -> frozenset[str]:
        """Return the tables whose codes are not looked at now."""
        return frozenset(
            name.removeprefix(TABLE)
            for name, left in self._buckets.items()
            if name.startswith(TABLE) and not left.taken(now_ms)[1]
        )

    def failed(self, address: str, tables: Iterable[str], now_ms: int) -> tuple[str, ...]:
        """Count a failure against an address and the tables that it was about; names what is counted anew."""
        about = (EVERYWHERE, *(f"{TABLE}{table}" for table in tables))
        for name in about:
            left = self._buckets.get(name) or Bucket.full(
                PER_MINUTE_OF_A_TABLE / 60, PER_MINUTE_OF_A_TABLE, now_ms
            )
            self._buckets[name], _ = left.taken(now_ms)
        place = f"{ADDRESS}{counted_as(address)}"
        self._guesses[place] = self._guesses.pop(place, Guesses()).failed(now_ms)
        return (*about, place, *self._forgotten())

    def _forgotten(self) -> tuple[str, ...]:
        """Forget the address that failed longest ago where there are too many."""
        if self.addresses <= MAX_ADDRESSES:
            return ()
        oldest = next(iter(self._guesses))
        del self._guesses[oldest]
        return (oldest,)

    def tally(self, name: str) -> Tally | None:
        """Return what is counted under a name, `None` where that is forgotten."""
        if name not in self._buckets and name not in self._guesses:
            return None
        return Tally(self._buckets.get(name), self._guesses.get(name))

    @property
    def addresses(self) -> int:
        """How many addresses are remembered."""
        return len(self._guesses)


def _not_after(now_ms: int, bucket: Bucket) -> Bucket:
    """Return a bucket that was kept; a clock that was set back must not leave it empty for long."""
    return msgspec.structs.replace(bucket, at_ms=min(bucket.at_ms, now_ms))


def _guessed_by(now_ms: int, guesses: Guesses) -> Guesses:
    return msgspec.structs.replace(
        guesses,
        times_ms=tuple(min(time, now_ms) for time in guesses.times_ms),
        blocked_until_ms=min(guesses.blocked_until_ms, now_ms + MAX_WAIT_MS),
    )
