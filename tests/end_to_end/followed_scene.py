"""A table whose scene follows a virtual tabletop that the tests play."""

import contextlib
from collections.abc import AsyncGenerator, Mapping
from pathlib import Path

from end_to_end.at_a_table import LOCAL
from end_to_end.fake_foundry import FakeFoundry
from vttbridge.client import Client
from vttbridge.server.app import Server, running
from vttbridge.server.runtime.config import Config
from vttbridge.storage.verify import of_table, verify
from vttbridge_protocol import PieceState, Plain

KEEP: Mapping[str, Plain] = {
    "_id": "keep",
    "name": "Keep",
    "width": 1200,
    "height": 800,
    "padding": 0,
    "grid": {"type": 1, "size": 100, "distance": 5, "units": "ft"},
    "walls": [
        {"_id": "w", "c": [900, 0, 900, 800], "move": 20, "door": 0},
        {"_id": "d", "c": [700, 0, 700, 100], "move": 20, "door": 1, "ds": 0},
    ],
    "tokens": [
        {"_id": "ann", "name": "Ann", "x": 100, "y": 100, "width": 1, "height": 1, "disposition": 1},
        {"_id": "ben", "name": "Ben", "x": 200, "y": 100, "width": 1, "height": 1},
    ],
}
PUSH: Mapping[str, Plain] = {"source": "ann", "targets": ["ben"], "distance": 3}


@contextlib.asynccontextmanager
async def table_of(
    folder: Path, document: Mapping[str, Plain] = KEEP, ruleset: str = "draw-steel", config: Config = LOCAL
) -> AsyncGenerator[tuple[Server, FakeFoundry]]:
    """Open a table whose scene `keep` follows a tabletop."""
    async with (
        running(config, folder) as server,
        await Client.pair(await server.pairing_line("night", ruleset), "Gwen") as gm,
    ):
        foundry = FakeFoundry(gm, "keep", document)
        reply = await foundry.begin()
        assert reply.outcome == "done", (reply.code, reply.facts)
        yield server, foundry


def piece(foundry: FakeFoundry, piece_id: str) -> PieceState:
    """Return a piece of the client's copy."""
    scene = foundry.vtt.client.state.scene("keep")
    found = None if scene is None else scene.find(piece_id)
    assert found is not None
    return found


def at(foundry: FakeFoundry, piece_id: str) -> tuple[float, float, float]:
    """Return where a piece stands."""
    connection = piece(foundry, piece_id).place
    return (connection.x, connection.y, connection.z)


async def with_defaults(foundry: FakeFoundry) -> None:
    """Answer whatever is asked by its default."""
    gm = foundry.vtt.client
    await gm.caught_up()
    while gm.asked:
        asked = next(iter(gm.asked.values()))
        reply = await gm.answer(asked.hold, asked.question.key, asked.question.default)
        assert reply.outcome in {"pending", "done"}, (reply.code, reply.facts)
        await gm.caught_up()


async def push(foundry: FakeFoundry, fields: Mapping[str, Plain] = PUSH) -> int:
    """Push, have it carried out, and give its number."""
    reply = await foundry.vtt.client.act("keep", "push", fields)
    assert reply.outcome in {"done", "pending"}, (reply.code, reply.facts)
    await with_defaults(foundry)
    order = await foundry.vtt.order()
    assert (await foundry.carry_out(order)).outcome == "done"
    await foundry.vtt.client.caught_up()
    return order.seq


def sound(server: Server) -> None:
    """Hold the log against what would be decided today."""
    verdict = verify(of_table(server.store, "night"), again=True)
    assert verdict.is_good, (verdict.problem, verdict.differences[:1])
    assert not verdict.differences
