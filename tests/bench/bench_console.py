"""What the console's map costs, printed and never asserted: first draw, pan and zoom of thousands of walls.

Run by hand: `python tests/bench/bench_console.py [walls]`, with `.`, `protocol`, `rulesets`, `tests` on the
path. Frames are not held to the screen's rate, so that a frame's time is what it costs.
"""

import json
import math
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

import msgspec
import structlog
from playwright.async_api import Page, async_playwright

import vttbridge_protocol as wire
from browser.conftest import FLAGS, chromium
from vttbridge.client import Client
from vttbridge.server.app import running
from vttbridge.server.runtime.config import Config
from vttbridge.server.runtime.os_support import run
from vttbridge.testing.checkout import offer_rulesets

UNHELD = ("--disable-frame-rate-limit", "--disable-gpu-vsync")
WIDTH, HEIGHT = 100, 60
FRAMES = 120

WATCH = """
(() => {
  const seen = (window.seen = {});
  const Socket = WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        if (data.startsWith('{"type":"transfer_done"')) seen.came ??= performance.now();
      });
    }
  };
  let told;
  seen.whenDrawn = new Promise((tell) => (told = tell));
  const drawn = () => {
    if (!document.querySelector("#ground .wall") || seen.drawn) return;
    seen.drawn = -1;
    requestAnimationFrame(() => requestAnimationFrame(() => told((seen.drawn = performance.now()))));
  };
  const start = () => new MutationObserver(drawn).observe(document.body, { subtree: true, childList: true });
  document.addEventListener("DOMContentLoaded", start);
})()
"""

MOVED = """
async (zooms) => {
  const stage = document.getElementById("stage");
  const point = (type, x) =>
    stage.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: x, clientY: 300 }));
  const wheel = (by) => new WheelEvent("wheel", { deltaY: by, clientX: 400, clientY: 300 });
  const turn = (by) => stage.dispatchEvent(wheel(by));
  const frame = () => new Promise((next) => requestAnimationFrame(next));
  const times = [];
  if (!zooms) point("pointerdown", 300);
  await frame();
  let last = performance.now();
  for (let step = 0; step < FRAMES; step += 1) {
    if (zooms) turn(step % 60 < 30 ? -40 : 40);
    else point("pointermove", 300 + 4 * (step % 40));
    await frame();
    times.push(performance.now() - last);
    last = performance.now();
  }
  point("pointerup", 300);
  return times.sort((a, b) => a - b);
}
""".replace("FRAMES", str(FRAMES))


def rows(count: int) -> list[dict[str, object]]:
    """Make walls in long straight rows."""
    per = max(1, math.ceil(count / HEIGHT))
    step = WIDTH / per
    return [
        {
            "id": f"w{n}",
            "a": [round(n % per * step, 3), n // per],
            "b": [round((n % per + 1) * step, 3), n // per],
        }
        for n in range(count)
    ]


def scattered(count: int) -> list[dict[str, object]]:
    """Make short walls at every angle, some of them doors and windows."""
    walls: list[dict[str, object]] = []
    for n in range(count):
        x, y, turn = (n * 7.31) % (WIDTH - 2) + 1, (n * 3.77) % (HEIGHT - 2) + 1, n * 2.4
        far = 0.3 + (n * 0.37) % 0.6
        wall: dict[str, object] = {
            "id": f"w{n}",
            "a": [round(x, 2), round(y, 2)],
            "b": [round(x + math.cos(turn) * far, 2), round(y + math.sin(turn) * far, 2)],
        }
        if n % 50 == 0:
            wall |= {"door": "closed", "material": "wood"}
        elif n % 40 == 1:
            wall |= {"material": "glass"}
        walls.append(wall)
    return walls


def _middle(times: list[float]) -> str:
    return f"median {times[len(times) // 2]:5.1f} ms, p95 {times[int(len(times) * 0.95)]:5.1f} ms"


class Devtools(Protocol):
    """What is used of the browser's developer tools, with the types that the session itself leaves open."""

    async def send(self, method: str, params: dict[str, str] | None = None) -> Mapping[str, object]:
        """Call a method by its name."""
        ...


class Metric(msgspec.Struct, frozen=True):
    """One of the page's counters."""

    name: str
    value: float


async def _worked(cdp: Devtools) -> float:
    """Return the milliseconds that the page's own thread has worked, whatever else the machine does."""
    found = await cdp.send("Performance.getMetrics")
    metrics = msgspec.convert(found["metrics"], tuple[Metric, ...])
    return next(1000 * one.value for one in metrics if one.name == "TaskDuration")


async def _devtools(page: Page) -> Devtools:
    return await page.context.new_cdp_session(page)


async def _counted(page: Page) -> Devtools:
    cdp = await _devtools(page)
    await cdp.send("Performance.enable", {"timeDomain": "threadTicks"})
    return cdp


async def _moved(page: Page, cdp: Devtools, name: str, *, zooms: bool) -> None:
    before = await _worked(cdp)
    times = _middle(await page.evaluate(MOVED, zooms))
    print(f"{'':10} a frame of a {name}: {times}, {(await _worked(cdp) - before) / FRAMES:4.1f} ms of work")


async def _measured(page: Page, cdp: Devtools, name: str) -> None:
    await page.evaluate("seen.whenDrawn")
    work = await _worked(cdp)
    found: object = await page.evaluate(
        "[seen.drawn - seen.came, seen.drawn, document.querySelectorAll('#stage *').length]"
    )
    after, since, nodes = json.loads(json.dumps(found))
    await page.wait_for_timeout(1000)
    print(
        f"{name:10} first draw {after:5.0f} ms after the scene ({since:5.0f} after the page), {nodes} nodes"
    )
    print(f"{'':10} {work:.0f} ms of work from the start of the page to the first draw")
    await _moved(page, cdp, "pan", zooms=False)
    await _moved(page, cdp, "zoom", zooms=True)


async def _shown(walls: list[dict[str, object]], name: str) -> None:
    scene: Mapping[str, object] = {
        "id": "big",
        "name": "Big",
        "width": WIDTH,
        "height": HEIGHT,
        "walls": walls,
    }
    with tempfile.TemporaryDirectory() as folder:
        async with (
            running(Config(port=0), Path(folder)) as server,
            await Client.pair(await server.pairing_line("big", "draw-steel"), "Gwen") as gm,
        ):
            frame = wire.encode_value(scene, gm.settings.encoding)
            assert isinstance(frame, bytes)
            assert (await gm.upload_scene("big", frame)).outcome == "done"
            code = (await server.pairing_line("big")).rpartition(" ")[2]
            async with async_playwright() as playwright:
                opened = await playwright.chromium.launch(executable_path=chromium(), args=(*FLAGS, *UNHELD))
                page = await opened.new_page(viewport={"width": 1280, "height": 720})
                cdp = await _counted(page)
                await page.add_init_script(WATCH)
                await page.goto(f"http://127.0.0.1:{server.port}/#{code}")
                await _measured(page, cdp, name)
                await opened.close()


async def _all(count: int) -> None:
    await _shown(rows(count), "in rows")
    await _shown(scattered(count), "scattered")


def main(count: int) -> None:
    """Print the figures."""
    offer_rulesets()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    run(lambda: _all(count))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5_000)
