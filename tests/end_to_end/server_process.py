"""A server as a process of its own, to be stopped or killed."""

import asyncio
import re
import signal
import sys
from pathlib import Path

from vttbridge.cli.admin_client import call
from vttbridge.server.access.data_dir import running_server
from vttbridge.server.http.admin_api import PairingLine
from vttbridge.testing.checkout import ROOT

SECONDS = 120.0


class Process:
    """One server process over a data folder."""

    def __init__(self, process: asyncio.subprocess.Process, folder: Path, url: str) -> None:
        self._process = process
        self._folder = folder
        self.url = url

    @classmethod
    async def start(cls, folder: Path, port: int = 0) -> "Process":
        """Start one and wait until it says where it is."""
        paths = [str(ROOT / path) for path in ("", "protocol", "rulesets")]
        code = f"import sys; sys.path[:0] = {paths!r}\nfrom vttbridge.cli import main; main()"
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            code,
            "serve",
            "--data",
            str(folder),
            "--port",
            str(port),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        assert process.stdout is not None
        async with asyncio.timeout(SECONDS):
            line = (await process.stdout.readline()).decode()
        found = re.search(r"ws://\S+", line)
        assert found is not None, line
        return cls(process, folder, found[0])

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.url.rpartition(":")[2])

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    async def pairing_line(self, role: str = "gm", table: str = "night") -> str:
        """Open a code as the owner does."""
        at = running_server(self._folder)
        asked = {"table": table, "ruleset": "heroclix", "role": role}
        line = await asyncio.to_thread(call, at, "pair", asked, PairingLine)
        return f"{self.url} {line.code}"

    async def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal and wait for the end; returns the exit code."""
        self._process.send_signal(number)
        async with asyncio.timeout(SECONDS):
            return await self._process.wait()
