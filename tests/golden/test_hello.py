"""The first message of every connection says at least what it said, under the same names."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import cast

import pytest
import structlog
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from vttbridge.server.app import running
from vttbridge.server.runtime.config import Config
from vttbridge_protocol import LIVE, Encoding, decode_value

Names = Mapping[str, "Names"]

PINNED: Names = json.loads((Path(__file__).parent / "hello.json").read_text("ascii"))


def names(value: object) -> Names:
    """Give the names in a message at every depth; of a list, those of its first part."""
    if isinstance(value, list):
        return names(cast("list[object]", value)[0]) if value else {}
    if isinstance(value, dict):
        return {key: names(inside) for key, inside in cast("dict[str, object]", value).items()}
    return {}


def missing(pinned: Names, now: Names, at: str = "") -> list[str]:
    """Name what is no longer said."""
    gone = [f"{at}{name}" for name in pinned if name not in now]
    kept = [name for name in pinned if name in now]
    return gone + [lost for name in kept for lost in missing(pinned[name], now[name], f"{at}{name}.")]


async def said(folder: Path, subprotocol: str) -> Names:
    """Connect, and give the names of the first message."""
    try:
        async with (
            running(Config(port=0), folder) as server,
            connect(f"{server.url}/ws", subprotocols=[Subprotocol(subprotocol)]) as socket,
        ):
            frame = await socket.recv()
    finally:
        structlog.reset_defaults()
    return names(decode_value(frame, Encoding(subprotocol), LIVE))


@pytest.mark.parametrize("subprotocol", ["vttbridge.v1.json", "vttbridge.v1.msgpack"])
async def test_hello_says_what_it_said(tmp_path: Path, subprotocol: str) -> None:
    """In either encoding no name is missing, in the message or in what it holds."""
    assert missing(PINNED, await said(tmp_path, subprotocol)) == []
