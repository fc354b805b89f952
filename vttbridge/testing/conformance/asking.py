"""What a script asks: its defaults and samples are legal, it stops at rolls, and order changes nothing."""

from collections.abc import Iterator

import msgspec

from vttbridge.rules.resolve import Inputs, Waiting, resolve
from vttbridge.rules.ruleset import Ruleset
from vttbridge.rules.script import Answer
from vttbridge.testing.conformance.cases import Cases, settled


def refused_defaults(_ruleset: Ruleset, cases: Cases, _effort: int) -> Iterator[str]:
    """Return each default that is no legal answer."""
    for case in cases:
        for waiting in case.waits:
            question = waiting.question
            refused = None if question.is_roll else waiting.ask.check(question.default)
            if refused is not None:
                yield f"{case.name}: the default of {question.key} is refused: {refused.code}"


def refused_samples(_ruleset: Ruleset, cases: Cases, _effort: int) -> Iterator[str]:
    """Return each answer that is listed and refused, or without weight."""
    for case in cases:
        for waiting in case.waits:
            for value, weight in waiting.ask.samples():
                if weight < 1 or waiting.ask.check(value) is not None:
                    yield f"{case.name}: {value} is listed for {waiting.question.key} and refused"


def late_stops(ruleset: Ruleset, cases: Cases, _effort: int) -> Iterator[str]:
    """Return each case that does not stop at its first roll when no face is given."""
    for case in cases:
        rolls = {waiting.question.key for waiting in case.waits if waiting.question.is_roll}
        people = tuple(answer for answer in case.answers if answer.key not in rolls)
        found = resolve(ruleset, case.board, case.command, Inputs(people))
        if rolls and not (isinstance(found, Waiting) and found.question.is_roll):
            yield f"{case.name}: without faces it does not stop at its first roll"


def other_outcomes(ruleset: Ruleset, cases: Cases, _effort: int) -> Iterator[str]:
    """Return each case whose outcome changes with the order of its inputs."""
    for case in cases:
        strangers = (Answer("nobody asked this", 1), *reversed(case.answers))
        found = settled(ruleset, msgspec.structs.replace(case, answers=strangers))
        if found != case.outcome:
            yield f"{case.name}: the same inputs in another order give another outcome"
