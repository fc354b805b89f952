"""From a command to a plan, a question or a refusal: the one way in which every action is resolved."""

import msgspec

from vttbridge.rules.board import Board
from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Plan
from vttbridge.rules.plan_edits import Edit, dropped, limits_of, with_edited
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.ruleset import ActionSpec, Outcome, Ruleset
from vttbridge.rules.script import Answer, Ask, Done, Paused, Question, advance
from vttbridge.rules.values import Value


class Command(msgspec.Struct, frozen=True):
    """What a seat asked for: an action by name and its fields as plain values."""

    action: str
    fields: dict[str, Value]


class Inputs(msgspec.Struct, frozen=True):
    """All else that a resolution takes: answers and faces so far, and what was edited."""

    answers: tuple[Answer, ...] = ()
    edits: tuple[Edit, ...] = ()


class Planned(msgspec.Struct, frozen=True):
    """A complete plan and the answers that it used."""

    plan: Plan
    used: tuple[Answer, ...]


class Waiting(msgspec.Struct, frozen=True):
    """A question is open; `so_far` is what is known already."""

    question: Question
    ask: Ask
    used: tuple[Answer, ...]
    so_far: Plan


Resolved = Planned | Waiting | Refusal


def resolve(ruleset: Ruleset, board: Board, command: Command, inputs: Inputs = Inputs()) -> Resolved:
    """Resolve a command over a board: pure, and the same for a preview, a plan and a replay."""
    spec = ruleset.action(command.action)
    if isinstance(spec, Refusal):
        return spec
    fields = spec.read(command.fields)
    if isinstance(fields, Refusal):
        return fields
    missing = _missing_piece(board, spec, fields)
    return missing or _run(ruleset, board, spec, fields, inputs)


def _missing_piece(board: Board, spec: ActionSpec, fields: msgspec.Struct) -> Refusal | None:
    for piece_id in spec.piece_ids(fields):
        if board.find(piece_id) is None:
            return refuse("NO_SUCH_PIECE", piece=piece_id)
    return None


def _run(
    ruleset: Ruleset, board: Board, spec: ActionSpec, fields: msgspec.Struct, inputs: Inputs
) -> Resolved:
    drafts: list[Draft] = []

    def script() -> Outcome:
        drafts.append(Draft(board, ruleset.name, spec.name, limits_of(inputs.edits)))
        return spec.begin(drafts[-1], fields)

    match advance(script, with_edited(inputs.answers, inputs.edits)):
        case Paused(question=question, ask=ask, used=used):
            return Waiting(question, ask, used, drafts[-1].finish())
        case Done(outcome=Refusal() as refusal):
            return refusal
        case Done(used=used):
            plan = dropped(drafts[-1].finish(), inputs.edits, board)
            return plan if isinstance(plan, Refusal) else Planned(plan, used)


def check_answer(waiting: Waiting, value: Value) -> Refusal | None:
    """Return why a value is no answer to the open question, or `None`."""
    return waiting.ask.check(value)
