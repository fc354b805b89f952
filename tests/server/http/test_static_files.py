"""What answers under which path, and for how long a browser may keep it."""

import json
import re
from http import HTTPStatus

import pytest

from vttbridge.messages import core_language
from vttbridge.server.http.static_files import IMMUTABLE, Page, page


def found(path: str) -> Page:
    """Return the page of a path that has one."""
    shown = page(path)
    assert shown is not None, path
    return shown


def version() -> str:
    """Return the first part of the paths under which the page loads its files."""
    named = re.search(rb'src="(@[0-9a-f]{20})/console/main\.mjs"', found("/").body)
    assert named is not None
    return named[1].decode()


@pytest.mark.parametrize(("path", "up"), [("/", ""), ("/console", ""), ("/console/", "../")])
def test_the_page_leads_into_the_present_version(path: str, up: str) -> None:
    """Every link is relative to the page's own address and names the version; the page is asked for anew."""
    shown = found(path)
    links = re.findall(r'(?:href|src)="([^"]+\.(?:css|mjs))"', shown.body.decode())
    assert len(links) >= 6
    assert {peer.rpartition("/")[0] for peer in links} == {f"{up}{version()}/console"}
    assert (shown.status, shown.type, shown.caching) == (
        HTTPStatus.OK,
        "text/html; charset=utf-8",
        "no-cache",
    )


@pytest.mark.parametrize(
    "name", ["console/main.mjs", "console/lang/en.mjs", "console/page.css", "client/client.mjs"]
)
def test_a_file_is_kept_for_ever_under_its_version_only(name: str) -> None:
    """Under the present version a file never changes; under its own URL or another version it may."""
    assert found(f"/{version()}/{name}").caching == IMMUTABLE
    for path in (f"/{name}", f"/@0123456789abcdef0123/{name}"):
        assert found(path).caching == "no-cache"
        assert found(path).body == found(f"/{version()}/{name}").body


@pytest.mark.parametrize(
    "name",
    [
        "addresses",
        "blake2b",
        "client",
        "commands",
        "connection",
        "json_codec",
        "mirror",
        "parcels",
        "transfers",
    ],
)
def test_the_modules_that_others_import_answer(name: str) -> None:
    """A name of the client's modules that was ever served goes on answering."""
    shown = found(f"/client/{name}.mjs")
    assert shown.type == "text/javascript; charset=utf-8"
    assert b"export " in shown.body


def test_sentences_may_change_with_a_rule_book() -> None:
    """A rule book's sentences are asked for anew, also under a version, since they are no part of it."""
    words = found("/client/words/heroclix/ru.json")
    assert found(f"/{version()}/client/words/heroclix/ru.json") == words
    assert (words.type, words.caching) == ("application/json", "no-cache")


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_words_of_the_core_can_be_loaded_alone_or_with_a_rule_book(language: str) -> None:
    """Every client can say why the core says no, in either language, before it knows a rule book."""
    core = json.loads(found(f"/client/words/core/{language}.json").body)
    book = json.loads(found(f"/client/words/heroclix/{language}.json").body)
    assert core == core_language(language).sentences
    assert core["refusal.NOT_ALLOWED"] == book["refusal.NOT_ALLOWED"]
    assert "action.attack" in book
    assert "action.attack" not in core


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/console/nothing.mjs",
        "/console/lang",
        "/console/../client/client.mjs",
        "/console//main.mjs",
        "/client/wire.d.ts",
        "/client/__init__.py",
        "/client/words/core/de.json",
        "/client/words/heroclix/de.json",
        "/client/words/nobody/en.json",
        "/client/words/heroclix/en",
        "/@",
        "/@0123456789abcdef0123/",
        "/@0123456789abcdef0123/console/index.html",
    ],
)
def test_everything_else_is_not_there(path: str) -> None:
    """What is no file of the console or the client has no page."""
    assert page(path) is None
