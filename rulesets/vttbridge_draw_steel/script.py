"""The whole resolution of a push, pull or slide, target by target (DS-01, DS-11, DS-12)."""

from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.kinds import OrderOf
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.ruleset import Outcome
from vttbridge.rules.script import MOVER, Script, choose
from vttbridge_draw_steel.actions import ForcedMove
from vttbridge_draw_steel.death import Pain, died, hurt
from vttbridge_draw_steel.movement import MoveKind
from vttbridge_draw_steel.one_target import move_one, pole

IMMUNE_OBJECTS = ("poison", "psychic")
"""Damage that objects do not take (DSX-14)."""


def forced(draft: Draft, ability: ForcedMove, kind: MoveKind) -> Outcome:
    """Resolve a push, pull or slide (DS-01)."""
    refused = _check(draft, ability)
    if refused is not None:
        return refused
    draft.because("DS-01")
    kind = "slide" if ability.as_slide else kind
    _ability_damage(draft, ability)
    killed = tuple(one for one in ability.targets if died(draft, one))
    for target in (yield from _order(draft, ability, kind)):
        refused = yield from move_one(draft, ability, kind, target, killed=target in killed)
        if refused is not None:
            return refused
    return None


def _check(draft: Draft, ability: ForcedMove) -> Refusal | None:
    if len(set(ability.targets)) < len(ability.targets):
        return refuse("TWICE_THE_SAME", "DS-12", given=ability.targets)
    if ability.path is not None and len(ability.targets) > 1:
        return refuse("PATH_IS_FOR_ONE", "DS-12")
    if ability.source in ability.targets:
        return refuse("NOT_ONESELF", "DS-01")
    if ability.order and sorted(ability.order) != sorted(ability.targets):
        return refuse("NOT_EACH_ONCE", "DS-11", given=ability.order, things=ability.targets)
    for target in ability.targets:
        if draft.piece(target).kind == "marker":
            return refuse("NOT_A_BODY", "DS-01", piece=target)
    return None


def _ability_damage(draft: Draft, ability: ForcedMove) -> None:
    """The ability's damage comes first (DS-23, DS-41); objects are immune to poison and psychic (DSX-14)."""
    for target in ability.targets:
        if draft.piece(target).kind == "object" and ability.damage_type in IMMUNE_OBJECTS:
            draft.note("IMMUNE", target, rules=("DSX-14",), kind=ability.damage_type)
            continue
        parts = (Part("ability", ability.damage),)
        pain = Pain(
            amount=ability.damage,
            cause="ability",
            kind=ability.damage_type,
            attack=True,
            source=ability.source,
            parts=parts,
        )
        hurt(draft, target, pain)


def _order(draft: Draft, ability: ForcedMove, kind: MoveKind) -> Script[tuple[str, ...]]:
    """Ask the mover for the order of several targets; pushed ones best go farthest first (DS-11, DS-12)."""
    if len(ability.targets) == 1:
        return ability.targets
    draft.because("DS-11", "DS-12", "DS-42")
    if ability.order:
        return ability.order
    order = _proposed(draft, ability, kind)
    return (yield from choose(MOVER, "order", OrderOf(order), order))


def _proposed(draft: Draft, ability: ForcedMove, kind: MoveKind) -> tuple[str, ...]:
    middle = pole(draft, ability).place
    sign = {"push": -1, "pull": 1}.get(kind, 0)

    def far(target: str) -> tuple[float, int]:
        place = draft.piece(target).place
        return (sign * max(abs(place.x - middle.x), abs(place.y - middle.y)), ability.targets.index(target))

    return tuple(sorted(ability.targets, key=far))
