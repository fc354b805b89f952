"""What any rule book must hold, ours or a stranger's, shown on the cases of its own scenario files.

A test of a rule book reads::

    CASES = cases_of(RULESET, [Path("tests/scenarios/my-game")])

    @pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
    def test_conforms(check: Check) -> None:
        assert check.faults(RULESET, CASES) == ()
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

import msgspec

from vttbridge.geometry.vec import GRAIN
from vttbridge.rules.board import Board
from vttbridge.rules.effects import Damage, Effect, Fall, Move, Note, Plan, Put
from vttbridge.rules.fields import field_kinds
from vttbridge.rules.odds import walk
from vttbridge.rules.options import Option
from vttbridge.rules.plan_edits import AnswerEdit, Drop, Limit
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.resolve import Command, Inputs, Waiting, resolve
from vttbridge.rules.ruleset import Ruleset
from vttbridge.rules.script import Answer
from vttbridge.rules.values import Value
from vttbridge.testing.conformance.cases import Case, cases_of, resolved, settled
from vttbridge.testing.conformance.declaring import undeclared
from vttbridge.testing.conformance.sentences import broken_gaps, missing_sentences, uneven_languages
from vttbridge.testing.conformance.turning import TURNS, unturned

__all__ = ["CHECKS", "Case", "Check", "cases_of", "conform"]

Cases = tuple[Case, ...]
Finder = Callable[[Ruleset, Cases, int], Iterator[str]]

MAX_FAULTS = 20

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


def _schemas(ruleset: Ruleset, _cases: Cases, _effort: int) -> Iterator[str]:
    for spec in ruleset.actions:
        for field, kind in field_kinds(spec.fields):
            if not kind:
                yield f"the field {field} of {spec.name} has no kind: no form can be made of it"


def _names(ruleset: Ruleset, _cases: Cases, _effort: int) -> Iterator[str]:
    families = {
        "action": [spec.name for spec in ruleset.actions],
        "query": [spec.name for spec in ruleset.queries],
        "need": [need.name for need in ruleset.needs],
        "option": [option.name for option in ruleset.options],
    }
    for family, names in families.items():
        yield from (f"two of the {family} names are {name}" for name in sorted(_twice(names)))


def _twice(names: list[str]) -> set[str]:
    return {name for name in names if names.count(name) > 1}


def _options(ruleset: Ruleset, _cases: Cases, _effort: int) -> Iterator[str]:
    for option in ruleset.options:
        if not option.rule:
            yield f"the option {option.name} names no rule"
        if option.kind == "word" and len(option.values) < 2:
            yield f"the option {option.name} leaves no choice"
        if option.check(option.default) is not None:
            yield f"the default of {option.name} is out of its own range"


def _settings(option: Option) -> tuple[str, ...]:
    match option.kind:
        case "word":
            return option.values
        case "number":
            return (f"{option.low:g}", f"{option.high:g}")
        case "list":
            return tuple(",".join((value,) * max(1, int(option.low))) for value in option.values)


def _option_values(ruleset: Ruleset, cases: Cases, effort: int) -> Iterator[str]:
    settings = [(option.name, value) for option in ruleset.options for value in _settings(option)]
    for number, (name, value) in enumerate(settings):
        for case in _picked(cases, number, 3 * effort):
            yield from _under(ruleset, case, name, value)


def _some(cases: Cases, effort: int) -> Cases:
    """Return every third case of a quick run, all of a longer one."""
    return cases[:: max(1, 3 // effort)]


def _picked(cases: Cases, number: int, most: int) -> Cases:
    """Return some cases, other ones for every number, so that all have their turn."""
    places = ((number * most + place) % len(cases) for place in range(min(most, len(cases))))
    return tuple(cases[place] for place in places)


def _under(ruleset: Ruleset, case: Case, name: str, value: str) -> Iterator[str]:
    options = case.board.options.with_settings(((name, value),))
    if isinstance(options, Refusal):
        yield f"{name} cannot be set to its own value {value}"
        return
    board = msgspec.structs.replace(case.board, options=options)
    fault = _raised(lambda: resolved(ruleset, case.name, board, case.command, case.answers))
    if fault:
        yield f"{case.name} under {name}={value}: {fault}"


def _raised(run: Callable[[], object]) -> str:
    """Run something that must never raise and say what it raised."""
    try:
        run()
    except Exception as fault:  # noqa: BLE001 - whatever a stranger's script raises is the finding
        return f"raised {type(fault).__name__}: {fault}"
    return ""


def _defaults(_ruleset: Ruleset, cases: Cases, _effort: int) -> Iterator[str]:
    for case in cases:
        for waiting in case.waits:
            question = waiting.question
            refused = None if question.is_roll else waiting.ask.check(question.default)
            if refused is not None:
                yield f"{case.name}: the default of {question.key} is refused: {refused.code}"


def _samples(_ruleset: Ruleset, cases: Cases, _effort: int) -> Iterator[str]:
    for case in cases:
        for waiting in case.waits:
            for value, weight in waiting.ask.samples():
                if weight < 1 or waiting.ask.check(value) is not None:
                    yield f"{case.name}: {value} is listed for {waiting.question.key} and refused"


def _previews(ruleset: Ruleset, cases: Cases, _effort: int) -> Iterator[str]:
    for case in cases:
        rolls = {waiting.question.key for waiting in case.waits if waiting.question.is_roll}
        people = tuple(answer for answer in case.answers if answer.key not in rolls)
        found = resolve(ruleset, case.board, case.command, Inputs(people))
        if rolls and not (isinstance(found, Waiting) and found.question.is_roll):
            yield f"{case.name}: without faces it does not stop at its first roll"


def _same_again(ruleset: Ruleset, cases: Cases, _effort: int) -> Iterator[str]:
    for case in cases:
        strangers = (Answer("nobody asked this", 1), *reversed(case.answers))
        found = settled(ruleset, msgspec.structs.replace(case, answers=strangers))
        if found != case.outcome:
            yield f"{case.name}: the same inputs in another order give another outcome"


def _limits(ruleset: Ruleset, cases: Cases, _effort: int) -> Iterator[str]:
    for case in cases:
        named = _named(ruleset, case)
        for move in _forced(case.outcome):
            if move.piece in named:
                yield from _limited(ruleset, case, move)


def _named(ruleset: Ruleset, case: Case) -> tuple[str, ...]:
    """Return the pieces that the action itself names; what is dragged along has no distance of its own."""
    spec = ruleset.action(case.command.action)
    fields = spec if isinstance(spec, Refusal) else spec.read(case.command.fields)
    return () if isinstance(spec, Refusal) or isinstance(fields, Refusal) else spec.piece_ids(fields)


def _forced(outcome: Plan | Refusal) -> tuple[Move, ...]:
    effects = outcome.effects if isinstance(outcome, Plan) else ()
    return tuple(
        line for line in effects if isinstance(line, Move) and line.forced and line.travelled <= line.asked
    )


def _limited(ruleset: Ruleset, case: Case, move: Move) -> Iterator[str]:
    most = float(int(move.travelled / 2))
    for line in _forced(settled(ruleset, case, Limit(move.piece, most))):
        if line.key == move.key and line.travelled > most + GRAIN:
            yield f"{case.name}: limited to {most:g}, {move.piece} still moves {line.travelled:g}"


def _drops(ruleset: Ruleset, cases: Cases, effort: int) -> Iterator[str]:
    for case in _some(cases, effort):
        effects = case.outcome.effects if isinstance(case.outcome, Plan) else ()
        for place, effect in enumerate(effects):
            found = settled(ruleset, case, Drop(effect.key))
            if isinstance(found, Plan) and [line.key for line in found.effects] != [
                line.key for line in effects if line.key != effect.key
            ]:
                yield f"{case.name}: dropping {effect.key} changes other lines"
            if isinstance(found, Refusal) and place == len(effects) - 1:
                yield f"{case.name}: the last line {effect.key} cannot be dropped"


def _other_answers(ruleset: Ruleset, cases: Cases, effort: int) -> Iterator[str]:
    for case in _some(cases, effort):
        for waiting, answer in zip(case.waits, case.answers, strict=False):
            for value, _ in waiting.ask.samples()[: 1 + effort]:
                edit = AnswerEdit(answer.key, value)
                fault = _raised(partial(settled, ruleset, case, edit))
                if fault:
                    yield f"{case.name} with {answer.key} = {value}: {fault}"


def _trees(ruleset: Ruleset, cases: Cases, effort: int) -> Iterator[str]:
    for case in _some(cases, effort):
        fault = _raised(partial(_walked, ruleset, case, 8 * effort))
        if fault:
            yield f"{case.name}: {fault}"


def _walked(ruleset: Ruleset, case: Case, most: int) -> None:
    for _ in islice(walk(ruleset, case.board, case.command, people=True), most):
        pass


def _refusals(ruleset: Ruleset, cases: Cases, _effort: int) -> Iterator[str]:
    boards = tuple({id(case.board): case.board for case in cases[:3]}.values())
    for spec in ruleset.actions:
        for fields in GARBAGE:
            for board in boards:
                yield from _refused(ruleset, board, Command(spec.name, fields))


def _odd_fields(ruleset: Ruleset, cases: Cases, effort: int) -> Iterator[str]:
    tries = [(spec.name, field) for spec in ruleset.actions for field in spec.fields.__struct_fields__]
    for number, (name, field) in enumerate(tries[:: max(1, 3 // effort)]):
        own = tuple(case for case in cases if case.command.action == name)
        for case in _picked(own, number, effort):
            for value in ODD:
                yield from _with_field(ruleset, case, field, value)


def _odd_answers(_ruleset: Ruleset, cases: Cases, _effort: int) -> Iterator[str]:
    for case in cases:
        for waiting in case.waits:
            for value in ODD:
                fault = _raised(partial(waiting.ask.check, value))
                if fault:
                    yield f"{case.name}: {value!r} for {waiting.question.key} {fault}"


def _with_field(ruleset: Ruleset, case: Case, field: str, value: Value) -> Iterator[str]:
    command = Command(case.command.action, {**case.command.fields, field: value})
    fault = _raised(partial(resolved, ruleset, case.name, case.board, command, case.answers))
    if fault:
        yield f"{case.name} with {field} = {value!r}: {fault}"


def _refused(ruleset: Ruleset, board: Board, command: Command) -> Iterator[str]:
    fault = _raised(lambda: resolve(ruleset, board, command))
    if fault:
        yield f"{command.action} with {command.fields}: {fault}"


def _applies(_ruleset: Ruleset, cases: Cases, _effort: int) -> Iterator[str]:
    for case in cases:
        board = case.board
        for effect in case.outcome.effects if isinstance(case.outcome, Plan) else ():
            yield from (f"{case.name}: {effect.key} {fault}" for fault in _line_faults(effect, board))
            board = board.after(effect)
        yield from (f"{case.name}: {fault}" for fault in _untold(case, board))


def _line_faults(effect: Effect, board: Board) -> Iterator[str]:
    piece = getattr(effect, "piece", "")
    if not isinstance(effect, Note) and piece and board.find(piece) is None:
        yield "is about a piece that is not there"
    if isinstance(effect, Move | Put | Fall):
        for number in effect.to:
            if abs(number / GRAIN - round(number / GRAIN)) > GRAIN:
                yield f"ends between the grains, at {tuple(effect.to)}"
    if isinstance(effect, Move) and effect.path[-1] != effect.to:
        yield "does not end where its path does"
    if isinstance(effect, Damage) and effect.parts:
        whole = sum(part.amount for part in effect.parts)
        if whole not in {effect.amount, effect.dealt}:
            yield f"is {effect.amount} of {effect.dealt}, but its parts make {whole:g}"


def _explained(_ruleset: Ruleset, cases: Cases, _effort: int) -> Iterator[str]:
    for case in cases:
        for effect in case.outcome.effects if isinstance(case.outcome, Plan) else ():
            if isinstance(effect, Move | Put | Fall) and not effect.rules:
                yield f"{case.name}: {effect.key} names no rule"
            if isinstance(effect, Damage) and not (effect.rules or effect.parts):
                yield f"{case.name}: {effect.key} says neither its rule nor its parts"


def _untold(case: Case, after: Board) -> Iterator[str]:
    """Return what changed without a line that says so: undo could not bring it back."""
    effects = case.outcome.effects if isinstance(case.outcome, Plan) else ()
    named = {str(getattr(effect, "piece", "")) for effect in effects}
    told = {piece.owns for piece in case.board.pieces if piece.id in named}
    pools = {piece.pool for piece in case.board.pieces if piece.id in named and piece.pool}
    for piece in case.board.pieces:
        changed = after.find(piece.id) != piece
        if changed and piece.id not in named and piece.owns not in told and piece.pool not in pools:
            yield f"{piece.id} changed and no line says so"


def _keys(_ruleset: Ruleset, cases: Cases, _effort: int) -> Iterator[str]:
    for case in cases:
        keys = [effect.key for effect in case.outcome.effects] if isinstance(case.outcome, Plan) else []
        yield from (f"{case.name}: two lines have the key {key}" for key in sorted(_twice(keys)))


def _turns(ruleset: Ruleset, cases: Cases, effort: int) -> Iterator[str]:
    if ruleset.unit != "square":
        return
    for number, case in enumerate(_some(cases, effort)):
        for turn in TURNS if effort > 1 else (TURNS[number % len(TURNS)],):
            yield from unturned(ruleset, case, turn)


CHECKS: tuple[Check, ...] = (
    Check("rules", "the book states its rules as a whole number from 1 on", undeclared),
    Check("sentences", "every code that can be shown has an English sentence", _sentences),
    Check("languages", "every language has the same sentences with the same gaps", _languages),
    Check("schemas", "every field of every action has a kind", _schemas),
    Check("names", "no name is given twice", _names),
    Check("options", "house rules are typed, ranged and name their rule", _options),
    Check("option-values", "every value of every house rule can be played", _option_values),
    Check("defaults", "every default is a legal answer", _defaults),
    Check("samples", "every listed answer is legal", _samples),
    Check("previews", "without faces a resolution stops at its first roll", _previews),
    Check("same-again", "the same inputs give the same plan, in whatever order they come", _same_again),
    Check("limits", "a limit on a piece shortens its forced movement", _limits),
    Check("drops", "a dropped line changes no other", _drops),
    Check("other-answers", "another answer leads to a plan, a refusal or a question", _other_answers),
    Check("trees", "every way through a script ends", _trees),
    Check("refusals", "wrong fields are refused, never raised", _refusals),
    Check("odd-fields", "whatever stands in a field is refused or played, never raised", _odd_fields),
    Check("odd-answers", "whatever is answered is taken or refused, never raised", _odd_answers),
    Check("applies", "a plan applies cleanly and says all that it changes", _applies),
    Check("explained", "every movement names its rules, every damage its rules or parts", _explained),
    Check("keys", "the lines of a plan have different keys", _keys),
    Check("turns", "a turned board gives the turned outcome", _turns),
)
