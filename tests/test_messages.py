import re
from pathlib import Path

from vttbridge import messages
from vttbridge.rules.language import Language
from vttbridge.rules.refusal import refuse

CORE = Path(messages.__file__).parent
REFUSED = re.compile(r"\brefuse\(\s*\"([A-Z][A-Z_]+)\"")


def _codes() -> set[str]:
    return {code for page in CORE.rglob("*.py") for code in REFUSED.findall(page.read_text(encoding="utf-8"))}


def _gaps(sentence: str) -> list[str]:
    return sorted(re.findall(r"\{\w+\}", sentence))


def test_every_code_of_the_core_has_a_sentence() -> None:
    """No refusal of the core reaches people as a bare code."""
    english = messages.core_language()
    assert [code for code in sorted(_codes()) if not english.has(f"refusal.{code}")] == []
    assert "NO_SUCH_PIECE" in _codes()


def test_both_languages_say_the_same() -> None:
    """Each code has its sentence in both, with the same gaps; none is empty."""
    english, russian = (messages.core_language(name).sentences for name in ("en", "ru"))
    assert sorted(russian) == sorted(english)
    assert [code for code in english if _gaps(russian[code]) != _gaps(english[code])] == []
    worded = [code for code in english if re.search("[a-z]", re.sub(r"\{\w+\}", "", english[code]))]
    assert [code for code in worded if not re.search("[а-яё]", russian[code])] == []


def test_a_row_is_told() -> None:
    """The sentence of a kind of row, with its gaps filled."""
    assert messages.row_sentence("event", {"seq": 4}) == "event 4"


def test_sentences_are_sentences() -> None:
    """Each begins with a capital, or with what it is about, and ends with a full stop."""
    said = messages.core_language().sentences
    for text in (said[code] for code in said if code.startswith("refusal.")):
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
