"""What the console's map shows: every symbol, what is hidden from whom, and real maps."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Browser

from browser.person import Person, person
from browser.tables import a_table
from support.shared_material import shared_path
from vttbridge.geometry.spec import SceneSpec
from vttbridge.geometry.terrain import (
    Area,
    Blocking,
    Ceiling,
    Dangerous,
    Difficult,
    Elevation,
    Harm,
    Hindering,
    Ladder,
    Meaning,
    Pit,
    Stairs,
    Wall,
    Water,
)
from vttbridge.geometry.vec import Place, Vec
from vttbridge.rules.piece import Piece, numbers
from vttbridge.server.app import running
from vttbridge.server.runtime.config import Config

pytestmark = pytest.mark.asyncio(loop_scope="session")


def _box(name: str, x: float, y: float, meaning: Meaning, *, size: float = 2, hidden: bool = False) -> Area:
    outline = (Vec(x, y), Vec(x + size, y), Vec(x + size, y + size), Vec(x, y + size))
    return Area(name, outline, meaning, name=name, hidden=hidden)


def _door(name: str, x: float, y: float, material: str) -> Wall:
    return Wall(name, Vec(x, y), Vec(x + 1, y), door="closed", material=material, kind="door")


MUSEUM = SceneSpec(
    "museum",
    "Museum",
    20,
    14,
    walls=(
        Wall("one-way", Vec(12, 2), Vec(13, 2), side=1),
        Wall("pane", Vec(14, 2), Vec(15, 2), material="glass", kind="window"),
        Wall("bars", Vec(16, 2), Vec(17, 2), material="metal"),
        Wall("veil", Vec(18, 2), Vec(19, 2), hidden=True),
        _door("oak", 12, 4, "wood"),
        _door("slab", 14, 4, "stone"),
        _door("gate", 16, 4, "metal"),
        Wall("trap", Vec(18, 4), Vec(19, 4), door="locked", material="wood", kind="door", hidden=True),
        Wall("shut", Vec(12, 6), Vec(13, 6), door="locked", material="wood", kind="door"),
        Wall("ajar", Vec(14, 6), Vec(15, 6), door="open", material="wood", kind="door"),
    ),
    areas=(
        _box("terrace", 1, 1, Elevation(3.0), size=4),
        _box("cellar", 6, 1, Elevation(-2.0)),
        _box("shaft", 9, 1, Pit(4.0)),
        _box("hole", 9, 4, Pit()),
        _box("pool", 1, 6, Water(2.0)),
        _box("mud", 4, 6, Difficult()),
        _box("bush", 7, 6, Hindering()),
        _box("fire", 1, 9, Dangerous(Harm(3))),
        _box("steps", 4, 9, Stairs()),
        _box("rungs", 7, 9, Ladder()),
        _box("vault", 10, 9, Ceiling(2.0)),
        _box("pillar", 13, 9, Blocking("stone")),
        _box("snare", 16, 9, Pit(1.0), hidden=True),
    ),
    edge_blocks=False,
)
GUARD = Piece("guard", "Guard", place=Place(3, 3, 3), side="foes", numbers=numbers(stamina=10))
LURKER = Piece("lurker", "Lurker", place=Place(18, 12, 0), side="foes", hidden=True)
SECRETS = ("lurker", "Lurker", "snare", "trap", "veil")


async def _counts(gwen: Person, *looks: str) -> list[int]:
    return [await gwen.page.locator(f"#stage {look}").count() for look in looks]


async def test_every_kind_of_wall_and_ground_has_its_look(browser: Browser, tmp_path: Path) -> None:
    """Doors by material and state, a one-way arrow, glass, ledges with both heights, fills by meaning."""
    async with (
        a_table(tmp_path, "draw-steel", MUSEUM, (GUARD, LURKER)) as here,
        person(browser, await here.link()) as gwen,
    ):
        await gwen.sees(".piece", "Guard")
        walls = (".wall.glass", ".wall.metalw", ".wall.stonew", ".wall.hidden", ".pane", ".oneway")
        assert await _counts(gwen, *walls) == [1, 1, 2, 1, 1, 1]
        doors = (
            ".doorway.woodw",
            ".doorway.stonew",
            ".doorway.metalw",
            ".doorway.hidden",
            ".lock",
            ".leaf",
        )
        assert await _counts(gwen, *doors) == [4, 1, 1, 1, 2, 1]
        fills = (
            ".highp",
            ".lowp",
            ".pitp",
            ".waterp",
            ".roughp",
            ".bushp",
            ".harmp",
            ".treadp",
            ".rungp",
        )
        assert await _counts(gwen, *fills) == [1, 1, 3, 1, 1, 1, 1, 1, 1]
        assert await _counts(gwen, ".ceilp", ".solidp", ".edge.open", ".area.hidden") == [1, 1, 1, 1]
        said = await gwen.page.locator(".area-name").all_text_contents()
        assert {"pit −4", "pit ∞", "water −2", "ceiling 2"} <= set(said)
        assert {"+3", "0", "−2"} <= set(said)
        bars = await gwen.page.locator(".doorway:is(.woodw, .stonew, .metalw) .doorl").evaluate_all(
            "all => all.map(one => one.parentNode.getAttribute('class')"
            " + one.getAttribute('d').split('M').length)"
        )
        crossed = [re.sub(r"doorway (\w+) closed( hidden)?(\d+)", r"\1 \3", str(one)) for one in bars]
        assert {"woodw 3", "stonew 3", "metalw 4"} <= set(crossed)
        assert await gwen.faults() == []


async def test_a_one_way_arrow_points_where_one_may_go(browser: Browser, tmp_path: Path) -> None:
    """Side 1 stops whoever comes from the left of the line: from north of one that runs east."""
    async with a_table(tmp_path, "draw-steel", MUSEUM) as here, person(browser, await here.link()) as gwen:
        await gwen.page.locator("#ground .oneway").wait_for(state="attached")
        d = str(await gwen.page.locator("#ground .oneway").get_attribute("d"))
        tail, head = re.findall(r"-?[\d.]+ (-?[\d.]+)", d)[:2]
        assert float(head) < float(tail)


async def test_what_is_hidden_is_nowhere_on_a_players_page(browser: Browser, tmp_path: Path) -> None:
    """Hidden walls, doors, pieces and areas are drawn for the game master and unknown to a player's page."""
    async with a_table(tmp_path, "draw-steel", MUSEUM, (GUARD, LURKER)) as here:
        async with person(browser, await here.link()) as gwen:
            await gwen.sees(".piece.hidden", "Lurker")
            markup = await gwen.page.content()
            assert all(secret in markup for secret in ("lurker", "Hidden door trap"))
        async with person(browser, await here.link("player")) as ada:
            await ada.sees(".piece", "Guard")
            markup = await ada.page.content()
            assert [secret for secret in SECRETS if secret in markup] == []
            assert await _counts(ada, ".hidden", ".doorway") == [0, 5]
            assert await ada.page.locator("#ground .area").count() == len(MUSEUM.areas) - 1


