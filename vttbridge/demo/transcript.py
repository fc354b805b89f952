"""The demo told to whoever watches the terminal: maps, what was wanted, who said what, what came of it."""

from collections.abc import Iterator, Sequence

from vttbridge.demo.participants import NAMES
from vttbridge.demo.runner import Happened
from vttbridge.drawing.telling import Teller
from vttbridge.drawing.text import draw_text
from vttbridge.rules.board import Board
from vttbridge.rules.language import spoken
from vttbridge.rules.registry import language
from vttbridge.rules.ruleset import Ruleset
from vttbridge.serializers.values import value_of
from vttbridge.table.model.events import Committed
from vttbridge_protocol import Plain


def opening(title: str, ruleset: Ruleset, board: Board) -> Iterator[str]:
    """Show a table before the first blow."""
    yield f"━━ {title} ({ruleset.title}) ━━"
    yield ""
    yield from _map(board)


def beat(happened: Happened, board: Board, body: Committed | None, ruleset: Ruleset) -> Iterator[str]:
    """Return one beat in words: the wish, the answers, the verdict, the outcome line by line."""
    yield f"▸ {happened.beat.title}."
    if happened.dropped:
        yield f"    {NAMES[happened.beat.who]}'s connection drops, comes back, and has missed nothing."
    for answered in happened.answered:
        yield f"    ? {NAMES[answered.who]} is asked {answered.key} and says {_said(answered.value)}."
    yield f"    {_verdict(happened)}"
    if body is not None:
        for sentence in Teller(language(ruleset.package), ruleset.unit).outcome(board, body.effects):
            yield f"      {sentence}."
        rules = ", ".join(rule for rule in body.rules if not rule.startswith("AMB-"))
        yield f"      by {rules}" if rules else "      (no rule had to decide)"
    if happened.undone:
        yield "    ↶ and it is taken back: everybody stands where they stood."
    yield ""


def closing(board: Board) -> Iterator[str]:
    """Show a table after the last blow."""
    yield "After the fight:"
    yield ""
    yield from _map(board)
    yield ""


def _map(board: Board) -> Iterator[str]:
    yield from (f"    {row}" for row in draw_text(board).split("\n"))
    yield ""


def _verdict(happened: Happened) -> str:
    beat_ = happened.beat
    if happened.state == "rejected":
        return "✗ Gwen says no; nothing happens."
    if beat_.verdict == "edit" and beat_.limit is not None:
        piece, distance = beat_.limit
        return f"✓ Gwen approves, but {piece} goes {distance:g} at most:"
    if beat_.who == "gm":
        return "✓ it is Gwen's own:"
    return "✓ Gwen sees every number and approves:"


def _said(value: Plain) -> str:
    """Write an answer: a way as its places, anything else as people read it."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return " → ".join(_place(part) for part in value) or "nothing"
    return spoken(value_of(value))


def _place(part: Plain) -> str:
    if isinstance(part, Sequence) and not isinstance(part, str):
        numbers = [f"{number:g}" for number in part if isinstance(number, int | float)]
        return f"({', '.join(numbers[:2])})"
    return str(part)
