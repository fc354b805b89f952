"""A map with tokens, dropped on the page of a table."""

import json
from pathlib import Path

import pytest
from playwright.async_api import Browser, FilePayload

from browser.person import person
from vttbridge.server.app import running
from vttbridge.server.runtime.config import Config

pytestmark = pytest.mark.asyncio(loop_scope="session")

MAP = {
    "name": "Keep",
    "width": 1000,
    "height": 800,
    "padding": 0,
    "grid": {"type": 1, "size": 100, "distance": 5},
    "walls": [],
    "tokens": [
        {"_id": "ogre", "name": "Grum", "x": 300, "y": 200, "width": 2, "height": 2},
        {"_id": "wisp", "name": "Wisp", "x": 0, "y": 0, "width": 0},
    ],
}


async def test_tokens_of_a_dropped_map_become_pieces_or_say_why_not(browser: Browser, tmp_path: Path) -> None:
    """With the wish they stand on the map and the report counts them; without it none does."""
    file = FilePayload(name="keep.json", mimeType="application/json", buffer=json.dumps(MAP).encode())
    async with running(Config(port=0), tmp_path) as server:
        code = (await server.pairing_line("night", "draw-steel")).rpartition(" ")[2]
        async with person(browser, f"http://127.0.0.1:{server.port}/#{code}") as gwen:
            await gwen.sees("#drop h1", "Drop a map here")
            await gwen.page.locator("#map-tokens").uncheck()
            await gwen.page.locator("#map-file").set_input_files(file)
            await gwen.page.get_by_role("button", name="Table", exact=True).click()
            await gwen.sees("#map-report", "was read")
            assert await gwen.page.locator("[data-piece]").count() == 0
            await gwen.page.locator("#map-tokens").check()
            await gwen.page.locator("#map-file").set_input_files(file)
            await gwen.sees("#map-report", "Tokens that are pieces now: 1")
            await gwen.sees("#map-report", "it is no token: tokens[1].width")
            await gwen.page.locator("[data-piece='ogre']").first.wait_for(state="attached")
            assert await gwen.faults() == []
