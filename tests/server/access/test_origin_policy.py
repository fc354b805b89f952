"""Who may connect at all: names, origins, paths, before anything is upgraded."""

import asyncio
from http import HTTPStatus
from pathlib import Path

import msgspec
import pytest

from vttbridge.server.access.origin_policy import OriginPolicy, RequestOrigin, address_of
from vttbridge.server.app import running
from vttbridge.server.runtime.config import Config

PORT = 8765
OURS = "http://127.0.0.1:8765"
GAME = "https://game.example"
CONFIG = Config(origins=(GAME,), public_hosts=("bridge.example",))
GOOD_HOST = ("127.0.0.1:8765",)

HOSTS = [
    (("127.0.0.1:8765",), True),
    (("localhost:8765",), True),
    (("LOCALHOST:8765",), True),
    (("[::1]:8765",), True),
    (("127.0.0.1",), True),
    (("bridge.example",), True),
    (("bridge.example:8765",), True),
    (("127.0.0.1:8766",), False),
    (("rebind.example:8765",), False),
    (("127.0.0.1.evil.example:8765",), False),
    (("bridge.example.evil.example",), False),
    (("evil.example",), False),
    (("localhost:8765 ",), False),
    (("",), False),
    ((), False),
    (("127.0.0.1:8765", "127.0.0.1:8765"), False),
    (("127.0.0.1:8765", "evil.example"), False),
]

ORIGINS = [
    ((), False, None),
    ((OURS,), False, None),
    (("http://localhost:8765",), False, None),
    (("https://bridge.example",), False, None),
    ((GAME,), False, None),
    (("https://GAME.example",), False, HTTPStatus.FORBIDDEN),
    (("https://game.example.evil.example",), False, HTTPStatus.FORBIDDEN),
    (("https://game.example:444",), False, HTTPStatus.FORBIDDEN),
    (("http://game.example",), False, HTTPStatus.FORBIDDEN),
    (("https://game.example/",), False, HTTPStatus.FORBIDDEN),
    (("null",), False, HTTPStatus.FORBIDDEN),
    (("",), False, HTTPStatus.FORBIDDEN),
    ((GAME, GAME), False, HTTPStatus.FORBIDDEN),
    ((GAME, "https://evil.example"), False, HTTPStatus.FORBIDDEN),
    (("http://127.0.0.1:8766",), False, HTTPStatus.FORBIDDEN),
    (("https://evil.example",), False, HTTPStatus.FORBIDDEN),
    (("https://evil.example",), True, None),
    (("null",), True, HTTPStatus.FORBIDDEN),
    (("",), True, HTTPStatus.FORBIDDEN),
    (("file://",), True, HTTPStatus.FORBIDDEN),
    (("https://evil.example/path",), True, HTTPStatus.FORBIDDEN),
    ((GAME, "https://evil.example"), True, HTTPStatus.FORBIDDEN),
    (("chrome-extension://abcdef",), True, HTTPStatus.FORBIDDEN),
]


@pytest.mark.parametrize(("hosts", "ours"), HOSTS)
def test_only_our_own_names_are_answered(hosts: tuple[str, ...], ours: bool) -> None:
    """Exactly one Host that names this server, else 421, whatever else the request says."""
    caller = RequestOrigin(hosts, (OURS,), "/ws")
    refused = OriginPolicy(CONFIG, PORT).refuse_socket(caller, pairing=True)
    assert refused == (None if ours else HTTPStatus.MISDIRECTED_REQUEST)


@pytest.mark.parametrize(("origins", "pairing", "status"), ORIGINS)
def test_only_known_pages_reach_the_socket(
    origins: tuple[str, ...], pairing: bool, status: HTTPStatus | None
) -> None:
    """An unknown origin may come only while a code is open; `null` and two origins never."""
    caller = RequestOrigin(GOOD_HOST, origins, "/ws")
    assert OriginPolicy(CONFIG, PORT).refuse_socket(caller, pairing=pairing) == status


def test_programs_without_an_origin_can_be_shut_out() -> None:
    """With `allow_no_origin` off a missing Origin is refused."""
    config = msgspec.structs.replace(CONFIG, allow_no_origin=False)
    refused = OriginPolicy(config, PORT).refuse_socket(RequestOrigin(GOOD_HOST, (), "/ws"), pairing=True)
    assert refused == HTTPStatus.FORBIDDEN


def test_only_get_opens_a_socket() -> None:
    """Another method is refused."""
    caller = RequestOrigin(GOOD_HOST, (), "/ws", "POST")
    assert OriginPolicy(CONFIG, PORT).refuse_socket(caller, pairing=True) == HTTPStatus.METHOD_NOT_ALLOWED


