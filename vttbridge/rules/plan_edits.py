"""What a game master may change before saying yes: an answer, a shorter distance, a line dropped."""

import msgspec

from vttbridge.rules.board import Board
from vttbridge.rules.effects import Damage, Effect, Plan, is_positional, lowered
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.script import Answer
from vttbridge.rules.values import Value


class AnswerEdit(msgspec.Struct, frozen=True, tag="answer"):
    """Another answer to a question, by its key."""

    key: str
    value: Value


class Limit(msgspec.Struct, frozen=True, tag="limit"):
    """Plan as if a piece's distance had been at most this."""

    piece: str
    distance: float


class Drop(msgspec.Struct, frozen=True, tag="drop"):
    """Leave one line out of the finished plan."""

    key: str


Edit = AnswerEdit | Limit | Drop


def with_edited(answers: tuple[Answer, ...], edits: tuple[Edit, ...]) -> tuple[Answer, ...]:
    """Put edited answers over given ones; later edits win."""
    merged = {answer.key: answer for answer in answers}
    for edit in edits:
        if isinstance(edit, AnswerEdit):
            merged[edit.key] = Answer(edit.key, edit.value)
    return tuple(merged.values())


def limits_of(edits: tuple[Edit, ...]) -> tuple[Limit, ...]:
    """Return the distance limits among some edits."""
    return tuple(edit for edit in edits if isinstance(edit, Limit))


def dropped(plan: Plan, edits: tuple[Edit, ...], board: Board) -> Plan | Refusal:
    """Leave dropped lines out, or say which other line needs one of them.

    Args:
        plan: The finished plan.
        edits: All edits; those that drop nothing are passed over.
        board: The board before the plan, from which the numbers after the remaining damage are counted anew.
    """
    shorter = plan
    for edit in edits:
        if isinstance(edit, Drop):
            without = _without(shorter, edit.key)
            if isinstance(without, Refusal):
                return without
            shorter = without
    return plan if shorter is plan else msgspec.structs.replace(shorter, effects=_recounted(shorter, board))


def _recounted(plan: Plan, board: Board) -> tuple[Effect, ...]:
    lines: list[Effect] = []
    for line in plan.effects:
        again = _again(line, board) if isinstance(line, Damage) else line
        lines.append(again)
        board = board.after(again)
    return tuple(lines)


def _again(line: Damage, board: Board) -> Damage:
    piece = board.find(line.piece)
    have = piece.raw(line.number) if piece is not None and line.number else None
    if line.after is None or not isinstance(have, int | float):
        return line
    return msgspec.structs.replace(line, after=lowered(have, line.amount, line.floor))


def _without(plan: Plan, key: str) -> Plan | Refusal:
    keys = tuple(effect.key for effect in plan.effects)
    if key not in keys:
        return refuse("NO_SUCH_LINE", key=key)
    place = keys.index(key)
    needing = _needed_by(plan.effects[place], plan.effects[place + 1 :])
    if needing:
        return refuse("OTHERS_REST_ON_IT", key=key, others=needing)
    kept = tuple(effect for effect in plan.effects if effect.key != key)
    return msgspec.structs.replace(plan, effects=kept)


def _needed_by(line: Effect, later: tuple[Effect, ...]) -> tuple[str, ...]:
    """Return later lines that rest on this one; where pieces stand, every later change of place does."""
    return tuple(
        effect.key
        for effect in later
        if line.key in effect.rests_on or (is_positional(line) and is_positional(effect))
    )
