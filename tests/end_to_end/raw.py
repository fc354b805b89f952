"""A client that breaks rules: it sends whatever bytes it likes and reads only when told."""

import contextlib
import socket
from collections.abc import AsyncGenerator

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

import vttbridge_protocol as wire
from vttbridge_protocol import Encoding, Envelope, Message

SMALL = 4_096


@contextlib.asynccontextmanager
async def raw(
    url: str,
    encoding: Encoding = Encoding.MSGPACK,
    *,
    small: bool = False,
    origin: str | None = None,
    forwarded: str | None = None,
) -> AsyncGenerator[ClientConnection]:
    """Open a socket and read the server's hello.

    `small`: the kernel keeps little for it. `forwarded`: the address that a proxy says it came from.
    """
    named = {"Origin": origin, "X-Forwarded-For": forwarded}
    address = f"{url}/ws"
    host, _, port = url.removeprefix("ws://").rpartition(":")
    kept = socket.socket()
    if small:
        kept.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
    kept.setblocking(True)
    kept.connect((host, int(port)))
    kept.setblocking(False)
    async with connect(
        address,
        sock=kept,
        subprotocols=[Subprotocol(encoding.value)],
        compression=None,
        ping_interval=None,
        close_timeout=0.1,
        max_size=None,
        max_queue=1 if small else 16,
        additional_headers={name: value for name, value in named.items() if value is not None},
    ) as link:
        await link.recv()
        yield link


async def say(link: ClientConnection, body: Message, command_id: str | None = None) -> None:
    """Send a message in the link's encoding."""
    encoding = wire.encoding_of(link.subprotocol)
    assert encoding is not None
    await link.send(wire.encode(Envelope(body, id=command_id), encoding))


async def hear(link: ClientConnection, word: str) -> Message:
    """Read until a message of a type comes."""
    encoding = wire.encoding_of(link.subprotocol)
    assert encoding is not None
    async for frame in link:
        given = wire.decode(frame, encoding, wire.FROM_SERVER, wire.SERVER_MESSAGES)
        if isinstance(given, Envelope) and wire.word_of(given.body) == word:
            return given.body
    raise ConnectionClosed(None, None)


async def numbered(link: ClientConnection) -> Envelope:
    """Read the next event with its numbers."""
    encoding = wire.encoding_of(link.subprotocol)
    assert encoding is not None
    async for frame in link:
        given = wire.decode(frame, encoding, wire.FROM_SERVER, wire.SERVER_MESSAGES)
        if isinstance(given, Envelope) and given.n is not None:
            return given
    raise ConnectionClosed(None, None)


async def close_code(link: ClientConnection) -> int:
    """Read to the end and give the close code."""
    with contextlib.suppress(ConnectionClosed):
        async for _ in link:
            pass
    await link.wait_closed()
    return link.close_code or 0
