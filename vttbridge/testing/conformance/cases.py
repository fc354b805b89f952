"""Cases for the conformance suite: every step of every scenario, as board, command and the answers it met."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from vttbridge.rules.board import Board
from vttbridge.rules.effects import Plan
from vttbridge.rules.plan_edits import Edit
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.resolve import Command, Inputs, Planned, Waiting, resolve
from vttbridge.rules.ruleset import Ruleset
from vttbridge.rules.script import Answer
from vttbridge.testing.scenario.document import Scenario, Step
from vttbridge.testing.scenario.playing import play
from vttbridge.testing.scenario.reading import read_file
from vttbridge.testing.scenario.running import alternative_steps, files_of
from vttbridge.testing.scenario.stage import set_stage


class Case(msgspec.Struct, frozen=True):
    """One resolved action; `waits` are its questions and rolls in order, `answers` what they met."""

    name: str
    board: Board
    command: Command
    answers: tuple[Answer, ...]
    outcome: Plan | Refusal
    waits: tuple[Waiting, ...] = ()


Cases = tuple[Case, ...]


def cases_of(ruleset: Ruleset, paths: Sequence[Path]) -> tuple[Case, ...]:
    """Play all scenarios of a rule book, alternatives too, and give every step as a case."""
    scenarios = (read_file(path) for path in files_of(paths))
    return tuple(case for scenario in scenarios for case in _cases(ruleset, scenario))


def _cases(ruleset: Ruleset, scenario: Scenario) -> Iterator[Case]:
    yield from _played(ruleset, scenario.id, set_stage(ruleset, scenario), scenario.steps)
    for number, alternative in enumerate(scenario.alternatives, start=1):
        board = set_stage(ruleset, scenario, alternative.options)
        steps = alternative_steps(scenario, alternative)
        yield from _played(ruleset, f"{scenario.id} alt {number}", board, steps)


def _played(ruleset: Ruleset, name: str, board: Board, steps: tuple[Step, ...]) -> Iterator[Case]:
    for number, step in enumerate(steps, start=1):
        played = play(ruleset, board, step)
        command = Command(step.action, step.fields)
        yield resolved(ruleset, f"{name} step {number}", board, command, played.answers)
        board = played.after


def resolved(
    ruleset: Ruleset, name: str, board: Board, command: Command, answers: tuple[Answer, ...] = ()
) -> Case:
    """Resolve a command to its end: answers where they are given, else defaults and each die's first face."""
    waits: list[Waiting] = []
    known = {answer.key: answer for answer in answers}
    used: tuple[Answer, ...] = ()
    while True:
        match resolve(ruleset, board, command, Inputs(used)):
            case Planned(plan=plan):
                return Case(name, board, command, used, plan, tuple(waits))
            case Refusal() as refusal:
                return Case(name, board, command, used, refusal, tuple(waits))
            case Waiting() as waiting if waiting.question.key not in {answer.key for answer in used}:
                waits.append(waiting)
                used = (*used, known.get(waiting.question.key) or usual(waiting))
            case Waiting() as waiting:
                return Case(name, board, command, used, unanswerable(waiting), tuple(waits))


def unanswerable(waiting: Waiting) -> Refusal:
    """Return the fault that a question took neither the answer it was given nor its own default."""
    return waiting.question.because or Refusal("DEFAULT_REFUSED")


def usual(waiting: Waiting) -> Answer:
    """Answer as an unattended table does; a roll shows its first face."""
    question = waiting.question
    value = waiting.ask.samples()[0][0] if question.is_roll else question.default
    return Answer(question.key, value)


def settled(ruleset: Ruleset, case: Case, *edits: Edit, without: tuple[str, ...] = ()) -> Plan | Refusal:
    """Resolve a case again under edits; what is asked anew is answered as usual."""
    answers = tuple(answer for answer in case.answers if answer.key not in without)
    tried: set[str] = set()
    while True:
        match resolve(ruleset, case.board, case.command, Inputs(answers, edits)):
            case Planned(plan=plan):
                return plan
            case Refusal() as refusal:
                return refusal
            case Waiting() as waiting:
                key = waiting.question.key
                if key in tried:
                    return unanswerable(waiting)
                tried.add(key)
                answers = (*(answer for answer in answers if answer.key != key), usual(waiting))
