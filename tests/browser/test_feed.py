"""The feed in the browser: filter by piece, a click shows it, undo with all that must go first."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.async_api import Browser

from browser.person import person
from browser.stage import the_keep
from browser.test_rewind import push_the_elk, push_the_kobold
from vttbridge_protocol import Plain

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_events_are_filtered_by_piece_and_by_word(browser: Browser, tmp_path: Path) -> None:
    """Only what concerns the picked piece is told; the steps on the way are told on request."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Kobold")
        await push_the_kobold(here)
        await push_the_elk(here)
        await gwen.sees(".ev", "Elk-rider is pushed")
        await gwen.page.locator("[data-piece='kobold']").click()
        await gwen.page.locator("#chips .chip", has_text="Kobold").click()
        await gwen.misses(".ev:has-text('Elk-rider')")
        await gwen.sees(".ev", "Kobold falls 3 squares")
        await gwen.page.locator("#chips .chip", has_text="All").click()
        await gwen.page.locator("#filter").fill("glass")
        await gwen.misses(".ev:has-text('Kobold')")
        await gwen.sees(".ev", "One square of glass breaks")
        await gwen.page.locator("#filter").fill("")
        assert await gwen.page.locator(".ev.minor").count() == 0
        await gwen.page.locator("#every-step").click()
        await gwen.sees(".ev.minor", "Gwen asks: Push, Elk-rider.")
        assert (await here.gm.change("keep", "kobold", {"place": {"x": 4, "y": 4, "z": 0}})).outcome == "done"
        await gwen.sees(".ev", "Gwen moves Kobold by hand.")
        await gwen.page.locator(".door").first.click()
        await gwen.sees(".ev", "You open a door.")
        await gwen.page.locator(".door").first.click()
        await gwen.sees(".ev", "You put a door back as it was.")
        await gwen.sees(".ev", "A game master sits down.")
        assert await gwen.faults() == []


async def test_an_undo_takes_back_all_that_stands_on_it(browser: Browser, tmp_path: Path) -> None:
    """What was pushed twice cannot lose the first push alone: the list says so, one button undoes both."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Kobold")
        first = await push_the_elk(here)
        pull: Mapping[str, Plain] = {"source": "rurik", "targets": ["elk"], "distance": 1}
        again = await here.gm.act("keep", "pull", pull, answers={"path:elk": [[10, 4]]})
        assert again.outcome == "done", again
        await gwen.sees(".ev", f"{again.seq}")
        await gwen.page.locator(f"[data-seq='{first}']").click()
        await gwen.page.locator("#undo-this").click()
        await gwen.sees("#notice .needs li", "Pull: Elk-rider")
        assert await gwen.faults() == []
        await gwen.page.locator("#undo-all").click()
        await gwen.sees("[data-piece='elk'][aria-label*='at 9, 4']")
        await gwen.sees(".ev", "You take back Pull: Elk-rider; Push: Elk-rider")
        assert await gwen.page.locator(".ev.off").count() == 2
