"""How many bytes the page costs: the first time, and when it is loaded again."""

from collections.abc import Mapping
from pathlib import Path
from typing import cast

import pytest
from playwright.async_api import Browser

from .person import Person, person
from .stage import the_keep

pytestmark = pytest.mark.asyncio(loop_scope="session")

ROOT = Path(__file__).parents[2]
FOLDERS = (ROOT / "vttbridge" / "web" / "console", ROOT / "protocol" / "vttbridge_protocol" / "js")
AGAIN_BYTES = 20_000


def plain_bytes() -> int:
    """Return the size of all that the page loads, as it lies on the disk."""
    files = (file for folder in FOLDERS for file in folder.rglob("*") if file.suffix in {".css", ".mjs"})
    return sum(file.stat().st_size for file in files)


class Wire:
    """Counts what Chromium itself says that it received by HTTP, with the headers."""

    def __init__(self) -> None:
        self.requests = 0
        self.bytes = 0
        self._kept: set[str] = set()

    async def watch(self, who: Person) -> None:
        """Begin to count."""
        session = await who.page.context.new_cdp_session(who.page)
        session.on("Network.requestServedFromCache", self._served_from_cache)
        session.on("Network.responseReceived", self._received)
        session.on("Network.loadingFinished", self._finished)
        await session.send("Network.enable")  # pyright: ignore[reportUnknownMemberType] - a bare Dict there

    def _served_from_cache(self, told: Mapping[str, object]) -> None:
        self._kept.add(str(told["requestId"]))

    def _received(self, told: Mapping[str, object]) -> None:
        if cast("Mapping[str, object]", told["response"]).get("fromDiskCache"):
            self._kept.add(str(told["requestId"]))

    def _finished(self, told: Mapping[str, object]) -> None:
        if str(told["requestId"]) not in self._kept:
            self.requests += 1
            self.bytes += int(cast("float", told["encodedDataLength"]))

    def counted(self) -> tuple[int, int]:
        """Return how many answers came and their bytes, and count from nothing."""
        counted = self.requests, self.bytes
        self.requests = self.bytes = 0
        return counted


async def test_a_reload_costs_next_to_nothing(browser: Browser, tmp_path: Path) -> None:
    """The first load is compressed; the next asks for the page and the sentences alone, and has the rest."""
    wire = Wire()
    async with the_keep(tmp_path) as keep, person(browser, "about:blank") as gwen:
        await wire.watch(gwen)
        await gwen.page.goto(await keep.link())
        await gwen.sees("[data-piece]")
        await gwen.sees("#events .ev")
        requests, whole = wire.counted()
        assert requests > 60
        assert 0 < whole < plain_bytes() * 0.6
        await gwen.page.reload()
        await gwen.sees("[data-piece]")
        await gwen.sees("#events .ev")
        requests, again = wire.counted()
        assert 1 <= requests <= 3
        assert 0 < again < AGAIN_BYTES
