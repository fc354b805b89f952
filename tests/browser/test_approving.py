"""Approving as people do it: at once with somebody else, with edits, over a board that changed."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.async_api import Browser

from browser.person import person
from browser.stage import Keep, the_keep
from vttbridge_protocol import Plain

pytestmark = pytest.mark.asyncio(loop_scope="session")

PUSH: Mapping[str, Plain] = {"source": "maro", "targets": ["goblin"], "distance": 6, "damage": 4}
THROUGH: Mapping[str, Plain] = {"path:goblin": [[7, 3], [8, 3], [9, 3]]}
OFF: Mapping[str, Plain] = {"source": "alna", "targets": ["kobold"], "distance": 3}
OVER: Mapping[str, Plain] = {"path:kobold": [[3, 1], [4, 1], [5, 1]]}
PRESS = """
name => [...document.querySelectorAll("#waiting .acts button")]
  .find((one) => one.textContent.startsWith(name)).click()
"""


async def wanted(here: Keep) -> None:
    """Let Ada ask for the push through the door."""
    assert (await here.ada.act("keep", "push", PUSH, answers=THROUGH)).waits == "approval"


async def test_of_two_who_decide_at_once_the_loser_learns_it(browser: Browser, tmp_path: Path) -> None:
    """Yes and no are pressed before either is answered: one happens, the other page says who was first."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Maro")
        async with person(browser, await here.link()) as gil:
            await gil.sees(".piece", "Maro")
            await wanted(here)
            await gwen.sees("#waiting .acts .go")
            await gil.sees("#waiting .acts .go")
            await asyncio.gather(gwen.page.evaluate(PRESS, "Approve"), gil.page.evaluate(PRESS, "Reject"))
            await gwen.misses("#waiting")
            await gil.misses("#waiting")
            await here.gm.until(lambda client: not client.holds)
            goblin = here.gm.state.scenes[0].find("goblin")
            assert goblin is not None
            loser, word = (gil, "approved") if goblin.place.x == 9 else (gwen, "no.")
            await loser.sees("#notice", "Game master")
            await loser.sees("#notice", word)
            assert await gwen.place_of("goblin") == await gil.place_of("goblin")


async def test_lines_are_dropped_and_come_back(browser: Browser, tmp_path: Path) -> None:
    """Every edit is seen before it is approved, and what is approved is what happens."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Alna")
        assert (await here.ada.act("keep", "push", OFF, answers=OVER)).waits == "approval"
        await gwen.sees(".acc .total", "Stamina 20 to 14")
        await gwen.page.keyboard.press("e")
        await gwen.page.get_by_role("checkbox", name="Kobold: Prone").click()
        await gwen.misses(".acc tr:has-text('is prone')")
        assert await gwen.faults() == []
        await gwen.page.get_by_role("checkbox", name="Kobold: Prone").click()
        await gwen.sees(".acc", "is prone")
        await gwen.page.get_by_role("checkbox", name="Kobold: 6 damage").click()
        await gwen.misses(".acc .total")
        await gwen.page.get_by_role("button", name="Approve as edited").click()
        await gwen.sees("[data-piece='kobold'][aria-label*='at 5, 1']")
        await here.gm.caught_up()
        kobold = here.gm.state.scenes[0].find("kobold")
        assert kobold is not None
        assert kobold.numbers["stamina"] == 20
        assert "prone" in kobold.statuses


async def test_another_outcome_needs_another_yes(browser: Browser, tmp_path: Path) -> None:
    """The board changes while a plan waits: the difference is told, and nothing has happened."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Maro")
        await wanted(here)
        await gwen.sees(".acc", "One square of wood breaks")
        assert (await here.gm.change("keep", "goblin", {"numbers": {"stamina": 12}})).outcome == "done"
        await gwen.page.get_by_role("button", name="Approve").click()
        await gwen.sees("#waiting .acc .total", "Stamina 12 to 3")
        assert "at 6, 3" in await gwen.place_of("goblin")
        await gwen.sees("#waiting .changed", "The board changed")
        assert await gwen.faults() == []
        await gwen.page.get_by_role("button", name="Approve").click()
        await gwen.sees("[data-piece='goblin'][aria-label*='at 9, 3']")


async def test_several_wait_oldest_first_and_a_no_has_its_reason(browser: Browser, tmp_path: Path) -> None:
    """J and K go to the next; the reason of a no is read by all; the focus stays where it was."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Maro")
        await wanted(here)
        await gwen.sees("#waiting .title", "Maro: Push Goblin")
        await gwen.page.locator("#filter").focus()
        assert (await here.ada.act("keep", "push", OFF, answers=OVER)).waits == "approval"
        await gwen.sees(".count", "1/2")
        assert await gwen.page.evaluate("document.activeElement.id") == "filter"
        await gwen.sees("#heard", "Waiting for you: Maro: Push Goblin")
        await gwen.page.locator("#stage").focus()
        await gwen.page.keyboard.press("j")
        await gwen.sees("#waiting .title", "Alna: Push Kobold")
        await gwen.page.keyboard.press("k")
        await gwen.sees("#waiting .title", "Maro: Push Goblin")
        await gwen.page.keyboard.press("e")
        await gwen.page.locator("#why-not").fill("Not through my door")
        await gwen.page.get_by_role("button", name="Reject").click()
        await gwen.sees(".ev", "Not through my door")
        await gwen.sees("#waiting .title", "Alna: Push Kobold")


async def test_a_wish_says_what_it_waits_for_and_is_withdrawn(browser: Browser, tmp_path: Path) -> None:
    """It is pending and says for whom; withdrawn, it is gone for the game master too."""
    async with the_keep(tmp_path) as here, person(browser, here.url) as ada:
        await ada.sits_down(here.ada.token)
        await ada.sees(".piece", "Maro")
        await wanted(here)
        await ada.sees("#waiting .waits", "It waits for the game master.")
        assert await ada.page.get_by_role("button", name="Approve").count() == 0
        assert await ada.faults() == []
        await ada.page.get_by_role("button", name="Withdraw").click()
        await ada.misses("#waiting")
        await here.gm.until(lambda client: not client.holds)


async def test_every_rule_opens_in_place(browser: Browser, tmp_path: Path) -> None:
    """The id of a rule is a button; it tells the rule below its line, and closes again."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Maro")
        await wanted(here)
        await gwen.sees("#waiting .acc .rule", "DS-30")
        await gwen.page.locator("#waiting .acc button.rule", has_text="DS-30").first.focus()
        await gwen.page.keyboard.press("Enter")
        await gwen.sees(".ruletext", "may break it, if enough squares of movement are left")
        assert await gwen.page.locator("#waiting button.rule[aria-expanded=true]").count() == 1
        assert await gwen.faults() == []
        await gwen.page.keyboard.press("Enter")
        await gwen.misses(".ruletext")
