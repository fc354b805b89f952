"""What one client wants to know of the past: its events, the log as a file, one moment as a scenario file.

Everything is read in a worker thread, one thing at a time.
"""

import asyncio

import structlog

from vttbridge.geometry.allowance import BudgetExceeded
from vttbridge.rules.registry import language
from vttbridge.server.handlers.history_view import MAX_EVENTS, differing, history
from vttbridge.server.runtime.workers import TimeBudget, run_in_worker
from vttbridge.server.tables.actor import TableActor
from vttbridge.server.tables.previews import RETRY_MS
from vttbridge.server.transport.peer import Peer
from vttbridge.session.actions import RunRequest
from vttbridge.storage.codec import rows_of
from vttbridge.storage.journal import TableJournal
from vttbridge.storage.log_file import exported
from vttbridge.storage.log_reader import separate_context
from vttbridge.storage.scenario_export import moment_at
from vttbridge_protocol import (
    TRANSFER,
    Encoding,
    Log,
    ProtocolError,
    Reply,
    TransferKind,
    TransferOut,
    encode_value,
)

log = structlog.get_logger()

AT_ONCE = (MAX_EVENTS, 200, 1)
"""So many events are tried to be told at once, the next number where they are too long."""


class HistoryHandler:
    """One client's way into the past of its table."""

    def __init__(self, peer: Peer, few_at_a_time: asyncio.Semaphore, seconds: float) -> None:
        self._peer = peer
        self._slots = few_at_a_time
        self._time_budget = TimeBudget(0.0, seconds)
        self._reading: asyncio.Task[None] | None = None

    async def read(self, actor: TableActor, step: RunRequest, wanted: Log) -> None:
        """Begin to read; what only game masters may have is refused to others."""
        is_gm = actor.state.is_gm(self._peer.seat)
        if not is_gm and (wanted.options or wanted.form != "events"):
            self._peer.send(Reply("refused", code="NOT_ALLOWED"), re=step.id)
        elif self._is_busy:
            self._peer.send(Reply("busy", code="too_many_in_flight", retry_after_ms=RETRY_MS), re=step.id)
        else:
            self._reading = asyncio.create_task(self._read(actor, step.id, wanted))

    def stop(self) -> None:
        """The client is gone."""
        if self._reading is not None:
            self._reading.cancel()

    @property
    def _is_busy(self) -> bool:
        reads = self._reading is not None and not self._reading.done()
        return reads or self._peer.session.is_sending

    async def _read(self, actor: TableActor, command_id: str, wanted: Log) -> None:
        await actor.mailbox.join()
        seat, encoding = self._peer.seat_id, self._peer.session.encoding
        try:
            async with self._slots:
                found = await run_in_worker(
                    lambda: _found(actor.journal, seat, wanted, encoding), self._time_budget
                )
        except BudgetExceeded:
            found = Reply("busy", code="geometry_time", retry_after_ms=RETRY_MS)
        except Exception as fault:  # noqa: BLE001 - whoever waits for the past is told that it does not come
            log.error(  # noqa: TRY400 - tracebacks show secrets; the line names the fault
                "past not read", table=actor.journal.tag, connection=self._peer.id, error=repr(fault)
            )
            found = Reply("invalid", code="log_damaged", facts={"reason": str(fault)[:500]})
        if isinstance(found, Reply):
            self._peer.send(found, re=command_id)
        else:
            kind: TransferKind = "log" if wanted.form == "events" else "file"
            self._peer.send_frame(self._peer.session.send_long(TransferOut(kind, found), re=command_id))


def _found(journal: TableJournal, seat: str, wanted: Log, encoding: Encoding) -> bytes | Reply:
    match wanted.form:
        case "file":
            return exported(journal.store, journal.name)
        case "moment":
            return _moment(journal, wanted.first)
        case "events":
            return _events(journal, seat, wanted, encoding)


def _events(journal: TableJournal, seat: str, wanted: Log, encoding: Encoding) -> bytes | Reply:
    """Return as many events as one transfer holds; the client asks for the rest."""
    more = {"differs": differing(journal, wanted.options)} if wanted.options else {}
    for most in AT_ONCE:
        tree = history(journal, seat, wanted.first, wanted.last, most) | more
        try:
            payload = encode_value(tree, encoding, TRANSFER)
        except ProtocolError:
            continue
        return payload if isinstance(payload, bytes) else payload.encode()
    return Reply("invalid", code="too_large")


def _moment(journal: TableJournal, seq: int) -> bytes | Reply:
    book = separate_context(journal)
    rows = rows_of(journal.store.header(journal.name), journal.store.read(journal.name))
    text = moment_at(book, rows, seq, language(book.ruleset.package))
    return Reply("refused", code="NO_SUCH_MOMENT", facts={"seq": seq}) if text is None else text.encode()
