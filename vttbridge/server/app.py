"""The server: one socket, its pages, its tables; from start to a clean end."""

import asyncio
import contextlib
import errno
import os
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from http import HTTPStatus
from pathlib import Path

import structlog
from websockets.asyncio.server import Server as SocketServer
from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from vttbridge.auth.tokens import Role
from vttbridge.errors import BadConfig
from vttbridge.server.access.data_dir import DataDir
from vttbridge.server.access.origin_policy import SOCKET, OriginPolicy, RequestOrigin, address_of
from vttbridge.server.connection import Connection
from vttbridge.server.http import admin_api
from vttbridge.server.http.responses import respond
from vttbridge.server.http.static_files import NOT_FOUND, Page, page
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
SWEEP_SECONDS = 2.0


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
        self.connections: set[Connection] = set()
        self.secret = random_bytes(32).hex()
        self.port = config.port
        self._origin_policy = OriginPolicy(config, config.port)
        self._addresses: Counter[str] = Counter()
        self._socket: SocketServer | None = None
        self._sweeping: asyncio.Task[None] | None = None
        self._swept_s = steady_s()
        self.is_draining = False

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
                process_request=self._route,
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
        self._origin_policy = OriginPolicy(self.config, self.port)
        self._sweeping = asyncio.create_task(self._sweep())
        self.data_dir.announce(self.config.host, self.port, self.secret, os.getpid())
        log.info("listening", host=self.config.host, port=self.port)

    async def stop(self) -> None:
        """Finish what is under way, write everything down, close every connection with 1012."""
        self.is_draining = True
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
            self._swept_s = now
            for connection in tuple(self.connections):
                connection.sweep(config.silence_seconds)
            for actor in tuple(self.registry.tables.values()):
                actor.tick(int((now - before) * 1000))
            before = now

    async def _serve(self, socket: ServerConnection) -> None:
        headers = socket.request.headers if socket.request is not None else Headers()
        address = self._address(socket, headers)
        origin = headers.get("Origin", "")
        if self.is_draining:
            await socket.close(int(CloseCode.DRAINING))
            return
        own = self._origin_policy.is_known_origin(origin)
        connection = Connection(self.registry, socket, address, origin, own_origin=own)
        self.connections.add(connection)
        self._addresses[address] += 1
        try:
            await connection.run()
        finally:
            self.connections.discard(connection)
            self._addresses[address] -= 1

    def _address(self, socket: ServerConnection, headers: Headers) -> str:
        peer = socket.remote_address
        return address_of(str(peer[0]) if peer else "", headers.get_all("X-Forwarded-For"), self.config)

    async def _route(self, socket: ServerConnection, request: Request) -> Response | None:
        path, _, query = request.path.partition("?")
        caller = RequestOrigin(
            tuple(request.headers.get_all("Host")),
            tuple(request.headers.get_all("Origin")),
            path,
            getattr(request, "method", "GET"),
        )
        if not self._origin_policy.host_is_ours(caller):
            return respond(request, _plain(HTTPStatus.MISDIRECTED_REQUEST, "This server has another name."))
        if path == SOCKET:
            status = self._refusal(socket, request, caller)
            return None if status is None else respond(request, _plain(status, status.phrase))
        if caller.method not in {"GET", "HEAD"}:
            return respond(request, _plain(HTTPStatus.METHOD_NOT_ALLOWED, "Only GET and HEAD."))
        if path.startswith(admin_api.PATH) and self._is_owner(socket, request, caller):
            return respond(request, await admin_api.answer(self.registry, path, query))
        return respond(request, self._health(path) or page(path) or NOT_FOUND)

    def _refusal(
        self, socket: ServerConnection, request: Request, caller: RequestOrigin
    ) -> HTTPStatus | None:
        pairing = self.registry.seats.is_pairing() or bool(
            set(caller.origins) & self.registry.seats.origins()
        )
        status = self._origin_policy.refuse_socket(caller, pairing=pairing)
        if status is not None:
            return status
        if self.is_draining or len(self.connections) >= self.config.connections_total:
            return HTTPStatus.SERVICE_UNAVAILABLE
        address = self._address(socket, request.headers)
        fresh = sum(
            1 for connection in self.connections if connection.peer.address == address and connection.is_new
        )
        if self._addresses[address] >= self.config.connections_per_address:
            return HTTPStatus.TOO_MANY_REQUESTS
        if fresh >= self.config.unauthenticated_per_address:
            return HTTPStatus.TOO_MANY_REQUESTS
        offered = {
            name.strip()
            for line in request.headers.get_all("Sec-WebSocket-Protocol")
            for name in line.split(",")
        }
        return None if len(offered & set(SUBPROTOCOLS)) == 1 else HTTPStatus.BAD_REQUEST

    def _is_owner(self, socket: ServerConnection, request: Request, caller: RequestOrigin) -> bool:
        peer = socket.remote_address
        near = bool(peer) and str(peer[0]) in {"127.0.0.1", "::1"}
        shown = tuple(request.headers.get_all("Authorization"))
        return near and not caller.origins and admin_api.is_owner(shown, self.secret)

    def _health(self, path: str) -> Page | None:
        match path:
            case "/livez":
                turned = steady_s() - self._swept_s < self.config.sweep_seconds + SWEEP_SECONDS
                return _health(turned)
            case "/readyz":
                return _health(not self.is_draining)
            case _:
                return None


def _opened(config: Config, data: Path) -> Store:
    durability: Durability = "process" if config.durability == "process" else "power"
    return SqliteStore(data, durability)


def _why(fault: OSError) -> str:
    return "the address is in use" if fault.errno == errno.EADDRINUSE else fault.strerror or str(fault)


def _health(well: bool) -> Page:
    return _plain(HTTPStatus.OK, "ok") if well else _plain(HTTPStatus.SERVICE_UNAVAILABLE, "not now")


def _plain(status: HTTPStatus, text: str) -> Page:
    return Page(status, "text/plain; charset=utf-8", f"{text}\n".encode())


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
