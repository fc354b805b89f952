"""How long each hold has waited while somebody could have decided it. Pure; time comes in.

A question's time runs while a seat that may answer it is connected, or a game master where none of its
audience is; an approval's while a game master is, and by the clock in all.
"""

from collections.abc import Callable

import msgspec

from vttbridge.table import Hold, State
from vttbridge.table.decisions.holds import is_over
from vttbridge.table.model.commands import Limits, Waited


class TimeUsed(msgspec.Struct, frozen=True):
    """Time used so far, and for which question or plan."""

    about: str
    asked_ms: int
    watched_ms: int


def matter(hold: Hold) -> str:
    """Return what a hold waits for now; another question or plan gets time of its own."""
    return f"asking:{hold.question.key}" if hold.question is not None else f"{hold.state}:{hold.hash}"


class HoldTimers:
    """Counts time for the holds of one table."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._used: dict[str, TimeUsed] = {}

    def used(self, hold: Hold) -> TimeUsed:
        """Return the time that a hold has used; what the log says is where counting begins."""
        known = self._used.get(hold.id)
        if known is not None and known.about == matter(hold):
            return known
        return TimeUsed(matter(hold), hold.asked_ms, hold.watched_ms)

    def remaining(self, hold: Hold) -> int | None:
        """Return how much time is left, `None` where none runs."""
        used = self.used(hold)
        match hold.state:
            case "asking":
                return max(0, self._limits.question_ms - used.asked_ms)
            case "planned":
                return max(0, self._limits.approval_ms - used.watched_ms)
            case _:
                return None

    def advance(self, state: State, elapsed_ms: int, here: Callable[[Hold], bool], *, gm: bool) -> None:
        """Let time pass; `here` says whether somebody who may answer is connected, `gm` whether one is."""
        kept: dict[str, TimeUsed] = {}
        for hold in state.holds:
            used = self.used(hold)
            asked = elapsed_ms if hold.state == "asking" and here(hold) else 0
            watched = elapsed_ms if hold.state == "planned" and gm else 0
            kept[hold.id] = TimeUsed(used.about, used.asked_ms + asked, used.watched_ms + watched)
        self._used = kept

    def due(self, state: State, now_ms: int) -> tuple[Waited, ...]:
        """Return the commands for holds whose time is over."""
        waits = ((hold, self._waited(hold, now_ms)) for hold in state.holds)
        return tuple(waited for hold, waited in waits if is_over(hold, waited, self._limits))

    def stopping(self, state: State, now_ms: int) -> tuple[Waited, ...]:
        """Return the commands that write down time used, before the server stops."""
        return tuple(
            self._waited(hold, now_ms)
            for hold in state.holds
            if (hold.asked_ms, hold.watched_ms) != (self.used(hold).asked_ms, self.used(hold).watched_ms)
        )

    def _waited(self, hold: Hold, now_ms: int) -> Waited:
        used = self.used(hold)
        overall = max(0, now_ms - hold.since_ms)
        return Waited(hold.id, used.asked_ms, used.watched_ms, overall, self._limits)
