"""A server with the demo keep on a table, and pages in one headless Chromium."""

import contextlib
from collections.abc import AsyncGenerator, Mapping
from pathlib import Path

import msgspec

import vttbridge_protocol as wire
from vttbridge.client import Client, Settings
from vttbridge.demo import scene_keep
from vttbridge.serializers.pieces import piece_state
from vttbridge.server.app import Server, running
from vttbridge.server.runtime.config import Config
from vttbridge.table import PlacedPiece

KEPT = Config(port=0)


class Keep(msgspec.Struct, frozen=True):
    """The keep on a table, with Ada as a player whose pieces are the heroes; `gm` is a program."""

    server: Server
    gm: Client
    ada: Client

    @property
    def url(self) -> str:
        """The address of the page."""
        return f"http://127.0.0.1:{self.server.port}/"

    async def link(self, role: wire.Role = "gm") -> str:
        """Return a console link with a fresh code."""
        code = (await self.server.pairing_line("keep", "draw-steel", role)).rpartition(" ")[2]
        return f"{self.url}#{code}"

    async def ada_pushes(self, push: Mapping[str, wire.Plain]) -> None:
        """Let Ada push somebody by the way that is proposed; the plan then waits for a yes."""
        await self.ada.act("keep", "push", push)
        asked = await self.ada.question()
        await self.ada.answer(asked.hold, asked.question.key, asked.question.default)


@contextlib.asynccontextmanager
async def the_keep(folder: Path, config: Config = KEPT) -> AsyncGenerator[Keep]:
    """Open the keep with all its pieces on it."""
    json = Settings(encoding=wire.Encoding.JSON)
    async with running(config, folder) as server:
        line = await server.pairing_line("keep", "draw-steel")
        async with (
            await Client.pair(line, "Gwen") as gm,
            await Client.pair(await server.pairing_line("keep", "draw-steel", "player"), "Ada", json) as ada,
        ):
            await put_keep(gm, ada)
            yield Keep(server, gm, ada)


async def put_keep(gm: Client, ada: Client) -> None:
    """Put the keep's map and pieces on the table."""
    frame = wire.encode_value(msgspec.to_builtins(scene_keep.SPEC), gm.settings.encoding)
    assert isinstance(frame, bytes)
    assert (await gm.upload_scene("keep", frame, name="The Keep")).outcome == "done"
    assert ada.welcome is not None
    for piece in scene_keep.PIECES:
        state = piece_state(PlacedPiece(piece, 0))
        owner = ada.welcome.seat if piece.owner else ""
        numbers = {**state.numbers, "stamina_max": state.numbers.get("stamina", 20)}
        put = msgspec.structs.replace(state, owner=owner, numbers=numbers)
        assert (await gm.put("keep", put)).outcome == "done"
