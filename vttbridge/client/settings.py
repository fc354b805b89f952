"""How a client connects, and the two ways in which that may fail for good."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable

import msgspec

from vttbridge_protocol import CloseCode, Encoding, Retry

LINK_LOST = 1006
GOING_AWAY = 1001


class Closed(Exception):
    """The connection ended for good; `code` is the close code, 0 where none came."""

    def __init__(self, code: int, why: str = "") -> None:
        super().__init__(f"the connection ended with {code} {why}".strip())
        self.code = code


class Refused(Exception):
    """The server would not upgrade the connection; `status` is its answer."""

    def __init__(self, status: int) -> None:
        super().__init__(f"the server answered {status}")
        self.status = status


class Settings(msgspec.Struct, frozen=True):
    """How a client connects; `tap` is shown every frame that comes in.

    What the server turns away as too fast is sent up to `tries` times; `pause` waits as long as it said.
    """

    encoding: Encoding = Encoding.MSGPACK
    origin: str | None = None
    client: str = "vttbridge client"
    reconnects: bool = True
    tap: Callable[[bytes | str], None] = lambda _: None
    jitter: Callable[[], float] = lambda: secrets.randbelow(1_000_001) / 1_000_000
    tries: int = 5
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep


DEFAULTS = Settings()


def socket_of(address: str) -> str:
    """Return the socket's address for an address as people get it: `/ws` is appended to its path."""
    return address if address.endswith("/ws") else f"{address.rstrip('/')}/ws"


def retry_after(code: int) -> Retry:
    """Return what to do after a close: a link that just broke is taken up again after a pause."""
    if code in {0, GOING_AWAY, LINK_LOST}:
        return Retry.BACK_OFF
    try:
        return CloseCode(code).retry
    except ValueError:
        return Retry.BACK_OFF
