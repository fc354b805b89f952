"""One table's mailbox: decisions one after another, and everything told in the order of the log.

1. Tasks come in by `post` and run one at a time. What takes long (deciding, taking snapshots) runs in a
   worker thread, so that other tables go on; the state changes between tasks only.
2. Rows are handed to the store and folded at once; the next task may be decided while they are being written.
3. What follows from a task is told only when its rows, and all before them, are on the disk (`_run_effects`).
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

Task = Callable[[], Awaitable[object] | None]


class Effect(msgspec.Struct, frozen=True):
    """What is to be told when rows are stored (or nothing is to be stored), and what if they cannot be."""

    on_stored: Callable[[], None]
    on_failed: Callable[[StoreFault], None]
    stored: "Future[None] | None" = None


class Mailbox:
    """Runs the tasks of one table in order."""

    def __init__(self, name: str, reload: Callable[[], Awaitable[None]]) -> None:
        self.name = name
        self._reload = reload
        self._queue: asyncio.Queue[Task] = asyncio.Queue()
        self._effects: asyncio.Queue[Effect] = asyncio.Queue()
        self._fault: StoreFault | None = None
        self._is_running_effect = False
        self.failures = 0
        self.is_stopping = False
        self._tasks: list[asyncio.Task[None]] = []
        self._beside: set[asyncio.Future[None]] = set()

    def start(self) -> None:
        """Begin."""
        self._tasks = [asyncio.create_task(self._run_tasks()), asyncio.create_task(self._run_effects())]

    def post(self, task: Task) -> None:
        """Put a task into the mailbox."""
        self._queue.put_nowait(task)

    def after_stored(self, effect: Effect) -> None:
        """Run an effect after all that is still being written, and nothing over what was never stored."""
        waits = effect.stored is not None or self._is_running_effect or not self._effects.empty()
        if waits or self._fault is not None:
            self._effects.put_nowait(effect)
        else:
            effect.on_stored()

    def keep(self, working: asyncio.Future[None]) -> None:
        """Remember what goes on beside the mailbox until it is done; nothing else holds on to it."""
        self._beside.add(working)
        working.add_done_callback(self._beside.discard)

    async def join(self) -> None:
        """Wait until every task is done and told."""
        await self._queue.join()
        await self._effects.join()

    async def stop(self) -> None:
        """Finish what is in the mailbox and beside it, and end."""
        self.is_stopping = True
        await self.join()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*self._beside, return_exceptions=True)

    async def _run_tasks(self) -> None:
        while True:
            task = await self._queue.get()
            if self._fault is not None:
                await self._recover()
            try:
                working = task()
                if working is not None:
                    await working
            except Exception as fault:  # noqa: BLE001 - a fault in one job must not end the table
                log.error(  # noqa: TRY400 - tracebacks show secrets; the line names the fault
                    "job failed", table=tag_of(self.name), kind=type(fault).__name__, error=str(fault)
                )
            finally:
                self._queue.task_done()
            await asyncio.sleep(0)

    async def _recover(self) -> None:
        """Load the table again after a failed write, when nothing decided before it is left."""
        await self._effects.join()
        try:
            await self._reload()
            self._fault = None
        except VttbridgeError as fault:
            log.error(  # noqa: TRY400 - the same
                "table cannot be loaded", table=tag_of(self.name), error=str(fault)
            )

    async def _run_effects(self) -> None:
        while True:
            effect = await self._effects.get()
            self._is_running_effect = True
            try:
                await self._run_effect(effect)
            except Exception as fault:  # noqa: BLE001 - whoever cannot be told must not keep others waiting
                log.error(  # noqa: TRY400 - the same
                    "telling failed", table=tag_of(self.name), kind=type(fault).__name__, error=str(fault)
                )
            finally:
                self._is_running_effect = False
                self._effects.task_done()

    async def _run_effect(self, effect: Effect) -> None:
        if self._fault is not None:
            effect.on_failed(StoreFault("rows before these could not be stored"))
            return
        fault = await outcome(effect.stored)
        if fault is None:
            effect.on_stored()
            return
        self._fault = fault
        self.failures += 1
        log.warning("rows not stored", table=tag_of(self.name), kind=type(fault).__name__, error=str(fault))
        effect.on_failed(fault)


async def outcome(stored: "Future[None] | None") -> StoreFault | None:
    """Wait until rows are stored; returns why they could not be."""
    if stored is None:
        return None
    try:
        await asyncio.wrap_future(stored)
    except StoreFault as fault:
        return fault
    return None
