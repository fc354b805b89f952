"""Plays the steps of a scenario: feeds dice and answers to the rule book and keeps what came of it."""

from collections.abc import Iterator

import msgspec

from vttbridge.rules.board import Board
from vttbridge.rules.effects import Plan
from vttbridge.rules.piece import Piece
from vttbridge.rules.plan_edits import Drop, Edit, Limit
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.resolve import Command, Inputs, Planned, Waiting, check_answer, resolve
from vttbridge.rules.ruleset import Ruleset
from vttbridge.rules.script import Answer, Question
from vttbridge.rules.values import Value, freeze
from vttbridge.testing.scenario.document import Step
from vttbridge.testing.scenario.faces import face_for, fault_of, listed


class Asking(msgspec.Struct, frozen=True):
    """A question that was asked and the answer that it got."""

    question: Question
    answer: Value


class Played(msgspec.Struct, frozen=True):
    """One step as it went: its outcome, the boards around it, what was asked, what went wrong on the way."""

    outcome: Plan | Refusal
    before: Board
    after: Board
    asked: tuple[Asking, ...]
    faults: tuple[str, ...]
    rules: tuple[str, ...]
    answers: tuple[Answer, ...] = ()

    @property
    def last_seen(self) -> tuple[Piece, ...]:
        """Every piece as it is at the end, or was when it left."""
        if isinstance(self.outcome, Refusal):
            return self.after.pieces
        seen = {piece.id: piece for piece in self.before.pieces}
        board = self.before
        for effect in self.outcome.effects:
            board = board.after(effect)
            seen.update((piece.id, piece) for piece in board.pieces)
        return tuple(seen.values())


class _Play:
    """One step while it is played."""

    def __init__(self, ruleset: Ruleset, board: Board, step: Step) -> None:
        self._ruleset = ruleset
        self._board = board
        self._step = step
        self._dice = list(step.dice)
        self._refused = list(step.refused)
        self._given = dict(step.answers)
        self.asked: list[Asking] = []
        self.faults: list[str] = []
        self.rules: list[str] = []

    def run(self) -> tuple[Plan | Refusal, tuple[Answer, ...]]:
        """Resolve until it is done; a fault takes the default answer, or ends the step at a roll."""
        command = Command(self._step.action, self._step.fields)
        limits = tuple(Limit(piece, distance) for piece, distance in self._step.limit.items())
        drops = tuple(Drop(key) for key in self._step.drop)
        edits: tuple[Edit, ...] = (*limits, *drops)
        answers: tuple[Answer, ...] = ()
        while True:
            match resolve(self._ruleset, self._board, command, Inputs(answers, edits)):
                case Planned(plan=plan, used=used):
                    return plan, used
                case Refusal() as refusal:
                    return refusal, answers
                case Waiting() as waiting:
                    value = self._answer(waiting)
                    if isinstance(value, Refusal):
                        return value, answers
                    answers = (*answers, Answer(waiting.question.key, value))

    def _answer(self, waiting: Waiting) -> Value | Refusal:
        if waiting.question.because is not None:
            self.rules.append(waiting.question.because.rule)
        if waiting.question.is_roll:
            return self._face(waiting)
        self._try_refused(waiting)
        value = freeze(self._given.pop(waiting.question.key, waiting.question.default))
        refused = check_answer(waiting, value)
        if refused is not None:
            self.rules.append(refused.rule)
            self.faults.append(f"the answer to {waiting.question.key} is refused: {refused.code}")
            value = waiting.question.default
            if check_answer(waiting, value) is not None:
                self.faults.append(f"so is the default answer to {waiting.question.key}")
                return refused
        self.asked.append(Asking(waiting.question, value))
        return value

    def _face(self, waiting: Waiting) -> Value | Refusal:
        if not self._dice:
            die = waiting.question.data.get("die")
            self.faults.append(f"{waiting.question.key} rolls a {die} that is not listed")
            return Refusal("UNLISTED_ROLL")
        line = listed(self._dice.pop(0))
        fault = "a roll is written `die=face`" if line is None else fault_of(line, waiting)
        if line is None or fault:
            self.faults.append(fault)
            return Refusal("UNLISTED_ROLL")
        return face_for(line, waiting)

    def _try_refused(self, waiting: Waiting) -> None:
        for trial in [trial for trial in self._refused if trial.key == waiting.question.key]:
            self._refused.remove(trial)
            refused = check_answer(waiting, freeze(trial.value))
            if refused is not None:
                self.rules.append(refused.rule)
            if refused is None or refused.code != trial.code:
                found = "taken" if refused is None else f"refused with {refused.code}"
                self.faults.append(f"{trial.value} for {trial.key}: expected {trial.code}, was {found}")

    def left_over(self) -> Iterator[str]:
        """Return what was listed and never met."""
        for line in self._dice:
            yield f"the listed roll {line!r} was not rolled"
        for key in self._given:
            yield f"the question {key} was not asked"
        for trial in self._refused:
            yield f"the question {trial.key} was not asked, so no answer was refused"


def play(ruleset: Ruleset, board: Board, step: Step) -> Played:
    """Play one step over a board; a refused one leaves the board as it was."""
    refused = ruleset.plays(board.scene.spec)
    if refused is not None:
        return Played(refused, board, board, (), (), (refused.rule,))
    going = _Play(ruleset, board, step)
    outcome, used = going.run()
    faults = (*going.faults, *(() if going.faults else going.left_over()))
    match outcome:
        case Refusal():
            return Played(
                outcome, board, board, tuple(going.asked), faults, (*going.rules, outcome.rule), used
            )
        case Plan():
            after = board.applied(outcome.effects)
            rules = (*going.rules, *outcome.rules, *(rule for line in outcome.effects for rule in line.rules))
            return Played(outcome, board, after, tuple(going.asked), faults, rules, used)
