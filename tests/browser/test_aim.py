"""Aiming on the console's map by keys and by hand: reachable squares, the account of the picked one."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.async_api import Browser

from browser.person import Person, person
from browser.stage import the_keep
from vttbridge.server.tables.previews import PreviewService
from vttbridge.server.transport.peer import Peer
from vttbridge_protocol import Plain

pytestmark = pytest.mark.asyncio(loop_scope="session")

PUSH: Mapping[str, Plain] = {"source": "alna", "targets": ["kobold"], "distance": 3}


async def _aim(gwen: Person, source: str, target: str, squares: int) -> None:
    """Aim a push by letters and the map."""
    await _point(gwen, source, target, squares)
    await gwen.sees(".heat")


async def _point(gwen: Person, source: str, target: str, squares: int) -> None:
    """Fill the form of a push by letters and the map."""
    await gwen.page.locator(f"[data-piece='{source}']").click()
    await gwen.page.keyboard.press("p")
    await gwen.sees("#aim h2", "Push")
    await gwen.page.locator(f"[data-piece='{target}']").click()
    await gwen.page.locator("#field-distance").fill(str(squares))
    await gwen.page.locator("#field-distance").blur()


async def test_every_reachable_square_shows_its_worst_outcome(browser: Browser, tmp_path: Path) -> None:
    """A square bears shape and figure in one hue; the legend says them; windows break, walls stop."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await _aim(gwen, "rurik", "elk", 5)
        corner = gwen.page.locator(".heat[data-at='11,5']")
        assert await corner.locator(".ht").text_content() == "5"
        assert "h3" in str(await corner.get_attribute("class"))
        assert await corner.get_attribute("aria-label") == "Square 11, 5: 5 damage, slams into a wall"
        beyond = gwen.page.locator(".heat[data-at='12,4']")
        assert "breaks something" in str(await beyond.get_attribute("aria-label"))
        assert await gwen.page.locator(".heat[data-at='10,3'] .ht").count() == 0
        await gwen.sees(".legend", "breaks something")
        assert await gwen.faults() == []


async def test_a_large_piece_is_outlined_where_it_would_stand(browser: Browser, tmp_path: Path) -> None:
    """Its mark stands on the top left square; label, legend and the picked square tell all it covers."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        large: Plain = {"shape": "cells", "width": 2, "depth": 2}
        assert (await here.gm.change("keep", "elk", {"footprint": large})).outcome == "done"
        await _aim(gwen, "rurik", "elk", 5)
        await gwen.sees(".legend", "Elk-rider covers 2 × 2 squares")
        spot = gwen.page.locator(".heat[data-at='10,4']")
        assert "Squares 10, 4 to 11, 5: " in str(await spot.get_attribute("aria-label"))
        assert await gwen.page.locator(".hfoot").count() == 0
        await gwen.page.keyboard.press("ArrowRight")
        await gwen.sees(".heat.picked[data-at='10,4']")
        outline = await gwen.page.locator(".heat.picked .hfoot").bounding_box()
        square = await gwen.page.locator(".heat.picked .hcell").bounding_box()
        assert outline is not None
        assert square is not None
        assert outline["width"] > 1.9 * square["width"]
        assert outline["height"] > 1.9 * square["height"]
        assert await gwen.faults() == []


async def test_arrows_pick_a_square_and_enter_proposes_it(browser: Browser, tmp_path: Path) -> None:
    """The account and the ghost follow the picked square; what is proposed goes that way."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await _aim(gwen, "rurik", "elk", 5)
        await gwen.page.keyboard.press("ArrowRight")
        await gwen.sees(".heat.picked[data-at='10,4']")
        await gwen.page.keyboard.press("ArrowRight")
        await gwen.page.keyboard.press("ArrowRight")
        await gwen.sees(".heat.picked[data-at='12,4']")
        await gwen.sees("#aim .acc", "One square of glass breaks")
        await gwen.sees(".ghost .impact[data-number='1']")
        assert await gwen.page.locator("#field-path").input_value() != ""
        await gwen.page.keyboard.press("Enter")
        await gwen.misses("#aim")
        await gwen.sees("[data-piece='elk'][aria-label*='at 12, 4']")


