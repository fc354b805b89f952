"""Actions of the other books as a game master plays them in the browser: on squares, and in free inches."""

from pathlib import Path

import msgspec
import pytest
from playwright.async_api import Browser

from browser.person import Person, person
from browser.tables import a_table, ganger, hive
from vttbridge.demo.scene_rooftops import STAGE
from vttbridge.geometry.grid import HexGrid
from vttbridge.geometry.terrain import Area, Elevation, Wall
from vttbridge.geometry.vec import Vec
from vttbridge_protocol import TableSet

pytestmark = pytest.mark.asyncio(loop_scope="session")

GANTRY = Area("gantry", (Vec(14, 4), Vec(20, 4), Vec(20, 10), Vec(14, 10)), Elevation(3.0), name="gantry")
HIVE = hive(walls=(Wall("bulkhead", Vec(8, 2), Vec(8, 7)),), areas=(GANTRY,))
GANG = (
    ganger("Vex", 4, 5),
    ganger("Rat", 5.5, 5, "red"),
    ganger("Ox", 14.6, 7, "red", 3.0),
    ganger("Jin", 12, 12),
)


async def _click_at(gwen: Person, x: float, y: float) -> None:
    """Click a place of the scene, in inches or squares."""
    spot: list[float] = await gwen.page.evaluate(
        """([x, y]) => {
          const map = document.getElementById("scene");
          const at = map.createSVGPoint();
          [at.x, at.y] = [x * 40, y * 40];
          const seen = at.matrixTransform(map.querySelector(".world").getScreenCTM());
          return [seen.x, seen.y];
        }""",
        [x, y],
    )
    await gwen.page.mouse.click(*spot)


async def _opens(gwen: Person, actor: str, action: str) -> None:
    """Pick a piece and open an action above the map, wherever it stands in the list."""
    await gwen.page.locator(f"[data-piece='{actor}']").click()
    await gwen.sees(".piece[aria-pressed='true']")
    await gwen.page.locator("#tools select").wait_for()
    button = gwen.page.locator("#tools").get_by_role("button", name=action)
    if await button.count():
        await button.first.click()
    else:
        await gwen.page.locator("#tools select").select_option(action.lower().replace(" ", "_"))
    await gwen.sees("#aim h2", action)


async def _proposes_and_approves(gwen: Person, piece: str) -> None:
    """Propose what is aimed, see the same plan wait with its numbers and ghost, and say yes to it."""
    await gwen.page.keyboard.press("Enter")
    await gwen.misses("#aim")
    await gwen.sees("#waiting .acc", piece)
    await gwen.sees(".ghost .gtok")
    await gwen.page.keyboard.press("a")
    await gwen.misses("#waiting")


async def test_heroclix_knock_back_off_a_roof(browser: Browser, tmp_path: Path) -> None:
    """The acting figure is the source; the ghost leaves the roof, the fall is told, and it lands."""
    pieces = [msgspec.structs.replace(piece, owner="") for piece in STAGE.pieces]
    async with a_table(tmp_path, "heroclix", STAGE.spec, pieces) as here:
        await here.gm.command(TableSet(policy="all"))
        async with person(browser, await here.link()) as gwen:
            await gwen.sees(".piece", "Vane")
            await _opens(gwen, "bolt", "Knock back")
            await gwen.page.locator("[data-piece='vane']").click()
            await gwen.page.locator("#field-squares").fill("3")
            await gwen.sees("#aim .acc", "Vane")
            await gwen.sees(".ghost .gtok")
            await gwen.sees(".ghost .impact")
            assert await gwen.faults() == []
            await _proposes_and_approves(gwen, "Vane")
            await gwen.sees("[data-piece='vane']:not([aria-label*='at 5, 4'])")
            await gwen.sees(".ev", "Vane")


async def test_heroclix_form_takes_a_square_from_the_map(browser: Browser, tmp_path: Path) -> None:
    """Away from a square: the field is given to the map, a click fills it, the ghost goes the other way."""
    pieces = [msgspec.structs.replace(piece, owner="") for piece in STAGE.pieces]
    async with (
        a_table(tmp_path, "heroclix", STAGE.spec, pieces) as here,
        person(browser, await here.link()) as gwen,
    ):
        await gwen.sees(".piece", "Thug")
        await gwen.page.locator("#tools").get_by_role("button", name="Knock back").click()
        await gwen.page.locator("[data-piece='thug']").click()
        await gwen.page.locator("#field-squares").fill("2")
        await gwen.page.locator("#aim summary").click()
        await gwen.page.locator("#field-origin-map").click()
        await _click_at(gwen, 10.5, 5.5)
        assert await gwen.page.locator("#field-origin").input_value() == "10, 5"
        await gwen.sees("#scene .cross")
        await gwen.sees("#aim .acc", "Thug")


