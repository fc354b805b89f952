"""The latest rows of a table, kept in memory for those who come back: so many, or so many bytes of them."""

from collections import deque
from collections.abc import Iterable, Iterator

import msgspec

from vttbridge.table import Transition

MAX_ROWS = 2_000
MAX_BYTES = 1024 * 1024


class LoggedStep(msgspec.Struct, frozen=True):
    """A row with the states on both sides, its hash in the chain, and how many bytes it has in the log."""

    step: Transition
    hash: str
    bytes: int = 0

    @property
    def seq(self) -> int:
        """The row's number."""
        return self.step.row.seq


class RecentEvents:
    """Rows without gaps that follow on a row `oldest`; the latest one is always there."""

    def __init__(
        self, oldest: int, hash_then: str, most_rows: int = MAX_ROWS, most_bytes: int = MAX_BYTES
    ) -> None:
        self.oldest = oldest
        self._hash_then = hash_then
        self._max_rows = most_rows
        self._max_bytes = most_bytes
        self._rows: deque[LoggedStep] = deque()
        self.bytes = 0

    def add(self, told: Iterable[LoggedStep]) -> None:
        """Take the next rows; the oldest ones go where there are too many."""
        for one in told:
            self._rows.append(one)
            self.bytes += one.bytes
        while len(self._rows) > 1 and (len(self._rows) > self._max_rows or self.bytes > self._max_bytes):
            self.let_go()

    def let_go(self) -> None:
        """Let the oldest row go."""
        gone = self._rows.popleft()
        self.bytes -= gone.bytes
        self.oldest, self._hash_then = gone.seq, gone.hash

    def __iter__(self) -> Iterator[LoggedStep]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def hash_at(self, seq: int) -> str | None:
        """Return the hash of a row, `None` where it is not here."""
        if seq == self.oldest:
            return self._hash_then
        place = seq - self.oldest - 1
        return self._rows[place].hash if 0 <= place < len(self._rows) else None

    def since(self, seq: int) -> tuple[LoggedStep, ...]:
        """Return the rows after a number."""
        return tuple(told for told in self._rows if told.seq > seq)
