"""The people of a demo table: a game master and two players, each a real client on a real socket."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator

import msgspec

from vttbridge.auth.tokens import Role
from vttbridge.client import Client
from vttbridge.demo.story import Stage, Who
from vttbridge.serializers.pieces import piece_state
from vttbridge.server.app import Server
from vttbridge.table.model.state import PlacedPiece
from vttbridge_protocol import Encoding, Event, Reply, WireHold, encode_value

NAMES: dict[Who, str] = {"gm": "Gwen", "ada": "Ada", "ben": "Ben"}


class Participants(msgspec.Struct, frozen=True):
    """Everybody at one table."""

    stage: Stage
    gm: Client
    ada: Client
    ben: Client
    pushed: dict[int, Event]

    def client(self, who: Who) -> Client:
        """Return somebody's client."""
        match who:
            case "gm":
                return self.gm
            case "ada":
                return self.ada
            case "ben":
                return self.ben

    def seat(self, who: str) -> str:
        """Return somebody's seat; nobody has none."""
        match who:
            case "ada" | "ben" | "gm":
                welcome = self.client(who).welcome
                return "" if welcome is None else welcome.seat
            case _:
                return ""

    async def asked(self, held: WireHold) -> tuple[Who, Client] | None:
        """Return who may answer a hold's open question, a player before the game master."""
        key = "" if held.question is None else held.question.key
        for who in ("ada", "ben", "gm"):
            client = self.client(who)
            await client.caught_up()
            asked = client.asked.get(held.hold)
            if asked is not None and asked.question.key == key:
                return who, client
        return None

    async def all_caught_up(self) -> None:
        """Wait until everybody has heard all that the table had said before now."""
        await asyncio.gather(*(client.caught_up() for client in (self.gm, self.ada, self.ben)))

    def hold(self, hold: str) -> WireHold | None:
        """Return a hold as the game master sees it; one that has ended is gone."""
        return self.gm.holds.get(hold)

    async def set_up(self) -> tuple[Reply, ...]:
        """Send the map and put every piece, owned by whoever plays it."""
        stage = self.stage
        payload = encode_value(msgspec.to_builtins(stage.spec), Encoding.MSGPACK)
        if isinstance(payload, str):
            raise TypeError("msgpack is bytes")
        replies = [await self.gm.upload_scene(stage.spec.id, payload, name=stage.spec.name)]
        for piece in stage.pieces:
            owned = msgspec.structs.replace(piece, owner=self.seat(piece.owner))
            replies.append(await self.gm.put(stage.spec.id, piece_state(PlacedPiece(owned, 0))))
        await self.all_caught_up()
        return tuple(replies)


@contextlib.asynccontextmanager
async def at_table(server: Server, stage: Stage) -> AsyncGenerator[Participants]:
    """Pair three clients with a table, which is made for them; each takes a code of its own."""
    async with contextlib.AsyncExitStack() as seats:

        async def seated(who: Who, role: Role) -> Client:
            line = await server.pairing_line(stage.table, stage.ruleset, role)
            return await seats.enter_async_context(await Client.pair(line, NAMES[who]))

        gm, ada, ben = await seated("gm", "gm"), await seated("ada", "player"), await seated("ben", "player")
        pushed: dict[int, Event] = {}
        following = asyncio.create_task(_follow(gm, pushed))
        try:
            yield Participants(stage, gm, ada, ben, pushed)
        finally:
            following.cancel()


async def _follow(client: Client, pushed: dict[int, Event]) -> None:
    """Keep every event that a client is told of, by its row."""
    async for envelope in client.messages():
        if isinstance(envelope.body, Event) and envelope.seq is not None:
            pushed[envelope.seq] = envelope.body
