"""What a connector of a virtual tabletop says: the scene whole, what changes in it, what was written there.

vtt = Vtt(client)
await vtt.sync("keep", document, version=13)
await vtt.claim()
await vtt.documents("keep", wire.DocumentSet("tokens", updated=({"_id": "ogre", "x": 400},)))
order = await vtt.order()
await vtt.applied(order, writes)
"""

import asyncio
import json
from collections.abc import Mapping, Sequence

import msgspec

import vttbridge_protocol as wire
from vttbridge.client.client import REPLY_S, Client
from vttbridge_protocol import Event, Plain, Reply


class Order(msgspec.Struct, frozen=True):
    """An event that is to be written into the VTT, with its number in the log."""

    seq: int
    event: Event

    @property
    def updates(self) -> tuple[wire.VttUpdate, ...]:
        """Where tokens are to be."""
        return self.event.updates


class Vtt:
    """The VTT's side of one client."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.term = 0

    async def sync(
        self,
        scene: str,
        document: Mapping[str, Plain],
        *,
        version: int = 0,
        action: str = "",
        numbers: Mapping[str, Plain] | None = None,
    ) -> Reply:
        """Send a scene whole, with all documents in it; it is followed from then on."""
        payload = json.dumps(document).encode()
        await self.client.send_long("map", payload, scene[:100])
        body = wire.SceneSet(
            scene,
            wire.digest(payload),
            "foundry",
            home="vtt",
            version=version,
            action=action,
            numbers=dict(numbers or {}),
        )
        return await self.client.command(body)

    async def claim(self, *, force: bool = False) -> wire.ExecutorState | Reply:
        """Ask for the executor's slot."""
        state = await self.client.request(wire.Executor(claim=True, force=force))
        if isinstance(state, wire.ExecutorState):
            self.term = state.term
            return state
        if isinstance(state, Reply):
            return state
        raise TypeError(f"executor was answered by {type(state).__name__}")

    async def documents(
        self,
        scene: str,
        *changes: wire.DocumentSet,
        settings: Mapping[str, Plain] | None = None,
        numbers: Mapping[str, Plain] | None = None,
        id: str | None = None,  # noqa: A002 - the wire's word
    ) -> Reply:
        """Report what changed in a scene that is followed."""
        body = wire.Documents(scene, changes, dict(settings or {}), dict(numbers or {}))
        return await self.client.command(body, id)

    async def order(self) -> Order:
        """Wait for the next event that is to be written."""
        async with asyncio.timeout(REPLY_S):
            async for envelope in self.client.messages():
                if isinstance(envelope.body, Event) and envelope.body.term is not None:
                    self.term = envelope.body.term
                    return Order(envelope.seq or 0, envelope.body)
        raise ConnectionError("the connection ended")

    async def applied(self, order: Order, writes: Sequence[wire.Write] = ()) -> Reply:
        """Report that an order was written."""
        return await self.client.command(wire.Applied(order.seq, self.term, tuple(writes)))

    async def diverged(
        self, order: Order, places: Sequence[wire.Expectation], writes: Sequence[wire.Write] = ()
    ) -> Reply:
        """Report that a person had changed some places meanwhile; those were left alone."""
        return await self.client.command(wire.Diverged(order.seq, self.term, tuple(places), tuple(writes)))
