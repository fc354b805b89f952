"""The few pages that the server gives: the console, the shared JavaScript. Nothing of them is secret."""

from http import HTTPStatus
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

TYPES = {
    "html": "text/html; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
    "png": "image/png",
    "woff2": "font/woff2",
    "zip": "application/zip",
}

PLAIN = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>vttbridge</title>
<h1>vttbridge is running</h1>
<p>The game master's console is not built yet. Programs connect to <code>/ws</code> on this address.</p>
</html>
"""


class Page(msgspec.Struct, frozen=True):
    """An answer to a page load."""

    status: HTTPStatus
    type: str
    body: bytes


NOT_FOUND = Page(
    HTTPStatus.NOT_FOUND, TYPES["html"], b"<!doctype html><title>Not here</title><p>Not here.</p>\n"
)


def page(path: str) -> Page | None:
    """Give the page of a path, or `None` where there is none."""
    if path == "/":
        return _file(_console(), "index.html") or Page(HTTPStatus.OK, TYPES["html"], PLAIN.encode())
    folder, _, name = path.lstrip("/").partition("/")
    match folder:
        case "console":
            return _file(_console(), name or "index.html")
        case "client":
            return _file(files("vttbridge_protocol"), name) if name.endswith(".mjs") else None
        case _:
            return None


def _console() -> Traversable:
    return files("vttbridge").joinpath("web", "console")


def _file(folder: Traversable, name: str) -> Page | None:
    parts = name.split("/")
    if any(part in {"", ".", ".."} or "\\" in part or "\0" in part or ":" in part for part in parts):
        return None
    found = folder.joinpath(*parts)
    kind = TYPES.get(parts[-1].rpartition(".")[2])
    if kind is None or not found.is_file():
        return None
    return Page(HTTPStatus.OK, kind, found.read_bytes())


def security_headers() -> dict[str, str]:
    """Give the headers that every answer carries."""
    return {
        "Content-Security-Policy": POLICY,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cache-Control": "no-store",
    }