@pytest.mark.parametrize(
    ("peer", "forwarded", "counts"),
    [
        ("9.9.9.9", ("1.2.3.4",), "9.9.9.9"),
        ("10.0.0.7", ("1.2.3.4",), "1.2.3.4"),
        ("10.0.0.7", ("6.6.6.6, 1.2.3.4",), "1.2.3.4"),
        ("10.0.0.7", ("nonsense",), "10.0.0.7"),
        ("10.0.0.7", ("1.2.3.4", "5.6.7.8"), "10.0.0.7"),
        ("10.0.0.7", (), "10.0.0.7"),
    ],
)
def test_only_a_trusted_proxy_says_where_somebody_comes_from(
    peer: str, forwarded: tuple[str, ...], counts: str
) -> None:
    """X-Forwarded-For counts from a listed network alone, and only its last entry."""
    config = msgspec.structs.replace(CONFIG, behind_proxy=("10.0.0.0/8",))
    assert address_of(peer, forwarded, config) == counts


PAGES = [
    ("GET", "/", "127.0.0.1", 200),
    ("HEAD", "/", "127.0.0.1", 200),
    ("GET", "/", "evil.example", 421),
    ("GET", "/livez", "127.0.0.1", 200),
    ("GET", "/readyz", "localhost", 200),
    ("GET", "/readyz", "evil.example", 421),
    ("POST", "/", "127.0.0.1", 405),
    ("GET", "/nothing", "127.0.0.1", 404),
    ("GET", "/console/../../pyproject.toml", "127.0.0.1", 404),
    ("GET", "/console/%2e%2e/x", "127.0.0.1", 404),
    ("GET", "/client/codec.py", "127.0.0.1", 404),
    ("GET", "/owner/seats", "127.0.0.1", 404),
    ("GET", "/owner/pair?table=x&ruleset=heroclix", "127.0.0.1", 404),
]


async def test_pages_are_given_by_name_and_carry_a_strict_policy(tmp_path: Path) -> None:
    """Every page load checks Host, knows few paths, and carries the content-security policy."""
    async with running(Config(port=0), tmp_path) as server:
        for method, path, host, status in PAGES:
            answer = await fetched(server.port, method, path, host)
            assert answer.startswith(f"HTTP/1.1 {status} "), (method, path, host, answer)
            assert "default-src 'none'" in answer
            if method == "HEAD":
                assert answer.endswith("\r\n\r\n")


async def test_what_a_browser_has_is_not_sent_again(tmp_path: Path) -> None:
    """A page is compressed for who reads that; who names its tag hears in a few bytes that it is the same."""
    async with running(Config(port=0), tmp_path) as server:
        whole = await fetched(server.port, "GET", "/client/client.mjs", "127.0.0.1")
        tag = next(line for line in whole.splitlines() if line.startswith("ETag: ")).removeprefix("ETag: ")
        asks = f"Accept-Encoding: gzip\r\nIf-None-Match: {tag}\r\n"
        again = await fetched(server.port, "GET", "/client/client.mjs", "127.0.0.1", asks)
        assert again.startswith("HTTP/1.1 304 ")
        assert again.endswith("\r\n\r\n")
        assert len(again) < 800
        zipped = "Accept-Encoding: gzip\r\n"
        head = await fetched(server.port, "HEAD", "/client/client.mjs", "127.0.0.1", zipped)
        assert "Content-Encoding: gzip" in head
        assert head.endswith("\r\n\r\n")


async def test_the_owner_is_known_by_the_secret(tmp_path: Path) -> None:
    """The right secret opens the owner's paths; a page's request, which has an Origin, never does."""
    async with running(Config(port=0), tmp_path) as server:
        bearer = f"Authorization: Bearer {server.secret}\r\n"
        assert "200" in (await fetched(server.port, "GET", "/owner/seats", "127.0.0.1", bearer))[:15]
        wrong = "Authorization: Bearer guess\r\n"
        assert "404" in (await fetched(server.port, "GET", "/owner/seats", "127.0.0.1", wrong))[:15]
        page = f"{bearer}Origin: http://127.0.0.1:{server.port}\r\n"
        assert "404" in (await fetched(server.port, "GET", "/owner/seats", "127.0.0.1", page))[:15]


async def fetched(port: int, method: str, path: str, host: str, headers: str = "") -> str:
    """Send a request as plain text and give the whole answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    named = host if "." in host and not host.startswith("127") else f"{host}:{port}"
    writer.write(f"{method} {path} HTTP/1.1\r\nHost: {named}\r\n{headers}\r\n".encode())
    async with asyncio.timeout(60):
        answer = await reader.read()
    writer.close()
    return answer.decode()
