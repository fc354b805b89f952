"""What one client wants to know of the past: its events, the log as a file, one moment as a scenario file.

Everything is read beside the event loop, one thing at a time.
"""

import asyncio

import structlog

from vttbridge.geometry.allowance import GivenUp
from vttbridge.rules.registry import language
from vttbridge.server.handlers.history_view import MOST_EVENTS, differing, history
from vttbridge.server.runtime.workers import Pace, reckon
from vttbridge.server.tables.actor import Desk
from vttbridge.server.tables.previews import RETRY_MS
from vttbridge.server.transport.peer import Link
from vttbridge.storage.codec import rows_of
from vttbridge.storage.journal import Ledger
from vttbridge.storage.log_file import exported
from vttbridge.storage.log_reader import book_apart
from vttbridge.storage.scenario_export import moment_at
from vttbridge_protocol import TRANSFER, Encoding, Log, ProtocolError, Reply, TransferKind, encode_value

log = structlog.get_logger()

AT_ONCE = (MOST_EVENTS, 200, 1)
"""So many events are tried to be told at once, the next number where they are too long."""


class Past:
    """One client's way into the past of its table."""

    def __init__(self, link: Link, few_at_a_time: asyncio.Semaphore, seconds: float) -> None:
        self._link = link
        self._few_at_a_time = few_at_a_time
        self._pace = Pace(0.0, seconds)
        self._reading: asyncio.Task[None] | None = None

    def read(self, desk: Desk, id: str, wanted: Log) -> None:  # noqa: A002 - the wire's word
        """Begin to read; what only game masters may have is refused to others."""
        is_gm = desk.state.is_gm(self._link.seat)
        if not is_gm and (wanted.options or wanted.form != "events"):
            self._link.say(Reply("refused", code="NOT_ALLOWED"), re=id)
        elif self._is_busy:
            self._link.say(Reply("busy", code="too_many_in_flight", retry_after_ms=RETRY_MS), re=id)
        else:
            self._reading = asyncio.create_task(self._read(desk, id, wanted))

    def stop(self) -> None:
        """The client is gone."""
        if self._reading is not None:
            self._reading.cancel()

    @property
    def _is_busy(self) -> bool:
        reads = self._reading is not None and not self._reading.done()
        return reads or self._link.session.is_sending

    async def _read(self, desk: Desk, id: str, wanted: Log) -> None:  # noqa: A002 - the wire's word
        await desk.hub.quiet()
        seat, encoding = self._link.seat_id, self._link.session.encoding
        try:
            async with self._few_at_a_time:
                found = await reckon(lambda: _found(desk.ledger, seat, wanted, encoding), self._pace)
        except GivenUp:
            found = Reply("busy", code="geometry_time", retry_after_ms=RETRY_MS)
        except Exception as fault:  # noqa: BLE001 - whoever waits for the past is told that it does not come
            log.error(  # noqa: TRY400 - tracebacks show secrets; the line names the fault
                "past not read", table=desk.ledger.tag, connection=self._link.id, error=repr(fault)
            )
            found = Reply("invalid", code="log_damaged", facts={"reason": str(fault)[:500]})
        if isinstance(found, Reply):
            self._link.say(found, re=id)
        else:
            kind: TransferKind = "log" if wanted.form == "events" else "file"
            self._link.pass_on(self._link.session.send_long(kind, found, re=id))


def _found(ledger: Ledger, seat: str, wanted: Log, encoding: Encoding) -> bytes | Reply:
    match wanted.form:
        case "file":
            return exported(ledger.store, ledger.name)
        case "moment":
            return _moment(ledger, wanted.first)
        case "events":
            return _events(ledger, seat, wanted, encoding)


def _events(ledger: Ledger, seat: str, wanted: Log, encoding: Encoding) -> bytes | Reply:
    """Tell as many events as one transfer holds; the client asks for the rest."""
    more = {"differs": differing(ledger, wanted.options)} if wanted.options else {}
    for most in AT_ONCE:
        tree = history(ledger, seat, wanted.first, wanted.last, most) | more
        try:
            payload = encode_value(tree, encoding, TRANSFER)
        except ProtocolError:
            continue
        return payload if isinstance(payload, bytes) else payload.encode()
    return Reply("invalid", code="too_large")


def _moment(ledger: Ledger, seq: int) -> bytes | Reply:
    book = book_apart(ledger)
    rows = rows_of(ledger.store.header(ledger.name), ledger.store.read(ledger.name))
    text = moment_at(book, rows, seq, language(book.ruleset.package))
    return Reply("refused", code="NO_SUCH_MOMENT", facts={"seq": seq}) if text is None else text.encode()
