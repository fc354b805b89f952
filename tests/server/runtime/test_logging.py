"""Log lines say who and what, and nothing that lets anybody in."""

import io
import json
import logging

import pytest
import structlog

from vttbridge.auth.tokens import make_code, make_token
from vttbridge.server.runtime.logging import masked, set_up

TOKEN = make_token("gm", "00ff00ff00ff00ff", bytes(range(32)))
CODE = make_code(bytes(range(16)))


def _lines(stream: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_line_has_only_listed_fields() -> None:
    """What was not decided on is left out."""
    stream = io.StringIO()
    set_up(stream)
    structlog.get_logger().info("joined", connection="c-1", password="secret")
    (line,) = _lines(stream)
    assert line["connection"] == "c-1"
    assert "password" not in line


@pytest.mark.parametrize("text", [f"token {TOKEN} given", f"code {CODE}", f"ws://x/?t={TOKEN}"])
def test_tokens_and_codes_are_masked_wherever_they_stand(text: str) -> None:
    """Neither the secret nor the code is left of them."""
    assert TOKEN.split("_")[3] not in masked(text)
    assert CODE not in masked(text)


def test_names_cannot_forge_lines_or_turn_text() -> None:
    """New lines, escapes and direction marks are written out."""
    assert masked("a\nb\x1b[31m\u202e") == "a\\u000ab\\u001b[31m\\u202e"


def test_a_library_fault_is_one_masked_line() -> None:
    """An exception's text is masked like any other, and brings no traceback."""
    stream = io.StringIO()
    set_up(stream)
    logging.getLogger("websockets").error("handler failed", exc_info=RuntimeError(f"bad {TOKEN}"))
    assert stream.getvalue().count("\n") == 1
    assert TOKEN.split("_")[3] not in stream.getvalue()
