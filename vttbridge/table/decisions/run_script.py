"""Runs a hold's script as far as it goes: over what is known, offered and rolled, to a question, plan or no.

1. Every answer is taken one at a time, from whoever may give it: an offered answer to a question of another
   seat is left aside, and the question is asked.
2. Faces come from the hold, then from the command, then from the caller who drew them. What is missing is
   asked of the caller (`NeedsFaces`), or of the mover where the table rolls its own dice.
3. Nothing here changes the state; what was taken comes back as rows.
"""

import msgspec

from vttbridge.rules.board import Board
from vttbridge.rules.plan_edits import AnswerEdit, Edit
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.resolve import Command as ScriptCommand
from vttbridge.rules.resolve import Inputs, Planned, Waiting, resolve
from vttbridge.rules.script import Answer, Question
from vttbridge.rules.values import freeze
from vttbridge.table.decisions.decision import DecisionContext, NeedsFaces
from vttbridge.table.model.events import Answered, Rolled
from vttbridge.table.model.state import Hold, SceneState
from vttbridge.table.visibility.redaction import hidden_ids, mentions

TIME = "time"
"""Answers for whoever did not."""

DICE = "server"
"""Rolls what no command carries."""

MAX_STEPS = 2_000


class Offer(msgspec.Struct, frozen=True):
    """What a command brings along, and the seat (or `time`) that brings it."""

    by: str
    answers: tuple[Answer, ...] = ()
    rolls: tuple[Answer, ...] = ()

    def without(self, keys: frozenset[str]) -> "Offer":
        """Leave out what was taken already."""
        answers = tuple(answer for answer in self.answers if answer.key not in keys)
        return Offer(self.by, answers, tuple(answer for answer in self.rolls if answer.key not in keys))


class ScriptRun(msgspec.Struct, frozen=True):
    """How far it went: the hold with all that was taken, rows that say so, and where it stands."""

    hold: Hold
    taken: tuple[Answered | Rolled, ...]
    outcome: Waiting | Planned | Refusal


def run_script(
    context: DecisionContext, board: Board, hold: Hold, offer: Offer, edits: tuple[Edit, ...] | None = None
) -> ScriptRun | NeedsFaces:
    """Run a hold's script until nothing that is known leads further; `edits` stand in for the hold's own."""
    using = hold.edits if edits is None else edits
    command = ScriptCommand(hold.action, hold.fields)
    taken: list[Answered | Rolled] = []
    for _ in range(MAX_STEPS):
        outcome = resolve(context.game.ruleset, board, command, Inputs(hold.answers, using))
        if not isinstance(outcome, Waiting):
            return ScriptRun(hold, tuple(taken), outcome)
        used = frozenset(row.key for row in taken)
        wrong = outcome.question.because if _is_edited(outcome, using) else None
        step = wrong or _next(context, hold, outcome, offer.without(used), used)
        match step:
            case None:
                return ScriptRun(hold, tuple(taken), outcome)
            case Refusal():
                return ScriptRun(hold, tuple(taken), step)
            case NeedsFaces():
                return step
            case Answered() | Rolled():
                taken.append(step)
                hold = hold.knows(Answer(step.key, step.value))
    raise ValueError("the script asks without end")


def _is_edited(waiting: Waiting, edits: tuple[Edit, ...]) -> bool:
    """Return whether an edit answers the open question; that it is open means that the edit will not do."""
    return any(isinstance(edit, AnswerEdit) and edit.key == waiting.question.key for edit in edits)


def _next(
    context: DecisionContext, hold: Hold, waiting: Waiting, offer: Offer, used: frozenset[str]
) -> Answered | Rolled | Refusal | NeedsFaces | None:
    question = waiting.question
    if question.is_roll:
        return _face(context, hold, waiting, offer, used)
    given = _given(offer.answers, question.key)
    if given is None or not _may_answer(context, hold, question, offer.by):
        return None
    refused = waiting.ask.check(given.value)
    return refused or Answered(hold.id, question.key, freeze(given.value), offer.by)


def _face(
    context: DecisionContext, hold: Hold, waiting: Waiting, offer: Offer, used: frozenset[str]
) -> Rolled | Refusal | NeedsFaces | None:
    question = waiting.question
    die = str(question.data.get("die", ""))
    shown = _given(offer.rolls, question.key)
    if shown is not None:
        refused = waiting.ask.check(shown.value)
        return refused or Rolled(hold.id, question.key, die, freeze(shown.value), offer.by)
    drawn = _given(context.faces, question.key)
    if drawn is not None and question.key not in used:
        return Rolled(hold.id, question.key, die, freeze(drawn.value), DICE)
    if context.state.dice == "people" and offer.by != TIME:
        return None
    return NeedsFaces(question.key, waiting.ask)


def _given(answers: tuple[Answer, ...], key: str) -> Answer | None:
    return next((answer for answer in answers if answer.key == key), None)


def _may_answer(context: DecisionContext, hold: Hold, question: Question, by: str) -> bool:
    return by == TIME or context.state.is_gm(by) or by in seats_asked(context, hold, question)


def seats_asked(context: DecisionContext, hold: Hold, question: Question) -> tuple[str, ...]:
    """Return the seats that may answer beside the game masters.

    A question that names something hidden from players is asked of the game masters alone.
    """
    scene = context.state.scene(hold.scene)
    seat = _whose(scene, hold, question)
    found = context.state.seat(seat)
    if scene is None or found is None or found.role != "player":
        return ()
    because = question.because.facts if question.because is not None else ()
    shown = (question.key, question.data, question.default, because)
    return () if mentions(shown, hidden_ids(context.game, scene)) else (seat,)


def _whose(scene: SceneState | None, hold: Hold, question: Question) -> str:
    match question.audience.role:
        case "gm":
            return ""
        case "mover":
            return hold.seat
        case "owner":
            standing = scene.find(question.audience.piece) if scene else None
            return standing.piece.owner if standing else ""
