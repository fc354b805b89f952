"""All tables of one server, and seats with their rows: both stored, or neither."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import TypeVar

import structlog

from vttbridge import __version__
from vttbridge.auth.seat_registry import Minted, SeatCredential
from vttbridge.errors import BadConfig, StoreFault, VttbridgeError
from vttbridge.geometry.allowance import BudgetExceeded
from vttbridge.geometry.scene import SceneSpec
from vttbridge.geometry.versions import geos_version, shapely_version
from vttbridge.messages import sentence
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.registry import find
from vttbridge.rules.ruleset import Ruleset
from vttbridge.rules.version import version_of
from vttbridge.server.access.data_dir import DataDir
from vttbridge.server.access.seat_service import SeatService
from vttbridge.server.access.write_behind import until_stored
from vttbridge.server.runtime.clock import now_ms
from vttbridge.server.runtime.config import Config
from vttbridge.server.runtime.workers import CancellableJob
from vttbridge.server.tables.actor import TableActor
from vttbridge.session.event_mac import table_key
from vttbridge.storage.access_records import admitting
from vttbridge.storage.codec import encode, encode_header, encode_scene
from vttbridge.storage.journal import TableJournal, ruleset_of, tag_of
from vttbridge.storage.scene_cache import SceneCache
from vttbridge.storage.seats_file import take_over
from vttbridge.table import GameContext, Header, Reply, Store, hash_of
from vttbridge.table.log.store import UNCHANGED, AccessChanges
from vttbridge.table.model.commands import CommandBody, EndSeat, PutSeat, SetTable

log = structlog.get_logger()

T = TypeVar("T")

MAX_NAME = 100

MAX_CONCURRENT_READS = 2
"""So many whole logs are read at once for those who ask; the others wait, and nobody's decision does."""


MAX_CONCURRENT_OPENS = 2
"""So many tables are opened at once, likewise."""


