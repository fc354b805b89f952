"""One table's desk: a mailbox, decisions one after another, and everything told in the order of the log.

1. Jobs come in by `post` and run one at a time. What takes long (deciding, taking snapshots) is reckoned on a
   thread beside the event loop, so that other tables go on; the state changes between jobs only.
2. Rows are handed to the store and folded at once; the next job may be decided while they are being written.
3. What follows from a job is told only when its rows, and all before them, are on the disk (`_telling`).
4. If a write fails, everything decided or read after it is answered `busy` and the table is loaded again from
   its log.
"""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Future

import msgspec
import structlog

from vttbridge.errors import StoreFault, VttbridgeError
from vttbridge.storage.journal import tag_of

log = structlog.get_logger()

Job = Callable[[], Awaitable[object] | None]


class Telling(msgspec.Struct, frozen=True):
    """What is to be told when rows are stored (or nothing is to be stored), and what if they cannot be."""

    told: Callable[[], None]
    failed: Callable[[StoreFault], None]
    stored: "Future[None] | None" = None


class Hub:
    """Runs the jobs of one table in order."""

    def __init__(self, name: str, reload: Callable[[], Awaitable[None]]) -> None:
        self.name = name
        self._reload = reload
        self._jobs: asyncio.Queue[Job] = asyncio.Queue()
        self._tellings: asyncio.Queue[Telling] = asyncio.Queue()
        self._fault: StoreFault | None = None
        self._is_telling = False
        self.failures = 0
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin."""
        self._tasks = [asyncio.create_task(self._working()), asyncio.create_task(self._telling())]

    def post(self, job: Job) -> None:
        """Put a job into the mailbox."""
        self._jobs.put_nowait(job)

    def tell(self, telling: Telling) -> None:
        """Tell something after all that is still being written, and nothing over what was never stored."""
        waits = telling.stored is not None or self._is_telling or not self._tellings.empty()
        if waits or self._fault is not None:
            self._tellings.put_nowait(telling)
        else:
            telling.told()

    async def quiet(self) -> None:
        """Wait until every job is done and told."""
        await self._jobs.join()
        await self._tellings.join()

    async def stop(self) -> None:
        """Finish what is in the mailbox, and end."""
        await self.quiet()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _working(self) -> None:
        while True:
            job = await self._jobs.get()
            if self._fault is not None:
                await self._mend()
            try:
                working = job()
                if working is not None:
                    await working
            except Exception as fault:  # noqa: BLE001 - a fault in one job must not end the table
                log.error(  # noqa: TRY400 - tracebacks show secrets; the line names the fault
                    "job failed", table=tag_of(self.name), kind=type(fault).__name__, error=str(fault)
                )
            finally:
                self._jobs.task_done()
            await asyncio.sleep(0)

    async def _mend(self) -> None:
        """Load the table again after a failed write, when nothing decided before it is left."""
        await self._tellings.join()
        try:
            await self._reload()
            self._fault = None
        except VttbridgeError as fault:
            log.error(  # noqa: TRY400 - the same
                "table cannot be loaded", table=tag_of(self.name), error=str(fault)
            )

    async def _telling(self) -> None:
        while True:
            telling = await self._tellings.get()
            self._is_telling = True
            try:
                await self._tell(telling)
            except Exception as fault:  # noqa: BLE001 - whoever cannot be told must not keep others waiting
                log.error(  # noqa: TRY400 - the same
                    "telling failed", table=tag_of(self.name), kind=type(fault).__name__, error=str(fault)
                )
            finally:
                self._is_telling = False
                self._tellings.task_done()

    async def _tell(self, telling: Telling) -> None:
        if self._fault is not None:
            telling.failed(StoreFault("rows before these could not be stored"))
            return
        fault = await outcome(telling.stored)
        if fault is None:
            telling.told()
            return
        self._fault = fault
        self.failures += 1
        log.warning("rows not stored", table=tag_of(self.name), kind=type(fault).__name__, error=str(fault))
        telling.failed(fault)


async def outcome(stored: "Future[None] | None") -> StoreFault | None:
    """Wait until rows are stored; gives why they could not be."""
    if stored is None:
        return None
    try:
        await asyncio.wrap_future(stored)
    except StoreFault as fault:
        return fault
    return None
