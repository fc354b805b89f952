import re
from pathlib import Path

from vttbridge import messages
from vttbridge.rules.language import Language
from vttbridge.rules.refusal import refuse

CORE = Path(messages.__file__).parent
REFUSED = re.compile(r"\brefuse\(\s*\"([A-Z][A-Z_]+)\"")


def _codes() -> set[str]:
    return {code for page in CORE.rglob("*.py") for code in REFUSED.findall(page.read_text(encoding="utf-8"))}


def test_every_code_of_the_core_has_a_sentence() -> None:
    """No refusal of the core reaches people as a bare code."""
    assert _codes() - set(messages.ENGLISH) == set()
    assert "NO_SUCH_PIECE" in _codes()


def test_sentences_are_sentences() -> None:
    """Each begins with a capital, or with what it is about, and ends with a full stop."""
    for text in messages.ENGLISH.values():
        assert re.match(r"[A-Z{]", text)
        assert text.endswith(".")


def test_facts_fill_the_gaps() -> None:
    """The facts of a refusal stand in its sentence."""
    said = messages.sentence(refuse("OUT_OF_RANGE", low=0, high=2.0, given=9))
    assert said == "9 lies outside 0 to 2."


def test_own_words_of_a_rule_book_come_first() -> None:
    """A rule book may say the same in its own words."""
    own = Language("en", {"refusal.NO_SUCH_PIECE": "Nobody called {piece} fights here."})
    assert messages.sentence(refuse("NO_SUCH_PIECE", piece="T"), own) == "Nobody called T fights here."
    assert messages.sentence(refuse("NOT_ALLOWED"), own) == "This seat may not do that."
    assert messages.sentence(refuse("STRANGE"), own) == "STRANGE"
