"""A person at a browser: a page whose console and security policy must stay silent."""

import contextlib
import json
from collections.abc import AsyncGenerator
from pathlib import Path

import msgspec
from playwright.async_api import Browser, Page

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
PATIENCE_MS = 60_000


class Person(msgspec.Struct, frozen=True):
    """A page, and what its console said."""

    page: Page
    said: list[str]

    async def sees(self, selector: str, text: str = "") -> None:
        """Wait until something is on the page, perhaps with a text in it."""
        found = self.page.locator(selector)
        if text:
            found = found.filter(has_text=text)
        await found.first.wait_for(timeout=PATIENCE_MS)

    async def misses(self, selector: str) -> None:
        """Wait until something is no longer on the page."""
        await self.page.locator(selector).first.wait_for(state="hidden", timeout=PATIENCE_MS)

    async def sits_down(self, token: str) -> None:
        """Open the page again as the seat of a token."""
        kept = json.dumps(json.dumps({"token": token}))
        await self.page.evaluate(f"localStorage.setItem('vttbridge.seat', {kept})")
        await self.page.reload()

    async def place_of(self, piece: str) -> str:
        """Return what the map says of a piece."""
        label = await self.page.locator(f"[data-piece='{piece}']").get_attribute("aria-label")
        return label or ""

    async def faults(self) -> list[str]:
        """Return what axe has against the page."""
        source = AXE.read_text(encoding="utf-8")
        await self.page.evaluate(source)
        found: object = await self.page.evaluate(
            "async () => (await axe.run()).violations"
            ".map(found => found.id + ' ' + found.nodes.map(node => node.target).join(' '))"
        )
        return [str(fault) for fault in json.loads(json.dumps(found))]


@contextlib.asynccontextmanager
async def person(
    browser: Browser, url: str, *, width: int = 1280, height: int = 720, language: str = "en"
) -> AsyncGenerator[Person]:
    """Open a page in a fresh profile; at the end nothing may have gone to its console."""
    context = await browser.new_context(
        viewport={"width": width, "height": height}, locale=language, color_scheme="dark"
    )
    said: list[str] = []
    page = await context.new_page()
    page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: said.append(f"error: {error}"))
    await page.goto(url)
    try:
        yield Person(page, said)
    finally:
        await context.close()
    assert said == []
