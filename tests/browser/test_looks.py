"""How it looks to everybody: small and wide screens, dark and light, English and Russian."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.async_api import Browser

from browser.person import Person, person
from browser.stage import the_keep
from vttbridge_protocol import Plain

pytestmark = pytest.mark.asyncio(loop_scope="session")

CONSOLE = Path(__file__).parents[2] / "vttbridge" / "web" / "console"
SIZES = ((1280, 720), (1920, 1080), (2560, 1440))
THUMB = 54
OFF: Mapping[str, Plain] = {"source": "alna", "targets": ["kobold"], "distance": 3}
OVER: Mapping[str, Plain] = {"path:kobold": [[3, 1], [4, 1], [5, 1]]}
WIDER = """
() => [...document.querySelectorAll("body *")].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.width && box.right > innerWidth + 1 && !one.closest("#map, #scene, .sr, .top, .list");
}).map((one) => one.tagName + "." + one.className)
"""
LOW = """
least => [...document.querySelectorAll("#waiting .opt, #waiting .acts button")]
  .filter((one) => one.getBoundingClientRect().height < least).map((one) => one.textContent)
"""


async def test_a_phone_holds_a_whole_question(browser: Browser, tmp_path: Path) -> None:
    """Nothing is wider than the screen, every button is large enough for a thumb, in both themes."""
    async with the_keep(tmp_path) as here, person(browser, here.url, width=390, height=844) as ada:
        await ada.page.emulate_media(reduced_motion="reduce")
        await ada.sits_down(here.ada.token)
        await ada.sees(".piece", "Ilse")
        await here.gm.act("keep", "push", {"source": "ogre", "targets": ["ilse"], "distance": 5})
        await ada.sees("#waiting .opt >> nth=2 >> .harm", "no damage")
        assert await ada.page.evaluate(WIDER) == []
        assert await ada.page.evaluate(LOW, THUMB) == []
        for theme in ("dark", "light"):
            await ada.page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
            assert await ada.faults() == []


@pytest.mark.parametrize(("width", "height"), SIZES)
async def test_every_size_holds_the_whole_approval(
    browser: Browser, tmp_path: Path, width: int, height: int
) -> None:
    """Numbers and buttons are all on the screen, also while the plan is edited, in both themes."""
    async with (
        the_keep(tmp_path) as here,
        person(browser, await here.link(), width=width, height=height) as gwen,
    ):
        await gwen.page.emulate_media(reduced_motion="reduce")
        await gwen.sees(".piece", "Alna")
        assert (await here.ada.act("keep", "push", OFF, answers=OVER)).waits == "approval"
        await gwen.sees("#waiting .acc .total")
        for name in ("Approve", "Edit", "Reject"):
            box = await gwen.page.get_by_role("button", name=name).bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= height
        await gwen.page.keyboard.press("e")
        await gwen.sees(".edit")
        assert await gwen.page.evaluate(WIDER) == []
        for theme in ("dark", "light"):
            await gwen.page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
            assert await gwen.faults() == []


def english_only() -> list[str]:
    """Return the English texts of at least two words whose Russian is another text."""
    pair = re.compile(r'"?([\w.+-]+)"?: "((?:[^"\\]|\\.)*)"')
    english = dict(pair.findall((CONSOLE / "lang" / "en.mjs").read_text(encoding="utf-8")))
    russian = dict(pair.findall((CONSOLE / "lang" / "ru.mjs").read_text(encoding="utf-8")))
    texts = {text for code, text in english.items() if text != russian.get(code)}
    return sorted(text for text in texts if re.fullmatch(r"[A-Z][A-Za-z' ,.:-]{7,}", text))


async def test_no_english_is_left_in_a_russian_page(browser: Browser, tmp_path: Path) -> None:
    """Live, edit, question, table, menu and start say nothing in English, and nothing runs out of its box."""
    left: list[str] = []
    known = english_only()
    assert len(known) > 80

    async def look(who: Person, where: str) -> None:
        text = await who.page.evaluate("document.body.innerText")
        left.extend(f"{where}: {word}" for word in known if word in text)
        left.extend(f"{where}: {one}" for one in await who.page.evaluate(WIDER))

    async with the_keep(tmp_path) as here, person(browser, await here.link(), language="ru-RU") as gwen:
        await gwen.sees("#connection", "На связи")
        await here.gm.act("keep", "push", {"source": "ogre", "targets": ["ilse"], "distance": 5})
        await gwen.page.get_by_role("button", name="Ответить за: Ada").click()
        await gwen.sees("#waiting .opt >> nth=2 >> .harm", "без урона")
        await look(gwen, "question")
        await gwen.page.keyboard.press("r")
        await gwen.misses("#waiting")
        assert (await here.ada.act("keep", "push", OFF, answers=OVER)).waits == "approval"
        await gwen.sees("#waiting .acc .total")
        await gwen.page.keyboard.press("e")
        await gwen.page.locator("#waiting button.rule").first.click()
        await gwen.sees(".ruletext", "Толчок")
        await look(gwen, "edit")
        await gwen.page.get_by_role("button", name="Стол", exact=True).click()
        await gwen.page.get_by_role("button", name="Сделать код").click()
        await gwen.sees("#invite-code")
        await look(gwen, "table")
        await gwen.page.get_by_role("button", name="Меню").click()
        await look(gwen, "menu")
        async with person(browser, here.url, language="ru-RU") as dara:
            await dara.sees("#start h1")
            await look(dara, "start")
    assert left == []


async def test_motion_stops_for_who_wants_none(browser: Browser, tmp_path: Path) -> None:
    """With reduced motion nothing on the page moves by itself."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.page.emulate_media(reduced_motion="reduce")
        await gwen.sees(".piece", "Alna")
        assert (await here.ada.act("keep", "push", OFF, answers=OVER)).waits == "approval"
        await gwen.sees("#waiting .acc .total")
        moving = "document.getAnimations().filter((one) => one.playState === 'running').length"
        assert await gwen.page.evaluate(moving) == 0


async def test_nothing_covers_the_map_in_vain(browser: Browser, tmp_path: Path) -> None:
    """The overview rests while all is in view; a map is dropped beside the map; a phone aims alone."""
    below = "edge => document.querySelector('#drop > div').getBoundingClientRect().top > edge"
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Alna")
        await gwen.misses("#minimap")
        await gwen.page.get_by_role("button", name="Table", exact=True).click()
        await gwen.sees("#drop h2")
        ogre = await gwen.page.locator("[data-piece='ogre']").bounding_box()
        assert ogre is not None
        assert await gwen.page.evaluate(below, ogre["y"] + ogre["height"])
        await gwen.page.get_by_role("button", name="Live", exact=True).click()
        await gwen.page.keyboard.press("p")
        await gwen.sees("#aim h2", "Push")
        await gwen.sees("#tools")
        await gwen.page.set_viewport_size({"width": 390, "height": 844})
        await gwen.misses("#tools")
        assert await gwen.page.evaluate(WIDER) == []
