"""Seats over a store: what a restart finds, and what nobody waits for."""

import asyncio
from concurrent.futures import Future

import pytest

from vttbridge.auth.seat_credentials import RENEW_MS, Device, Minted
from vttbridge.errors import StoreFault
from vttbridge.server.access.seat_service import MAX_INVITES, SeatService
from vttbridge.storage.access_records import admitting, read
from vttbridge.table import AccessChanges, AccessRecord, StorageFull
from vttbridge.testing.memory_store import MemoryStore

KEY = b"k" * 32
ADDRESS = "10.0.0.1"
DEVICE = Device("Gwen", address=ADDRESS)


class SlowStore(MemoryStore):
    """A store whose changes of access records take effect when the test lets them, or never."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[tuple[AccessChanges, Future[None]]] = []
        self.came = asyncio.Event()
        self.is_slow = True

    def change_access(self, changes: AccessChanges) -> "Future[None]":
        """Remember a change and who waits for it."""
        if not self.is_slow:
            return super().change_access(changes)
        self.waiting.append((changes, Future()))
        self.came.set()
        return self.waiting[-1][1]

    def let(self, fault: StoreFault | None = None) -> None:
        """Let the oldest change take effect, or fail."""
        changes, written = self.waiting.pop(0)
        if fault is None:
            super().change_access(changes)
            written.set_result(None)
        else:
            written.set_exception(fault)

    async def asked(self) -> None:
        """Wait until a change is asked for."""
        if not self.waiting:
            self.came.clear()
            await self.came.wait()


class Clock:
    """A time of day that stands still until it is set."""

    def __init__(self) -> None:
        self.now_ms = 1_000_000_000

    def __call__(self) -> int:
        """Return the time."""
        return self.now_ms


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Let the seats' time stand still."""
    fresh = Clock()
    monkeypatch.setattr("vttbridge.server.access.seat_service.now_ms", fresh)
    return fresh


async def seated(service: SeatService, store: MemoryStore, code: str) -> Minted:
    """Pair somebody and store the seat, as with its row."""
    minted = service.redeem(code, DEVICE)
    assert minted is not None
    MemoryStore.change_access(store, admitting(minted))
    return minted


async def test_seats_and_codes_are_found_again(clock: Clock) -> None:
    """A token and the codes that are left come in at the next start; used and ended ones do not."""
    assert clock.now_ms
    store = MemoryStore()
    service = SeatService(store, KEY)
    codes = [(await service.open_code("night", "gm"))[0] for _ in range(2)]
    invite, _ = await service.open_code("night", "player", 2, invite=True)
    gm = await seated(service, store, codes[1])
    one = await seated(service, store, invite)
    await service.stop()
    again = SeatService(store, KEY)
    for minted in (gm, one):
        seat = again.admit(minted.token, ADDRESS)
        assert seat is not None
        assert (seat.id, seat.role) == (minted.seat.id, minted.seat.role)
    assert again.redeem(codes[0], DEVICE) is None
    assert again.redeem(codes[1], DEVICE) is None
    assert again.redeem(invite, DEVICE) is not None
    assert again.redeem(invite, DEVICE) is None


async def test_failures_block_after_a_restart(clock: Clock) -> None:
    """An address, a table and all are as blocked as they were; once the time is over they are not."""
    store = MemoryStore()
    service = SeatService(store, KEY)
    code, _ = await service.open_code("night", "gm")
    for _ in range(6):
        assert service.admit("no token", ADDRESS) is None
    for number in range(20):
        assert service.redeem("BBBB-BBBB", Device("", address=f"10.1.0.{number}")) is None
        code, _ = await service.open_code("night", "gm")
    await service.stop()
    again = SeatService(store, KEY)
    assert again.is_blocked(ADDRESS)
    assert not again.is_blocked("10.2.0.1")
    assert again.redeem(code, DEVICE) is None
    clock.now_ms += 60_000
    assert not again.is_blocked(ADDRESS)
    assert again.redeem(code, DEVICE) is not None


async def test_a_clock_that_was_set_back_keeps_nobody_out(clock: Clock) -> None:
    """What was counted in the future blocks no longer than what is counted now."""
    store = MemoryStore()
    service = SeatService(store, KEY)
    for number in range(100):
        service.admit("no token", ADDRESS if number < 6 else f"10.1.0.{number}")
    await service.stop()
    clock.now_ms -= 500_000_000
    again = SeatService(store, KEY)
    assert again.is_blocked("10.2.0.1")
    clock.now_ms += 60_000
    assert not again.is_blocked("10.2.0.1")
    assert not again.is_blocked(ADDRESS)


async def test_wrong_tries_burn_a_code_over_restarts(clock: Clock) -> None:
    """Three wrong tries, a restart, and two more: the code is worth nothing, nor is it in the store."""
    assert clock.now_ms
    store = MemoryStore()
    service = SeatService(store, KEY)
    code, _ = await service.open_code("night", "gm")
    for tries in (3, 2):
        for number in range(tries):
            assert service.redeem("BBBB-BBBB", Device("", address=f"10.{tries}.0.{number}")) is None
        await service.stop()
        service = SeatService(store, KEY)
    assert service.redeem(code, DEVICE) is None
    assert not [one for one in store.access_records() if one.kind in {"code", "wrong"}]


