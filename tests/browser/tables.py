"""Tables of every book for the console: a scene and pieces on a server, with a game master's link."""

import contextlib
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path

import msgspec

import vttbridge_protocol as wire
from vttbridge.client import Client
from vttbridge.geometry.footprint import Disc
from vttbridge.geometry.grid import Gridless
from vttbridge.geometry.spec import SceneSpec
from vttbridge.geometry.terrain import Area, Wall
from vttbridge.geometry.vec import Place
from vttbridge.rules.piece import Number, Piece, numbers
from vttbridge.serializers.pieces import piece_state
from vttbridge.server.app import Server, running
from vttbridge.server.runtime.config import Config
from vttbridge.table import PlacedPiece


class Played(msgspec.Struct, frozen=True):
    """A table that is set, with a program as its first game master."""

    server: Server
    gm: Client
    scene: str

    @property
    def url(self) -> str:
        """The address of the page."""
        return f"http://127.0.0.1:{self.server.port}/"

    async def link(self, role: wire.Role = "gm") -> str:
        """Return a console link with a fresh code."""
        return f"{self.url}#{(await self.server.pairing_line('table', '', role)).rpartition(' ')[2]}"


@contextlib.asynccontextmanager
async def a_table(
    folder: Path, ruleset: str, spec: SceneSpec, pieces: Sequence[Piece] = ()
) -> AsyncGenerator[Played]:
    """Open a table of a rule book with a scene and pieces on it."""
    async with (
        running(Config(port=0), folder) as server,
        await Client.pair(await server.pairing_line("table", ruleset), "Gwen") as gm,
    ):
        frame = wire.encode_value(msgspec.to_builtins(spec), gm.settings.encoding)
        assert isinstance(frame, bytes)
        assert (await gm.upload_scene(spec.id, frame, name=spec.name)).outcome == "done"
        for piece in pieces:
            reply = await gm.put(spec.id, piece_state(PlacedPiece(piece, 0)))
            assert reply.outcome == "done", reply
        yield Played(server, gm, spec.id)


def hive(*, walls: Sequence[Wall] = (), areas: Sequence[Area] = ()) -> SceneSpec:
    """Return a free table of 24 by 16 inches."""
    return SceneSpec(
        "hive", "Hive", 24, 16, grid=Gridless(), unit="inch", walls=tuple(walls), areas=tuple(areas)
    )


def ganger(name: str, x: float, y: float, side: str = "blue", z: float = 0.0, **named: Number) -> Piece:
    """Return a fighter on a round base of half an inch radius."""
    given = numbers(**({"strength": 3, "initiative": 4, "movement": 5} | named))
    return Piece(
        name.lower(), name, footprint=Disc(0.5), place=Place(x, y, z), side=side, numbers=given, tags=()
    )
