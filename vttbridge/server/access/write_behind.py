"""Stores what nobody waits for: failed tries, and seats that were used.

1. Whoever counts something marks its record and goes on; the event loop never waits for the disk.
2. One write is under way at a time. What is marked meanwhile goes together into the next one, so however many
   guess, the store is asked no faster than it answers.
3. A write that fails is made again with the next one, and at the end.
4. A crash loses what was marked since the write under way began, so as much as one commit takes, twice.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future

import structlog

from vttbridge.errors import StoreFault
from vttbridge.table.log.store import AccessChanges, Store

log = structlog.get_logger()

Name = tuple[str, str]
"""A record's kind and id."""


class WriteBehind:
    """Writes the marked records of one server, as they are when their write begins."""

    def __init__(self, store: Store, present: Callable[[frozenset[Name]], AccessChanges]) -> None:
        self._store = store
        self._present = present
        self._marked: set[Name] = set()
        self._writing: asyncio.Task[None] | None = None

    def mark(self, *names: Name) -> None:
        """Have records stored soon."""
        self._marked.update(names)
        if self._marked and (self._writing is None or self._writing.done()):
            self._writing = asyncio.create_task(self._write())

    async def stop(self) -> None:
        """Store what is marked; what cannot be stored now is said in the log and lost."""
        if self._writing is not None:
            await self._writing
        await self._write()

    async def _write(self) -> None:
        while self._marked:
            names, self._marked = frozenset(self._marked), set()
            try:
                await until_stored(self._store.change_access(self._present(names)))
            except StoreFault as fault:
                self._marked |= names
                log.warning("tries not stored", count=len(names), kind=type(fault).__name__, error=str(fault))
                return


async def until_stored(written: "Future[None]") -> None:
    """Wait until something is stored; raises StoreFault where it cannot be.

    Whoever stops waiting does not stop the write.
    """
    await asyncio.shield(asyncio.wrap_future(written))
