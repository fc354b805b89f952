"""All tables of one server, and seats with their rows: both stored, or neither."""

import asyncio
from collections.abc import Callable

import structlog

from vttbridge import __version__
from vttbridge.auth.seat_credentials import Minted, SeatCredential
from vttbridge.errors import BadConfig, StoreFault, VttbridgeError
from vttbridge.geometry.scene import SceneSpec
from vttbridge.geometry.versions import geos_version, shapely_version
from vttbridge.messages import sentence
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.ruleset import Ruleset
from vttbridge.rules.version import version_of
from vttbridge.server.access.data_dir import DataDir
from vttbridge.server.access.seat_service import SeatService
from vttbridge.server.runtime.clock import now_ms
from vttbridge.server.runtime.config import Config
from vttbridge.server.tables.actor import TableActor
from vttbridge.server.tables.opener import TableOpener
from vttbridge.server.tables.seating import is_stored, store_end, store_seat
from vttbridge.server.tables.to_its_end import to_its_end
from vttbridge.session.event_mac import table_key
from vttbridge.storage.codec import encode_header, encode_scene
from vttbridge.storage.journal import TableJournal, tag_of
from vttbridge.storage.scene_cache import SceneCache
from vttbridge.storage.seats_file import take_over
from vttbridge.table import Header, Reply, Store, hash_of
from vttbridge.table.model.commands import SetTable

log = structlog.get_logger()

MAX_NAME = 100

MAX_CONCURRENT_READS = 2
"""So many whole logs are read at once for those who ask; the others wait, and nobody's decision does."""


class TableRegistry:
    """The tables that this process owns."""

    def __init__(
        self, config: Config, store: Store, data_dir: DataDir, limiter_ms: Callable[[], int] = now_ms
    ) -> None:
        self.config = config
        self.limiter_ms = limiter_ms
        self.store = store
        self._key = data_dir.key
        self._scene_cache = SceneCache(store)
        take_over(data_dir.folder, store)
        self.seats = SeatService(store, data_dir.key)
        self.tables: dict[str, TableActor] = {}
        self.reading = asyncio.Semaphore(MAX_CONCURRENT_READS)
        self._opener = TableOpener(store, self._scene_cache, self._start)

    async def open_table(self, name: str) -> TableActor | None:
        """Return a table that exists, opening it if it was not; raises where its log cannot be read.

        BudgetExceeded where the server stops.
        """
        if name not in self.tables:
            await self._opener.open(name)
        return self.tables.get(name)

    def _start(self, journal: TableJournal) -> None:
        actor = TableActor(journal, table_key(self._key, journal.name), self.config)
        actor.mailbox.start()
        self.tables[journal.name] = actor

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
        reply = await actor.ordered(SetTable(name=name))
        if not is_stored(reply):
            raise StoreFault(sentence(Refusal(reply.code, reply.facts)))

    async def keep_scene(self, spec: SceneSpec) -> str:
        """Build a scene in a worker thread and keep it; BadScene where it cannot be built."""
        data = await asyncio.to_thread(encode_scene, spec)
        name = hash_of(data)
        await asyncio.to_thread(self._scene_cache.put, name, spec)
        await asyncio.to_thread(self.store.put_blob, name, data)
        return name

    async def seat_at_table(self, actor: TableActor, minted: Minted) -> Reply:
        """Store a new seat: its row, its token's seal and the use of its code, or nothing of it."""
        return await to_its_end(store_seat(self.seats, actor, minted))

    async def end_seat(self, seat: SeatCredential) -> None:
        """End a seat, its row and its token, and close what is connected for it; StoreFault: none is ended.

        Where its table takes no row for it, now or ever, the token ends alone.
        """
        await to_its_end(self._end_seat(seat))

    async def _end_seat(self, seat: SeatCredential) -> None:
        await store_end(self.seats, self.store, self._open_or_none(seat.table), seat)
        if seat.table in self.tables:
            self.tables[seat.table].remove(seat.id)

    async def _open_or_none(self, name: str) -> TableActor | None:
        try:
            return await self.open_table(name)
        except VttbridgeError as fault:
            log.error("table cannot be opened", table=tag_of(name), error=str(fault))  # noqa: TRY400
            return None

    async def stop(self) -> None:
        """Finish every table, flush and close the store."""
        await self._opener.stop()
        await asyncio.gather(*(actor.stop() for actor in self.tables.values()))
        await self.seats.stop()
        await asyncio.to_thread(self.store.close)


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
