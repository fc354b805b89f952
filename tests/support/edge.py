"""The server's edge without a network: a socket whose frames a test gives, a server's context in memory."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from websockets.asyncio.server import ServerConnection

from vttbridge.rules.registry import find
from vttbridge.server.access.data_dir import DataDir
from vttbridge.server.context import ServerContext, context_of
from vttbridge.server.runtime.config import Config
from vttbridge.server.tables.registry import TableRegistry
from vttbridge.server.transport.peer import Peer
from vttbridge.server.transport.send_queue import SendQueue
from vttbridge.session.actions import Close, Send
from vttbridge.session.session import Session
from vttbridge.testing.memory_store import MemoryStore
from vttbridge_protocol import (
    FROM_SERVER,
    SERVER_MESSAGES,
    CloseCode,
    Encoding,
    Envelope,
    Message,
    decode,
    encode,
)

TABLE = "Fort"


class FakeTransport:
    """Remembers that it was aborted, and holds as many bytes as the test says."""

    def __init__(self) -> None:
        self.is_aborted = False
        self.buffered = 0

    def abort(self) -> None:
        """End."""
        self.is_aborted = True

    def get_write_buffer_size(self) -> int:
        """Return what waits to be written."""
        return self.buffered


class FakeSocket:
    """A socket of one client, whose frames come from the test."""

    subprotocol = "vttbridge.v1.msgpack"

    def __init__(self) -> None:
        self.transport = FakeTransport()
        self.sent: list[bytes | str] = []
        self.close_code: int | None = None
        self._incoming: asyncio.Queue[bytes | str | None] = asyncio.Queue()

    @property
    def server_side(self) -> ServerConnection:
        """The socket as the server takes it."""
        return cast("ServerConnection", self)

    def says(self, body: Message, command_id: str | None = None) -> None:
        """Let a frame come in."""
        self._incoming.put_nowait(encode(Envelope(body, id=command_id), Encoding.MSGPACK))

    def leaves(self) -> None:
        """Let the client go."""
        self._incoming.put_nowait(None)

    def __aiter__(self) -> "FakeSocket":
        """Return the frames that come in."""
        return self

    async def __anext__(self) -> bytes | str:
        """Wait for a frame."""
        frame = await self._incoming.get()
        if frame is None:
            raise StopAsyncIteration
        return frame

    async def send(self, frame: bytes | str) -> None:
        """Keep a frame."""
        self.sent.append(frame)

    async def close(self, code: int, _reason: str) -> None:
        """Close."""
        self.close_code = code
        self.leaves()


class KeptQueue(SendQueue):
    """A queue that keeps all that is put, for nobody sends it."""

    def __init__(self, steps: list[Send | Close]) -> None:
        super().__init__(FakeSocket().server_side, Config(), "c1")
        self._steps = steps

    def put(self, step: Send | Close) -> None:
        """Keep a frame or the end."""
        self._steps.append(step)


class QueuedPeer(Peer):
    """A client whose queue nobody sends: what it would be told stands there."""

    def __init__(self, seat: str | None = None, origin: str = "") -> None:
        self.steps: list[Send | Close] = []
        super().__init__("c1", Session(Encoding.MSGPACK, 0), KeptQueue(self.steps), "10.0.0.1", origin)
        self.seat = seat

    @property
    def told(self) -> list[Message]:
        """What it was told."""
        return list(_bodies(step.frame for step in self.steps if isinstance(step, Send)))

    @property
    def closed_with(self) -> list[CloseCode]:
        """The codes with which it was closed."""
        return [step.code for step in self.steps if isinstance(step, Close)]


def _bodies(frames: Iterator[bytes | str]) -> Iterator[Message]:
    for frame in frames:
        given = decode(frame, Encoding.MSGPACK, FROM_SERVER, SERVER_MESSAGES)
        if isinstance(given, Envelope):
            yield given.body


async def server_context(folder: Path, config: Config | None = None) -> ServerContext:
    """Return the context of a server in memory with one table."""
    registry = TableRegistry(config or Config(), MemoryStore(), DataDir(folder))
    await registry.create(TABLE, find("heroclix"))
    await registry.begin(TABLE)
    return context_of(registry)
