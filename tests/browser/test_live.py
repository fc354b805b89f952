"""The console as a game master and a player use it: see, act, approve, answer, undo."""

import contextlib
from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.async_api import Browser

from browser.person import person
from browser.stage import the_keep
from vttbridge.server.app import running
from vttbridge.server.runtime.config import Config
from vttbridge_protocol import Plain

pytestmark = pytest.mark.asyncio(loop_scope="session")

PUSH: Mapping[str, Plain] = {"source": "maro", "targets": ["goblin"], "distance": 6, "damage": 4}


async def test_a_link_seats_a_game_master_who_sees_the_scene(browser: Browser, tmp_path: Path) -> None:
    """The code leaves the address bar at once; walls, areas and pieces are drawn; axe finds nothing."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Maro")
        assert gwen.page.url == here.url
        assert await gwen.page.locator(".piece").count() == 8
        assert "height 3" in await gwen.place_of("alna")
        assert await gwen.page.locator(".wall.glass").count() == 1
        await gwen.sees(".area-name", "pit −3")
        await gwen.sees("#connection", "Connected")
        assert await gwen.faults() == []


async def test_a_door_opens_at_a_click(browser: Browser, tmp_path: Path) -> None:
    """A game master opens the door on the map, and every seat has it so."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.page.get_by_role("button", name="Door door, closed").click()
        await gwen.sees("[aria-label='Door door, open']")
        await here.ada.until(lambda client: bool(client.state.scenes[0].ground.doors))
        assert here.ada.state.scenes[0].ground.doors[0].state == "open"


async def test_a_players_push_is_approved_by_key_and_undone(browser: Browser, tmp_path: Path) -> None:
    """The plan shows every number; A says yes, the piece moves, the feed tells it; Ctrl Z takes it back."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Maro")
        await here.ada_pushes(PUSH)
        await gwen.sees(".acc .total", "Stamina 20 to 11")
        await gwen.sees(".ghost .impact")
        await gwen.sees(".acc .rule", "DS-30")
        assert await gwen.faults() == []
        await gwen.page.keyboard.press("a")
        await gwen.sees("[data-piece='goblin'][aria-label*='at 9, 3']")
        await gwen.sees(".ev", "Goblin takes 5 damage going through wood")
        await gwen.misses("#waiting")
        await gwen.page.keyboard.press("Control+z")
        await gwen.sees("[data-piece='goblin'][aria-label*='at 6, 3']")
        await gwen.sees(".ev.off", "Goblin")


async def test_a_plan_is_shortened_and_then_approved(browser: Browser, tmp_path: Path) -> None:
    """Edits change the account before anything happens; what is approved is what was shown."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Alna")
        await here.ada_pushes({"source": "alna", "targets": ["kobold"], "distance": 3})
        await gwen.sees(".acc", "falls 3 squares")
        await gwen.page.keyboard.press("e")
        await gwen.page.locator(".edit .chip", has_text="1").click()
        await gwen.sees(".acc", "moves 1 square")
        assert "falls" not in await gwen.page.locator(".acc").inner_text()
        await gwen.page.get_by_role("button", name="Approve as edited").click()
        await gwen.sees("[data-piece='kobold'][aria-label*='at 3, 1']")


async def test_a_game_master_aims_and_proposes(browser: Browser, tmp_path: Path) -> None:
    """Picking on the map fills the form; the account, the ghost and every reachable square are shown."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.page.locator("[data-piece='maro']").click()
        await gwen.page.locator("#tools").get_by_role("button", name="Push").click()
        await gwen.page.locator("[data-piece='goblin']").click()
        await gwen.page.locator("#field-distance").fill("4")
        await gwen.sees("#aim .acc", "One square of wood breaks")
        await gwen.sees(".heat")
        assert await gwen.faults() == []
        await gwen.page.keyboard.press("Escape")
        await gwen.misses("#aim")
        assert await gwen.page.locator(".heat, .ghost").count() == 0
        await gwen.page.locator("#tools").get_by_role("button", name="Push").click()
        await gwen.page.locator("[data-piece='goblin']").click()
        await gwen.page.locator("#field-distance").fill("4")
        await gwen.sees("#aim .acc", "One square of wood breaks")
        await gwen.page.keyboard.press("Enter")
        await gwen.sees("#waiting .question", "Which squares does Goblin move through")
        await gwen.page.keyboard.press("a")
        await gwen.sees("[data-piece='goblin'][aria-label*='at 7, 3']")


async def test_a_form_says_why_the_rules_refuse(browser: Browser, tmp_path: Path) -> None:
    """A refusal is a sentence in the form, and nothing is sent."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.page.locator("[data-piece='maro']").click()
        await gwen.page.locator("#tools select").select_option("knockback")
        await gwen.page.locator("[data-piece='ogre']").click()
        await gwen.sees("#aim .because", "Ogre is not adjacent")


