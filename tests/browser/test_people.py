"""People at a table: codes, knocks, ended seats, lost links, forms that are half filled in."""

import contextlib
from pathlib import Path

import pytest
from playwright.async_api import Browser, Error

from browser.person import person
from browser.stage import the_keep
from support.shared_material import shared_path
from vttbridge.client import Client
from vttbridge.server.app import running
from vttbridge.server.runtime.config import Config

pytestmark = pytest.mark.asyncio(loop_scope="session")

MAPS = (
    ("uvtt", "dd-mimir-goblin-hideout.dd2vtt"),
    ("foundry", "orb15--caves-2.json"),
    ("fantasygrounds", "uvtt2fgu-sampleMap.xml"),
    ("heroclix", "av-rooftops.json"),
)


def owner_of(client: Client, piece: str) -> str:
    """Return the seat that owns a piece."""
    found = client.state.scenes[0].find(piece)
    return "" if found is None else found.owner


async def test_a_code_brings_somebody_in_until_the_seat_ends(browser: Browser, tmp_path: Path) -> None:
    """The link opens the page; an ended seat says so; the used code says that it is no longer good."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Maro")
        await gwen.page.get_by_role("button", name="Table", exact=True).click()
        await gwen.page.locator("#invite-role").select_option("player")
        await gwen.page.get_by_role("button", name="Make a code").click()
        await gwen.sees("#invite-code")
        code = await gwen.page.locator("#invite-code").inner_text()
        assert (await gwen.page.locator("#pairing-line").input_value()).endswith(f"{here.server.port} {code}")
        link = await gwen.page.locator("#console-link").input_value()
        assert await gwen.faults() == []
        async with person(browser, here.url) as ben:
            await ben.page.locator("#code").fill(code)
            await ben.page.locator("#label").fill("Ben")
            await ben.page.get_by_role("button", name="Take the seat").click()
            await ben.sees(".piece", "Maro")
            await gwen.sees(".seats", "Ben")
            await gwen.page.get_by_role("button", name="End the seat of Ben").click()
            await gwen.page.get_by_role("button", name="Really end the seat of Ben").click()
            await ben.sees("#start .because", "A game master ended this seat.")
            assert await ben.faults() == []
        async with person(browser, link) as late:
            await late.sees("#start .because", "no longer good")


async def test_the_copy_button_copies_the_pairing_line(browser: Browser, tmp_path: Path) -> None:
    """What is pasted elsewhere is the whole line."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        await gwen.page.get_by_role("button", name="Table", exact=True).click()
        await gwen.page.get_by_role("button", name="Make a code").click()
        line = await gwen.page.locator("#pairing-line").input_value()
        await gwen.page.get_by_role("button", name="Copy: Pairing line").click()
        await gwen.sees(".copied button", "Copied")
        assert await gwen.page.evaluate("navigator.clipboard.readText()") == line


