"""Rewind in the browser: step, scrub, play, bookmark, what if, picture; for game masters and for players."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.async_api import Browser

import vttbridge_protocol as wire
from browser.person import Person, person
from browser.stage import Keep, the_keep
from vttbridge_protocol import Plain

pytestmark = pytest.mark.asyncio(loop_scope="session")

TO_KOBOLD: Mapping[str, Plain] = {"source": "alna", "targets": ["kobold"], "distance": 3}
KOBOLDS_WAY: Plain = [[3, 1], [4, 1], [5, 1]]
TO_ELK: Mapping[str, Plain] = {"source": "rurik", "targets": ["elk"], "distance": 3}
ELKS_WAY: Plain = [[10, 4], [11, 4], [12, 4]]


async def push_the_kobold(here: Keep) -> int:
    """Push the kobold off the balcony; returns the event's number."""
    done = await here.gm.act("keep", "push", TO_KOBOLD, answers={"path:kobold": KOBOLDS_WAY})
    assert done.seq is not None
    return done.seq


async def push_the_elk(here: Keep) -> int:
    """Push the elk-rider into the window; returns the event's number."""
    done = await here.gm.act("keep", "push", TO_ELK, answers={"path:elk": ELKS_WAY})
    assert done.seq is not None
    return done.seq


async def rewind(who: Person) -> None:
    """Open the past."""
    await who.page.get_by_role("button", name="Rewind").click()
    await who.sees("#rw-place", "of")


async def test_the_past_is_stepped_through_and_the_table_plays_on(browser: Browser, tmp_path: Path) -> None:
    """Scrubbing and stepping move the map; going live shows the present again."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Kobold")
        seq = await push_the_kobold(here)
        await gwen.sees("[data-piece='kobold'][aria-label*='at 5, 1']")
        await rewind(gwen)
        await gwen.sees("#rw-place", f"Event {seq} of {seq}")
        await gwen.sees(".ghost.done .impact")
        await gwen.sees("[data-piece='kobold'][aria-label*='at 2, 1']")
        assert await gwen.faults() == []
        await gwen.page.keyboard.press("Home")
        await gwen.misses(".piece")
        await gwen.page.keyboard.press("End")
        await gwen.sees(".ev.cur", "Kobold")
        await gwen.page.keyboard.press("ArrowLeft")
        await gwen.sees(".ev.cur", "Which squares does Kobold move through")
        await gwen.page.locator("#scrub").fill("5")
        await gwen.sees("#rw-place", "Event 5 of")
        await gwen.page.keyboard.press("Escape")
        await gwen.sees("[data-piece='kobold'][aria-label*='at 5, 1']")


async def test_it_plays_by_itself_and_follows_the_table(browser: Browser, tmp_path: Path) -> None:
    """Played at four times the speed it comes to the end; there it follows what happens now."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Kobold")
        first = await push_the_kobold(here)
        await rewind(gwen)
        await gwen.page.keyboard.press("Shift+ArrowLeft")
        for _ in range(2):
            await gwen.page.keyboard.press("]")
        await gwen.sees("#rw-x4[aria-pressed='true']")
        await gwen.page.locator("#rw-play").click()
        await gwen.sees("#rw-place", f"Event {first} of {first}")
        await gwen.sees("#rw-play[aria-label='Play']")
        later = await push_the_elk(here)
        await gwen.sees("#rw-place", f"Event {later} of {later}")
        await gwen.page.keyboard.press("Home")
        await gwen.sees("#rw-place", f"Event 0 of {later}")
        await here.gm.act("keep", "push", TO_KOBOLD)
        await gwen.sees("#rw-place", "Event 0 of")


