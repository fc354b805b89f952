"""A virtual tabletop that knows one scene: people drag and build there; it tells, and writes."""

import copy
import json
from collections.abc import Mapping
from typing import cast

import vttbridge_protocol as wire
from support.shared_material import shared_path
from vttbridge.client import Client, Order, Vtt
from vttbridge_protocol import DocumentKind, DocumentSet, Expectation, Plain, Reply, Write

Record = dict[str, Plain]


def real_scene(name: str) -> Record:
    """Return a scene of the founders' material without what a module leaves out."""
    scene = json.loads(shared_path("maps", "foundry", name).read_text("utf-8"))
    assert isinstance(scene, dict)
    return {key: value for key, value in cast(Record, scene).items() if key not in {"thumb", "img"}}


class FakeFoundry:
    """The tabletop and its module."""

    def __init__(self, client: Client, scene: str, document: Mapping[str, Plain], version: int = 13) -> None:
        self.vtt = Vtt(client)
        self.scene = scene
        self.document = copy.deepcopy(dict(document))
        self.version = version

    def of(self, kind: DocumentKind) -> list[Record]:
        """Return the documents of a kind."""
        return cast("list[Record]", self.document.setdefault(kind, []))

    def find(self, kind: DocumentKind, document_id: str) -> Record:
        """Return a document."""
        return next(one for one in self.of(kind) if one["_id"] == document_id)

    async def begin(self) -> Reply:
        """Send the scene whole, and take the slot."""
        reply = await self.sync()
        await self.vtt.claim()
        return reply

    async def sync(self, numbers: Mapping[str, Plain] | None = None) -> Reply:
        """Send the scene whole."""
        return await self.vtt.sync(
            self.scene, self.document, version=self.version, action="shoved", numbers=numbers
        )

    async def change(self, kind: DocumentKind, document_id: str, **changed: Plain) -> Reply:
        """Change a document as a person does, and tell only what changed."""
        self.find(kind, document_id).update(changed)
        return await self.vtt.documents(
            self.scene, DocumentSet(kind, updated=({"_id": document_id, **changed},))
        )

    async def create(self, kind: DocumentKind, document: Mapping[str, Plain]) -> Reply:
        """Make a document."""
        self.of(kind).append(dict(document))
        return await self.vtt.documents(self.scene, DocumentSet(kind, created=(dict(document),)))

    async def delete(self, kind: DocumentKind, document_id: str) -> Reply:
        """Take a document away."""
        self.of(kind).remove(self.find(kind, document_id))
        return await self.vtt.documents(self.scene, DocumentSet(kind, deleted=(document_id,)))

    async def carry_out(self, order: Order) -> Reply:
        """Write an order where nobody changed anything meanwhile, and report it."""
        writes: list[Write] = []
        places: list[Expectation] = []
        for update in order.updates:
            token = self.find("tokens", update.token)
            if (token["x"], token["y"]) == (update.was.x, update.was.y):
                writes += self._write(token, update)
            else:
                places.append(Expectation(f"Token.{update.token}", "x", update.was.x, token["x"]))
        if places:
            return await self.vtt.diverged(order, places, writes)
        return await self.vtt.applied(order, writes)

    def _write(self, token: Record, update: wire.VttUpdate) -> list[Write]:
        writes: list[Write] = []
        for path, after in (("x", update.x), ("y", update.y), ("elevation", update.elevation)):
            writes.append(Write(f"Token.{update.token}", path, token.get(path), after))
            token[path] = after
        return writes
