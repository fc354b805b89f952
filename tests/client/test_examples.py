"""The examples of the Python client do what they say, at a table with a hero and an ogre on the rooftops."""

import asyncio
import contextlib
import os
import re
import sys
import textwrap
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import msgspec

import vttbridge.client
from end_to_end.at_a_table import LOCAL, ROOF, payload_of, piece
from vttbridge.client import Client
from vttbridge.server.app import running
from vttbridge.testing.checkout import ROOT

LINE = "ws://127.0.0.1:8765 BCDF-GHJK"


@contextlib.asynccontextmanager
async def pairing_line_of_a_table(folder: Path) -> AsyncGenerator[str]:
    """Serve the rooftops with a hero and an ogre, and give a second game master's pairing line."""
    roofs = payload_of(msgspec.structs.replace(ROOF, id="rooftops"))
    async with (
        running(LOCAL, folder) as server,
        await Client.pair(await server.pairing_line("night", "heroclix")) as gm,
    ):
        assert (await gm.upload_scene("rooftops", roofs)).outcome == "done"
        for name, x in (("hero", 1), ("ogre", 2)):
            assert (await gm.put("rooftops", piece(name, x, 1, attack=9, defense=10))).outcome == "done"
        yield await server.pairing_line("night")


async def test_the_example_of_the_module_runs(tmp_path: Path) -> None:
    """The lines in the docstring push the ogre, and the event says so."""
    assert vttbridge.client.__doc__ is not None
    (example,) = re.findall(r"(?m)(?:^    .*\n)+", vttbridge.client.__doc__)
    names: dict[str, Any] = {"Client": Client}
    body = textwrap.indent(textwrap.dedent(example) + "return reply, event", "    ")
    async with pairing_line_of_a_table(tmp_path) as line:
        assert LINE in body
        exec(f"async def example():\n{body.replace(LINE, line)}", names)
        reply, event = await names["example"]()
    assert (reply.outcome, event.kind) == ("done", "committed")
    assert [effect["piece"] for effect in event.data["effects"]] == ["ogre"]


async def test_the_program_on_the_page_runs(tmp_path: Path) -> None:
    """What the page shows is a whole program."""
    page = (ROOT / "docs" / "python-client.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert LINE in program
    path = os.pathsep.join(str(ROOT / part) for part in (".", "protocol", "rulesets"))
    async with pairing_line_of_a_table(tmp_path) as line:
        running_program = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            program.replace(LINE, line),
            env={**os.environ, "PYTHONPATH": path},
            stdout=asyncio.subprocess.PIPE,
        )
        said, _ = await running_program.communicate()
    assert said.decode() == "done: 1 effects\n"
