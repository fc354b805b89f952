"""Every kind of question of every book, answered at the page by keyboard alone and by mouse."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.async_api import Browser

from browser.book_tables import HALL, STREET, Table, a_table, fighter, figure, put
from browser.person import Person, person
from browser.stage import the_keep
from vttbridge_protocol import Plain

pytestmark = pytest.mark.asyncio(loop_scope="session")

MAX_QUESTIONS = 20
MAX_TABS = 60


async def reach(who: Person, selector: str) -> None:
    """Press the tab key until something has the focus, as a person without a mouse does."""
    for _ in range(MAX_TABS):
        if await who.page.evaluate(f"document.activeElement.matches({selector!r})"):
            return
        await who.page.keyboard.press("Tab")
    raise AssertionError(f"the tab key never reaches {selector}")


async def open_question(who: Person) -> tuple[str, str]:
    """Wait for a question, and give its kind and key."""
    await who.sees("#waiting .asking")
    asking = who.page.locator("#waiting .asking")
    return await asking.get_attribute("data-kind") or "", await asking.get_attribute("data-key") or ""


async def gone(who: Person, key: str) -> None:
    """Wait until a question is no longer open."""
    await who.misses(f"#waiting .asking[data-key='{key}']")


async def by_keyboard(who: Person) -> str:
    """Answer the open question without a mouse: the second choice if there are some; returns its kind."""
    kind, key = await open_question(who)
    page = who.page
    if await page.locator("#waiting .opt").count():
        await reach(who, "#waiting .opt")
        await page.keyboard.press("ArrowDown")
        await who.sees("#waiting .opt:focus[aria-checked=true]")
        await page.keyboard.press("a")
    elif kind == "order":
        await reach(who, "#waiting .order li:nth-child(2) button")
        await page.keyboard.press("Enter")
        await page.keyboard.press("a")
    elif kind == "pieces":
        await reach(who, "#waiting .asking input[type=checkbox]")
        await page.keyboard.press("Space")
        await page.keyboard.press("a")
    else:
        await reach(who, "#typed-answer")
        await page.keyboard.type("3, 3" if kind == "roll" else "1")
        await page.keyboard.press("Enter")
    await gone(who, key)
    return kind


async def by_mouse(who: Person) -> str:
    """Answer the open question with the mouse as it is proposed; returns its kind."""
    kind, key = await open_question(who)
    page = who.page
    if kind == "roll":
        await page.get_by_role("button", name="Let the server roll", exact=True).click()
    else:
        if await page.locator("#waiting .opt").count():
            await page.locator("#waiting .opt[aria-checked=true]").click()
        await page.locator("#waiting .acts .go").click()
    await gone(who, key)
    return kind


async def all_answered(who: Person, table: Table, answer: str) -> list[str]:
    """Answer until nothing is asked any more; returns the kinds that were asked."""
    kinds: list[str] = []
    while len(kinds) < MAX_QUESTIONS:
        await table.gm.caught_up()
        if not any(hold.question for hold in table.gm.holds.values()):
            return kinds
        kinds.append(await (by_keyboard(who) if answer == "keyboard" else by_mouse(who)))
    raise AssertionError(f"it asks without end: {kinds}")


@pytest.mark.parametrize("answer", ["keyboard", "mouse"])
async def test_heroclix_asks_a_game_master(browser: Browser, tmp_path: Path, answer: str) -> None:
    """Dice typed or rolled by the server, who is hit, how much, which ability, who first."""
    async with (
        a_table(tmp_path, "heroclix", STREET, dice="people") as table,
        person(browser, await table.link()) as gwen,
    ):
        tough: Plain = ["toughness", "invulnerability"]
        await put(
            table, "street", figure("Hulk", 2, 4), figure("Bats", 4, 4, tags=tough), figure("Cat", 3, 5)
        )
        await gwen.sees(".piece", "Hulk")
        fields: Mapping[str, Plain] = {"attacker": "hulk", "targets": ["bats", "cat"]}
        assert (await table.gm.act("street", "attack", fields)).waits == "question"
        await gwen.sees("#waiting .question", "Roll the attack")
        assert await gwen.faults() == []
        kinds = await all_answered(gwen, table, answer)
        assert kinds[0] == "roll"
        assert {"pieces", "count"} <= set(kinds) or answer == "mouse"


async def test_heroclix_asks_a_player_which_way(browser: Browser, tmp_path: Path) -> None:
    """A square of a large figure is picked among those offered, and each says what it comes to."""
    async with a_table(tmp_path, "heroclix", STREET) as table, person(browser, table.url) as ada:
        await ada.sits_down(table.ada.token)
        await ada.sees("#connection", "Connected")
        await put(
            table,
            "street",
            figure("Giant", 3, 3, "ada", footprint={"shape": "cells", "width": 2, "depth": 2}),
        )
        await put(table, "street", figure("Bats", 5, 2))
        await ada.sees(".piece", "Giant")
        fields: Mapping[str, Plain] = {"source": "giant", "targets": ["bats"], "squares": 2}
        assert (await table.ada.act("street", "knock_back", fields)).waits == "question"
        kind, _ = await open_question(ada)
        assert kind == "point"
        await ada.sees("#waiting .bit", "moves 2 squares")
        assert await ada.faults() == []
        await by_keyboard(ada)
        await ada.sees("#waiting .waits", "waits for the game master")


@pytest.mark.parametrize("answer", ["keyboard", "mouse"])
async def test_the_rulebook_of_necromunda_asks_a_player(
    browser: Browser, tmp_path: Path, answer: str
) -> None:
    """Dice of one's own, yes or no, how many, in which order: all without leaving the page."""
    async with (
        a_table(tmp_path, "necromunda", HALL, dice="people") as table,
        person(browser, table.url) as ada,
    ):
        await ada.sits_down(table.ada.token)
        await ada.sees("#connection", "Connected")
        await put(table, "hall", fighter("Kal", 4, 8, "ada", side="a"))
        await put(table, "hall", fighter("Rik", 9, 8, side="b"), fighter("Sor", 10.2, 8, side="b"))
        await ada.sees(".piece", "Sor")
        marker: Mapping[str, Plain] = {"marker": [9.6, 8], "attacker": "kal", "diameter": 5}
        assert (await table.ada.act("hall", "blast", marker)).waits == "question"
        await ada.sees("#waiting .question")
        assert await ada.faults() == []
        kinds = await all_answered(ada, table, answer)
        assert "roll" in kinds
        shot: Mapping[str, Plain] = {"attacker": "kal", "target": "rik", "rapid_fire": 2}
        await table.ada.act("hall", "shoot", shot)
        kinds += await all_answered(ada, table, answer)
        assert {"count", "yes_no"} <= set(kinds)


