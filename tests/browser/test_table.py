"""The console's Table tab: what a table is made of."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, FilePayload

from browser.person import person
from browser.stage import the_keep
from support.shared_material import shared_path
from vttbridge.client import Client
from vttbridge.server.app import running
from vttbridge.server.runtime.config import Config

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_piece_is_put_and_changed_by_a_form_of_the_rule_books_needs(
    browser: Browser, tmp_path: Path
) -> None:
    """A click on the map says where; the form has the book's numbers."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Maro")
        await gwen.page.get_by_role("button", name="Table", exact=True).click()
        await gwen.page.locator("#piece-name").fill("Barrel")
        await gwen.page.locator("#piece-x").fill("9")
        await gwen.page.locator("#piece-y").fill("6")
        await gwen.page.locator("#piece-n-stamina").fill("7")
        assert await gwen.faults() == []
        await gwen.page.get_by_role("button", name="Put on the map").click()
        await gwen.sees("[data-piece='p-barrel'][aria-label*='at 9, 6']")
        await here.ada.until(lambda client: client.state.scenes[0].find("p-barrel") is not None)
        barrel = here.ada.state.scenes[0].find("p-barrel")
        assert barrel is not None
        assert barrel.numbers["stamina"] == 7


async def test_a_house_rule_and_a_seat_are_changed(browser: Browser, tmp_path: Path) -> None:
    """An option holds for everybody; an ended seat is closed; a code for a new player is shown."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Maro")
        await gwen.page.get_by_role("button", name="Table", exact=True).click()
        await gwen.page.locator("#option-ds_hurl_entry").select_option("included")
        await here.ada.until(lambda client: client.state.options.get("ds_hurl_entry") == "included")
        await gwen.page.get_by_role("button", name="Make a code").click()
        await gwen.sees("#invite-code")
        code = await gwen.page.locator("#invite-code").inner_text()
        ben = await Client.pair(f"{here.server.url} {code}", "Ben")
        assert ben.welcome is not None
        assert ben.welcome.role == "player"
        await ben.close()
        await gwen.page.get_by_role("button", name="End the seat of Ada").click()
        await gwen.page.get_by_role("button", name="Really end the seat of Ada").click()
        await here.ada.until(lambda client: client.close_code == 4403 or not client.is_live)


async def test_a_knock_is_answered_with_the_same_two_words(browser: Browser, tmp_path: Path) -> None:
    """A player without a code knocks, both screens show two words, the game master lets them in."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Maro")
        async with person(browser, here.url) as dara:
            assert await dara.faults() == []
            await dara.page.locator("#who").fill("Dara")
            await dara.page.locator("#which").fill("The Moat")
            await dara.page.get_by_role("button", name="Knock").click()
            await dara.sees(".because", "See that the name of the table is right")
            await dara.page.locator("#which").fill("Keep")
            await dara.page.get_by_role("button", name="Knock").click()
            await dara.sees(".knocked .code")
            words = await dara.page.locator(".knocked .code").inner_text()
            await gwen.sees(".knock", words)
            await gwen.page.get_by_role("button", name="Let in").click()
            await dara.sees(".piece", "Maro")


@pytest.mark.shared
async def test_a_real_map_is_dropped_on_an_empty_table(browser: Browser, tmp_path: Path) -> None:
    """The file becomes the scene, its report says what was read, and a broken file says why it is none."""
    found = shared_path("maps", "uvtt") / "dd-mimir-goblin-hideout.dd2vtt"
    async with running(Config(port=0), tmp_path) as server:
        code = (await server.pairing_line("cave", "draw-steel")).rpartition(" ")[2]
        async with person(
            browser, f"http://127.0.0.1:{server.port}/#{code}", width=1920, height=1080
        ) as gwen:
            await gwen.sees("#drop h1", "Drop a map here")
            assert await gwen.faults() == []
            bad = FilePayload(name="bad.json", mimeType="application/json", buffer=b'{"nothing": 1}')
            await gwen.page.locator("#map-file").set_input_files(bad)
            await gwen.sees("#drop .because", "cannot be read")
            await gwen.page.get_by_role("button", name="Table", exact=True).click()
            await gwen.page.locator("#map-file").set_input_files(found)
            await gwen.sees("#map-report", "walls")
            await gwen.page.locator(".wall").first.wait_for(state="attached")
