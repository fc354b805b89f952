"""The few pages that the server gives: the console, the shared JavaScript, the rule books' sentences.

Nothing of them is secret.
"""

from http import HTTPStatus
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec

from vttbridge.map_words import DOUBTS, KINDS, RULES, TAKEN
from vttbridge.messages import ENGLISH
from vttbridge.rules.registry import find, language, names

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

LANGUAGES = ("en", "ru")
"""The languages that the console speaks."""

_RENAMED = {"parcels.mjs": "client_transfers.mjs"}
"""The client's modules that others may hold under the name they had."""


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
        return _file(_console(), "index.html")
    folder, _, name = path.lstrip("/").partition("/")
    match folder:
        case "console":
            return _file(_console(), name or "index.html")
        case "client" if name.startswith("words/"):
            return _words(name.removeprefix("words/"))
        case "client":
            return _file(_client(), _RENAMED.get(name, name)) if name.endswith(".mjs") else None
        case _:
            return None


def _words(name: str) -> Page | None:
    """Give a rule book's sentences in a language, with the core's own, for `draw-steel/en.json`."""
    ruleset, _, spoken = name.partition("/")
    tongue = spoken.removesuffix(".json")
    if ruleset not in names() or tongue not in LANGUAGES or not spoken.endswith(".json"):
        return None
    own = language(find(ruleset).package, tongue).sentences
    core = _core() if tongue == "en" else {}
    return Page(HTTPStatus.OK, TYPES["json"], msgspec.json.encode(core | own))


def _core() -> dict[str, str]:
    """Give the core's own English: why it says no, and what reports of maps say."""
    families = (
        ("refusal", ENGLISH),
        ("doubt", DOUBTS),
        ("doubt_kind", KINDS),
        ("taken", TAKEN),
        ("left", RULES),
    )
    return {f"{family}.{code}": said for family, words in families for code, said in words.items()}


def _console() -> Traversable:
    return files("vttbridge").joinpath("web", "console")


def _client() -> Traversable:
    return files("vttbridge_protocol").joinpath("js")


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
