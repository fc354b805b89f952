"""Every outcome of an action: over its dice with people's answers at their defaults, or over all answers.

Exact where the dice are: weights are whole fractions. Outcomes that do the same are counted together.
"""

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from vttbridge.rules.board import Board
from vttbridge.rules.effects import Effect, Plan
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.resolve import Command, Inputs, Planned, Waiting, resolve
from vttbridge.rules.ruleset import Ruleset
from vttbridge.rules.script import Answer
from vttbridge.rules.values import Value

MAX_LEAVES = 216
"""A preview walks at most this many outcomes."""


class Leaf(msgspec.Struct, frozen=True):
    """One way things may go: its share, the answers on the way and what comes of it."""

    share: Fraction
    answers: tuple[Answer, ...]
    outcome: Plan | Refusal
    exact: bool = True


class Chance(msgspec.Struct, frozen=True):
    """An outcome with its odds as a whole fraction and one plan that shows it."""

    part: int
    whole: int
    outcome: Plan | Refusal
    label: str


class Odds(msgspec.Struct, frozen=True):
    """All outcomes, likeliest first. `exact` is False where a continuous die was sampled."""

    chances: tuple[Chance, ...]
    leaves: int
    exact: bool = True


def walk(
    ruleset: Ruleset, board: Board, command: Command, inputs: Inputs = Inputs(), *, people: bool = False
) -> Iterator[Leaf]:
    """Walk every leaf: all faces of every roll, and where `people` is true all sample answers too."""
    yield from _walk(ruleset, board, command, inputs, Fraction(1), exact=True, people=people)


def _walk(
    ruleset: Ruleset,
    board: Board,
    command: Command,
    inputs: Inputs,
    share: Fraction,
    *,
    exact: bool,
    people: bool,
) -> Iterator[Leaf]:
    match resolve(ruleset, board, command, inputs):
        case Waiting(question=question) if question.key in {answer.key for answer in inputs.answers}:
            yield Leaf(share, inputs.answers, question.because or Refusal("DEFAULT_REFUSED"), exact)
        case Waiting() as waiting:
            branches = _branches(waiting, people=people)
            total = sum(weight for _, weight in branches)
            for value, weight in branches:
                further = _with(inputs, Answer(waiting.question.key, value))
                still = exact and waiting.ask.exact
                part = share * Fraction(weight, total)
                yield from _walk(ruleset, board, command, further, part, exact=still, people=people)
        case Planned(plan=plan, used=used):
            yield Leaf(share, used, plan, exact)
        case Refusal() as refusal:
            yield Leaf(share, inputs.answers, refusal, exact)


def _branches(waiting: Waiting, *, people: bool) -> tuple[tuple[Value, int], ...]:
    if waiting.question.is_roll:
        return waiting.ask.samples()
    usual = ((waiting.question.default, 1),)
    return (waiting.ask.samples() or usual) if people else usual


def _with(inputs: Inputs, answer: Answer) -> Inputs:
    return msgspec.structs.replace(inputs, answers=(*inputs.answers, answer))


def odds(
    ruleset: Ruleset,
    board: Board,
    command: Command,
    inputs: Inputs = Inputs(),
    most: int | None = MAX_LEAVES,
) -> Odds | None:
    """Return the exact distribution of outcomes, or `None` where more than `most` leaves remain."""
    grouped: dict[str, tuple[Fraction, Plan | Refusal]] = {}
    leaves, exact = 0, True
    for leaf in walk(ruleset, board, command, inputs):
        leaves += 1
        if most is not None and leaves > most:
            return None
        exact = exact and leaf.exact
        mark = signature(leaf.outcome)
        share, shown = grouped.get(mark, (Fraction(0), leaf.outcome))
        grouped[mark] = (share + leaf.share, shown)
    ordered = sorted(grouped.values(), key=lambda entry: (-entry[0], signature(entry[1])))
    return Odds(tuple(_chance(share, outcome) for share, outcome in ordered), leaves, exact)


def _chance(share: Fraction, outcome: Plan | Refusal) -> Chance:
    return Chance(share.numerator, share.denominator, outcome, label(outcome))


def signature(outcome: Plan | Refusal) -> str:
    """Return what makes two outcomes the same for people: the lines, not how they came about."""
    if isinstance(outcome, Refusal):
        return repr((outcome.code, outcome.facts))
    return repr([msgspec.structs.replace(line, rules=(), parts=(), assumed=()) for line in outcome.effects])


def label(outcome: Plan | Refusal) -> str:
    """Return an outcome in one word: refused, gone, falls, blocked, moves or stays."""
    if isinstance(outcome, Refusal):
        return "refused"
    words = {str(effect.__struct_config__.tag) for effect in outcome.effects}
    hurts = any(_collides(effect) for effect in outcome.effects)
    for word, name in (("gone", "gone"), ("fall", "falls")):
        if word in words:
            return name
    if hurts:
        return "hurts"
    return "moves" if words & {"move", "place"} else "stays"


def _collides(effect: Effect) -> bool:
    tag = str(effect.__struct_config__.tag)
    cause = getattr(effect, "cause", "")
    return tag in {"damage", "hit"} and cause not in {"attack", "ability", "attack_transferred"}
