"""The suite for rule books passes a good one, and every one of its checks can fail."""

import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import toy_ruleset
from toy_ruleset import TOY, Shove
from vttbridge.geometry.vec import Place
from vttbridge.rules.dice import D6
from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.fields import Text
from vttbridge.rules.kinds import CountOf
from vttbridge.rules.options import Option
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.resolve import Command
from vttbridge.rules.ruleset import Outcome, Ruleset, action
from vttbridge.rules.script import GM, choose, roll
from vttbridge.testing.conformance.cases import resolved
from vttbridge.testing.conformance.ruleset import CHECKS, Check, cases_of, conform

SCENARIOS = Path(toy_ruleset.__file__).parent / "scenarios"
CASES = cases_of(TOY, [SCENARIOS])


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_good_rule_book_passes(check: Check) -> None:
    """A rule book that holds everything has no fault."""
    assert check.faults(TOY, CASES) == ()


def _with_shove(script: Callable[[Draft, Shove], Outcome]) -> Ruleset:
    others = tuple(spec for spec in TOY.actions if spec.name != "shove")
    return msgspec.structs.replace(TOY, actions=(action("shove", Shove, script), *others))


def _deaf_to_limits(draft: Draft, shove: Shove) -> Outcome:
    yield from ()
    place = draft.piece(shove.target).place
    draft.move(shove.target, (place,), "shove", asked=4.0, travelled=4.0)
    return None


def _default_out_of_range(_draft: Draft, _shove: Shove) -> Outcome:
    yield from choose(GM, "how", CountOf(0, 3), 9)
    return None


def _fails_at_extremes(draft: Draft, _shove: Shove) -> Outcome:
    yield from ()
    if draft.options.number("toy_reach") == 5.0:
        raise RuntimeError("a stranger's bug")
    return None


def _fails_on_other_answers(_draft: Draft, _shove: Shove) -> Outcome:
    if (yield from choose(GM, "how", CountOf(0, 1), 1)) == 0:
        raise RuntimeError("a stranger's bug")
    return None


_COUNT = iter(range(1_000_000))


def _never_the_same(draft: Draft, _shove: Shove) -> Outcome:
    yield from ()
    draft.fact("sum", next(_COUNT))
    return None


def _strange_lines(draft: Draft, shove: Shove) -> Outcome:
    yield from ()
    draft.damage(shove.target, 3, "edge", parts=(Part("squares_lost", 1),))
    draft.move(shove.target, (Place(1.23456, 2.0),), "shove")
    return None


def _always_north(draft: Draft, shove: Shove) -> Outcome:
    yield from ()
    place = draft.piece(shove.target).place
    draft.move(shove.target, (Place(place.x, place.y - 1),), "shove")
    return None


def _unknown_words(draft: Draft, shove: Shove) -> Outcome:
    yield from ()
    draft.damage(shove.target, 1, "lightning")
    return refuse("NEVER_HEARD") if shove.distance > 4 else None


def _raises_on_far_ways(_draft: Draft, shove: Shove) -> Outcome:
    yield from ()
    if shove.distance >= 1000:
        raise RuntimeError("a stranger's bug")
    return None


def _checks_blindly(_draft: Draft, _shove: Shove) -> Outcome:
    def halved(answer: int) -> Refusal | None:
        return None if 6 / answer > 0 else refuse("NO_DIRECTION")

    yield from choose(GM, "how", CountOf(0, 3), 1, check=halved)
    return None


def _raises_on_short_ways(_draft: Draft, shove: Shove) -> Outcome:
    yield from ()
    raise ValueError(shove.source)


def _moody(draft: Draft, shove: Shove) -> Outcome:
    yield from ()
    draft.damage(shove.target, 1, "edge", rules=("TOY-02",))
    if next(_COUNT) % 2:
        draft.status(shove.target, "dazed", rules=("TOY-02",))
    return None


def _never_the_same_key(draft: Draft, shove: Shove) -> Outcome:
    yield from ()
    draft.damage(shove.target, 1, f"edge{next(_COUNT)}", rules=("TOY-02",))
    return None


class _Boastful(CountOf, frozen=True):
    """A count that lists more than it takes."""

    def samples(self) -> tuple[int, ...]:
        """One too many."""
        return tuple(range(self.low, self.high + 2))


def _boasts(_draft: Draft, _shove: Shove) -> Outcome:
    yield from choose(GM, "how", _Boastful(0, 1), 1)
    return None


class _Loose(msgspec.Struct, frozen=True):
    """A field that takes any text, and need not be given."""

    target: Text = ""


def _believes(draft: Draft, given: _Loose) -> Outcome:
    yield from ()
    draft.damage(draft.piece(given.target).id, 1, "edge")
    return None


CREDULOUS = action("credulous", _Loose, _believes)


class _NoKind(msgspec.Struct, frozen=True):
    """A field from which no form can be made."""

    bare: int = 0


def _nothing(_draft: Draft, _fields: _NoKind) -> Outcome:
    yield from ()
    return None


KINDLESS = action("kindless", _NoKind, _nothing)
WORDLESS = Option("toy_edge", "", ("hurts",))
OUT_OF_RANGE = Option("toy_reach", "TOY-04", kind="number", number=9.0, low=0.0, high=5.0)