async def test_a_player_answers_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    """The question fills the small screen, says what each answer does, and what happens unanswered."""
    async with the_keep(tmp_path) as here:
        token = here.ada.token
        async with person(browser, here.url, width=390, height=844) as ada:
            await ada.sits_down(token)
            await ada.sees(".piece", "Ilse")
            await here.gm.act("keep", "push", {"source": "ogre", "targets": ["ilse"], "distance": 5})
            await ada.sees("#waiting .question", "How much stability does Ilse use")
            await ada.sees(".unanswered", "2")
            await ada.sees("#time-left", "Time left")
            assert await ada.faults() == []
            await ada.page.get_by_role("radio", name="1").click()
            await ada.page.get_by_role("button", name="Answer: 1").click()
            asked = await here.gm.question()
            assert asked.question.key == "path:ilse"


async def test_two_game_masters_at_once(browser: Browser, tmp_path: Path) -> None:
    """The one who comes second learns that the first has decided, and both pages show the same."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Maro")
        async with person(browser, await here.link()) as gil:
            await gil.sees(".piece", "Maro")
            await here.ada_pushes(PUSH)
            await gwen.sees("#waiting .acc")
            await gil.sees("#waiting .acc")
            await gwen.page.get_by_role("button", name="Reject").click()
            await gwen.misses("#waiting")
            await gil.misses("#waiting")
            await gil.sees(".ev", "no.")
            await gil.sees("#notice", "Game master: no.")


async def test_a_reload_and_a_cut_link_lose_nothing(browser: Browser, tmp_path: Path) -> None:
    """The seat is kept in the browser; after a reload the plan still waits."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Maro")
        await here.ada_pushes(PUSH)
        await gwen.sees("#waiting .acc")
        await gwen.page.reload()
        await gwen.sees("#waiting .acc .total", "Stamina 20 to 11")
        await gwen.sees(".ev", "Which squares does Goblin move through")


async def test_the_page_speaks_russian(browser: Browser, tmp_path: Path) -> None:
    """Interface and rules are told in the browser's language."""
    async with the_keep(tmp_path) as here, person(browser, await here.link(), language="ru-RU") as gwen:
        await gwen.sees("#connection", "На связи")
        await gwen.sees("#tools", "Толкнуть")
        assert await gwen.page.locator("html").get_attribute("lang") == "ru"


async def test_a_server_restart_loses_nothing(browser: Browser, tmp_path: Path) -> None:
    """The page says that the link is gone, comes back by itself, and the plan still waits."""
    async with contextlib.AsyncExitStack() as stack:
        here = await stack.enter_async_context(the_keep(tmp_path))
        async with person(browser, await here.link()) as gwen:
            await gwen.sees(".piece", "Maro")
            await here.ada_pushes(PUSH)
            await gwen.sees("#waiting .acc")
            port = here.server.port
            await stack.aclose()
            await gwen.sees("#connection", "trying again")
            async with running(Config(port=port), tmp_path):
                await gwen.sees("#connection", "Connected")
                await gwen.sees("#waiting .acc .total", "Stamina 20 to 11")
            assert all("WebSocket connection" in line for line in gwen.said)
            gwen.said.clear()


async def test_two_tabs_of_one_seat_work(browser: Browser, tmp_path: Path) -> None:
    """A second tab of the same browser takes the same seat, and both follow."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Maro")
        tab = await gwen.page.context.new_page()
        await tab.goto(here.url)
        await tab.locator(".piece", has_text="Maro").wait_for()
        assert (await here.gm.change("keep", "maro", {"place": {"x": 1, "y": 4}})).outcome == "done"
        await tab.locator("[data-piece='maro'][aria-label*='at 1, 4']").wait_for()
        await gwen.sees("[data-piece='maro'][aria-label*='at 1, 4']")
