"""Failed log-ins, counted by address, by table and in all. Pure; time comes in.

An address waits after its sixth failure within a minute, a table takes no codes after twenty, and after a
hundred from anywhere nobody is looked at. A right token still comes in where only its table is under attack:
256 bits are not guessed, and whoever guesses must not lock the game master out.
"""

from vttbridge.session.rates import Bucket, Guesses, counted_as

PER_MINUTE = 100
"""So many failures from anywhere are looked at."""

PER_MINUTE_OF_A_TABLE = 20
"""So many that are about one table."""

MOST_ADDRESSES = 4_096
"""So many addresses are remembered; the ones that failed longest ago are forgotten first."""


class Failures:
    """What went wrong at the door of one server."""

    def __init__(self, now_ms: int) -> None:
        self._all = Bucket.full(PER_MINUTE / 60, PER_MINUTE, now_ms)
        self._by_table: dict[str, Bucket] = {}
        self._by_address: dict[str, Guesses] = {}

    def blocks(self, address: str, now_ms: int) -> bool:
        """Say whether nothing from an address is looked at now."""
        guesses = self._by_address.get(counted_as(address), Guesses())
        return guesses.is_blocked(now_ms) or not self._all.taken(now_ms)[1]

    def shut(self, now_ms: int) -> frozenset[str]:
        """Name the tables whose codes are not looked at now."""
        return frozenset(name for name, left in self._by_table.items() if not left.taken(now_ms)[1])

    def failed(self, address: str, tables: tuple[str, ...], now_ms: int) -> None:
        """Count a failure against an address and the tables that it was about."""
        self._all, _ = self._all.taken(now_ms)
        for table in tables:
            left = self._by_table.get(table) or Bucket.full(
                PER_MINUTE_OF_A_TABLE / 60, PER_MINUTE_OF_A_TABLE, now_ms
            )
            self._by_table[table], _ = left.taken(now_ms)
        place = counted_as(address)
        known = self._by_address.pop(place, Guesses())
        self._by_address[place] = known.failed(now_ms)
        while self.addresses > MOST_ADDRESSES:
            del self._by_address[next(iter(self._by_address))]

    @property
    def addresses(self) -> int:
        """How many addresses are remembered."""
        return len(self._by_address)
