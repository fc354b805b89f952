"""Things that are done to their end, also where whoever waits for them goes away."""

import asyncio
from collections.abc import Coroutine
from typing import TypeVar

T = TypeVar("T")


async def to_its_end(doing: Coroutine[None, None, T]) -> T:
    """Do something to its end, also where whoever waits for it goes away."""
    task = asyncio.ensure_future(doing)
    task.add_done_callback(retrieve_exception)
    return await asyncio.shield(task)


def retrieve_exception(task: asyncio.Task[T]) -> None:
    """Whoever waited was told how it ended; perhaps nobody did."""
    if not task.cancelled():
        task.exception()
