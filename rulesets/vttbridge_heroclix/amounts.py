"""How much damage an attack deals to each target before anything reduces it."""

import msgspec

from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.kinds import CountOf
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.script import MOVER, Script, choose

MAX_DAMAGE = 20


class Dealt(msgspec.Struct, frozen=True):
    """Damage for one hit target with its parts."""

    target: str
    amount: int
    parts: tuple[Part, ...]


def amounts_fault(targets: tuple[str, ...], damage: tuple[int, ...]) -> Refusal | None:
    """Refuse a damage list that is neither one number for all nor one for each target."""
    if len(damage) in {0, 1, len(targets)}:
        return None
    return refuse("DAMAGE_FOR_EACH", "HC-04", given=damage, targets=targets)


def fixed(targets: tuple[str, ...], hits: tuple[str, ...], damage: tuple[int, ...]) -> tuple[Dealt, ...]:
    """Take damage as given: one number for every target, or one for each in their order."""
    each = damage if len(damage) == len(targets) else damage * len(targets)
    return tuple(
        _dealt(target, amount) for target, amount in zip(targets, each, strict=True) if target in hits
    )


def by_dial(draft: Draft, attacker: str, hits: tuple[str, ...]) -> Script[tuple[Dealt, ...]]:
    """Deal the value that the attacker's dial shows now, asked where it is not known (HC-05).

    Several targets share it (HCX-22).
    """
    value = draft.piece(attacker).whole("damage")
    if value > 0:
        draft.because("HC-05")
    else:
        value = yield from choose(MOVER, "damage", CountOf(0, MAX_DAMAGE), 1, piece=attacker)
    if len(hits) == 1:
        return (_dealt(hits[0], value),)
    return (yield from _shared(draft, hits, value))


def _shared(draft: Draft, hits: tuple[str, ...], value: int) -> Script[tuple[Dealt, ...]]:
    """Let the mover split damage among the targets; an even split is offered, the first get what is over."""
    draft.because("HCX-22")
    dealt: list[Dealt] = []
    rest = value
    for place, target in enumerate(hits):
        open_targets = len(hits) - place
        even = -(-rest // open_targets)
        share = rest
        if open_targets > 1:
            share = yield from choose(MOVER, "share", CountOf(0, rest), even, piece=target)
        rest -= share
        dealt.append(_dealt(target, share))
    return tuple(dealt)


def critical(dealt: tuple[Dealt, ...]) -> tuple[Dealt, ...]:
    """Add one to each hit target (HCX-14)."""
    return tuple(
        Dealt(one.target, one.amount + 1, (*one.parts, Part("critical_hit", 1, "HCX-14"))) for one in dealt
    )


def _dealt(target: str, amount: int) -> Dealt:
    return Dealt(target, amount, (Part("attack", amount, "HC-04"),))