async def test_what_if_marks_what_would_differ(browser: Browser, tmp_path: Path) -> None:
    """Under another house rule the elk-rider goes farther: the event says so, and the map shows both."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Elk-rider")
        seq = await push_the_elk(here)
        await push_the_kobold(here)
        await rewind(gwen)
        await gwen.page.keyboard.press("w")
        await gwen.page.locator("#whatif-option").select_option("ds_hurl_entry")
        await gwen.sees("#whatif", "1 event differs")
        await gwen.sees(".otherwise", "Elk-rider is pushed")
        await gwen.page.locator("#rw-place").click()
        await gwen.page.keyboard.press("n")
        await gwen.sees("#rw-place", f"Event {seq} of")
        await gwen.sees(".ghost.done .gtok")
        await gwen.sees(".ghost.alt .gtok")
        assert await gwen.page.locator(".lanes .m.alt").count() == 1
        assert await gwen.faults() == []
        await gwen.page.keyboard.press("w")
        await gwen.misses(".otherwise")


async def test_what_cannot_happen_under_another_rule_is_said(browser: Browser, tmp_path: Path) -> None:
    """Where the elk-rider went through the window, nobody can push it out of the room afterwards."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Elk-rider")
        await push_the_elk(here)
        pull: Mapping[str, Plain] = {"source": "rurik", "targets": ["elk"], "distance": 1}
        back = await here.gm.act("keep", "pull", pull, answers={"path:elk": [[10, 4]]})
        assert back.outcome == "done", back
        await rewind(gwen)
        await gwen.page.locator("#whatif-option").select_option("ds_hurl_entry")
        await gwen.sees("#whatif", "2 events differ, 1 cannot happen")
        await gwen.sees(".otherwise", "It cannot happen")


async def test_a_bookmark_stays(browser: Browser, tmp_path: Path) -> None:
    """The key marks an event, the strip and the deck show a flag, and a reload keeps it."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Kobold")
        await push_the_kobold(here)
        await gwen.sees(".ev", "Kobold is pushed")
        await rewind(gwen)
        await gwen.page.keyboard.press("b")
        await gwen.sees("#rw-mark[aria-pressed='true']")
        await gwen.page.reload()
        await gwen.page.locator(".line .m.mark").first.wait_for(state="attached")
        await rewind(gwen)
        await gwen.sees("#rw-mark[aria-pressed='true']")
        await gwen.page.locator(".lanes .m.mark").first.wait_for(state="attached")
        await gwen.page.keyboard.press("b")
        await gwen.sees("#rw-mark[aria-pressed='false']")


async def test_a_player_who_came_late_sees_the_past_but_nothing_hidden(
    browser: Browser, tmp_path: Path
) -> None:
    """What happened before they came is theirs to watch; a hidden piece is nowhere in their page."""
    async with the_keep(tmp_path) as here:
        canary = wire.PieceState("canary", wire.WirePlace(8, 6), name="The canary", hidden=True)
        assert (await here.gm.put("keep", canary)).outcome == "done"
        seq = await push_the_kobold(here)
        push: Mapping[str, Plain] = {"source": "canary", "targets": ["goblin"], "distance": 1}
        assert (await here.gm.act("keep", "push", push)).outcome in {"done", "pending", "refused"}
        async with person(browser, await here.link("player")) as ben:
            await ben.sees(".ev", "Kobold is pushed")
            await rewind(ben)
            await ben.page.locator(f"[data-seq='{seq}']").click()
            await ben.sees(".ghost.done .impact")
            await ben.sees("[data-piece='kobold'][aria-label*='at 2, 1']")
            assert await ben.page.locator("#rw-save, #rw-moment, #whatif select").count() == 0
            assert "canary" not in (await ben.page.content()).lower()
            assert await ben.faults() == []
        async with person(browser, await here.link()) as gwen:
            await gwen.sees(".ev", "The canary is put on the map")


async def test_a_picture_of_before_and_after_stands_by_itself(browser: Browser, tmp_path: Path) -> None:
    """One file, light, with both sides and the sentences, and nothing fetched from anywhere."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Kobold")
        await push_the_kobold(here)
        await gwen.sees(".ev", "Kobold is pushed")
        await rewind(gwen)
        async with gwen.page.expect_download() as saved:
            await gwen.page.locator("#rw-picture").click()
        page = tmp_path / "picture.svg"
        await (await saved.value).save_as(page)
        drawn = page.read_text(encoding="utf-8")
        assert not re.findall(r"""(?:href|src)=|url\((?!["']?#|&quot;#)|@import""", drawn)
        picture = await browser.new_page()
        await picture.goto(page.as_uri())
        told = await picture.locator("svg").first.text_content() or ""
        for said in ("Before", "After", "Kobold falls 3 squares", "(DSX-01)"):
            assert said in told
        ground: str = await picture.evaluate("getComputedStyle(document.querySelector('rect')).fill")
        assert min(int(part) for part in re.findall(r"\d+", ground)[:3]) > 200
        assert await picture.locator("[data-piece='kobold']").count() == 2
        await picture.close()
