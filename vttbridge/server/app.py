"""The server: one socket, its pages, its tables; from start to a clean end."""

import asyncio
import contextlib
import errno
import os
from collections.abc import AsyncGenerator, Callable
from pathlib import Path

import structlog
from websockets.asyncio.server import Server as SocketServer
from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.typing import Subprotocol

from vttbridge.auth.tokens import Role
from vttbridge.errors import BadConfig
from vttbridge.server.access.data_dir import DataDir
from vttbridge.server.access.origin_policy import Occupancy
from vttbridge.server.connection import Connection
from vttbridge.server.context import context_of
from vttbridge.server.http import admin_api
from vttbridge.server.http.routes import Routes, address_in
from vttbridge.server.runtime.clock import now_ms, steady_s
from vttbridge.server.runtime.config import Config
from vttbridge.server.runtime.entropy import random_bytes
from vttbridge.server.tables.registry import TableRegistry
from vttbridge.server.transport.frame_guard import guarded
from vttbridge.storage.sqlite.schema import Durability
from vttbridge.storage.sqlite.store import SqliteStore
from vttbridge.table import Store
from vttbridge_protocol import LIVE, SUBPROTOCOLS, CloseCode, Draining

log = structlog.get_logger()

PING_SECONDS = 20
CLOSE_SECONDS = 5
OPEN_SECONDS = 5
QUEUE_FRAMES = 8
DRAIN_SECONDS = 5.0
RETRY_MS = 2_000
STOP_SECONDS = 2.0


class Server:
    """A running server."""

    def __init__(
        self,
        config: Config,
        data: Path,
        store: Store | None = None,
        limiter_ms: Callable[[], int] = now_ms,
    ) -> None:
        self.config = config
        self.data_dir = DataDir(data)
        self.data_dir.lock()
        with contextlib.ExitStack() as undo:
            undo.callback(self.data_dir.unlock)
            if store is None:
                store = _opened(config, data)
                undo.callback(store.close)
            self.store = store
            self.registry = TableRegistry(config, store, self.data_dir, limiter_ms)
            undo.pop_all()
        self.context = context_of(self.registry)
        self.connections: set[Connection] = set()
        self.secret = random_bytes(32).hex()
        self.port = config.port
        self.routes = Routes(self.registry, self.secret, self._occupancy)
        self._socket: SocketServer | None = None
        self._sweeping: asyncio.Task[None] | None = None

    @property
    def url(self) -> str:
        """The address that clients connect to, without the socket's path."""
        host = f"[{self.config.host}]" if ":" in self.config.host else self.config.host
        return f"ws://{host}:{self.port}"

    async def pairing_line(self, table: str, ruleset: str = "", role: Role = "gm") -> str:
        """Open a code for a table, made if it is new, and give the line that a client takes."""
        opened = await admin_api.pair(self.registry, table, ruleset, role)
        return f"{self.url} {opened.code}"

    async def start(self) -> None:
        """Listen; BadConfig where the port is taken or the address is not ours."""
        try:
            self._socket = await serve(
                self._serve,
                self.config.host,
                self.config.port,
                process_request=self.routes.answer,
                subprotocols=[Subprotocol(name) for name in SUBPROTOCOLS],
                compression=None,
                max_size=LIVE.frame_bytes,
                max_queue=QUEUE_FRAMES,
                open_timeout=OPEN_SECONDS,
                ping_interval=PING_SECONDS,
                ping_timeout=PING_SECONDS,
                close_timeout=CLOSE_SECONDS,
                server_header=None,
                create_connection=guarded(self.config.control_frames),
            )
        except OSError as fault:
            raise BadConfig(
                f"cannot listen on {self.config.host}:{self.config.port}: {_why(fault)}; "
                "take another --port or stop what listens there"
            ) from None
        self.port = self._socket.sockets[0].getsockname()[1]
        self.routes.listen_at(self.port)
        self._sweeping = asyncio.create_task(self._sweep())
        self.data_dir.announce(self.config.host, self.port, self.secret, os.getpid())
        log.info("listening", host=self.config.host, port=self.port)

    async def stop(self) -> None:
        """Finish what is under way, write everything down, close every connection with 1012."""
        self.routes.is_draining = True
        began = self._sweeping is not None
        if began:
            log.info("draining", count=len(self.connections))
        if self._socket is not None:
            self._socket.close(close_connections=False)
        for connection in tuple(self.connections):
            connection.peer.send(Draining(RETRY_MS))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_SECONDS):
                await asyncio.gather(*(actor.mailbox.join() for actor in self.registry.tables.values()))
        for connection in tuple(self.connections):
            connection.peer.close(CloseCode.RESTART)
        await self.registry.stop()
        await self._all_gone()
        if began:
            self.data_dir.retire()
        self.data_dir.unlock()
        if began:
            log.info("stopped")

    async def _all_gone(self) -> None:
        if self._sweeping is not None:
            self._sweeping.cancel()
        ends = tuple(asyncio.ensure_future(connection.ended.wait()) for connection in self.connections)
        if ends:
            await asyncio.wait(ends, timeout=STOP_SECONDS)
        for connection in tuple(self.connections):
            connection.peer.queue.abort()
        if self._socket is not None:
            await self._socket.wait_closed()

    async def _sweep(self) -> None:
        """Once a second: drop who does not read or is silent, beat for the others, let time pass."""
        config, before = self.config, steady_s()
        while True:
            await asyncio.sleep(config.sweep_seconds)
            now = steady_s()
            self.routes.swept_s = now
            for connection in tuple(self.connections):
                connection.sweep(config.silence_seconds)
            for actor in tuple(self.registry.tables.values()):
                actor.tick(int((now - before) * 1000))
            before = now

    async def _serve(self, socket: ServerConnection) -> None:
        headers = socket.request.headers if socket.request is not None else Headers()
        address = address_in(socket, headers, self.config)
        origin = headers.get("Origin", "")
        if self.routes.is_draining:
            await socket.close(int(CloseCode.DRAINING))
            return
        own = self.routes.is_own_origin(origin)
        connection = Connection(self.context, socket, address, origin, own_origin=own)
        self.connections.add(connection)
        try:
            await connection.run()
        finally:
            self.connections.discard(connection)

    def _occupancy(self, address: str) -> Occupancy:
        here = [connection for connection in self.connections if connection.peer.address == address]
        new = sum(1 for connection in here if connection.is_new)
        return Occupancy(len(self.connections), len(here), new)


def _opened(config: Config, data: Path) -> Store:
    durability: Durability = "process" if config.durability == "process" else "power"
    return SqliteStore(data, durability)


def _why(fault: OSError) -> str:
    return "the address is in use" if fault.errno == errno.EADDRINUSE else fault.strerror or str(fault)


@contextlib.asynccontextmanager
async def running(
    config: Config,
    data: Path,
    store: Store | None = None,
    limiter_ms: Callable[[], int] = now_ms,
) -> AsyncGenerator[Server]:
    """Run a server in this process; port 0 takes a free one. The server stops with the block.

    `limiter_ms` is the clock by which the rates of messages are counted.
    """
    server = Server(config, data, store, limiter_ms)
    try:
        await server.start()
        yield server
    finally:
        await server.stop()