REAL = (
    ("uvtt", "dd-mimir-goblin-hideout.dd2vtt", "draw-steel"),
    ("foundry", "bernhardpossel--armag-s-tomb.json", "draw-steel"),
    ("watabou", "ruined-chapel-of-voldrazzakta.json", "draw-steel"),
    ("heroclix", "eax-stark-tower.json", "heroclix"),
)


@pytest.mark.shared
@pytest.mark.parametrize(("folder", "file", "book"), REAL)
async def test_a_real_map_is_drawn_with_names_that_do_not_overlap(
    browser: Browser, tmp_path: Path, folder: str, file: str, book: str
) -> None:
    """Each format comes in by the drop; at no zoom does a shown name lie over another; light theme too."""
    async with running(Config(port=0), tmp_path) as server:
        code = (await server.pairing_line("real", book)).rpartition(" ")[2]
        async with person(browser, f"http://127.0.0.1:{server.port}/#{code}") as gwen:
            await gwen.sees("#drop h1")
            await gwen.page.locator("#map-file").set_input_files(shared_path("maps", folder) / file)
            await gwen.page.locator("#ground .wall, #ground .area").first.wait_for(state="attached")
            for _ in range(3):
                overlaps: int = await gwen.page.evaluate(OVERLAPS)
                assert overlaps == 0
                await gwen.page.keyboard.press("+")
            await gwen.page.emulate_media(color_scheme="light", reduced_motion="reduce")
            await gwen.sees(":root[data-theme='light']")
            assert await gwen.faults() == []


OVERLAPS = """
() => {
  const shown = [...document.querySelectorAll("#scene .area-name:not(.crowded)")];
  const boxes = shown.map((one) => one.getBoundingClientRect());
  const across = (a, b) => a.left < b.right - 2 && b.left < a.right - 2;
  const meet = (a, b) => across(a, b) && a.top < b.bottom - 3 && b.top < a.bottom - 3;
  return boxes.flatMap((a, at) => boxes.slice(at + 1).filter((b) => meet(a, b))).length;
}
"""
