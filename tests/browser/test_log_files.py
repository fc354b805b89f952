"""Log files and the console: one format, given out by page and server, watched with no table at all."""

from pathlib import Path
from time import perf_counter

import pytest
from playwright.async_api import Browser, expect

from browser.long_log import long_log
from browser.person import Person, person
from browser.stage import the_keep
from browser.test_rewind import push_the_elk, push_the_kobold, rewind
from vttbridge.cli import run
from vttbridge.server.app import running
from vttbridge.server.runtime.config import Config
from vttbridge.testing.scenario.running import run_file

pytestmark = pytest.mark.asyncio(loop_scope="session")

DROP = """
async ({ name, bytes }) => {
  const given = new DataTransfer();
  given.items.add(new File([new Uint8Array(bytes)], name));
  const dropped = new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: given });
  document.body.dispatchEvent(dropped);
}
"""


async def drop(who: Person, name: str, content: bytes) -> None:
    """Drop a file on the page, as from a folder."""
    await who.page.evaluate(DROP, {"name": name, "bytes": list(content)})


async def download(who: Person, button: str, to: Path) -> Path:
    """Press a button that gives a file."""
    async with who.page.expect_download() as saved:
        await who.page.locator(button).click()
    await (await saved.value).save_as(to)
    return to


async def test_the_exported_log_is_the_real_one_and_is_watched_without_a_table(
    browser: Browser, tmp_path: Path
) -> None:
    """What the page exports is verified, replayed, imported, and watched by somebody who sits nowhere."""
    page = tmp_path / "night.vttlog"
    async with the_keep(tmp_path / "one") as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Kobold")
        seq = await push_the_kobold(here)
        await push_the_elk(here)
        await gwen.sees(".ev", "Elk-rider is pushed")
        await rewind(gwen)
        await download(gwen, "#rw-save", page)
        for command in (["verify", str(page), "--recompute"], ["replay", str(page)]):
            assert run(command) == 0
        assert run(["import", str(page), "--data", str(tmp_path / "two")]) == 0
        async with person(browser, here.url) as wanda:
            await wanda.page.locator("#log-file").set_input_files(page)
            await wanda.sees("#where", "night.vttlog")
            await wanda.sees("#rw-place", "Event 0 of")
            await wanda.page.locator(f"[data-seq='{seq}']").click()
            await wanda.sees(".ev.cur", "Kobold falls 3 squares")
            await wanda.sees(".ghost.done .impact")
            await wanda.sees("[data-piece='kobold'][aria-label*='at 2, 1']")
            assert await wanda.faults() == []
            await wanda.page.keyboard.press("End")
            await wanda.sees("[data-piece='kobold'][aria-label*='at 5, 1']")
            again = await download(wanda, "#rw-save", tmp_path / "again.vttlog")
            assert again.read_bytes() == page.read_bytes()
            await wanda.page.keyboard.press("Escape")
            await wanda.sees("#code")


