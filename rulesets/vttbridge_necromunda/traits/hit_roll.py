"""What came of the hit roll: it stands in the action, or people are asked."""

import msgspec

from vttbridge.rules.draft import Draft
from vttbridge.rules.kinds import CountOf, YesNo
from vttbridge.rules.script import MOVER, Script, choose

USUAL_FACE = 4
"""What an unattended table takes for a face that nobody gave."""

USUAL_DAMAGE = 1


class HitRoll(msgspec.Struct, frozen=True):
    """Whether the attack hit, the face of the die (0: it does not matter), and what was added to it."""

    is_hit: bool
    face: int
    modifier: int = 0


def read_hit_roll(
    draft: Draft, attacker: str, skill: str, given: HitRoll, *, hit: bool | None, matters: bool
) -> Script[HitRoll]:
    """Take the roll as given, else ask for the face (default 4) and whether it hit.

    By default it hits when the roll reaches the attacker's skill and is no 1; without a skill it hits.
    The face is not asked where the hit is known and nothing is compared with it.
    """
    face = given.face
    if face == 0 and (hit is None or (hit and matters)):
        face = yield from choose(MOVER, "hit_roll", CountOf(1, 6), USUAL_FACE, piece=attacker)
    if hit is None:
        needed = draft.piece(attacker).whole(skill)
        usual = needed == 0 or (face > 1 and face + given.modifier >= needed)
        hit = yield from choose(MOVER, "hit", YesNo(), usual, piece=attacker)
    return HitRoll(hit, face, given.modifier)


def read_damage(attacker: str, damage: int | None) -> Script[int]:
    """Take the weapon's Damage, or ask for it (default 1)."""
    if damage is not None:
        return damage
    asked = yield from choose(MOVER, "damage", CountOf(1, 20), USUAL_DAMAGE, piece=attacker)
    return asked
