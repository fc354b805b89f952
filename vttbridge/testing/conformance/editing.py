"""What a game master changes in a plan before it is committed: limits of movement, dropped lines."""

from collections.abc import Iterator

from vttbridge.geometry.vec import GRAIN
from vttbridge.rules.effects import Move, Plan
from vttbridge.rules.plan_edits import Drop, Limit
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.ruleset import Ruleset
from vttbridge.testing.conformance.cases import Case, Cases, settled
from vttbridge.testing.conformance.sampling import some


def exceeded_limits(ruleset: Ruleset, cases: Cases, _effort: int) -> Iterator[str]:
    """Return each forced movement that a limit does not shorten."""
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


def disturbing_drops(ruleset: Ruleset, cases: Cases, effort: int) -> Iterator[str]:
    """Return each line whose dropping changes other lines, or is refused at the end."""
    for case in some(cases, effort):
        effects = case.outcome.effects if isinstance(case.outcome, Plan) else ()
        for place, effect in enumerate(effects):
            found = settled(ruleset, case, Drop(effect.key))
            if isinstance(found, Plan) and [line.key for line in found.effects] != [
                line.key for line in effects if line.key != effect.key
            ]:
                yield f"{case.name}: dropping {effect.key} changes other lines"
            if isinstance(found, Refusal) and place == len(effects) - 1:
                yield f"{case.name}: the last line {effect.key} cannot be dropped"