async def test_who_knocks_is_let_in_with_a_piece_or_turned_away(browser: Browser, tmp_path: Path) -> None:
    """Both read the same words; the newcomer owns the piece; the next one is told that nobody let them in."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Maro")
        async with person(browser, here.url) as dara:
            await dara.page.locator("#who").fill("Dara")
            await dara.page.get_by_role("button", name="Knock").click()
            await dara.sees(".knocked .code")
            words = await dara.page.locator(".knocked .code").inner_text()
            await gwen.sees(".knock .pair", words)
            assert await gwen.faults() == []
            await gwen.page.get_by_label("Plays").select_option("goblin")
            await gwen.page.get_by_role("button", name="Let in").click()
            await dara.sees(".piece", "Goblin")
            await here.gm.until(lambda client: owner_of(client, "goblin") != "")
        async with person(browser, here.url) as eve:
            await eve.page.locator("#who").fill("Eve")
            await eve.page.get_by_role("button", name="Knock").click()
            await gwen.sees(".knock", "Eve")
            await gwen.page.get_by_role("button", name="No", exact=True).click()
            await eve.sees("#start .because", "Nobody let you in")


async def test_a_half_filled_form_outlives_what_happens_at_the_table(
    browser: Browser, tmp_path: Path
) -> None:
    """Events come, pieces move, somebody waits: what was typed stays; a click says where."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Maro")
        await gwen.page.get_by_role("button", name="Table", exact=True).click()
        await gwen.page.locator("#piece-name").fill("Barrel")
        await gwen.page.locator("#piece-n-stamina").fill("7")
        assert (await here.gm.change("keep", "maro", {"place": {"x": 1, "y": 4}})).outcome == "done"
        await here.ada.act("keep", "push", {"source": "alna", "targets": ["kobold"], "distance": 3})
        await gwen.sees("[data-piece='maro'][aria-label*='at 1, 4']")
        await gwen.page.locator("#stage").click(position={"x": 560, "y": 530})
        assert await gwen.page.locator("#piece-name").input_value() == "Barrel"
        assert await gwen.page.locator("#piece-n-stamina").input_value() == "7"
        assert await gwen.page.locator("#piece-x").input_value() != "0"
        await gwen.page.get_by_role("button", name="Put on the map").click()
        await gwen.sees("[data-piece='p-barrel']")


async def test_a_server_that_is_away_is_come_back_to(browser: Browser, tmp_path: Path) -> None:
    """The page says so in plain words; when the server is back, one press is enough."""
    async with contextlib.AsyncExitStack() as stack:
        here = await stack.enter_async_context(the_keep(tmp_path))
        async with person(browser, await here.link()) as gwen:
            await gwen.sees(".piece", "Maro")
            port = here.server.port
            await stack.aclose()
            await gwen.sees("#connection", "Connection lost")
            assert await gwen.faults() == []
            async with running(Config(port=port), tmp_path):
                while "Connected" not in await gwen.page.locator("#connection").inner_text():
                    with contextlib.suppress(Error):
                        await gwen.page.get_by_role("button", name="Try now").click(timeout=500)
                await gwen.sees(".piece", "Maro")
            gwen.said.clear()


async def test_a_house_rule_says_what_the_book_has(browser: Browser, tmp_path: Path) -> None:
    """Each rule stands with the book's own value and its text; what is changed is marked and counted."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.page.get_by_role("button", name="Table", exact=True).click()
        await gwen.sees("#house-rules", "All as written.")
        await gwen.page.locator("#option-ds_hurl_entry").select_option("included")
        await gwen.sees(".option.own", "House rule. The book's own: No, entering costs 1 more")
        await gwen.sees("#house-rules", "1 house rule, the rest as written.")
        await gwen.page.locator(".option.own button.rule").click()
        await gwen.sees(".ruletext", "may break it")
        await gwen.page.locator("#dice").select_option("people")
        await here.gm.until(lambda client: client.state.dice == "people")


@pytest.mark.shared
@pytest.mark.parametrize(("folder", "name"), MAPS)
async def test_a_map_of_every_format_is_dropped_and_told_about(
    browser: Browser, tmp_path: Path, folder: str, name: str
) -> None:
    """The report says what was read, what was doubtful and how it was taken; no bare code is left."""
    book = "heroclix" if folder == "heroclix" else "draw-steel"
    async with running(Config(port=0), tmp_path) as server:
        code = (await server.pairing_line("cave", book)).rpartition(" ")[2]
        async with person(browser, f"http://127.0.0.1:{server.port}/#{code}") as gwen:
            await gwen.sees("#drop h1", "Drop a map here")
            await gwen.page.locator("#map-file").set_input_files(shared_path("maps", folder) / name)
            await gwen.page.get_by_role("button", name="Table", exact=True).click()
            await gwen.sees("#map-report", "was read")
            text = await gwen.page.locator("#map-report").inner_text()
            assert "_" not in text.replace(name, "")
            assert await gwen.faults() == []
