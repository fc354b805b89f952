"""Works things out in a worker thread: nobody's thinking holds up other tables, nor goes on for ever.

1. Work counts in the seconds that its own thread computes; what other threads and programs take is not held
   against it.
2. For the first of them it runs at full pace, then it gives way to everybody else at each query, and after
   the last it is given up: the query that it comes to next raises GivenUp.
3. Whatever does not even come to a query (a rule book of a stranger that turns in a circle) is told to stop
   by the clock, and its thread is ended from outside where it does not hear.
4. Nothing is left running: whoever waits here gets the answer, or GivenUp, when the work has ended.
"""

import asyncio
import threading
from collections.abc import Callable
from math import inf
from typing import TypeVar

import msgspec
import structlog

from vttbridge.geometry.allowance import BudgetExceeded, work_budget
from vttbridge.server.runtime.clock import own_seconds, pause
from vttbridge.server.runtime.os_support import end_thread

log = structlog.get_logger()

T = TypeVar("T")

CHECK_EVERY = 8
"""The thread's clock is looked at once in so many queries."""

HARD_FACTOR = 5
"""By the clock, work may take so many times the seconds that it may compute."""

GRACE_SECONDS = 1.0
"""So long work that was told to stop has to come to its next query."""


class TimeBudget(msgspec.Struct, frozen=True):
    """How many seconds work may compute at full pace, and in all."""

    soft_seconds: float
    hard_seconds: float


class WorkBudget:
    """Counts one piece of work; asked at each query, in the work's own thread."""

    def __init__(self, time_budget: TimeBudget) -> None:
        self._time_budget = time_budget
        self._began = 0.0
        self._asked = 0
        self._stopped = False
        self.thread = 0

    def run(self, work: Callable[[], T]) -> T:
        """Do the work within the allowance."""
        self.thread = threading.get_ident()
        self._began = own_seconds()
        with work_budget(self.may_continue):
            return work()

    def stop(self) -> None:
        """Allow no more."""
        self._stopped = True

    def may_continue(self) -> bool:
        """Return whether there is any left; give way to others where the first part is used up."""
        self._asked += 1
        if self._stopped or self._asked % CHECK_EVERY:
            return not self._stopped
        spent = own_seconds() - self._began
        if spent > self._time_budget.soft_seconds:
            pause(0)
        return spent <= self._time_budget.hard_seconds


async def run_in_worker(work: Callable[[], T], time_budget: TimeBudget) -> T:
    """Work something out in a worker thread; GivenUp where it takes too long."""
    allowance = WorkBudget(time_budget)
    working = asyncio.ensure_future(asyncio.to_thread(allowance.run, work))
    if await _ended(working, time_budget.hard_seconds * HARD_FACTOR):
        return working.result()
    allowance.stop()
    if await _ended(working, GRACE_SECONDS):
        return working.result()
    log.warning("work ended from outside", seconds=time_budget.hard_seconds)
    end_thread(allowance.thread, BudgetExceeded)
    if await _ended(working, GRACE_SECONDS):
        return working.result()
    log.error("work cannot be ended")
    raise BudgetExceeded


class CancellableJob:
    """Work that is needed whole, however long it takes; it gives way from the start, and `stop` ends it."""

    def __init__(self) -> None:
        self._work_budget = WorkBudget(TimeBudget(0.0, inf))

    async def run(self, work: Callable[[], T]) -> T:
        """Do it in a worker thread; GivenUp where it was stopped."""
        return await asyncio.to_thread(self._work_budget.run, work)

    def stop(self) -> None:
        """End it at its next query."""
        self._work_budget.stop()


async def _ended(working: asyncio.Future[T], seconds: float) -> bool:
    done, _ = await asyncio.wait({working}, timeout=seconds)
    return bool(done)