async def test_nobody_waits_until_failures_are_stored(clock: Clock) -> None:
    """While one write is under way all is counted and answered at once, and goes into one more write."""
    assert clock.now_ms
    store = SlowStore()
    service = SeatService(store, KEY)
    service.admit("no token", "10.0.0.2")
    await store.asked()
    for _ in range(6):
        assert service.admit("no token", ADDRESS) is None
    assert service.is_blocked(ADDRESS)
    await asyncio.sleep(0)
    assert len(store.waiting) == 1
    store.let()
    await store.asked()
    assert not SeatService(store, KEY).is_blocked(ADDRESS), "a crash here forgets the write under way"
    store.let()
    assert SeatService(store, KEY).is_blocked(ADDRESS)
    await service.stop()
    assert not store.waiting


async def test_failures_that_could_not_be_stored_are_stored_later(clock: Clock) -> None:
    """A full disk loses no count: it goes with the next one, or at the end."""
    assert clock.now_ms
    store = SlowStore()
    service = SeatService(store, KEY)
    for _ in range(6):
        service.admit("no token", ADDRESS)
    await store.asked()
    store.let(StorageFull("no room"))
    await asyncio.sleep(0)
    store.is_slow = False
    await service.stop()
    assert SeatService(store, KEY).is_blocked(ADDRESS)


async def test_a_fresh_token_is_told_when_it_is_stored(clock: Clock) -> None:
    """Where it cannot be, the device keeps the token that it has, which goes on after a restart."""
    store = SlowStore()
    store.is_slow = False
    service = SeatService(store, KEY)
    minted = await seated(service, store, (await service.open_code("night", "gm"))[0])
    clock.now_ms += RENEW_MS
    seat = service.admit(minted.token, ADDRESS)
    assert seat is not None
    await service.stop()
    store.is_slow = True
    fresh = asyncio.create_task(service.fresh_token(seat))
    await store.asked()
    assert not fresh.done()
    store.let(StorageFull("no room"))
    assert await fresh is None
    await store.asked()
    store.let()
    store.is_slow = False
    await service.stop()
    assert SeatService(store, KEY).registry.seat_of(minted.token, clock()) is not None
    token = await service.fresh_token(seat)
    assert token is not None
    again = SeatService(store, KEY)
    assert again.admit(token, ADDRESS) is not None
    assert again.admit(minted.token, ADDRESS) is None


async def test_a_code_that_cannot_be_stored_ends_no_other(clock: Clock) -> None:
    """The earlier code of the table holds, now and after a restart."""
    assert clock.now_ms
    store = SlowStore()
    store.is_slow = False
    service = SeatService(store, KEY)
    earlier, _ = await service.open_code("night", "gm")
    store.is_slow = True
    later = asyncio.create_task(service.open_code("night", "gm"))
    await store.asked()
    store.let(StorageFull("no room"))
    with pytest.raises(StorageFull):
        await later
    store.is_slow = False
    assert SeatService(store, KEY).redeem(earlier, DEVICE) is not None
    assert service.redeem(earlier, DEVICE) is not None


async def test_two_do_not_come_in_by_one_use(clock: Clock) -> None:
    """While the seat of the first is being stored the code is used; if that fails the second may try."""
    assert clock.now_ms
    service = SeatService(MemoryStore(), KEY)
    code, _ = await service.open_code("night", "gm")
    first = service.redeem(code, DEVICE)
    assert first is not None
    assert service.redeem(code, DEVICE) is None
    service.unseat(first)
    assert service.admit(first.token, ADDRESS) is None
    assert service.redeem(code, DEVICE) is not None


async def test_a_seat_that_is_being_ended_lets_nobody_in(clock: Clock) -> None:
    """Nor does its use bring it back into the store once it is dropped there."""
    assert clock.now_ms
    store = MemoryStore()
    service = SeatService(store, KEY)
    minted = await seated(service, store, (await service.open_code("night", "gm"))[0])
    assert service.admit(minted.token, ADDRESS) is not None
    ending = service.begin_to_end(minted.seat.id)
    assert service.seat(minted.seat.id) is None
    assert service.admit(minted.token, ADDRESS) is None
    service.end(minted.seat.id, is_stored=False)
    assert service.admit(minted.token, ADDRESS) is not None
    service.begin_to_end(minted.seat.id)
    store.change_access(ending).result()
    await service.stop()
    assert not read(store.access_records()).book.seats
    service.end(minted.seat.id, is_stored=True)
    assert service.admit(minted.token, ADDRESS) is None


async def test_invites_are_counted_before_they_are_stored(clock: Clock) -> None:
    """However many are asked for at once, no more are open than may be."""
    assert clock.now_ms
    store = SlowStore()
    service = SeatService(store, KEY)
    opening = [
        asyncio.create_task(service.open_code("night", "player", invite=True)) for _ in range(MAX_INVITES)
    ]
    await store.asked()
    assert not service.may_invite("night")
    while store.waiting:
        store.let()
    await asyncio.gather(*opening)
    assert not SeatService(store, KEY).may_invite("night")


def test_a_record_that_cannot_be_read_is_named() -> None:
    """Nobody is let in or kept out by guesses; what a later version keeps is left alone."""
    assert read((AccessRecord("of_later", "one", b"?"),)).book.seats == ()
    with pytest.raises(StoreFault, match="record seat one cannot be read"):
        read((AccessRecord("seat", "one", b"{"),))
