"""Runs a server as a process: configuration, log lines, the signal to stop, a clean end."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import msgspec

from vttbridge.errors import BadConfig
from vttbridge.server.app import Server, running
from vttbridge.server.runtime.config import Config, dangers, load
from vttbridge.server.runtime.logging import set_up
from vttbridge.server.runtime.os_support import on_stop, run

FILE = "vttbridge.toml"


class Arguments(msgspec.Struct, frozen=True):
    """What the command line says; it counts more than the file and the environment."""

    config: Path | None
    data: Path
    host: str | None = None
    port: int | None = None
    behind_proxy: tuple[str, ...] = ()


def config_of(wanted: Arguments) -> Config:
    """Return the configuration; BadConfig names every fault."""
    own = wanted.data / FILE
    config = load(wanted.config or (own if own.is_file() else None), os.environ)
    config = msgspec.structs.replace(
        config,
        host=wanted.host or config.host,
        port=config.port if wanted.port is None else wanted.port,
        behind_proxy=wanted.behind_proxy or config.behind_proxy,
    )
    faults = dangers(config)
    if faults:
        raise BadConfig("the server cannot run so: " + "; ".join(faults))
    return config


def serve_until_stopped(wanted: Arguments, say: Callable[[str], None]) -> None:
    """Serve until the process is asked to end; a second request ends it at once."""
    config = config_of(wanted)
    set_up(level=config.log_level)
    run(lambda: _serving(config, wanted.data, say))


async def _serving(config: Config, data: Path, say: Callable[[str], None]) -> None:
    stop = asyncio.Event()

    def on_signal() -> None:
        if stop.is_set():
            os._exit(1)
        stop.set()

    on_stop(asyncio.get_running_loop(), on_signal)
    async with running(config, data) as server:
        say(greeting(server, data))
        await stop.wait()


def greeting(server: Server, data: Path) -> str:
    """Return where the server is and what to do next."""
    tables = server.store.tables()
    named = f"tables: {', '.join(tables)}" if tables else "no table yet: run vttbridge pair"
    return f"vttbridge serves {data} at {server.url}\n{named}"
