"""Work in a worker thread ends when it is given up, and returns way to everybody else meanwhile."""

import asyncio
import threading
import time

import pytest

from vttbridge.geometry.allowance import BudgetExceeded, checkpoint
from vttbridge.server.runtime.workers import TimeBudget, run_in_worker

SHORT = TimeBudget(0.01, 0.05)


def busily(ended: threading.Event) -> None:
    """Query without end."""
    try:
        while True:
            checkpoint()
    finally:
        ended.set()


def in_a_circle(ended: threading.Event) -> None:
    """Turn without end, and without any query."""
    try:
        while True:
            pass
    finally:
        ended.set()


async def test_what_is_worked_out_comes_back() -> None:
    """Short work is not disturbed, and its own faults are its own."""
    assert await run_in_worker(lambda: 7, SHORT) == 7
    with pytest.raises(ZeroDivisionError):
        await run_in_worker(lambda: 1 // 0, SHORT)


@pytest.mark.parametrize("work", [busily, in_a_circle])
async def test_work_that_is_given_up_has_ended(work: object) -> None:
    """Whoever waits is told, and by then nothing runs any more."""
    ended = threading.Event()
    assert callable(work)
    with pytest.raises(BudgetExceeded):
        await run_in_worker(lambda: work(ended), SHORT)
    assert ended.is_set()


async def test_only_computing_counts() -> None:
    """Waiting for others is not held against the work."""

    def patiently() -> str:
        for _ in range(25):
            time.sleep(0.05)
            for _ in range(10):
                checkpoint()
        return "done"

    assert await run_in_worker(patiently, TimeBudget(0.01, 1.0)) == "done"


async def test_the_loop_turns_while_many_tables_think() -> None:
    """Work that goes on until the loop has turned many times comes to its end."""
    turned = threading.Event()

    def until_turned() -> str:
        while not turned.is_set():
            checkpoint()
        return "done"

    works = [asyncio.ensure_future(run_in_worker(until_turned, TimeBudget(0.01, 60))) for _ in range(4)]
    for _ in range(20):
        await asyncio.sleep(0)
    assert not any(work.done() for work in works)
    turned.set()
    assert await asyncio.gather(*works) == ["done"] * 4
