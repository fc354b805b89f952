"""Opens tables: a log is read in a worker thread, once for all who come meanwhile, few at a time."""

import asyncio
from collections.abc import Callable

from vttbridge.geometry.allowance import BudgetExceeded
from vttbridge.rules.registry import find
from vttbridge.server.runtime.clock import now_ms
from vttbridge.server.runtime.workers import CancellableJob
from vttbridge.server.tables.to_its_end import retrieve_exception
from vttbridge.storage.codec import encode
from vttbridge.storage.journal import TableJournal, ruleset_of
from vttbridge.storage.scene_cache import SceneCache
from vttbridge.table import GameContext, Store

MAX_CONCURRENT_OPENS = 2
"""So many tables are opened at once; the others wait, and nobody's decision does."""


class TableOpener:
    """Reads the logs of tables that are wanted; `start` takes each when it is read."""

    def __init__(self, store: Store, scene_cache: SceneCache, start: Callable[[TableJournal], None]) -> None:
        self._store = store
        self._scene_cache = scene_cache
        self._start = start
        self._slots = asyncio.Semaphore(MAX_CONCURRENT_OPENS)
        self._opening: dict[str, tuple[CancellableJob, asyncio.Task[None]]] = {}
        self._is_stopping = False

    async def open(self, name: str) -> None:
        """Wait until a table that exists is open; nothing for an unknown one.

        Raises where its log cannot be read; BudgetExceeded where the server stops.
        """
        if name not in self._opening and name in self._store.tables():
            reading = CancellableJob()
            opening = asyncio.create_task(self._open(name, reading))
            opening.add_done_callback(retrieve_exception)
            self._opening[name] = reading, opening
        if name in self._opening:
            # whoever goes away while it is read leaves the reading to the others
            await asyncio.shield(self._opening[name][1])

    async def _open(self, name: str, reading: CancellableJob) -> None:
        try:
            async with self._slots:
                if self._is_stopping:
                    raise BudgetExceeded
                self._start(await reading.run(lambda: self._read(name)))
        finally:
            del self._opening[name]

    def _read(self, name: str) -> TableJournal:
        game = GameContext(find(ruleset_of(self._store, name)), self._scene_cache, encode)
        return TableJournal(name, self._store, game, now_ms)

    async def stop(self) -> None:
        """Give up what is being read, and open nothing any more."""
        self._is_stopping = True
        opening = tuple(self._opening.values())
        for reading, _ in opening:
            reading.stop()
        await asyncio.gather(*(task for _, task in opening), return_exceptions=True)
