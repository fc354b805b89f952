"""The lines of a plan: they apply cleanly, tell all that they change, name their rules and differ by key."""

from collections.abc import Iterator

from vttbridge.geometry.vec import GRAIN
from vttbridge.rules.board import Board
from vttbridge.rules.effects import Damage, Effect, Fall, Move, Note, Plan, Put
from vttbridge.rules.ruleset import Ruleset
from vttbridge.testing.conformance.cases import Case, Cases
from vttbridge.testing.conformance.sampling import twice


def faulty_lines(_ruleset: Ruleset, cases: Cases, _effort: int) -> Iterator[str]:
    """Return each line that does not apply cleanly, and each change that no line tells."""
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


def unexplained_lines(_ruleset: Ruleset, cases: Cases, _effort: int) -> Iterator[str]:
    """Return each movement without its rules, each damage without rules and parts."""
    for case in cases:
        for effect in case.outcome.effects if isinstance(case.outcome, Plan) else ():
            if isinstance(effect, Move | Put | Fall) and not effect.rules:
                yield f"{case.name}: {effect.key} names no rule"
            if isinstance(effect, Damage) and not (effect.rules or effect.parts):
                yield f"{case.name}: {effect.key} says neither its rule nor its parts"


def equal_keys(_ruleset: Ruleset, cases: Cases, _effort: int) -> Iterator[str]:
    """Return each key that two lines of a plan bear."""
    for case in cases:
        keys = [effect.key for effect in case.outcome.effects] if isinstance(case.outcome, Plan) else []
        yield from (f"{case.name}: two lines have the key {key}" for key in sorted(twice(keys)))
