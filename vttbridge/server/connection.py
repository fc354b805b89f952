"""One socket from hello to close: frames in to the session, what the session wants out to the handlers."""

import asyncio

import structlog
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from vttbridge import __version__
from vttbridge.server.context import ServerContext
from vttbridge.server.handlers.dispatch import Dispatcher
from vttbridge.server.handlers.login import LoginHandler
from vttbridge.server.runtime.clock import steady_s
from vttbridge.server.runtime.config import Config
from vttbridge.server.runtime.entropy import random_bytes
from vttbridge.server.transport.peer import Peer
from vttbridge.server.transport.send_queue import SendQueue
from vttbridge.session.actions import Action, Authenticate, Close, RunCommand, RunRequest, Upload
from vttbridge.session.greeting import hello
from vttbridge.session.session import Session, Stage
from vttbridge_protocol import CloseCode, Heartbeat, Hello, encoding_of

log = structlog.get_logger()

HEARTBEAT_MS = 20_000


class Connection:
    """The server's side of one socket."""

    def __init__(
        self,
        context: ServerContext,
        socket: ServerConnection,
        address: str,
        origin: str,
        *,
        own_origin: bool,
    ) -> None:
        encoding = encoding_of(socket.subprotocol)
        if encoding is None:
            raise ValueError("the handshake lets no other subprotocol through")
        self._context = context
        self._socket = socket
        self.session = Session(encoding, context.clock_ms())
        name = random_bytes(6).hex()
        self.peer = Peer(name, self.session, SendQueue(socket, context.config, name), address, origin)
        self.login = LoginHandler(context, self.peer, own_origin=own_origin)
        self._handlers = Dispatcher(context, self.peer)
        self._receiving_since_s = steady_s()
        self.ended = asyncio.Event()

    async def run(self) -> None:
        """Serve the socket until it closes."""
        self.login.log.info("connected", address=self.peer.address, origin=self.peer.origin)
        sending = asyncio.create_task(self.peer.queue.run())
        waiting = asyncio.create_task(self._auth_deadline())
        self.peer.send(greeting(self._context.config))
        try:
            await self._listen()
        except ConnectionClosed:
            pass
        finally:
            waiting.cancel()
            self._handlers.stop()
            self.login.leave()
            # whoever we sent away is still to be told; for whoever left there is nobody to wait for
            if self.session.stage is Stage.OVER:
                await asyncio.wait({sending}, timeout=self._context.config.send_seconds or 5.0)
            sending.cancel()
            self.ended.set()
            self.login.log.info("disconnected", close=self._socket.close_code)

    async def _listen(self) -> None:
        async for frame in self._socket:
            limiter_ms = self._context.registry.limiter_ms()
            for step in self.session.receive(frame, self._context.clock_ms(), limiter_ms):
                # one after the other: what a client sends later never overtakes what it sent before
                await self._handle(step)
            if self.session.stage is Stage.OVER:
                return

    async def _auth_deadline(self) -> None:
        await asyncio.sleep(self._context.config.auth_seconds)
        if self.session.stage is Stage.NEW:
            self.login.end(CloseCode.AUTH_TIMEOUT)

    @property
    def is_new(self) -> bool:
        """Return whether nobody knows yet who this is."""
        return self.session.stage is not Stage.LIVE and not self.login.is_known

    def sweep(self, silence_seconds: float) -> None:
        """Drop a client that does not read or says nothing any more; say that we are here."""
        self.peer.queue.sweep()
        self._sweep_transfer()
        now_ms = self._context.clock_ms()
        silent_ms = now_ms - self.session.heard_ms
        if self.session.stage in {Stage.LIVE, Stage.WAITING} and silent_ms > silence_seconds * 1000:
            self.login.log.info("silent", seconds=silent_ms / 1000)
            self.login.end(CloseCode.TOO_SLOW)
        elif now_ms - self.peer.sent_ms > HEARTBEAT_MS:
            self.peer.send(Heartbeat())

    def _sweep_transfer(self) -> None:
        """Give up what has been coming in for too long."""
        if not self.session.is_receiving:
            self._receiving_since_s = steady_s()
        elif steady_s() - self._receiving_since_s > self._context.config.transfer_seconds:
            stopped = self.session.drop_incoming()
            if stopped is not None:
                self.peer.queue.put(stopped)

    async def _handle(self, step: Action) -> None:
        actor = self.login.actor
        match step:
            case Close(code=code, reason=reason):
                self.login.log.info("closing", close=int(code), reason=reason)
                self.peer.queue.put(step)
            case Authenticate(first=first):
                await self.login.authenticate(first)
            case RunCommand() if actor is not None:
                await self._handlers.command(actor, step)
            case RunRequest() if actor is not None:
                await self._handlers.request(actor, step)
            case Upload():
                self._handlers.uploaded(step)
            case RunCommand() | RunRequest():
                pass  # the session lets neither through before somebody sits at a table
            case _:
                self.peer.queue.put(step)


def greeting(config: Config) -> Hello:
    """Return what the server says first: its limits, as they are configured."""
    return hello(
        f"vttbridge {__version__}",
        auth_ms=round(config.auth_seconds * 1000),
        heartbeat_ms=HEARTBEAT_MS,
        silence_ms=round(config.silence_seconds * 1000),
        rates=config.rates,
    )
