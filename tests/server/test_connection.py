"""One socket from hello to close, its frames given by the test."""

import asyncio
from pathlib import Path

from support.edge import FakeSocket, server_context
from vttbridge.server.connection import HEARTBEAT_MS, Connection, greeting
from vttbridge.server.context import ServerContext
from vttbridge.server.runtime.config import Config
from vttbridge_protocol import CloseCode, Pair


def connection_of(context: ServerContext, socket: FakeSocket) -> Connection:
    """Return the server's side of a socket."""
    return Connection(context, socket.server_side, "10.0.0.1", "", own_origin=True)


def test_the_greeting_says_the_limits_in_force() -> None:
    """In milliseconds."""
    said = greeting(Config(auth_seconds=3, silence_seconds=7))
    assert (said.auth_ms, said.silence_ms, said.heartbeat_ms) == (3_000, 7_000, HEARTBEAT_MS)


async def test_a_wrong_code_ends_the_connection(tmp_path: Path) -> None:
    """The close is sent before the connection is over."""
    context, socket = await server_context(tmp_path), FakeSocket()
    connection = connection_of(context, socket)
    assert connection.is_new
    socket.says(Pair("BBBB-BBBB"))
    await connection.run()
    assert socket.close_code == int(CloseCode.NOT_ACCEPTED)
    assert connection.ended.is_set()
    assert len(socket.sent) == 1
    await context.registry.stop()


async def test_who_says_nothing_at_first_is_sent_away(tmp_path: Path) -> None:
    """The deadline is the configured one."""
    context = await server_context(tmp_path, Config(auth_seconds=0.01))
    socket = FakeSocket()
    async with asyncio.timeout(60):
        await connection_of(context, socket).run()
    assert socket.close_code == int(CloseCode.AUTH_TIMEOUT)
    await context.registry.stop()
