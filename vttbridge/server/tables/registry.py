"""All tables of one server, who waits at its door, and seats with their rows: both stored, or neither."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import TypeVar

import msgspec
import structlog

from vttbridge import __version__
from vttbridge.auth.seat_registry import Minted, Seat
from vttbridge.errors import BadConfig, StoreFault, VttbridgeError
from vttbridge.geometry.allowance import GivenUp
from vttbridge.geometry.scene import SceneSpec
from vttbridge.geometry.versions import geos_version, shapely_version
from vttbridge.messages import sentence
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.registry import find
from vttbridge.rules.ruleset import Ruleset
from vttbridge.rules.version import version_of
from vttbridge.server.access.data_dir import Keys
from vttbridge.server.access.seat_service import SeatService
from vttbridge.server.access.write_behind import until_stored
from vttbridge.server.runtime.clock import now_ms
from vttbridge.server.runtime.config import Config
from vttbridge.server.runtime.workers import Reading
from vttbridge.server.tables.actor import Desk
from vttbridge.session.event_mac import table_key
from vttbridge.storage.access_records import admitting
from vttbridge.storage.codec import encode, encode_header, encode_scene
from vttbridge.storage.journal import Ledger, ruleset_of, tag_of
from vttbridge.storage.scene_cache import SceneShelf
from vttbridge.storage.seats_file import take_over
from vttbridge.table import Book, Header, Reply, Store, hash_of
from vttbridge.table.log.store import UNCHANGED, AccessChanges
from vttbridge.table.model.commands import EndSeat, PutSeat, SetTable, Wish
from vttbridge_protocol import Knocking

log = structlog.get_logger()

T = TypeVar("T")

LONGEST_NAME = 100

READ_AT_ONCE = 2
"""So many whole logs are read at once for those who ask; the others wait, and nobody's decision does."""


OPENED_AT_ONCE = 2
"""So many tables are opened at once, likewise."""


