"""The connection of a client: says who it is, and comes back when it breaks, till it ends for good."""

import asyncio
from collections.abc import Awaitable, Callable

from websockets.exceptions import InvalidHandshake, InvalidURI

import vttbridge_protocol as wire
from vttbridge.client.backoff import Backoff
from vttbridge.client.replica import Replica
from vttbridge.client.settings import Closed, Refused, Settings, retry_after
from vttbridge.client.transport import Transport, heartbeat_s
from vttbridge_protocol import CloseCode, Envelope, Message, Retry

OnMessage = Callable[[Envelope | None], Awaitable[None]]
"""Is told of every message, and of `None` when the link stands or falls."""


class Connection:
    """One link after another, until one ends for good."""

    def __init__(
        self, transport: Transport, first: Message, settings: Settings, known: Replica, hear: OnMessage
    ) -> None:
        self.settings = settings
        self.token = first.token if isinstance(first, wire.Auth) else ""
        self.reconnections = 0
        self.close_code = 0
        self.over: Closed | None = None
        self.live = asyncio.Event()
        self._first = first
        self._known = known
        self._on_message = hear
        self._transport = transport
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
            may_return = self.settings.reconnects and bool(self.token)
            if self.over is not None or retry is Retry.NEVER or not may_return:
                await self.end(Closed(self.close_code))
                return
            if retry is Retry.BACK_OFF:
                await asyncio.sleep(self._backoff.next(self.settings.jitter(), time()))
            self.reconnections += 1

    async def end(self, why: Closed) -> None:
        """It is over for good, for the first reason that was given."""
        if self.over is None:
            self.over = why
        await self._on_message(None)

    async def _connected(self) -> int:
        """Connect once and listen till the end; returns the close code, 0 where the link just broke."""
        try:
            return await self._transport.listen(self._known.connected, self._received)
        except InvalidHandshake as fault:
            response = getattr(fault, "response", None)
            if self._known.welcome is None:
                raise Refused(0 if response is None else int(response.status_code)) from None
        except (OSError, TimeoutError, InvalidURI) as fault:
            if self._known.welcome is None:
                raise Closed(0, str(fault)) from None
        return 0

    async def _received(self, frame: bytes | str) -> None:
        self.settings.tap(frame)
        given = wire.decode(frame, self.settings.encoding, wire.FROM_SERVER, wire.SERVER_MESSAGES)
        if isinstance(given, Envelope):
            self._known.apply(given)
            await self._handle(given.body)
            await self._on_message(given)
        if self._known.doubt:
            self.cut()

    async def _handle(self, body: Message) -> None:
        match body:
            case wire.Hello(silence_ms=silence_ms):
                self._transport.beat(heartbeat_s(silence_ms))
                await self._transport.send(Envelope(self._opening()))
            case wire.Paired(token=token) | wire.Admitted(token=token) | wire.Renewed(token=token):
                self.token = token
            case wire.Live():
                self.live.set()
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

    async def send(self, envelope: Envelope) -> None:
        """Send now if the link stands; what carries an id waits until it is live, and is sent again then."""
        if envelope.id is None or self.live.is_set():
            await self._transport.send(envelope)

    async def leave(self) -> None:
        """Send a goodbye and close."""
        if self._transport.is_open and self.over is None:
            self.over = Closed(int(CloseCode.NORMAL))
            await self._transport.leave()

    def cut(self) -> None:
        """Break the link as a network does, without a word."""
        self._transport.cut()
