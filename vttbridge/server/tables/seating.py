"""Seats with their rows: both are stored, or neither; both end, or neither."""

from collections.abc import Awaitable

from vttbridge.auth.seat_credentials import Minted, SeatCredential
from vttbridge.errors import StoreFault
from vttbridge.messages import sentence
from vttbridge.rules.refusal import Refusal
from vttbridge.server.access.seat_service import SeatService
from vttbridge.server.access.write_behind import until_stored
from vttbridge.server.tables.actor import TableActor
from vttbridge.storage.access_records import admitting
from vttbridge.table import Reply, Store
from vttbridge.table.model.commands import EndSeat, PutSeat


async def store_seat(seats: SeatService, actor: TableActor, minted: Minted) -> Reply:
    """Store a new seat: its row, its token's seal and the use of its code, or nothing of it."""
    reply = await actor.ordered(seat_row(minted.seat), admitting(minted))
    if not is_stored(reply):
        seats.unseat(minted)
    return reply


async def store_end(
    seats: SeatService, store: Store, table: Awaitable[TableActor | None], seat: SeatCredential
) -> None:
    """End a seat, its row and its token; StoreFault: none is ended.

    `table` is waited for only when the seat lets nobody in any more. Where it takes no row, now or ever, the
    token ends alone.
    """
    access, is_ended = seats.begin_to_end(seat.id), False
    try:
        actor = await table
        reply = None if actor is None else await actor.ordered(EndSeat(seat.id), access)
        if reply is not None and reply.outcome == "busy":
            raise StoreFault(sentence(Refusal(reply.code, reply.facts)))
        if reply is None or not is_stored(reply):
            await until_stored(store.change_access(access))
        is_ended = True
    finally:
        seats.end(seat.id, is_stored=is_ended)


def is_stored(reply: Reply) -> bool:
    """Return whether a command was done and stored just now, not before."""
    return reply.outcome == "done" and not reply.dup


def seat_row(seat: SeatCredential) -> PutSeat:
    """Return the command that writes a seat into its table's log."""
    return PutSeat(seat.id, seat.role, seat.label, seat.user)