@pytest.mark.parametrize("answer", ["keyboard", "mouse"])
async def test_the_community_book_asks_for_a_way(browser: Browser, tmp_path: Path, answer: str) -> None:
    """A way in inches is proposed, picked on the map or typed; the server says what it comes to."""
    async with (
        a_table(tmp_path, "necromunda-community", HALL) as table,
        person(browser, await table.link()) as gwen,
    ):
        await put(table, "hall", fighter("Kal", 4, 8, side="a"), fighter("Rik", 9, 8, side="b"))
        await gwen.sees(".piece", "Rik")
        await table.gm.act("hall", "flee", {"piece": "kal"})
        kinds = await all_answered(gwen, table, answer)
        assert set(kinds) <= {"path"}
        await table.gm.act("hall", "move", {"piece": "kal"})
        kind, key = await open_question(gwen)
        assert kind == "path"
        await gwen.page.locator("#scene .allowed path").wait_for(state="attached")
        if answer == "keyboard":
            await reach(gwen, "#typed-answer")
            await gwen.page.keyboard.type("5, 9")
            await gwen.page.keyboard.press("Enter")
        else:
            await gwen.page.locator("#stage").click(position={"x": 300, "y": 300})
            await gwen.sees("#waiting .opt[aria-checked=true]")
            await gwen.page.locator("#waiting .acts .go").click()
        if answer == "keyboard":
            await gone(gwen, key)
            await gwen.page.locator("#scene .allowed path").wait_for(state="detached")


async def test_each_answer_says_what_it_does(browser: Browser, tmp_path: Path) -> None:
    """Three answers, three outcomes in words and damage, three ends on the map; the picked one is whole."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Ilse")
        await here.gm.act("keep", "push", {"source": "ogre", "targets": ["ilse"], "distance": 5})
        await gwen.sees("#waiting .waits", "How much stability does Ilse use")
        await gwen.page.get_by_role("button", name="Answer for Ada").click()
        two, none = gwen.page.get_by_role("radio").nth(0), gwen.page.get_by_role("radio").nth(2)
        await gwen.sees("#waiting .opt >> nth=2 >> .harm", "no damage")
        assert "falls 3 squares" in await two.inner_text()
        assert "6 damage" in await two.inner_text()
        assert "moves 5 squares" in await none.inner_text()
        assert await two.get_attribute("aria-checked") == "true"
        assert await gwen.page.locator(".choice").count() == 3
        await none.click()
        await gwen.sees(".opt[aria-checked=true]", "moves 5 squares")
        await gwen.sees("#waiting .acts .go", "Answer: 0")
        await gwen.misses(".ghost .impact")
        await gwen.sees(".unanswered", "Unanswered, it becomes: 2")


async def test_an_answer_that_was_picked_stays_when_something_happens(
    browser: Browser, tmp_path: Path
) -> None:
    """Another thing that waits, or an event, takes nothing away from who is about to answer."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Ilse")
        await here.gm.act("keep", "push", {"source": "ogre", "targets": ["ilse"], "distance": 5})
        await gwen.page.get_by_role("button", name="Answer for Ada").click()
        await gwen.page.get_by_role("radio").nth(1).click()
        await gwen.page.get_by_role("radio").nth(1).focus()
        await here.ada.act("keep", "push", {"source": "maro", "targets": ["goblin"], "distance": 6})
        await gwen.sees(".count", "1/2")
        await gwen.sees("#waiting .acts .go", "Answer: 1")
        await gwen.sees(".opt:focus[aria-checked=true]")


async def test_a_roll_is_typed_or_left_to_the_server(browser: Browser, tmp_path: Path) -> None:
    """At a table whose dice are people's, the faces are buttons, and the server rolls if it is asked to."""
    async with a_table(tmp_path, "necromunda-community", HALL, dice="people") as table:
        await put(table, "hall", fighter("Kal", 4, 8, side="a"), fighter("Rik", 9, 8, side="b"))
        async with person(browser, await table.link()) as gwen:
            await gwen.sees(".piece", "Rik")
            shoved: Mapping[str, Plain] = {"attacker": "kal", "target": "rik", "strength": 4}
            await table.gm.act("hall", "knock_back", shoved)
            await gwen.sees("#waiting .question", "D3 of the attack")
            assert await gwen.page.get_by_role("radio").count() == 3
            await gwen.page.get_by_role("radio", name="3").click()
            await gwen.page.locator("#waiting .acts .go").click()
            await gwen.sees("#waiting .question", "D3 of Rik")
            await gwen.page.get_by_role("button", name="Let the server roll", exact=True).click()
            await gwen.misses("#waiting")
            await gwen.sees(".ev", "d3 shows 3")
