"""How a page goes over the wire: compressed, known again by its tag, without a body where none is wanted."""

import gzip
from http import HTTPStatus

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request

from vttbridge.server.http.responses import accepts_gzip, respond
from vttbridge.server.http.static_files import IMMUTABLE, POLICY, Page

BODY = b"export const x = 1;\n" * 100
KEPT = Page(HTTPStatus.OK, "text/javascript; charset=utf-8", BODY, IMMUTABLE)


def asking(*headers: tuple[str, str], method: str = "GET") -> Request:
    """Return a request with these headers."""
    request = Request("/", Headers(headers))
    request.method = method
    return request


def tag() -> str:
    """Return the entity tag of the page."""
    return respond(asking(), KEPT).headers["ETag"]


def test_a_page_is_compressed_for_who_reads_that() -> None:
    """The compressed bytes are the page's, and caches are told what the answer depends on."""
    answer = respond(asking(("Accept-Encoding", "gzip, deflate, br")), KEPT)
    assert gzip.decompress(answer.body) == BODY
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Content-Length"] == str(len(answer.body))
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert answer.headers["Cache-Control"] == "max-age=31536000, immutable"
    assert len(answer.body) < len(BODY) / 10


def test_a_page_is_plain_for_everybody_else() -> None:
    """Without gzip the bytes come as they are, under the same tag."""
    answer = respond(asking(), KEPT)
    assert answer.body == BODY
    assert "Content-Encoding" not in answer.headers
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert answer.headers["ETag"] == respond(asking(("Accept-Encoding", "gzip")), KEPT).headers["ETag"]


def test_little_is_not_compressed() -> None:
    """A body that compression would hardly shorten stays plain."""
    small = Page(HTTPStatus.OK, "text/css; charset=utf-8", b"p { margin: 0 }", "no-cache")
    assert "Content-Encoding" not in respond(asking(("Accept-Encoding", "gzip")), small).headers


@pytest.mark.parametrize("held", ["{}", "W/{}", '"other", {}', "*", 'W/"other",{}'])
def test_what_the_client_has_is_not_sent_again(held: str) -> None:
    """A tag of these bytes, weak or strong, alone or in a list, is answered by 304 without a body."""
    strong = tag().removeprefix("W/")
    answer = respond(asking(("If-None-Match", held.format(strong)), ("Accept-Encoding", "gzip")), KEPT)
    assert (answer.status_code, answer.body) == (304, b"")
    assert answer.headers["ETag"] == tag()
    assert answer.headers["Cache-Control"] == "max-age=31536000, immutable"
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert "Content-Length" not in answer.headers


@pytest.mark.parametrize("held", ['"other"', "", "W/"])
def test_what_the_client_has_not_is_sent(held: str) -> None:
    """Another tag gets the page."""
    assert respond(asking(("If-None-Match", held)), KEPT).status_code == 200


def test_other_bytes_have_another_tag() -> None:
    """The tag is one of the bytes."""
    other = Page(KEPT.status, KEPT.type, BODY + b"\n", IMMUTABLE)
    assert respond(asking(), other).headers["ETag"] != tag()


def test_the_head_alone_says_what_the_whole_would() -> None:
    """HEAD has the headers of GET, the length of the compressed body among them, and no body."""
    wants = ("Accept-Encoding", "gzip")
    whole, head = respond(asking(wants), KEPT), respond(asking(wants, method="HEAD"), KEPT)
    assert list(head.headers.raw_items()) == list(whole.headers.raw_items())
    assert head.body == b""
    assert int(head.headers["Content-Length"]) == len(whole.body)


def test_what_may_not_be_kept_has_no_tag() -> None:
    """An answer about the server's state is sent whole and plain each time."""
    answer = respond(asking(("Accept-Encoding", "gzip")), Page(HTTPStatus.OK, "application/json", BODY))
    assert answer.body == BODY
    assert answer.headers["Cache-Control"] == "no-store"
    assert {"ETag", "Vary", "Content-Encoding"}.isdisjoint(answer.headers)


@pytest.mark.parametrize("page", [KEPT, Page(HTTPStatus.NOT_FOUND, "text/html; charset=utf-8", b"no")])
def test_every_answer_carries_the_strict_policy(page: Page) -> None:
    """The content-security policy, and nothing is guessed from the bytes."""
    headers = respond(asking(), page).headers
    assert headers["Content-Security-Policy"] == POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Connection"] == "close"


@pytest.mark.parametrize(
    ("lines", "does"),
    [
        (["gzip"], True),
        (["deflate", "GZIP"], True),
        (["br;q=1, gzip;q=0.2"], True),
        (["gzip;q=0"], False),
        (["*;q=0, gzip"], True),
        (["gzip; q=0.0, *"], False),
        (["*"], True),
        (["br, deflate"], False),
        (["gzip;q=nonsense"], False),
        ([""], False),
        ([], False),
    ],
)
def test_gzip_is_used_only_where_it_is_read(lines: list[str], does: bool) -> None:
    """A weight of nothing says no; the coding's own weight counts before that of all."""
    assert accepts_gzip(lines) is does
