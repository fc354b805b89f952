"""Which request is answered by whom, and which may become a socket.

What is refused to whom is decided by the origin policy, in its order; here stand the paths.
"""

from collections.abc import Callable
from http import HTTPStatus

from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from vttbridge.server.access.origin_policy import SOCKET, Occupancy, OriginPolicy, RequestOrigin, address_of
from vttbridge.server.http import admin_api
from vttbridge.server.http.responses import respond
from vttbridge.server.http.static_files import NOT_FOUND, Page, page
from vttbridge.server.runtime.clock import steady_s
from vttbridge.server.runtime.config import Config
from vttbridge.server.tables.registry import TableRegistry
from vttbridge_protocol import SUBPROTOCOLS

LATE_SECONDS = 2.0
"""A sweep may come so much later than it is due before the server counts as stuck."""


class Routes:
    """The answers of one server; `occupancy` says who is connected, in all and from one address."""

    def __init__(self, registry: TableRegistry, secret: str, occupancy: Callable[[str], Occupancy]) -> None:
        self._registry = registry
        self._secret = secret
        self._occupancy = occupancy
        self._policy = OriginPolicy(registry.config, registry.config.port)
        self.is_draining = False
        self.swept_s = steady_s()

    def listen_at(self, port: int) -> None:
        """Take the port that the server listens at as part of its name."""
        self._policy = OriginPolicy(self._registry.config, port)

    def is_own_origin(self, origin: str) -> bool:
        """Return whether a page is the server's own or configured, or there is no page."""
        return self._policy.is_known_origin(origin)

    async def answer(self, socket: ServerConnection, request: Request) -> Response | None:
        """Return the answer to a request, or `None` where it becomes a socket."""
        path, _, query = request.path.partition("?")
        caller = RequestOrigin(
            tuple(request.headers.get_all("Host")),
            tuple(request.headers.get_all("Origin")),
            path,
            getattr(request, "method", "GET"),
        )
        if not self._policy.host_is_ours(caller):
            return respond(request, plain(HTTPStatus.MISDIRECTED_REQUEST, "This server has another name."))
        if path == SOCKET:
            address = address_in(socket, request.headers, self._registry.config)
            status = self.refuse_socket(caller, address, request.headers)
            return None if status is None else respond(request, plain(status, status.phrase))
        if caller.method not in {"GET", "HEAD"}:
            return respond(request, plain(HTTPStatus.METHOD_NOT_ALLOWED, "Only GET and HEAD."))
        if path.startswith(admin_api.PATH) and self._is_owner(socket, request, caller):
            return respond(request, await admin_api.answer(self._registry, path, query))
        return respond(request, self.health(path) or page(path) or NOT_FOUND)

    def refuse_socket(self, caller: RequestOrigin, address: str, headers: Headers) -> HTTPStatus | None:
        """Return with which status a socket is refused, or `None`."""
        seats = self._registry.seats
        pairing = seats.is_pairing() or bool(set(caller.origins) & seats.origins())
        status = self._policy.refuse_socket(caller, pairing=pairing)
        if status is None and self.is_draining:
            status = HTTPStatus.SERVICE_UNAVAILABLE
        status = status or self._policy.refuse_crowd(self._occupancy(address))
        return status or (None if offers_one_subprotocol(headers) else HTTPStatus.BAD_REQUEST)

    def health(self, path: str) -> Page | None:
        """Return how the server is, `None` for a path that does not ask for it."""
        match path:
            case "/livez":
                late_s = steady_s() - self.swept_s
                return _health(late_s < self._registry.config.sweep_seconds + LATE_SECONDS)
            case "/readyz":
                return _health(not self.is_draining)
            case _:
                return None

    def _is_owner(self, socket: ServerConnection, request: Request, caller: RequestOrigin) -> bool:
        # the peer itself, not what a proxy says of it: behind one everybody would be near
        peer = socket.remote_address
        near = bool(peer) and str(peer[0]) in {"127.0.0.1", "::1"}
        shown = tuple(request.headers.get_all("Authorization"))
        return near and not caller.origins and admin_api.is_owner(shown, self._secret)


def address_in(socket: ServerConnection, headers: Headers, config: Config) -> str:
    """Return the address that counts for a socket."""
    peer = socket.remote_address
    return address_of(str(peer[0]) if peer else "", headers.get_all("X-Forwarded-For"), config)


def offers_one_subprotocol(headers: Headers) -> bool:
    """Return whether exactly one of the subprotocols that are offered is ours."""
    lines = headers.get_all("Sec-WebSocket-Protocol")
    offered = {name.strip() for line in lines for name in line.split(",")}
    return len(offered & set(SUBPROTOCOLS)) == 1


def plain(status: HTTPStatus, text: str) -> Page:
    """Return a line of text as a page."""
    return Page(status, "text/plain; charset=utf-8", f"{text}\n".encode())


def _health(well: bool) -> Page:
    return plain(HTTPStatus.OK, "ok") if well else plain(HTTPStatus.SERVICE_UNAVAILABLE, "not now")
