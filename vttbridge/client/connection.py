"""The socket of a client: says who it is, beats, sends again what got no reply, comes back when it breaks."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
from websockets.typing import Origin, Subprotocol

import vttbridge_protocol as wire
from vttbridge.client.backoff import Backoff
from vttbridge.client.replica import Replica
from vttbridge.client.settings import LINK_LOST, Closed, Refused, Settings, retry_after
from vttbridge_protocol import CloseCode, Envelope, Message, Retry

HEARTBEAT_S = 20.0

OnMessage = Callable[[Envelope | None], Awaitable[None]]
"""Is told of every message, and of `None` when the link stands or falls."""


class Connection:
    """One link after another, until one ends for good."""

    def __init__(
        self, address: str, first: Message, settings: Settings, known: Replica, hear: OnMessage
    ) -> None:
        self.address = address
        self.settings = settings
        self.token = first.token if isinstance(first, wire.Auth) else ""
        self.reconnections = 0
        self.close_code = 0
        self.over: Closed | None = None
        self.live = asyncio.Event()
        self.open: dict[str, Envelope] = {}
        self._first = first
        self._known = known
        self._on_message = hear
        self._socket: ClientConnection | None = None
        self._backoff = Backoff()

    async def run(self) -> None:
        """Connect, listen, and come back with pauses that double, till it ends for good."""
        time = asyncio.get_running_loop().time
        while True:
            began_s = time()
            self.close_code = await self._connected()
            self._backoff.closed(self.close_code, began_s, time())
            self.live.clear()
            await self._on_message(None)
            retry = retry_after(self.close_code)
            if self.over is not None or retry is Retry.NEVER or not self._may_return():
                await self.end(Closed(self.close_code))
                return
            if retry is Retry.BACK_OFF:
                await asyncio.sleep(self._backoff.next(self.settings.jitter(), time()))
            self.reconnections += 1

    def _may_return(self) -> bool:
        return self.settings.reconnects and bool(self.token)

    async def end(self, why: Closed) -> None:
        """It is over for good, for the first reason that was given."""
        if self.over is None:
            self.over = why
        await self._on_message(None)

    async def _connected(self) -> int:
        """Connect once and listen till the end; returns the close code, 0 where the link just broke."""
        try:
            async with self._connect() as socket:
                self._socket = socket
                return await self._listened(socket)
        except InvalidHandshake as fault:
            response = getattr(fault, "response", None)
            if self._known.welcome is None:
                raise Refused(0 if response is None else int(response.status_code)) from None
        except (OSError, TimeoutError, InvalidURI) as fault:
            if self._known.welcome is None:
                raise Closed(0, str(fault)) from None
        return 0

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

    async def _listened(self, socket: ClientConnection) -> int:
        beating = asyncio.create_task(self._beat(socket))
        self._known.connected()
        try:
            async for frame in socket:
                self.settings.tap(frame)
                await self._received(frame)
                if self._known.doubt:
                    socket.transport.abort()
        except ConnectionClosed:
            pass
        finally:
            beating.cancel()
            self._socket = None
        return 0 if socket.close_code in {None, LINK_LOST} else socket.close_code or 0

    async def _received(self, frame: bytes | str) -> None:
        given = wire.decode(frame, self.settings.encoding, wire.FROM_SERVER, wire.SERVER_MESSAGES)
        if isinstance(given, Envelope):
            self._known.apply(given)
            await self._handle(given)
            await self._on_message(given)

    async def _handle(self, given: Envelope) -> None:
        match given.body:
            case wire.Hello():
                await self.send(Envelope(self._opening()))
            case wire.Paired(token=token) | wire.Admitted(token=token) | wire.Renewed(token=token):
                self.token = token
            case wire.Live():
                await self._resend()
            case wire.Draining(retry_after_ms=wait):
                self._backoff.asked(wait / 1000)
                self._backoff.announced(asyncio.get_running_loop().time())
            case wire.Error(retry_after_ms=wait):
                self._backoff.asked((wait or 0) / 1000)
            case _:
                pass

    def _opening(self) -> Message:
        if self._known.welcome is None or not self.token:
            return self._first
        return wire.Auth(self.token, client=self.settings.client, resume=self._known.position)

    async def _resend(self) -> None:
        """What got no reply before the link broke goes out again, under its old id."""
        self.live.set()
        for envelope in tuple(self.open.values()):
            await self.send(envelope)

    async def _beat(self, socket: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                await asyncio.sleep(HEARTBEAT_S)
                await socket.send(wire.encode(Envelope(wire.Heartbeat()), self.settings.encoding))

    async def send(self, envelope: Envelope) -> None:
        """Send now if the link stands; what carries an id is sent when it comes back."""
        socket = self._socket
        if socket is None or (envelope.id is not None and not self.live.is_set()):
            return
        with contextlib.suppress(ConnectionClosed):
            await socket.send(wire.encode(envelope, self.settings.encoding))

    async def leave(self) -> None:
        """Send a goodbye and close."""
        socket = self._socket
        if socket is not None and self.over is None:
            self.over = Closed(int(CloseCode.NORMAL))
            with contextlib.suppress(ConnectionClosed, OSError):
                await socket.send(wire.encode(Envelope(wire.Goodbye()), self.settings.encoding))
                await socket.close()

    def cut(self) -> None:
        """Break the link as a network does, without a word."""
        if self._socket is not None:
            self._socket.transport.abort()
