"""A table's mailbox: nothing is told over rows that were never stored, and everybody hears of it."""

import asyncio
from concurrent.futures import Future

from vttbridge.errors import StoreFault
from vttbridge.server.tables.mailbox import Effect, Mailbox


async def nothing_to_load() -> None:
    """Load nothing."""


async def test_a_job_begun_before_a_write_failed_is_not_told() -> None:
    """What a job decided over rows that were then not stored fails too, also without rows of its own."""
    mailbox, said = Mailbox("night", nothing_to_load), list[str]()
    mailbox.start()
    stored, begun, failed, decided = Future[None](), asyncio.Event(), asyncio.Event(), asyncio.Event()

    def not_stored(_: StoreFault) -> None:
        said.append("A failed")
        failed.set()

    async def decides_long() -> None:
        begun.set()
        await decided.wait()
        mailbox.after_stored(Effect(lambda: said.append("B told"), lambda _: said.append("B failed")))

    mailbox.post(lambda: mailbox.after_stored(Effect(lambda: said.append("A told"), not_stored, stored)))
    mailbox.post(decides_long)
    await begun.wait()
    stored.set_exception(StoreFault("no room"))
    await failed.wait()
    await asyncio.sleep(0)
    decided.set()
    await mailbox.join()
    mailbox.post(
        lambda: mailbox.after_stored(Effect(lambda: said.append("C told"), lambda _: said.append("C failed")))
    )
    await mailbox.join()
    await mailbox.stop()
    assert said == ["A failed", "B failed", "C told"]


async def test_a_stop_waits_for_what_goes_on_beside() -> None:
    """Nothing that was begun is lost."""
    mailbox, done = Mailbox("night", nothing_to_load), list[str]()
    mailbox.start()

    async def beside() -> None:
        await asyncio.sleep(0)
        done.append("beside")

    mailbox.keep(asyncio.ensure_future(beside()))
    assert not mailbox.is_stopping
    await mailbox.stop()
    assert (done, mailbox.is_stopping) == (["beside"], True)
