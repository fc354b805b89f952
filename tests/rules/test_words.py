import msgspec
import pytest

from vttbridge.rules.language import Language, flattened, spoken
from vttbridge.rules.options import Option, Options
from vttbridge.rules.piece import Piece, numbers
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.values import Value, as_record, facts, freeze, from_record, is_measurable, is_number

KNOWN = (
    Option("corner", "X-01", ("both", "any")),
    Option("reach", "X-02", kind="number", number=1.5, low=0.0, high=5.0),
)


def test_frozen_values_do_not_change() -> None:
    """Lists become tuples at every depth, records are ordered by name."""
    given: Value = {"b": [1, [2, {"z": [3]}]], "a": None}
    frozen = freeze(given)
    assert frozen == {"a": None, "b": (1, (2, {"z": (3,)}))}
    assert isinstance(frozen, dict)
    assert list(frozen) == ["a", "b"]


def test_facts_are_sorted() -> None:
    """The same facts are equal in whatever order they were named."""
    assert facts(b=1, a=[2]) == (("a", (2,)), ("b", 1))
    assert from_record(as_record(facts(b=1, a=2))) == facts(a=2, b=1)


@pytest.mark.parametrize(
    ("value", "answer"), [(1, True), (1.5, True), (True, False), ("1", False), (float("nan"), False)]
)
def test_numbers(value: object, answer: bool) -> None:
    """A truth value is no number, nor is what cannot be measured with."""
    assert is_number(value) is answer


def test_measurable_at_every_depth() -> None:
    """One endless number anywhere makes the whole unfit."""
    assert is_measurable({"a": [1, 2.5, "x", None, True]})
    assert not is_measurable({"a": [1, (float("inf"),)]})


def test_defaults_hold_until_set() -> None:
    """The first word, or the number, is the default."""
    options = Options(KNOWN)
    assert (options.word("corner"), options.number("reach")) == ("both", 1.5)
    assert options.is_on("corner", "both")
    changed = options.with_settings((("corner", "any"), ("reach", "2")))
    assert isinstance(changed, Options)
    assert (changed.word("corner"), changed.number("reach")) == ("any", 2.0)
    again = changed.with_settings((("corner", "both"),))
    assert isinstance(again, Options)
    assert again.settings == (("corner", "both"), ("reach", "2"))


@pytest.mark.parametrize(
    ("setting", "code"),
    [
        (("none", "1"), "NO_SUCH_OPTION"),
        (("corner", "all"), "NO_SUCH_VALUE"),
        (("reach", "6"), "OUT_OF_RANGE"),
        (("reach", "nan"), "OUT_OF_RANGE"),
        (("reach", "far"), "OUT_OF_RANGE"),
    ],
)
def test_what_cannot_be_set_is_refused(setting: tuple[str, str], code: str) -> None:
    """A name, word or number that the book does not know is refused."""
    refused = Options(KNOWN).with_settings((setting,))
    assert isinstance(refused, Refusal)
    assert refused.code == code


def test_a_rule_that_asks_for_an_unknown_word_is_a_fault() -> None:
    """A misspelt option in a rule is the author's bug and is raised."""
    with pytest.raises(ValueError, match="no option none"):
        Options(KNOWN).word("none")
    with pytest.raises(ValueError, match="no value x"):
        Options(KNOWN).is_on("corner", "x")


def test_sentences_fill_their_gaps() -> None:
    """Facts fill gaps as people read them; what is missing stays visible."""
    page = flattened({"refusal": {"FAR": "{piece} is {gap} away, not {other}: {list}"}, "x": 1})
    language = Language("en", page)
    said = language.say("refusal.FAR", {"piece": "T", "gap": 2.0, "list": ("a", 1.5)})
    assert said == "T is 2 away, not {other}: a, 1.5"
    assert language.say("refusal.NEW") == "refusal.NEW"
    assert language.has("x")
    assert not language.has("refusal")


def test_spoken_numbers_have_no_needless_zeros() -> None:
    """Numbers and lists read as a person would write them."""
    assert spoken((1.0, 2.25, "x", 3)) == "1, 2.25, x, 3"


def test_refusals_compare_by_what_they_say() -> None:
    """Two refusals with the same code, rule and facts are one."""
    assert refuse("FAR", "X-01", gap=2, piece="T") == refuse("FAR", "X-01", piece="T", gap=2)
    assert refuse("FAR") != refuse("FAR", "X-01")


def test_numbers_of_a_piece() -> None:
    """Numbers, texts and defaults by name."""
    piece = Piece("T", numbers=numbers(hp=3, size="1M"), tags=("tough",))
    assert (piece.number("hp"), piece.number("size", 7), piece.text("size")) == (3, 7, "1M")
    assert piece.whole("x", 2) == 2
    assert piece.has("tough")
    assert piece.with_number("hp", 1).whole("hp") == 1
    assert piece.owns == "T"
    assert msgspec.structs.replace(piece, body="hero").owns == "hero"


def test_statuses_of_a_piece() -> None:
    """A status holds once, sorted, and ends."""
    piece = Piece("T").with_status("prone", True).with_status("dazed", True).with_status("prone", True)
    assert piece.statuses == ("dazed", "prone")
    assert piece.with_status("prone", False).statuses == ("dazed",)
    assert piece.with_status("other", False) == piece
