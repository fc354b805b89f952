"""A server on a free loopback port with people at a table: a game master and players, each a real client."""

import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from pathlib import Path

import msgspec

import vttbridge_protocol as wire
from vttbridge.client import Client, Settings
from vttbridge.geometry.scene import SceneSpec
from vttbridge.geometry.terrain import Wall
from vttbridge.geometry.vec import Vec
from vttbridge.server.app import Server, running
from vttbridge.server.runtime.clock import now_ms
from vttbridge.server.runtime.config import Config
from vttbridge.table import Store
from vttbridge_protocol import Encoding, PieceState, Plain, Reply, WirePlace

QUICK = (1e6, 1e6)
LOCAL = Config(port=0, rate_gm=QUICK, rate_player=QUICK, rate_observer=QUICK)
"""On a free port; nobody is too fast, however fast the machine is."""

JSON = Settings(encoding=Encoding.JSON)

ROOF = SceneSpec(
    id="roof",
    name="Roof",
    width=12,
    height=8,
    walls=(
        Wall("stone", Vec(10, 0), Vec(10, 8), material="stone"),
        Wall("door", Vec(6, 5), Vec(6, 6), door="closed", kind="door", material="wood"),
        Wall("secret", Vec(5, 6), Vec(5, 7), hidden=True),
    ),
)


def payload_of(spec: SceneSpec, encoding: Encoding = Encoding.MSGPACK) -> bytes:
    """Return a scene as the bytes of an upload."""
    frame = wire.encode_value(msgspec.to_builtins(spec), encoding)
    return frame if isinstance(frame, bytes) else frame.encode()


def piece(
    name: str, x: float, y: float, *, owner: str = "", hidden: bool = False, **numbers: int
) -> PieceState:
    """Make a piece of one square."""
    tree: Mapping[str, Plain] = {name: numbers[name] for name in sorted(numbers)}
    return PieceState(name, WirePlace(x, y, 0), owner=owner, numbers=tree, hidden=hidden)


async def taken(body: Awaitable[Reply]) -> Reply:
    """Return the reply to a command that must be taken: it is done, or waits for somebody."""
    reply = await body
    assert reply.outcome in {"done", "pending"}, reply
    return reply


async def answered(body: Awaitable[Reply]) -> Reply:
    """Return the reply to a command that the rules may refuse, but that must have been looked at."""
    reply = await body
    assert reply.outcome != "busy", reply
    return reply


class Company(msgspec.Struct, frozen=True):
    """A server with a game master and a player at one table."""

    server: Server
    gm: Client
    player: Client


async def put_pieces(gm: Client, owner: str) -> None:
    """Put the roof and a few pieces on it; `ann` belongs to a player."""
    assert (await gm.upload_scene("roof", payload_of(ROOF, gm.settings.encoding))).outcome == "done"
    for one in (
        piece("ann", 1, 1, owner=owner, attack=9, defense=10),
        piece("ben", 2, 1, attack=9, defense=10),
        piece("spy", 4, 4, hidden=True, attack=9, defense=10),
    ):
        assert (await gm.put("roof", one)).outcome == "done"


@contextlib.asynccontextmanager
async def company(
    folder: Path,
    *,
    config: Config = LOCAL,
    ruleset: str = "heroclix",
    gm: Settings | None = None,
    player: Settings = JSON,
    limiter_ms: Callable[[], int] = now_ms,
) -> AsyncGenerator[Company]:
    """Open a table with a game master (msgpack) and a player (JSON), and the roof with its pieces."""
    async with running(config, folder, limiter_ms=limiter_ms) as server:
        line = await server.pairing_line("night", ruleset)
        async with (
            await Client.pair(line, "Gwen", gm or Settings()) as master,
            await Client.pair(await server.pairing_line("night", ruleset, "player"), "Ann", player) as ann,
        ):
            assert ann.welcome is not None
            await put_pieces(master, ann.welcome.seat)
            await ann.caught_up()
            yield Company(server, master, ann)


async def two_tables(folder: Path, store: Store) -> tuple[str, str]:
    """Let two tables be played for a while; returns a game master's token of each."""
    async with running(LOCAL, folder, store) as server:
        gm = await Client.pair(await server.pairing_line("night", "heroclix"), "Gwen")
        other = await Client.pair(await server.pairing_line("next", "heroclix"), "Olga")
        await put_pieces(gm, "")
        await put_pieces(other, "")
        tokens = gm.token, other.token
        await gm.close()
        await other.close()
    return tokens
