"""A seat and its row are both stored, or neither."""

import pytest

from support.stored_table import KEY, StoredTable
from vttbridge.auth.seat_credentials import Device, Minted
from vttbridge.errors import StoreFault
from vttbridge.server.access.seat_service import SeatService
from vttbridge.server.tables.actor import TableActor
from vttbridge.server.tables.seating import is_stored, seat_row, store_end, store_seat
from vttbridge.table import Reply
from vttbridge.table.log.store import StorageFull
from vttbridge.table.model.commands import PutSeat


async def minted_at(seats: SeatService) -> Minted:
    """Return a new seat that is not stored yet."""
    code, _ = await seats.open_code("night", "player")
    minted = seats.redeem(code, Device("Ann", "u", address="127.0.0.1"))
    assert minted is not None
    return minted


async def test_what_is_not_stored_lets_nobody_in() -> None:
    """The same code may be used again."""
    table = StoredTable()
    actor, seats = table.actor(), SeatService(table.store, KEY)
    minted = await minted_at(seats)
    table.store.faults.append(StorageFull("no room"))
    assert (await store_seat(seats, actor, minted)).outcome == "busy"
    assert seats.admit(minted.token, "127.0.0.1") is None
    await actor.stop()
    await seats.stop()


async def test_an_end_that_is_not_stored_is_none() -> None:
    """Afterwards it can be ended, also where its table cannot be opened."""
    table = StoredTable()
    actor, seats = table.actor(), SeatService(table.store, KEY)

    async def opened() -> TableActor | None:
        return actor

    async def nothing() -> TableActor | None:
        return None

    minted = await minted_at(seats)
    assert is_stored(await store_seat(seats, actor, minted))
    table.store.faults.append(StorageFull("no room"))
    with pytest.raises(StoreFault):
        await store_end(seats, table.store, opened(), minted.seat)
    assert seats.admit(minted.token, "127.0.0.1") is not None
    await store_end(seats, table.store, nothing(), minted.seat)
    assert seats.admit(minted.token, "127.0.0.1") is None
    await actor.stop()
    await seats.stop()


async def test_a_seats_row_says_what_the_log_keeps_of_it() -> None:
    """A retry was stored before."""
    seats = SeatService(StoredTable().store, KEY)
    seat = (await minted_at(seats)).seat
    assert seat_row(seat) == PutSeat(seat.id, "player", "Ann", "u")
    assert [is_stored(Reply("done")), is_stored(Reply("done", dup=True)), is_stored(Reply("busy"))] == [
        True,
        False,
        False,
    ]
    await seats.stop()