@pytest.mark.parametrize(
    ("broken", "name", "says"),
    [
        (msgspec.structs.replace(TOY, rules=0), "rules", "rules is 0"),
        (msgspec.structs.replace(TOY, rules=True), "rules", "rules is True"),
        (msgspec.structs.replace(TOY, rules=1.5), "rules", "rules is 1.5"),
        (_with_shove(_unknown_words), "sentences", "damage.lightning has no English sentence"),
        (_with_shove(_unknown_words), "sentences", "refusal.NEVER_HEARD"),
        (msgspec.structs.replace(TOY, tags=("tough",)), "sentences", "tag.tough"),
        (msgspec.structs.replace(TOY, actions=(*TOY.actions, KINDLESS)), "schemas", "bare of kindless"),
        (msgspec.structs.replace(TOY, actions=TOY.actions * 2), "names", "shove"),
        (msgspec.structs.replace(TOY, options=(WORDLESS,)), "options", "names no rule"),
        (msgspec.structs.replace(TOY, options=(WORDLESS,)), "options", "leaves no choice"),
        (msgspec.structs.replace(TOY, options=(OUT_OF_RANGE,)), "options", "out of its own range"),
        (_with_shove(_fails_at_extremes), "option-values", "a stranger's bug"),
        (_with_shove(_default_out_of_range), "defaults", "default of how is refused"),
        (_with_shove(_fails_on_other_answers), "trees", "a stranger's bug"),
        (_with_shove(_fails_on_other_answers), "other-answers", "a stranger's bug"),
        (_with_shove(_raises_on_far_ways), "odd-fields", "a stranger's bug"),
        (_with_shove(_checks_blindly), "odd-answers", "for how raised"),
        (_with_shove(_never_the_same), "same-again", "another outcome"),
        (_with_shove(_deaf_to_limits), "limits", "T still moves 4"),
        (_with_shove(_strange_lines), "applies", "between the grains"),
        (_with_shove(_strange_lines), "applies", "its parts make 1"),
        (_with_shove(_boasts), "samples", "2 is listed for how and refused"),
        (_with_shove(_moody), "drops", "changes other lines"),
        (_with_shove(_never_the_same_key), "drops", "cannot be dropped"),
        (msgspec.structs.replace(TOY, actions=(*TOY.actions, CREDULOUS)), "refusals", "credulous with"),
        (_with_shove(_always_north), "turns", "expected"),
        (_with_shove(_always_north), "explained", "names no rule"),
        (_with_shove(_unknown_words), "explained", "neither its rule nor its parts"),
    ],
)
def test_each_check_can_fail(broken: Ruleset, name: str, says: str) -> None:
    """A rule book with one fault is found out by the check for it."""
    check = next(check for check in CHECKS if check.name == name)
    cases = CASES if name in {"options", "option-values", "trees"} else cases_of(broken, [SCENARIOS])
    faults = check.faults(broken, cases, 10)
    assert any(says in fault for fault in faults)


def test_raised_fields_are_found() -> None:
    """A script that raises on fields it could have refused is found out."""
    broken = _with_shove(_raises_on_short_ways)
    check = next(check for check in CHECKS if check.name == "trees")
    assert any("raised ValueError" in fault for fault in check.faults(broken, CASES))


def test_remembered_dice_are_found() -> None:
    """A script that keeps a face from one run to the next does not stop where the dice are missing."""
    faces: list[int] = []

    def remembers(_draft: Draft, _shove: Shove) -> Outcome:
        if not faces:
            faces.append((yield from roll(D6, "chance")))
        return None

    broken = _with_shove(remembers)
    case = resolved(broken, "twice", CASES[0].board, Command("shove", {"source": "A", "target": "T"}))
    assert [waiting.question.is_roll for waiting in case.waits] == [True]
    check = next(check for check in CHECKS if check.name == "previews")
    assert check.faults(broken, (case,)) == ("twice: without faces it does not stop at its first roll",)


LANGUAGES = {
    "en": '[move]\nshove = "{piece} is shoved"\n[damage]\nedge = "{piece} takes {amount}"\n',
    "ru": '[move]\nshove = "{who} is shoved"\n[note]\nHELD = "{0} holds"\n',
}
"""Two languages of which neither has all that the other has, with a gap renamed and a gap without a name."""


def test_uneven_languages_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sentences that stand in one language only, other gaps and gaps without a name are all named."""
    pages = tmp_path / "uneven_ruleset" / "lang"
    pages.mkdir(parents=True)
    (pages.parent / "__init__.py").write_text('"""No rules, two languages."""\n', encoding="utf-8")
    for name, text in LANGUAGES.items():
        (pages / f"{name}.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    check = next(check for check in CHECKS if check.name == "languages")
    assert check.faults(msgspec.structs.replace(TOY, package="uneven_ruleset"), CASES) == (
        "damage.edge stands in en only",
        "note.HELD stands in ru only",
        "move.shove has other gaps in ru",
        "note.HELD (ru) has a gap that is no name: '{0} holds'",
    )


def test_names_of_checks_differ() -> None:
    """Each check has a name and a demand of its own."""
    assert len({check.name for check in CHECKS}) == len({check.demand for check in CHECKS}) == len(CHECKS)


def test_conform_names_the_check() -> None:
    """All faults together say which check found them."""
    broken = msgspec.structs.replace(TOY, tags=("tough",))
    assert conform(broken, CASES) == ("sentences: tag.tough has no English sentence",)
