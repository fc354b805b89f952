"""What any rule book must hold, ours or a stranger's, shown on the cases of its own scenario files.

A test of a rule book reads::

    CASES = cases_of(RULESET, [Path("tests/scenarios/my-game")])

    @pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
    def test_conforms(check: Check) -> None:
        assert check.faults(RULESET, CASES) == ()
"""

from collections.abc import Callable, Iterator
from itertools import islice

import msgspec

from vttbridge.rules.ruleset import Ruleset
from vttbridge.testing.conformance.asking import late_stops, other_outcomes, refused_defaults, refused_samples
from vttbridge.testing.conformance.cases import Case, Cases, cases_of
from vttbridge.testing.conformance.declaring import (
    fields_without_kind,
    names_given_twice,
    undeclared,
    untyped_options,
)
from vttbridge.testing.conformance.editing import disturbing_drops, exceeded_limits
from vttbridge.testing.conformance.lines import equal_keys, faulty_lines, unexplained_lines
from vttbridge.testing.conformance.odd_inputs import (
    endless_ways,
    failing_answers,
    failing_fields,
    failing_odd_answers,
    failing_options,
    failing_refusals,
)
from vttbridge.testing.conformance.sampling import some
from vttbridge.testing.conformance.sentences import broken_gaps, missing_sentences, uneven_languages
from vttbridge.testing.conformance.turning import TURNS, unturned

__all__ = ["CHECKS", "Case", "Check", "cases_of", "conform"]

Finder = Callable[[Ruleset, Cases, int], Iterator[str]]

MAX_FAULTS = 20


class Check(msgspec.Struct, frozen=True):
    """One demand: its name, what it demands, and what finds the faults."""

    name: str
    demand: str
    find: Finder

    def faults(self, ruleset: Ruleset, cases: Cases, effort: int = 1) -> tuple[str, ...]:
        """Return the first faults, as sentences; none is good.

        Args:
            ruleset: The rule book.
            cases: What it is shown on, from `cases_of`.
            effort: How much repeated work a check does: 1 is quick, 10 the long run.
        """
        return tuple(islice(self.find(ruleset, cases, effort), MAX_FAULTS))


def conform(ruleset: Ruleset, cases: Cases, effort: int = 1) -> tuple[str, ...]:
    """Run every check and give all faults, each with the name of its check."""
    return tuple(
        f"{check.name}: {fault}" for check in CHECKS for fault in check.faults(ruleset, cases, effort)
    )


def _sentences(ruleset: Ruleset, cases: Cases, _effort: int) -> Iterator[str]:
    yield from missing_sentences(ruleset, cases)


def _languages(ruleset: Ruleset, _cases: Cases, _effort: int) -> Iterator[str]:
    yield from uneven_languages(ruleset)
    yield from broken_gaps(ruleset)


def _turns(ruleset: Ruleset, cases: Cases, effort: int) -> Iterator[str]:
    if ruleset.unit != "square":
        return
    for number, case in enumerate(some(cases, effort)):
        for turn in TURNS if effort > 1 else (TURNS[number % len(TURNS)],):
            yield from unturned(ruleset, case, turn)


CHECKS: tuple[Check, ...] = (
    Check("rules", "the book states its rules as a whole number from 1 on", undeclared),
    Check("sentences", "every code that can be shown has an English sentence", _sentences),
    Check("languages", "every language has the same sentences with the same gaps", _languages),
    Check("schemas", "every field of every action has a kind", fields_without_kind),
    Check("names", "no name is given twice", names_given_twice),
    Check("options", "house rules are typed, ranged and name their rule", untyped_options),
    Check("option-values", "every value of every house rule can be played", failing_options),
    Check("defaults", "every default is a legal answer", refused_defaults),
    Check("samples", "every listed answer is legal", refused_samples),
    Check("previews", "without faces a resolution stops at its first roll", late_stops),
    Check("same-again", "the same inputs give the same plan, in whatever order they come", other_outcomes),
    Check("limits", "a limit on a piece shortens its forced movement", exceeded_limits),
    Check("drops", "a dropped line changes no other", disturbing_drops),
    Check("other-answers", "another answer leads to a plan, a refusal or a question", failing_answers),
    Check("trees", "every way through a script ends", endless_ways),
    Check("refusals", "wrong fields are refused, never raised", failing_refusals),
    Check("odd-fields", "whatever stands in a field is refused or played, never raised", failing_fields),
    Check("odd-answers", "whatever is answered is taken or refused, never raised", failing_odd_answers),
    Check("applies", "a plan applies cleanly and says all that it changes", faulty_lines),
    Check("explained", "every movement names its rules, every damage its rules or parts", unexplained_lines),
    Check("keys", "the lines of a plan have different keys", equal_keys),
    Check("turns", "a turned board gives the turned outcome", _turns),
)
