"""The suite for rule books passes a good one, and every one of its checks can fail."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import toy_ruleset
from toy_ruleset import TOY, Shove
from vttbridge.geometry.vec import Place
from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.kinds import CountOf
from vttbridge.rules.options import Option
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.ruleset import Outcome, Ruleset, action
from vttbridge.rules.script import GM, choose
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


def test_names_of_checks_differ() -> None:
    """Each check has a name and a demand of its own."""
    assert len({check.name for check in CHECKS}) == len({check.demand for check in CHECKS}) == len(CHECKS)


def test_conform_names_the_check() -> None:
    """All faults together say which check found them."""
    broken = msgspec.structs.replace(TOY, tags=("tough",))
    assert conform(broken, CASES) == ("sentences: tag.tough has no English sentence",)
