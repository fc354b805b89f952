"""Whatever people set, send or answer: a script plays it, asks or refuses, and never raises."""

from collections.abc import Iterator
from functools import partial
from itertools import islice

import msgspec

from vttbridge.rules.board import Board
from vttbridge.rules.odds import walk
from vttbridge.rules.options import Option
from vttbridge.rules.plan_edits import AnswerEdit
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.resolve import Command, resolve
from vttbridge.rules.ruleset import Ruleset
from vttbridge.rules.values import Value
from vttbridge.testing.conformance.cases import Case, Cases, resolved, settled
from vttbridge.testing.conformance.sampling import picked, raised, some

GARBAGE: tuple[dict[str, Value], ...] = (
    {},
    {"": None},
    {"no such field": 1},
    {"target": 7, "source": [], "attacker": {}, "piece": None},
    {"target": "nobody", "source": "nobody", "attacker": "nobody", "piece": "nobody"},
)


ODD: tuple[Value, ...] = (
    "",
    "nobody",
    0,
    -1,
    1,
    7,
    1000,
    0.5,
    True,
    False,
    None,
    (),
    ("nobody",),
    ("A", "A"),
    (1, 2, 3),
    (0.0, 0.0),
    (0.0, 0.0, 0.0),
    (1e6, -1e6),
    ((1.0,),),
    ((0.0, 0.0), (1e6, 1e6)),
    ((0.5, 0.5, 99.0),),
)
"""What each field of each action and each question is tried with."""


def _settings(option: Option) -> tuple[str, ...]:
    match option.kind:
        case "word":
            return option.values
        case "number":
            return (f"{option.low:g}", f"{option.high:g}")
        case "list":
            return tuple(",".join((value,) * max(1, int(option.low))) for value in option.values)


def failing_options(ruleset: Ruleset, cases: Cases, effort: int) -> Iterator[str]:
    """Return each value of a house rule that cannot be set or under which a script raises."""
    settings = [(option.name, value) for option in ruleset.options for value in _settings(option)]
    for number, (name, value) in enumerate(settings):
        for case in picked(cases, number, 3 * effort):
            yield from _under(ruleset, case, name, value)


def _under(ruleset: Ruleset, case: Case, name: str, value: str) -> Iterator[str]:
    options = case.board.options.with_settings(((name, value),))
    if isinstance(options, Refusal):
        yield f"{name} cannot be set to its own value {value}"
        return
    board = msgspec.structs.replace(case.board, options=options)
    fault = raised(lambda: resolved(ruleset, case.name, board, case.command, case.answers))
    if fault:
        yield f"{case.name} under {name}={value}: {fault}"


def failing_answers(ruleset: Ruleset, cases: Cases, effort: int) -> Iterator[str]:
    """Return each other answer under which a script raises."""
    for case in some(cases, effort):
        for waiting, answer in zip(case.waits, case.answers, strict=False):
            for value, _ in waiting.ask.samples()[: 1 + effort]:
                edit = AnswerEdit(answer.key, value)
                fault = raised(partial(settled, ruleset, case, edit))
                if fault:
                    yield f"{case.name} with {answer.key} = {value}: {fault}"


def endless_ways(ruleset: Ruleset, cases: Cases, effort: int) -> Iterator[str]:
    """Return each case of which some way through the script raises."""
    for case in some(cases, effort):
        fault = raised(partial(_walked, ruleset, case, 8 * effort))
        if fault:
            yield f"{case.name}: {fault}"


def _walked(ruleset: Ruleset, case: Case, most: int) -> None:
    for _ in islice(walk(ruleset, case.board, case.command, people=True), most):
        pass


def failing_refusals(ruleset: Ruleset, cases: Cases, _effort: int) -> Iterator[str]:
    """Return each action that raises on wrong fields."""
    boards = tuple({id(case.board): case.board for case in cases[:3]}.values())
    for spec in ruleset.actions:
        for fields in GARBAGE:
            for board in boards:
                yield from _refused(ruleset, board, Command(spec.name, fields))


def _refused(ruleset: Ruleset, board: Board, command: Command) -> Iterator[str]:
    fault = raised(lambda: resolve(ruleset, board, command))
    if fault:
        yield f"{command.action} with {command.fields}: {fault}"


def failing_fields(ruleset: Ruleset, cases: Cases, effort: int) -> Iterator[str]:
    """Return each odd value of a field on which a script raises."""
    tries = [(spec.name, field) for spec in ruleset.actions for field in spec.fields.__struct_fields__]
    for number, (name, field) in enumerate(tries[:: max(1, 3 // effort)]):
        own = tuple(case for case in cases if case.command.action == name)
        for case in picked(own, number, effort):
            for value in ODD:
                yield from _with_field(ruleset, case, field, value)


def _with_field(ruleset: Ruleset, case: Case, field: str, value: Value) -> Iterator[str]:
    command = Command(case.command.action, {**case.command.fields, field: value})
    fault = raised(partial(resolved, ruleset, case.name, case.board, command, case.answers))
    if fault:
        yield f"{case.name} with {field} = {value!r}: {fault}"


def failing_odd_answers(_ruleset: Ruleset, cases: Cases, _effort: int) -> Iterator[str]:
    """Return each odd answer on which a question raises."""
    for case in cases:
        for waiting in case.waits:
            for value in ODD:
                fault = raised(partial(waiting.ask.check, value))
                if fault:
                    yield f"{case.name}: {value!r} for {waiting.question.key} {fault}"
