"""The socket of a client: opens it, hands on what comes in, beats, writes while it stands."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin, Subprotocol

import vttbridge_protocol as wire
from vttbridge.client.settings import LINK_LOST, Settings
from vttbridge_protocol import Envelope

HEARTBEAT_S = 20.0
"""The longest silence of a client."""

MIN_HEARTBEAT_S = 0.1
"""However short a silence the server bears, so often is enough."""


def heartbeat_s(silence_ms: int) -> float:
    """Return how often to beat, so that two may be lost before the server takes silence for absence."""
    return max(MIN_HEARTBEAT_S, min(HEARTBEAT_S, silence_ms / 3000))


class Transport:
    """One socket after another to the same address."""

    def __init__(
        self, address: str, settings: Settings, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self.address = address
        self.settings = settings
        self._sleep = sleep
        self._socket: ClientConnection | None = None
        self._beating: asyncio.Task[None] | None = None

    @property
    def is_open(self) -> bool:
        """Return whether a socket stands."""
        return self._socket is not None

    async def listen(self, begun: Callable[[], None], take: Callable[[bytes | str], Awaitable[None]]) -> int:
        """Connect, hand on each frame until the end, and return the close code: 0 where the link just broke.

        Raises:
            OSError: Nothing answers at the address.
            websockets.exceptions.InvalidHandshake: What answers would not upgrade.
        """
        async with self._connect() as socket:
            self._socket = socket
            begun()
            try:
                async for frame in socket:
                    await take(frame)
            except ConnectionClosed:
                pass
            finally:
                self._still()
                self._socket = None
        return 0 if socket.close_code in {None, LINK_LOST} else socket.close_code or 0

    def _connect(self) -> connect:
        origin = self.settings.origin
        return connect(
            self.address,
            subprotocols=[Subprotocol(self.settings.encoding.value)],
            origin=None if origin is None else Origin(origin),
            compression=None,
            max_size=wire.FROM_SERVER.frame_bytes,
            proxy=None,
            ping_interval=None,
            close_timeout=2,
        )

    def beat(self, every_s: float) -> None:
        """Say from now on, so often, that this client is there, until the socket ends."""
        self._still()
        self._beating = asyncio.create_task(self._beat(every_s))

    def _still(self) -> None:
        if self._beating is not None:
            self._beating.cancel()
            self._beating = None

    async def _beat(self, every_s: float) -> None:
        while True:
            await self._sleep(every_s)
            await self.send(Envelope(wire.Heartbeat()))

    async def send(self, envelope: Envelope) -> None:
        """Send now if the socket stands."""
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(wire.encode(envelope, self.settings.encoding))

    async def leave(self) -> None:
        """Send a goodbye and close."""
        socket = self._socket
        if socket is not None:
            with contextlib.suppress(ConnectionClosed, OSError):
                await socket.send(wire.encode(Envelope(wire.Goodbye()), self.settings.encoding))
                await socket.close()

    def cut(self) -> None:
        """Break the link as a network does, without a word."""
        if self._socket is not None:
            self._socket.transport.abort()