class House:
    """The tables that this process owns."""

    def __init__(
        self, config: Config, store: Store, keys: Keys, limiter_ms: Callable[[], int] = now_ms
    ) -> None:
        self.config = config
        self.limiter_ms = limiter_ms
        self.store = store
        self.keys = keys
        self.shelf = SceneShelf(store)
        take_over(keys.folder, store)
        self.seats = SeatService(store, keys.key)
        self.desks: dict[str, Desk] = {}
        self.reading = asyncio.Semaphore(READ_AT_ONCE)
        self._few_opened = asyncio.Semaphore(OPENED_AT_ONCE)
        self._opening: dict[str, tuple[Reading, asyncio.Task[None]]] = {}
        self._is_stopping = False
        self._at_door: dict[str, Callable[[Minted | None], None]] = {}
        self.knocks_open: dict[str, tuple[Desk, Knocking]] = {}

    async def desk(self, name: str) -> Desk | None:
        """Give a table that exists, opening it if it was not; raises where its log cannot be read.

        A log is read beside the event loop, once for all who come meanwhile; GivenUp where the server stops.
        """
        if name not in self.desks and name not in self._opening and name in self.store.tables():
            reading = Reading()
            opening = asyncio.create_task(self._opened(name, reading))
            opening.add_done_callback(_looked_at)
            self._opening[name] = reading, opening
        if name in self._opening:
            await asyncio.shield(self._opening[name][1])
        return self.desks.get(name)

    async def _opened(self, name: str, reading: Reading) -> None:
        try:
            async with self._few_opened:
                if self._is_stopping:
                    raise GivenUp
                self._begin(await reading.done(lambda: self._read(name)))
        finally:
            del self._opening[name]

    def _read(self, name: str) -> Ledger:
        return Ledger(name, self.store, Book(find(ruleset_of(self.store, name)), self.shelf, encode), now_ms)

    async def create(self, name: str, ruleset: Ruleset) -> None:
        """Make a table; BadConfig for a name that will not do or is taken."""
        if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            raise BadConfig(f"{name!r} is no name for a table: take 1 to {LONGEST_NAME} printable characters")
        if name in self.store.tables():
            raise BadConfig(f"there is a table called {name} already")
        await asyncio.to_thread(self.store.create, name, encode_header(header_of(name, ruleset)))

    async def begin(self, name: str) -> None:
        """Write a new table's first row; nothing where it has one. StoreFault where it cannot be stored."""
        desk = await self.desk(name)
        if desk is None or self.store.head(name).seq > 0:
            return
        reply = await self.ordered(desk, SetTable(name=name))
        if not is_stored(reply):
            raise StoreFault(sentence(Refusal(reply.code, reply.facts)))

    def _begin(self, ledger: Ledger) -> Desk:
        desk = Desk(ledger, table_key(self.keys.key, ledger.name), self.config)
        desk.hub.start()
        self.desks[ledger.name] = desk
        return desk

    async def keep_scene(self, spec: SceneSpec) -> str:
        """Build a scene beside the event loop and keep it; BadScene where it cannot be built."""
        data = await asyncio.to_thread(encode_scene, spec)
        name = hash_of(data)
        await asyncio.to_thread(self.shelf.put, name, spec)
        await asyncio.to_thread(self.store.put_blob, name, data)
        return name

    def wait_at_door(self, knock: str, answer: Callable[[Minted | None], None]) -> None:
        """Remember how to tell who knocked."""
        self._at_door[knock] = answer

    def answer_door(self, knock: str, minted: Minted | None) -> None:
        """Tell who knocked what was decided, and the game masters that it is."""
        self.leave_door(knock)
        answer = self._at_door.pop(knock, None)
        if answer is not None:
            answer(minted)

    def leave_door(self, knock: str) -> None:
        """A knock is over."""
        if knock in self.knocks_open:
            desk, told = self.knocks_open.pop(knock)
            desk.tell_gms(msgspec.structs.replace(told, open=False))

    async def ordered(self, desk: Desk, wish: Wish, access: AccessChanges = UNCHANGED) -> Reply:
        """Have a table do what the server wants; gives the reply when it is stored, or why it cannot be.

        GivenUp where the server stops: a mailbox that nobody empties any more answers nothing.
        """
        if self._is_stopping:
            raise GivenUp
        answered: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        desk.order(wish, answered.set_result, access=access)
        return await answered

    async def seat_at_table(self, desk: Desk, minted: Minted) -> Reply:
        """Store a new seat: its row, its token's seal and the use of its code, or nothing of it."""
        return await _to_its_end(self._seat_at_table(desk, minted))

    async def _seat_at_table(self, desk: Desk, minted: Minted) -> Reply:
        reply = await self.ordered(desk, seat_row(minted.seat), admitting(minted))
        if not is_stored(reply):
            self.seats.unseat(minted)
        return reply

    async def end_seat(self, seat: Seat) -> None:
        """End a seat, its row and its token, and close what is connected for it; StoreFault: none is ended.

        Where its table takes no row for it, now or ever, the token ends alone.
        """
        await _to_its_end(self._end_seat(seat))

    async def _end_seat(self, seat: Seat) -> None:
        access, is_ended = self.seats.begin_to_end(seat.id), False
        try:
            await self._store_end(seat, access)
            is_ended = True
        finally:
            self.seats.end(seat.id, is_stored=is_ended)
        if seat.table in self.desks:
            self.desks[seat.table].put_out(seat.id)

    async def _store_end(self, seat: Seat, access: AccessChanges) -> None:
        try:
            desk = await self.desk(seat.table)
        except VttbridgeError as fault:
            log.error("table cannot be opened", table=tag_of(seat.table), error=str(fault))  # noqa: TRY400
            desk = None
        reply = None if desk is None else await self.ordered(desk, EndSeat(seat.id), access)
        if reply is not None and reply.outcome == "busy":
            raise StoreFault(sentence(Refusal(reply.code, reply.facts)))
        if reply is None or not is_stored(reply):
            await until_stored(self.store.change_access(access))

    async def stop(self) -> None:
        """Finish every table, flush and close the store."""
        self._is_stopping = True
        opening = tuple(self._opening.values())
        for reading, _ in opening:
            reading.stop()
        await asyncio.gather(*(task for _, task in opening), return_exceptions=True)
        await asyncio.gather(*(desk.stop() for desk in self.desks.values()))
        await self.seats.stop()
        await asyncio.to_thread(self.store.close)


async def _to_its_end(doing: Coroutine[None, None, T]) -> T:
    """Do something to its end, also where whoever waits for it goes away."""
    task = asyncio.ensure_future(doing)
    task.add_done_callback(_looked_at)
    return await asyncio.shield(task)


def _looked_at(task: asyncio.Task[T]) -> None:
    """Whoever waited was told how it ended; perhaps nobody did."""
    if not task.cancelled():
        task.exception()


def is_stored(reply: Reply) -> bool:
    """Return whether a command was done and stored just now, not before."""
    return reply.outcome == "done" and not reply.dup


def seat_row(seat: Seat) -> PutSeat:
    """Give the command that writes a seat into its table's log."""
    return PutSeat(seat.id, seat.role, seat.label, seat.user)


def header_of(table: str, ruleset: Ruleset) -> Header:
    """Give the header of a new log."""
    return Header(
        table=table,
        engine=__version__,
        ruleset=ruleset.name,
        ruleset_version=ruleset.version,
        rules=version_of(ruleset),
        shapely=shapely_version(),
        geos=geos_version(),
        created_ms=now_ms(),
    )