async def test_a_broken_file_is_refused_in_one_sentence_and_nothing_is_lost(
    browser: Browser, tmp_path: Path
) -> None:
    """Cut short, damaged, or no log at all: the page says so, and shows the table as before."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Kobold")
        whole = await here.gm.log_file()
        assert isinstance(whole, bytes)
        flipped = bytearray(whole)
        flipped[len(whole) // 2] ^= 1
        for name, content, said in (
            ("short.vttlog", whole[:-30], "short.vttlog is cut short before row"),
            ("bad.vttlog", bytes(flipped), "bad.vttlog is damaged at row"),
            ("none.vttlog", b"hello", "none.vttlog is no log of vttbridge"),
            ("later.vttlog", b"vttlog 9\n", "was written by a later vttbridge"),
        ):
            await drop(gwen, name, content)
            await gwen.sees("#notice", said)
        await gwen.sees(".piece", "Kobold")
        await drop(gwen, "good.vttlog", whole)
        await gwen.sees("#where", "good.vttlog")
        await push_the_kobold(here)
        await gwen.page.keyboard.press("Escape")
        await gwen.sees("[data-piece='kobold'][aria-label*='at 5, 1']")
        await gwen.sees(".ev", "Kobold is pushed")


async def test_a_log_of_another_book_is_told_in_its_own_words(browser: Browser, tmp_path: Path) -> None:
    """Dropped on the page of a Draw Steel table, a HeroClix fight is told as one."""
    async with running(Config(port=0), tmp_path) as server:
        line = await server.pairing_line("roofs", "heroclix")
        await server.registry.tables["roofs"].mailbox.join()
        link = f"http://127.0.0.1:{server.port}/"
        async with person(browser, f"{link}#{line.rpartition(' ')[2]}") as gwen:
            await gwen.sees("#drop h1")
            await rewind(gwen)
            page = await download(gwen, "#rw-save", tmp_path / "roofs.vttlog")
        async with the_keep(tmp_path / "keep") as here, person(browser, await here.link()) as gil:
            await gil.sees(".piece", "Kobold")
            await drop(gil, "roofs.vttlog", page.read_bytes())
            await gil.sees(".ev", "The table is set")
            await gil.misses(".piece")
            await gil.page.keyboard.press("Escape")
            await gil.sees(".piece", "Kobold")


async def test_a_moment_is_saved_as_a_case_that_passes(browser: Browser, tmp_path: Path) -> None:
    """One click on an event, one on the button: the file passes `check`."""
    async with the_keep(tmp_path / "data") as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Elk-rider")
        first = await push_the_elk(here)
        await push_the_kobold(here)
        await gwen.sees(".ev", "Kobold is pushed")
        await rewind(gwen)
        await gwen.page.locator(f"[data-seq='{first}']").click()
        await gwen.sees("#rw-place", f"Event {first} of")
        page = await download(gwen, "#rw-moment", tmp_path / "moment.toml")
        assert f"event {first}" in page.read_text(encoding="utf-8")
        assert run_file(page).text == ""
        assert run(["check", str(page)]) == 0


async def test_a_button_that_saves_says_why_it_cannot(browser: Browser, tmp_path: Path) -> None:
    """Where nothing came about, both buttons are off and say why, for the eye and for a screen reader."""
    async with the_keep(tmp_path) as here, person(browser, await here.link()) as gwen:
        await gwen.sees(".piece", "Elk-rider")
        await push_the_elk(here)
        await rewind(gwen)
        why = gwen.page.locator("#rw-why")
        both = gwen.page.locator("#rw-moment, #rw-picture")
        await gwen.page.keyboard.press("End")
        await expect(gwen.page.locator("#rw-moment")).to_be_enabled()
        await expect(why).to_be_hidden()
        await gwen.page.keyboard.press("Home")
        await expect(gwen.page.locator("#rw-moment")).to_be_disabled()
        await expect(why).to_be_visible()
        await expect(why).to_contain_text("has no outcome")
        for button in await both.all():
            await expect(button).to_have_accessible_description(await why.text_content() or "")
        assert await gwen.faults() == []


SCRUB = """
async () => {
  const slider = document.getElementById("scrub");
  const frame = () => new Promise((next) => requestAnimationFrame(next));
  const took = [];
  for (let at = 0; at < 40; at += 1) {
    slider.value = String(Math.round((at * 37 % 40) / 40 * Number(slider.max)));
    slider.dispatchEvent(new Event("input"));
    const from = performance.now();
    await frame();
    await frame();
    took.push(performance.now() - from);
  }
  took.sort((a, b) => a - b);
  const count = (which) => document.querySelectorAll(which).length;
  return [took[20], took[39], count(".ev"), count(".lanes .m")];
}
"""
"""Drags the slider to and fro; gives the median and the worst time, and how much is drawn."""

LONG = 3_000
MAX_ROWS = 100
MAX_MARKS = 900


async def test_a_long_log_is_scrubbed_without_drawing_all_of_it(browser: Browser, tmp_path: Path) -> None:
    """The list holds the events around one of 3,000, and the lanes no more marks than they have room for."""
    page = tmp_path / "long.vttlog"
    page.write_bytes(long_log(LONG))
    async with running(Config(port=0), tmp_path / "data") as server:
        link = f"http://127.0.0.1:{server.port}/"
        async with person(browser, link) as wanda:
            began = perf_counter()
            await wanda.page.locator("#log-file").set_input_files(page)
            await wanda.sees("#rw-place", "Event 0 of 3")
            opened = perf_counter() - began
            median, worst, rows, marks = await wanda.page.evaluate(SCRUB)
            print(f"{LONG} events: seen after {opened:.1f} s; scrubbed {median:.0f} ms, worst {worst:.0f} ms")
            assert 0 < rows <= MAX_ROWS
            assert 0 < marks <= MAX_MARKS
