"""A page as an HTTP response: the headers that every answer carries, compressed once, and not sent twice.

An answer that may be kept has an entity tag of its bytes. The tag is weak, because the compressed and the
plain bytes share it.
"""

import gzip
from functools import lru_cache
from hashlib import blake2b
from http import HTTPStatus

from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from vttbridge.server.http.static_files import POLICY, Page

MIN_COMPRESSED_BYTES = 256
KEPT_BODIES = 512


def respond(request: Request, page: Page) -> Response:
    """Return the response that carries a page, or says that the client has it."""
    headers = _headers(page)
    if page.caching == "no-store":
        return _response(request, page.status, headers, page.body)
    tag = f'W/"{_digest(page.body)}"'
    headers["ETag"] = tag
    headers["Vary"] = "Accept-Encoding"
    if _holds(request, tag):
        del headers["Content-Type"]
        return Response(HTTPStatus.NOT_MODIFIED.value, HTTPStatus.NOT_MODIFIED.phrase, headers, b"")
    body = page.body
    if len(body) >= MIN_COMPRESSED_BYTES and accepts_gzip(request.headers.get_all("Accept-Encoding")):
        headers["Content-Encoding"] = "gzip"
        body = _compressed(body)
    return _response(request, page.status, headers, body)


def _headers(page: Page) -> Headers:
    return Headers(
        {
            "Content-Security-Policy": POLICY,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cache-Control": page.caching,
            "Content-Type": page.type,
            "Connection": "close",
        }
    )


def _response(request: Request, status: HTTPStatus, headers: Headers, body: bytes) -> Response:
    """Return a response with the length of its body, without the body where only the head was asked for."""
    headers["Content-Length"] = str(len(body))
    is_head = getattr(request, "method", "GET") == "HEAD"
    return Response(status.value, status.phrase, headers, b"" if is_head else body)


def _holds(request: Request, tag: str) -> bool:
    """Return whether the client says that it has these bytes; weak and strong tags count the same."""
    held = [name.strip() for line in request.headers.get_all("If-None-Match") for name in line.split(",")]
    return "*" in held or tag.removeprefix("W/") in {name.removeprefix("W/") for name in held}


def accepts_gzip(lines: list[str]) -> bool:
    """Return whether the lines of `Accept-Encoding` allow gzip; its own weight counts before that of `*`."""
    weights: dict[str, float] = {}
    for part in ",".join(lines).split(","):
        coding, _, parameter = part.partition(";")
        name, _, weight = parameter.strip().partition("=")
        weights[coding.strip().lower()] = _weight(weight) if name.strip().lower() == "q" else 1.0
    return weights.get("gzip", weights.get("*", 0.0)) > 0


def _weight(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


@lru_cache(maxsize=KEPT_BODIES)
def _compressed(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)


@lru_cache(maxsize=KEPT_BODIES)
def _digest(body: bytes) -> str:
    return blake2b(body, digest_size=16).hexdigest()
