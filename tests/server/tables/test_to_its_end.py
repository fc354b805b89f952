"""What is begun is done to its end, whoever goes away."""

import asyncio

import pytest

from vttbridge.server.tables.to_its_end import retrieve_exception, to_its_end


async def test_it_goes_on_when_nobody_waits_any_more() -> None:
    """Whoever waits to the end has the result."""
    let, done = asyncio.Event(), asyncio.Event()

    async def work() -> int:
        await let.wait()
        done.set()
        return 7

    waiting = asyncio.create_task(to_its_end(work()))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    let.set()
    await done.wait()
    assert await to_its_end(work()) == 7


async def test_a_fault_that_nobody_hears_is_taken_note_of() -> None:
    """A cancelled task has none."""

    async def breaks() -> None:
        raise KeyError("x")

    task = asyncio.ensure_future(breaks())
    await asyncio.wait({task})
    retrieve_exception(task)
    assert not task._log_traceback
    cancelled = asyncio.ensure_future(asyncio.sleep(1))
    cancelled.cancel()
    await asyncio.wait({cancelled})
    retrieve_exception(cancelled)
