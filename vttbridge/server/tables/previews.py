"""What would be, reckoned for whoever asks; no command waits for it.

1. It is reckoned from the state that the table has when the asking comes to its turn in the mailbox, with a
   book of its own, one at a time a table.
2. Few askings of one client wait; the next one is told to come again.
"""

import asyncio
from collections import Counter

import structlog

from vttbridge.geometry.allowance import GivenUp
from vttbridge.rules.refusal import Refusal
from vttbridge.serializers.commands import asking_of, query_of
from vttbridge.serializers.results import preview_of, refusal_of
from vttbridge.serializers.values import plain_of
from vttbridge.server.runtime.workers import Pace, reckon
from vttbridge.server.transport.peer import Link
from vttbridge.storage.journal import Ledger
from vttbridge.storage.log_reader import book_apart
from vttbridge.table import State, Table
from vttbridge_protocol import AnswerResult, Ask, Message, Preview, Reply

log = structlog.get_logger()

MOST_WAITING = 4
"""So many askings of one client wait at once."""

RETRY_MS = 2_000


class Foreseeing:
    """The askings at one table."""

    def __init__(self, ledger: Ledger, pace: Pace) -> None:
        self._tag = ledger.tag
        self._book = book_apart(ledger)
        self._pace = pace
        self._turn = asyncio.Lock()
        self._waiting: Counter[Link] = Counter()

    def takes(self, link: Link) -> bool:
        """Say whether another asking of a client is taken, and count it."""
        taken = self._waiting[link] < MOST_WAITING
        self._waiting[link] += taken
        return taken

    async def found(self, link: Link, body: Preview | Ask, state: State) -> Message | None:
        """Reckon what would be, not for too long; nothing for who is gone."""
        try:
            async with self._turn:
                return None if link.is_gone else await self._reckoned(link.seat_id, body, state)
        finally:
            self._waiting -= Counter([link])

    async def _reckoned(self, seat: str, body: Preview | Ask, state: State) -> Message:
        table = Table(self._book, state)
        try:
            return await reckon(lambda: _foreseen(table, seat, body), self._pace)
        except GivenUp:
            log.warning("given up", table=self._tag)
            return Reply("busy", code="geometry_time", retry_after_ms=RETRY_MS)


def _foreseen(table: Table, seat: str, body: Preview | Ask) -> Message:
    match body:
        case Preview():
            return preview_of(table.preview(seat, asking_of(body)))
        case Ask():
            value = table.ask(seat, query_of(body))
            refusal = value if isinstance(value, Refusal) else None
            return AnswerResult(None if refusal else plain_of(value), refusal_of(refusal))
