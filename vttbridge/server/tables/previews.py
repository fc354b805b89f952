"""What would be, computed for whoever asks; no command waits for it.

1. It is computed from the state that the table has when the asking comes to its turn in the mailbox, with a
   book of its own, one at a time a table.
2. Few askings of one client wait; the next one is told to come again.
"""

import asyncio
from collections import Counter

import structlog

from vttbridge.geometry.allowance import BudgetExceeded
from vttbridge.rules.refusal import Refusal
from vttbridge.serializers.commands import preview_request, query_of
from vttbridge.serializers.results import preview_of, refusal_of
from vttbridge.serializers.values import plain_of
from vttbridge.server.runtime.workers import TimeBudget, run_in_worker
from vttbridge.server.transport.peer import Peer
from vttbridge.storage.journal import TableJournal
from vttbridge.storage.log_reader import separate_context
from vttbridge.table import State, Table
from vttbridge_protocol import AnswerResult, Ask, Message, Preview, Reply

log = structlog.get_logger()

MAX_WAITING = 4
"""So many askings of one client wait at once."""

RETRY_MS = 2_000


class PreviewService:
    """The askings at one table."""

    def __init__(self, journal: TableJournal, time_budget: TimeBudget) -> None:
        self._tag = journal.tag
        self._game = separate_context(journal)
        self._time_budget = time_budget
        self._turn = asyncio.Lock()
        self._waiting: Counter[Peer] = Counter()

    def accept(self, peer: Peer) -> bool:
        """Return whether another asking of a client is taken, and count it."""
        taken = self._waiting[peer] < MAX_WAITING
        self._waiting[peer] += taken
        return taken

    async def preview(self, peer: Peer, body: Preview | Ask, state: State) -> Message | None:
        """Compute what would be, not for too long; nothing for who is gone."""
        try:
            async with self._turn:
                return None if peer.is_gone else await self._computed(peer.seat_id, body, state)
        finally:
            self._waiting -= Counter([peer])

    async def _computed(self, seat: str, body: Preview | Ask, state: State) -> Message:
        table = Table(self._game, state)
        try:
            return await run_in_worker(lambda: _result(table, seat, body), self._time_budget)
        except BudgetExceeded:
            log.warning("given up", table=self._tag)
            return Reply("busy", code="geometry_time", retry_after_ms=RETRY_MS)


def _result(table: Table, seat: str, body: Preview | Ask) -> Message:
    match body:
        case Preview():
            return preview_of(table.preview(seat, preview_request(body)))
        case Ask():
            value = table.ask(seat, query_of(body))
            refusal = value if isinstance(value, Refusal) else None
            return AnswerResult(None if refusal else plain_of(value), refusal_of(refusal))
