"""The few pages that the server gives: the console, the shared JavaScript, the words of core and rule books.

1. Nothing of them is secret.
2. Every file answers under the URL that others hold, `/console/...` and `/client/...`; a browser that kept it
   asks whether it is still the same.
3. The page itself loads its files under `/@<version>/`, where the version is a hash of all of them: what is
   kept from there is never asked for again. Under another version, as after an upgrade, rule 2 holds.
4. The files are read once, so that a version is what it says: whoever edits them starts the server again.
"""

from functools import cache
from hashlib import blake2b
from http import HTTPStatus
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Literal

import msgspec

from vttbridge.messages import core_language
from vttbridge.rules.registry import find, language, names

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

TYPES = {
    "html": "text/html; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "json": "application/json",
}

LANGUAGES = ("en", "ru")
"""The languages that the console speaks."""

CORE = "core"
"""What the core's own words are called among those of the rule books."""

Caching = Literal["no-store", "no-cache", "max-age=31536000, immutable"]
"""How long a browser may keep an answer: not at all, till it has asked again, or for ever."""

IMMUTABLE: Caching = "max-age=31536000, immutable"

_CONSOLE = files("vttbridge").joinpath("web", "console")
_CLIENT = files("vttbridge_protocol").joinpath("js")

_RENAMED = {"client/parcels.mjs": "client/client_transfers.mjs"}
"""Modules of the client that others may hold under the name they had."""


class Page(msgspec.Struct, frozen=True):
    """An answer to a page load."""

    status: HTTPStatus
    type: str
    body: bytes
    caching: Caching = "no-store"


NOT_FOUND = Page(
    HTTPStatus.NOT_FOUND, TYPES["html"], b"<!doctype html><title>Not here</title><p>Not here.</p>\n"
)


def page(path: str) -> Page | None:
    """Return the page of a path, or `None` where there is none."""
    if path in {"/", "/console"}:
        return _start("")
    if path in {"/console/", "/console/index.html"}:
        return _start("../")
    name = path.removeprefix("/")
    if not name.startswith("@"):
        return _file(name, "no-cache")
    version, _, name = name.partition("/")
    return _file(name, IMMUTABLE if version == _prefix() else "no-cache")


def _start(up: str) -> Page:
    """Return the console's page, whose links lead into the present version."""
    body = (
        _CONSOLE.joinpath("index.html")
        .read_bytes()
        .replace(b'="console/', f'="{up}{_prefix()}/console/'.encode())
    )
    return Page(HTTPStatus.OK, TYPES["html"], body, "no-cache")


def _file(name: str, caching: Caching) -> Page | None:
    if name.startswith("client/words/"):
        return _words(name.removeprefix("client/words/"))
    name = _RENAMED.get(name, name)
    body = _assets().get(name)
    return None if body is None else Page(HTTPStatus.OK, TYPES[_ending(name)], body, caching)


@cache
def _assets() -> dict[str, bytes]:
    """Return every file of the console and of the client by its path in the URL."""
    return dict(sorted((*_below(_CONSOLE, "console"), *_below(_CLIENT, "client"))))


def _below(folder: Traversable, name: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for entry in folder.iterdir():
        path = f"{name}/{entry.name}"
        if entry.is_dir():
            found += _below(entry, path)
        elif _ending(path) in {"css", "mjs"}:
            found.append((path, entry.read_bytes()))
    return found


def _ending(name: str) -> str:
    return name.rpartition(".")[2]


@cache
def _prefix() -> str:
    """Return the first part of the paths of the present version."""
    whole = blake2b(digest_size=10)
    for name, body in _assets().items():
        whole.update(blake2b(name.encode()).digest() + blake2b(body).digest())
    return f"@{whole.hexdigest()}"


def _words(name: str) -> Page | None:
    """Return the core's own sentences, and for `draw-steel/en.json` those of the rule book too."""
    ruleset, _, spoken = name.partition("/")
    tongue = spoken.removesuffix(".json")
    if ruleset not in {CORE, *names()} or tongue not in LANGUAGES or not spoken.endswith(".json"):
        return None
    own = {} if ruleset == CORE else language(find(ruleset).package, tongue).sentences
    body = msgspec.json.encode(core_language(tongue).sentences | own)
    return Page(HTTPStatus.OK, TYPES["json"], body, "no-cache")