async def test_necromunda_blast_is_centred_on_the_map(browser: Browser, tmp_path: Path) -> None:
    """The marker's centre is a free point; the form goes on to ask what the book asks, and it resolves."""
    async with (
        a_table(tmp_path, "necromunda", HIVE, GANG) as here,
        person(browser, await here.link()) as gwen,
    ):
        await gwen.sees(".piece", "Rat")
        assert await gwen.page.locator(".piece circle.base").count() == len(GANG)
        await _opens(gwen, "vex", "Blast")
        await _click_at(gwen, 6.25, 5.25)
        x, y = (float(part) for part in (await gwen.page.locator("#field-marker").input_value()).split(","))
        assert abs(x - 6.25) < 0.06
        assert abs(y - 5.25) < 0.06
        await gwen.sees("#aim .result", "Damage")
        await gwen.page.keyboard.press("ArrowLeft")
        moved = await gwen.page.locator("#field-marker").input_value()
        assert abs(float(moved.split(",")[0]) - x + 0.5) < 0.01
        assert await gwen.faults() == []
        await gwen.page.keyboard.press("Enter")
        await gwen.sees("#waiting .question", "Damage")
        await gwen.page.keyboard.press("a")
        await gwen.sees(".ev", "Rat")


async def test_necromunda_knock_back_into_a_wall(browser: Browser, tmp_path: Path) -> None:
    """A rulebook knock back in inches: numbers and ghost before, the fighter's new place after."""
    async with a_table(tmp_path, "necromunda", HIVE, GANG) as here:
        await here.gm.command(TableSet(policy="all"))
        async with person(browser, await here.link()) as gwen:
            await gwen.sees(".piece", "Rat")
            await _opens(gwen, "vex", "Knock back")
            await gwen.page.locator("[data-piece='rat']").click()
            await gwen.sees("#aim .acc", "Rat")
            await gwen.sees(".ghost .gtok")
            await gwen.sees("#aim .acc thead", "inches")
            await _proposes_and_approves(gwen, "Rat")
            await gwen.sees("[data-piece='rat']:not([aria-label*='at 5.5, 5,'])")


async def test_community_move_is_drawn_on_the_map(browser: Browser, tmp_path: Path) -> None:
    """A path in inches grows by clicks and arrow keys; the book measures nothing before it is declared."""
    async with a_table(tmp_path, "necromunda-community", HIVE, GANG) as here:
        await here.gm.command(TableSet(policy="all"))
        async with person(browser, await here.link()) as gwen:
            await gwen.sees(".piece", "Jin")
            await _opens(gwen, "jin", "Move")
            await _click_at(gwen, 12.0, 14.0)
            await _click_at(gwen, 10.5, 14.0)
            await gwen.page.keyboard.press("ArrowLeft")
            stops = (await gwen.page.locator("#field-path").input_value()).split("  ")
            assert len(stops) == 3
            assert await gwen.page.locator("#scene .stop").count() == 3
            await gwen.sees("#aim .because", "Declare the move first")
            assert await gwen.faults() == []
            await gwen.page.keyboard.press("Enter")
            await gwen.misses("#aim")
            await gwen.sees("#waiting .acc", "Jin")
            await gwen.page.keyboard.press("a")
            await gwen.sees("[data-piece='jin']:not([aria-label*='at 12, 12'])")


async def test_community_knock_back_shows_the_odds(browser: Browser, tmp_path: Path) -> None:
    """The dice decide how far: the preview gives the odds, the table rolls, and the events tell it."""
    async with (
        a_table(tmp_path, "necromunda-community", HIVE, GANG) as here,
        person(browser, await here.link()) as gwen,
    ):
        await gwen.sees(".piece", "Rat")
        await _opens(gwen, "vex", "Knock back")
        await gwen.page.locator("[data-piece='rat']").click()
        await gwen.sees("#aim .odds", "%")
        await gwen.page.keyboard.press("Enter")
        await gwen.misses("#aim")
        await gwen.sees(".ev", "Vex")


async def test_an_inch_book_plays_a_hex_map(browser: Browser, tmp_path: Path) -> None:
    """Hexes are drawn as the server counts them, and pieces stand on free inches over them."""
    spec = msgspec.structs.replace(HIVE, grid=HexGrid(rows=True, shifted="odd"), unit="square")
    async with (
        a_table(tmp_path, "necromunda", spec, GANG[:2]) as here,
        person(browser, await here.link()) as gwen,
    ):
        await gwen.sees(".piece", "Rat")
        assert await gwen.page.locator("#ground .gridl").count() > 1
        await _opens(gwen, "vex", "Knock back")
        await gwen.page.locator("[data-piece='rat']").click()
        await gwen.sees(".ghost .gtok")