class TableRegistry:
    """The tables that this process owns."""

    def __init__(
        self, config: Config, store: Store, data_dir: DataDir, limiter_ms: Callable[[], int] = now_ms
    ) -> None:
        self.config = config
        self.limiter_ms = limiter_ms
        self.store = store
        self.data_dir = data_dir
        self.scene_cache = SceneCache(store)
        take_over(data_dir.folder, store)
        self.seats = SeatService(store, data_dir.key)
        self.tables: dict[str, TableActor] = {}
        self.reading = asyncio.Semaphore(MAX_CONCURRENT_READS)
        self._open_slots = asyncio.Semaphore(MAX_CONCURRENT_OPENS)
        self._opening: dict[str, tuple[CancellableJob, asyncio.Task[None]]] = {}
        self._is_stopping = False

    async def open_table(self, name: str) -> TableActor | None:
        """Return a table that exists, opening it if it was not; raises where its log cannot be read.

        A log is read in a worker thread, once for all who come meanwhile; GivenUp where the server stops.
        """
        if name not in self.tables and name not in self._opening and name in self.store.tables():
            reading = CancellableJob()
            opening = asyncio.create_task(self._opened(name, reading))
            opening.add_done_callback(_retrieve_exception)
            self._opening[name] = reading, opening
        if name in self._opening:
            await asyncio.shield(self._opening[name][1])
        return self.tables.get(name)

    async def _opened(self, name: str, reading: CancellableJob) -> None:
        try:
            async with self._open_slots:
                if self._is_stopping:
                    raise BudgetExceeded
                self._start(await reading.run(lambda: self._read(name)))
        finally:
            del self._opening[name]

    def _read(self, name: str) -> TableJournal:
        return TableJournal(
            name,
            self.store,
            GameContext(find(ruleset_of(self.store, name)), self.scene_cache, encode),
            now_ms,
        )

    async def create(self, name: str, ruleset: Ruleset) -> None:
        """Make a table; BadConfig for a name that will not do or is taken."""
        if not name.strip() or len(name) > MAX_NAME or not name.isprintable():
            raise BadConfig(f"{name!r} is no name for a table: take 1 to {MAX_NAME} printable characters")
        if name in self.store.tables():
            raise BadConfig(f"there is a table called {name} already")
        await asyncio.to_thread(self.store.create, name, encode_header(header_of(name, ruleset)))

    async def begin(self, name: str) -> None:
        """Write a new table's first row; nothing where it has one. StoreFault where it cannot be stored."""
        actor = await self.open_table(name)
        if actor is None or self.store.head(name).seq > 0:
            return
        reply = await self.ordered(actor, SetTable(name=name))
        if not is_stored(reply):
            raise StoreFault(sentence(Refusal(reply.code, reply.facts)))

    def _start(self, journal: TableJournal) -> TableActor:
        actor = TableActor(journal, table_key(self.data_dir.key, journal.name), self.config)
        actor.mailbox.start()
        self.tables[journal.name] = actor
        return actor

    async def keep_scene(self, spec: SceneSpec) -> str:
        """Build a scene in a worker thread and keep it; BadScene where it cannot be built."""
        data = await asyncio.to_thread(encode_scene, spec)
        name = hash_of(data)
        await asyncio.to_thread(self.scene_cache.put, name, spec)
        await asyncio.to_thread(self.store.put_blob, name, data)
        return name

    async def ordered(self, actor: TableActor, body: CommandBody, access: AccessChanges = UNCHANGED) -> Reply:
        """Have a table do what the server wants; returns the reply when it is stored, or why it cannot be.

        GivenUp where the server stops: a mailbox that nobody empties any more answers nothing.
        """
        if self._is_stopping:
            raise BudgetExceeded
        answered: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        actor.submit_own(body, answered.set_result, access=access)
        return await answered

    async def seat_at_table(self, actor: TableActor, minted: Minted) -> Reply:
        """Store a new seat: its row, its token's seal and the use of its code, or nothing of it."""
        return await _to_its_end(self._seat_at_table(actor, minted))

    async def _seat_at_table(self, actor: TableActor, minted: Minted) -> Reply:
        reply = await self.ordered(actor, seat_row(minted.seat), admitting(minted))
        if not is_stored(reply):
            self.seats.unseat(minted)
        return reply

    async def end_seat(self, seat: SeatCredential) -> None:
        """End a seat, its row and its token, and close what is connected for it; StoreFault: none is ended.

        Where its table takes no row for it, now or ever, the token ends alone.
        """
        await _to_its_end(self._end_seat(seat))

    async def _end_seat(self, seat: SeatCredential) -> None:
        access, is_ended = self.seats.begin_to_end(seat.id), False
        try:
            await self._store_end(seat, access)
            is_ended = True
        finally:
            self.seats.end(seat.id, is_stored=is_ended)
        if seat.table in self.tables:
            self.tables[seat.table].remove(seat.id)

    async def _store_end(self, seat: SeatCredential, access: AccessChanges) -> None:
        try:
            actor = await self.open_table(seat.table)
        except VttbridgeError as fault:
            log.error("table cannot be opened", table=tag_of(seat.table), error=str(fault))  # noqa: TRY400
            actor = None
        reply = None if actor is None else await self.ordered(actor, EndSeat(seat.id), access)
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
        await asyncio.gather(*(actor.stop() for actor in self.tables.values()))
        await self.seats.stop()
        await asyncio.to_thread(self.store.close)


async def _to_its_end(doing: Coroutine[None, None, T]) -> T:
    """Do something to its end, also where whoever waits for it goes away."""
    task = asyncio.ensure_future(doing)
    task.add_done_callback(_retrieve_exception)
    return await asyncio.shield(task)


def _retrieve_exception(task: asyncio.Task[T]) -> None:
    """Whoever waited was told how it ended; perhaps nobody did."""
    if not task.cancelled():
        task.exception()


def is_stored(reply: Reply) -> bool:
    """Return whether a command was done and stored just now, not before."""
    return reply.outcome == "done" and not reply.dup


def seat_row(seat: SeatCredential) -> PutSeat:
    """Return the command that writes a seat into its table's log."""
    return PutSeat(seat.id, seat.role, seat.label, seat.user)


def header_of(table: str, ruleset: Ruleset) -> Header:
    """Return the header of a new log."""
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
