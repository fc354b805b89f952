"""Which path is answered by whom, and which request may become a socket."""

from http import HTTPStatus
from pathlib import Path

import pytest
from websockets.datastructures import Headers

from support.edge import server_context
from vttbridge.server.access.origin_policy import Occupancy, RequestOrigin
from vttbridge.server.context import ServerContext
from vttbridge.server.http.routes import LATE_SECONDS, Routes, offers_one_subprotocol, plain
from vttbridge.server.runtime.clock import steady_s
from vttbridge.server.runtime.config import Config

OURS = RequestOrigin(("127.0.0.1",), ("http://127.0.0.1",), "/ws")
SPOKEN = Headers([("Sec-WebSocket-Protocol", "other, vttbridge.v1.json")])
EMPTY = Occupancy(0, 0, 0)


def routes_of(context: ServerContext, occupancy: Occupancy = EMPTY) -> Routes:
    """Return the routes of a server that holds so many."""
    return Routes(context.registry, "secret", lambda _: occupancy)


@pytest.mark.parametrize(
    ("lines", "fits"),
    [
        ([], False),
        (["vttbridge.v1.msgpack"], True),
        (["other, vttbridge.v1.json"], True),
        (["vttbridge.v1.json", "vttbridge.v1.msgpack"], False),
        (["other"], False),
    ],
)
def test_one_subprotocol_of_ours_is_offered(lines: list[str], fits: bool) -> None:
    """Others beside it do not count."""
    headers = Headers([("Sec-WebSocket-Protocol", line) for line in lines])
    assert offers_one_subprotocol(headers) is fits


def test_a_line_of_text_is_a_page() -> None:
    """It ends with its line."""
    page = plain(HTTPStatus.OK, "ok")
    assert (page.status, page.type, page.body) == (HTTPStatus.OK, "text/plain; charset=utf-8", b"ok\n")


@pytest.mark.parametrize(
    ("occupancy", "caller", "headers", "status"),
    [
        (EMPTY, OURS, SPOKEN, None),
        (EMPTY, OURS, Headers(), HTTPStatus.BAD_REQUEST),
        (
            EMPTY,
            RequestOrigin(("127.0.0.1",), ("https://evil.example",), "/ws"),
            SPOKEN,
            HTTPStatus.FORBIDDEN,
        ),
        (Occupancy(5, 0, 0), OURS, SPOKEN, HTTPStatus.SERVICE_UNAVAILABLE),
        (Occupancy(4, 3, 0), OURS, SPOKEN, HTTPStatus.TOO_MANY_REQUESTS),
        (Occupancy(4, 2, 2), OURS, SPOKEN, HTTPStatus.TOO_MANY_REQUESTS),
        (Occupancy(4, 2, 1), OURS, SPOKEN, None),
    ],
)
async def test_a_socket_is_refused_with_the_status_of_the_first_reason(
    tmp_path: Path, occupancy: Occupancy, caller: RequestOrigin, headers: Headers, status: HTTPStatus | None
) -> None:
    """Origin, crowd, subprotocol, in this order."""
    config = Config(connections_total=5, connections_per_address=3, unauthenticated_per_address=2)
    context = await server_context(tmp_path, config)
    assert routes_of(context, occupancy).refuse_socket(caller, "10.0.0.1", headers) == status
    await context.registry.stop()


async def test_a_server_that_stops_takes_no_socket_and_is_not_ready(tmp_path: Path) -> None:
    """It is alive all the same."""
    context = await server_context(tmp_path)
    routes = routes_of(context)
    assert routes.health("/readyz") == plain(HTTPStatus.OK, "ok")
    routes.is_draining = True
    assert routes.refuse_socket(OURS, "10.0.0.1", SPOKEN) == HTTPStatus.SERVICE_UNAVAILABLE
    assert routes.health("/readyz") == plain(HTTPStatus.SERVICE_UNAVAILABLE, "not now")
    assert routes.health("/livez") == plain(HTTPStatus.OK, "ok")
    assert routes.health("/") is None
    await context.registry.stop()


async def test_a_server_whose_sweep_is_late_is_not_alive(tmp_path: Path) -> None:
    """However long ago the last one was."""
    context = await server_context(tmp_path)
    routes = routes_of(context)
    routes.swept_s = steady_s() - context.config.sweep_seconds - LATE_SECONDS - 1
    assert routes.health("/livez") == plain(HTTPStatus.SERVICE_UNAVAILABLE, "not now")
    await context.registry.stop()


async def test_the_port_is_part_of_the_own_origins(tmp_path: Path) -> None:
    """It is known once the server listens."""
    context = await server_context(tmp_path)
    routes = routes_of(context)
    assert not routes.is_own_origin("http://127.0.0.1:4711")
    routes.listen_at(4711)
    assert routes.is_own_origin("http://127.0.0.1:4711")
    assert routes.is_own_origin("")
    await context.registry.stop()
