"""The two ways to run the demo: a fight that proves itself, or tables that stay."""

import asyncio
import tempfile
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

from vttbridge.demo.headless import STAGES, show
from vttbridge.demo.participants import at_table
from vttbridge.errors import BadConfig
from vttbridge.server.app import running
from vttbridge.server.runtime.config import Config, dangers
from vttbridge.server.runtime.logging import set_up
from vttbridge.server.runtime.os_support import on_stop, run

Say = Callable[[str], None]


def _checked(port: int) -> None:
    faults = dangers(Config(port=port))
    if faults:
        raise BadConfig("the demo cannot run so: " + "; ".join(faults))


def play_headless(port: int, say: Say) -> int:
    """Play both fights in a temporary folder; returns the exit code, 0 only if all of it held."""
    _checked(port)
    set_up(level="error")
    with tempfile.TemporaryDirectory(prefix="vttbridge-demo-") as folder:
        tally = run(lambda: show(Path(folder), say, port))
    return 1 if tally.faults else 0


def serve_demo(port: int, say: Say) -> None:
    """Serve both tables, set up and untouched, from a temporary folder until told to stop."""
    _checked(port)
    set_up(level="warning")
    with tempfile.TemporaryDirectory(prefix="vttbridge-demo-") as folder:
        run(lambda: _serve(port, Path(folder), say))


async def _serve(port: int, data: Path, say: Say) -> None:
    stopped = asyncio.Event()
    on_stop(asyncio.get_running_loop(), stopped.set)
    async with running(Config(port=port), data) as server:
        async with AsyncExitStack() as tables:
            for stage in STAGES:
                await (await tables.enter_async_context(at_table(server, stage))).set_up()
        say(f"Two demo tables are served at {server.url}; nothing of them is kept when this ends.")
        for stage in STAGES:
            line = await server.pairing_line(stage.table)
            page = f"http{server.url.removeprefix('ws')}/#{line.rpartition(' ')[2]}"
            say(f"  {stage.spec.name} ({stage.ruleset}), game master: {line}\n    in a browser: {page}")
        say("Press Ctrl C to end.")
        await stopped.wait()
