"""Force against resistance: how far a Knockback or a Drag moves its target."""

import msgspec

from vttbridge.rules.dice import D3
from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.piece import Piece
from vttbridge.rules.script import Script, roll
from vttbridge_necromunda.table_top.sides import is_fighter


class Push(msgspec.Struct, frozen=True):
    """The rule ids of one trait's contest, and the cause that its effects carry."""

    cause: str
    force: str
    fighter: str
    carried: str
    heavy: str
    distance: str
    nothing: str


KNOCKBACK = Push("knock_back", "NM-74", "NM-75", "NM-76", "NM-77", "NM-78", "NM-79")
DRAG = Push("drag", "NM-93", "NM-94", "NM-94", "NM-94", "NM-94", "NM-94")


class Contest(msgspec.Struct, frozen=True):
    """The distance in inches, and how it came about."""

    distance: int
    parts: tuple[Part, ...]
    rules: tuple[str, ...]


def contest(draft: Draft, target: str, force: int, push: Push, label: str = "strength") -> Script[Contest]:
    """Roll a D3 for the attack, then one for the target, and take the difference, never under 0 (NM-78)."""
    struck = yield from roll(D3, "force", target)
    base, rule = _resistance(draft.piece(target), push)
    resisted = yield from roll(D3, "resist", target)
    parts: tuple[Part, ...] = (
        Part(label, force, push.force),
        Part("force_d3", struck, push.force),
        Part("resistance", -base, rule),
        Part("resist_d3", -resisted, rule),
    )
    total = force + struck - base - resisted
    if total < 0:
        parts = (*parts, Part("at_least_0", -total, push.distance))
    distance = max(0, total)
    rules = [push.force, rule, push.distance]
    if distance == 0:
        rules.append(push.nothing)
    rules += _example(draft.piece(target), force, push)
    draft.because(*rules)
    draft.fact("force", force + struck)
    draft.fact("resistance", base + resisted)
    draft.fact("distance", distance)
    return Contest(distance, parts, tuple(rules))


def _resistance(target: Piece, push: Push) -> tuple[int, str]:
    """NM-75 to NM-77, NM-94: a fighter's modified Strength; 1 or 4 for objects by how they are carried."""
    if is_fighter(target):
        return target.whole("strength", 3) + target.whole("strength_modifier"), push.fighter
    return (4, push.heavy) if target.has("carry_heavy") else (1, push.carried)


def _example(target: Piece, force: int, push: Push) -> list[str]:
    """NM-81, NM-101: the book's own sums, which its numbers must give."""
    strength = target.whole("strength", 3) + target.whole("strength_modifier")
    if push is KNOCKBACK and is_fighter(target) and force == strength == 3:
        return ["NM-81"]
    if push is DRAG and force == 4 and (not is_fighter(target) or strength == 4):
        return ["NM-101"]
    return []
