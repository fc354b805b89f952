"""How long a client waits before it comes back. Pure; time and chance come in.

1. A pause is a random part of a span that doubles from one attempt to the next, and starts anew after a
   healthy minute.
2. A restart that was announced is short: for a minute from then on the span stays small, however often nobody
   answered meanwhile, so that everybody is back soon after the server is.
3. Whatever the server asked for is waited before that, once: those who were asked together come apart.
"""

from vttbridge_protocol import CloseCode

FIRST_S = 0.5
MAX_S = 30.0
RESTARTING_S = 4.0
"""The longest span while the server restarts."""

HEALTHY_S = 60.0
ANNOUNCED_S = 60.0
"""A restart is waited for so long."""

RESTARTS = (CloseCode.RESTART, CloseCode.DRAINING)


class Backoff:
    """The pauses of one client, one after another."""

    def __init__(self) -> None:
        self._span_s = FIRST_S
        self._asked_s = 0.0
        self._restarting_until_s = 0.0

    def asked(self, seconds: float) -> None:
        """The server wants to be left alone for so long."""
        self._asked_s = seconds

    def announced(self, now_s: float) -> None:
        """The server said that it goes away and comes again."""
        self._restarting_until_s = now_s + ANNOUNCED_S

    def closed(self, code: int, began_s: float, now_s: float) -> None:
        """A link that began then has ended."""
        if now_s - began_s > HEALTHY_S:
            self._span_s = FIRST_S
        if code in RESTARTS:
            self.announced(now_s)

    def next(self, part: float, now_s: float) -> float:
        """Return the pause before the next attempt; `part` from 0 to 1 is the chance in it."""
        longest = RESTARTING_S if now_s < self._restarting_until_s else MAX_S
        pause = self._asked_s + min(self._span_s, longest) * part
        self._span_s, self._asked_s = min(longest, self._span_s * 2), 0.0
        return pause
