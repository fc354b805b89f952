"""Tables of the other books for the browser: a street for HeroClix, a hall for both Necromunda books."""

import contextlib
from collections.abc import AsyncGenerator, Mapping
from pathlib import Path

import msgspec

import vttbridge_protocol as wire
from vttbridge.client import Client, Settings
from vttbridge.server.app import Server, running
from vttbridge.server.runtime.config import Config
from vttbridge_protocol import Plain


class Table(msgspec.Struct, frozen=True):
    """A table of one book with a program as game master and Ada as a player."""

    server: Server
    gm: Client
    ada: Client
    name: str

    @property
    def url(self) -> str:
        """The address of the page."""
        return f"http://127.0.0.1:{self.server.port}/"

    async def link(self, role: wire.Role = "gm") -> str:
        """Return a console link with a fresh code."""
        code = (await self.server.pairing_line(self.name, "", role)).rpartition(" ")[2]
        return f"http://127.0.0.1:{self.server.port}/#{code}"


STREET: Mapping[str, Plain] = {
    "id": "street",
    "name": "Street",
    "width": 12,
    "height": 8,
    "walls": [{"id": "wall", "a": [9, 0], "b": [9, 8], "kind": "wall"}],
}
HALL: Mapping[str, Plain] = {
    "id": "hall",
    "name": "Hall",
    "width": 24,
    "height": 16,
    "unit": "inch",
    "grid": {"type": "gridless"},
    "walls": [{"id": "wall", "a": [14, 0], "b": [14, 16], "kind": "wall"}],
}


def figure(name: str, x: float, y: float, owner: str = "", **more: Plain) -> Mapping[str, Plain]:
    """Make a HeroClix figure."""
    return {"id": name.lower(), "name": name, "place": {"x": x, "y": y}, "owner": owner, **more}


def fighter(name: str, x: float, y: float, owner: str = "", **more: Plain) -> Mapping[str, Plain]:
    """Make a fighter on a round base of an inch."""
    numbers: Mapping[str, Plain] = {"strength": 3, "movement": 5, "initiative": 4, "wounds": 1}
    footprint: Mapping[str, Plain] = {"shape": "disc", "radius": 0.5, "height": 1}
    return {
        "id": name.lower(),
        "name": name,
        "place": {"x": x, "y": y},
        "owner": owner,
        "footprint": footprint,
        "numbers": numbers,
        **more,
    }


@contextlib.asynccontextmanager
async def a_table(
    folder: Path, ruleset: str, scene: Mapping[str, Plain], dice: str = "server"
) -> AsyncGenerator[Table]:
    """Open a table of a book with a scene on it."""
    json = Settings(encoding=wire.Encoding.JSON)
    async with running(Config(port=0), folder) as server:
        line = await server.pairing_line("game", ruleset)
        async with (
            await Client.pair(line, "Gwen") as gm,
            await Client.pair(await server.pairing_line("game", ruleset, "player"), "Ada", json) as ada,
        ):
            frame = wire.encode_value(scene, gm.settings.encoding)
            assert isinstance(frame, bytes)
            assert (await gm.upload_scene(str(scene["id"]), frame)).outcome == "done"
            if dice != "server":
                assert (await gm.command(wire.TableSet(dice="people"))).outcome == "done"
            yield Table(server, gm, ada, "game")


async def put(table: Table, scene: str, *pieces: Mapping[str, Plain]) -> None:
    """Put pieces on the scene; those of "ada" are the player's."""
    assert table.ada.welcome is not None
    for piece in pieces:
        owner = table.ada.welcome.seat if piece.get("owner") == "ada" else ""
        whole = msgspec.convert({**piece, "owner": owner}, wire.PieceState)
        assert (await table.gm.put(scene, whole)).outcome == "done"