async def test_the_other_way_to_a_square(browser: Browser, tmp_path: Path) -> None:
    """Where a milder and a worse way lead to the same square, M takes the other and the account says so."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await _aim(gwen, "rurik", "elk", 5)
        await gwen.page.locator(".heat[data-at='11,5']").click()
        await gwen.sees("#aim .acc .total", "Stamina 20 to 15")
        await gwen.sees("#aim .acts kbd", "M")
        await gwen.page.keyboard.press("m")
        await gwen.misses("#aim .acc .total")
        await gwen.sees("#aim .acc", "Elk-rider moves")
        await gwen.page.get_by_role("button", name="Other path").click()
        await gwen.sees("#aim .acc .total", "Stamina 20 to 15")


def _takes_nobody(_foreseeing: PreviewService, _link: Peer) -> bool:
    return False


async def test_a_table_that_was_busy_is_asked_again(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A preview that was turned away comes by itself as soon as the table has time for it."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Rurik")
        with monkeypatch.context() as busy:
            busy.setattr(PreviewService, "accept", _takes_nobody)
            await _point(gwen, "rurik", "elk", 5)
            await gwen.sees("#aim .because", "Too many commands")
            assert await gwen.page.locator(".heat").count() == 0
        await gwen.sees(".heat")
        await gwen.sees("#aim .acc")


async def test_figures_go_to_impacts(browser: Browser, tmp_path: Path) -> None:
    """1 brings the first impact of the plan that waits into view, however far away the map was."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Alna")
        await here.ada_pushes(PUSH)
        await gwen.sees(".ghost .impact[data-number='1']")
        for _ in range(8):
            await gwen.page.keyboard.press("+")
        await gwen.page.keyboard.press("1")
        await gwen.sees(".impact.at[data-number='1']")
        spot = await gwen.page.locator(".impact.at .mk").bounding_box()
        stage = await gwen.page.locator("#stage").bounding_box()
        assert spot is not None
        assert stage is not None
        assert stage["x"] < spot["x"] < stage["x"] + stage["width"]
        assert stage["y"] < spot["y"] < stage["y"] + stage["height"]


async def test_arrows_go_from_piece_to_piece_and_letters_can_be_switched_off(
    browser: Browser, tmp_path: Path
) -> None:
    """The focus moves on the map; the list of keys names what each does; without letters P opens nothing."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Maro")
        await gwen.page.keyboard.press("ArrowRight")
        first = await gwen.page.evaluate("document.activeElement.dataset.piece")
        await gwen.page.keyboard.press("ArrowRight")
        assert await gwen.page.evaluate("document.activeElement.dataset.piece") != first
        await gwen.page.keyboard.press("Enter")
        await gwen.sees(".piece[aria-pressed='true']")
        await gwen.page.keyboard.press("?")
        await gwen.sees("#help dl", "go to that impact")
        await gwen.sees("#help dl", "other path")
        assert await gwen.faults() == []
        await gwen.page.get_by_label("Single letters act").uncheck()
        await gwen.page.get_by_role("button", name="Close", exact=True).click()
        await gwen.page.keyboard.press("p")
        assert await gwen.page.locator("#aim").is_hidden()


async def test_a_path_and_a_place_are_picked_with_the_arrow_keys(browser: Browser, tmp_path: Path) -> None:
    """A field given to the map grows stop by stop, goes back, and says so in the form; Esc leaves nothing."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await _aim(gwen, "rurik", "elk", 5)
        await gwen.page.locator("#aim summary").click()
        await gwen.page.locator("#field-path-map").click()
        await gwen.page.keyboard.press("ArrowRight")
        await gwen.page.keyboard.press("ArrowRight")
        assert await gwen.page.locator("#field-path").input_value() == "10,4  11,4"
        await gwen.page.keyboard.press("ArrowLeft")
        assert await gwen.page.locator("#field-path").input_value() == "10,4"
        await gwen.page.keyboard.press("Backspace")
        assert await gwen.page.locator("#field-path").input_value() == ""
        await gwen.page.locator("#field-centre-map").click()
        await gwen.page.keyboard.press("ArrowDown")
        assert await gwen.page.locator("#field-centre").input_value() == "9, 5"
        await gwen.sees("#scene .cross")
        await gwen.page.keyboard.press("Escape")
        await gwen.misses("#aim")
        assert await gwen.page.locator(".heat, .ghost, .cross").count() == 0
