"""The addresses that others hold: a client's imports, bookmarks, connectors, whoever watches the server."""

import asyncio
import json
import urllib.request
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import pytest_asyncio
import structlog
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from vttbridge.server.app import running
from vttbridge.server.runtime.config import Config

PINNED: dict[str, str] = json.loads((Path(__file__).parent / "addresses.json").read_text("ascii"))
SUBPROTOCOLS = ("vttbridge.v1.msgpack", "vttbridge.v1.json")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def url(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[str]:
    """Run a server; gives where it is, without a scheme."""
    async with running(Config(port=0), tmp_path_factory.mktemp("data")) as server:
        yield server.url.removeprefix("ws:")
    structlog.reset_defaults()


def _loaded(address: str) -> tuple[int, str]:
    with urllib.request.urlopen(address, timeout=60) as answer:
        return answer.status, answer.headers["Content-Type"]


@pytest.mark.parametrize("path", PINNED)
@pytest.mark.asyncio(loop_scope="module")
async def test_a_page_is_where_it_was(url: str, path: str) -> None:
    """It is there, and is the same kind of thing."""
    assert await asyncio.to_thread(_loaded, f"http:{url}{path}") == (200, PINNED[path])


@pytest.mark.parametrize("subprotocol", SUBPROTOCOLS)
@pytest.mark.asyncio(loop_scope="module")
async def test_the_socket_is_where_it_was(url: str, subprotocol: str) -> None:
    """Whoever asks for either encoding is answered in it."""
    async with connect(f"ws:{url}/ws", subprotocols=[Subprotocol(subprotocol)]) as socket:
        assert socket.subprotocol == subprotocol
