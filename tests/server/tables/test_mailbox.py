"""A table's mailbox: nothing is told over rows that were never stored, and everybody hears of it."""

import asyncio
from concurrent.futures import Future

from vttbridge.errors import StoreFault
from vttbridge.server.tables.mailbox import Hub, Telling


async def nothing_to_load() -> None:
    """Load nothing."""


async def test_a_job_begun_before_a_write_failed_is_not_told() -> None:
    """What a job decided over rows that were then not stored fails too, also without rows of its own."""
    hub, said = Hub("night", nothing_to_load), list[str]()
    hub.start()
    stored, begun, failed, decided = Future[None](), asyncio.Event(), asyncio.Event(), asyncio.Event()

    def not_stored(_: StoreFault) -> None:
        said.append("A failed")
        failed.set()

    async def decides_long() -> None:
        begun.set()
        await decided.wait()
        hub.tell(Telling(lambda: said.append("B told"), lambda _: said.append("B failed")))

    hub.post(lambda: hub.tell(Telling(lambda: said.append("A told"), not_stored, stored)))
    hub.post(decides_long)
    await begun.wait()
    stored.set_exception(StoreFault("no room"))
    await failed.wait()
    await asyncio.sleep(0)
    decided.set()
    await hub.quiet()
    hub.post(lambda: hub.tell(Telling(lambda: said.append("C told"), lambda _: said.append("C failed"))))
    await hub.quiet()
    await hub.stop()
    assert said == ["A failed", "B failed", "C told"]
