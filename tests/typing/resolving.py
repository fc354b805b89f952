"""What comes of resolving is a union that `match` takes apart: read by the type checkers."""

from typing import assert_never, assert_type

from vttbridge.geometry.vec import Place
from vttbridge.rules.board import Board
from vttbridge.rules.effects import (
    Broken,
    Damage,
    Effect,
    Fall,
    Gone,
    Hit,
    Move,
    Note,
    Put,
    Retag,
    SetNumber,
    Status,
)
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.resolve import Command, Planned, Waiting, resolve
from vttbridge.rules.ruleset import Ruleset


def outcome(ruleset: Ruleset, board: Board, command: Command) -> str:
    """Take apart whatever comes, leaving nothing over."""
    found = resolve(ruleset, board, command)
    match found:
        case Planned(plan=plan):
            return "; ".join(told(effect) for effect in plan.effects)
        case Waiting(question=question):
            return question.key
        case Refusal(code=code):
            return code
        case _:
            assert_never(found)


def told(effect: Effect) -> str:
    """Take apart every kind of line, leaving none over."""
    match effect:
        case Move() | Put() | Fall():
            assert_type(effect.to, Place)
            return effect.piece
        case Damage():
            assert_type(effect.amount, int)
            return effect.cause
        case Hit() | Gone() | Broken():
            return effect.cause
        case Status() | SetNumber() | Retag() | Note():
            return effect.piece
        case _:
            assert_never(effect)
