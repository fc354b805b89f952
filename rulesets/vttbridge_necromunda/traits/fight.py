"""A hit with a Melee weapon: the knock back, the follow up, then the hit."""

from vttbridge.rules.draft import Draft
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.script import Script
from vttbridge_necromunda.table_top.engagement import obstacle_between
from vttbridge_necromunda.table_top.measuring import middle, touches
from vttbridge_necromunda.traits.attack_fields import Fight
from vttbridge_necromunda.traits.follow_up import follow_up
from vttbridge_necromunda.traits.hit_roll import HitRoll, read_damage, read_hit_roll
from vttbridge_necromunda.traits.pinning import REACH
from vttbridge_necromunda.traits.resolution import Outcome, Share, fall_after_attack, resolve_blow, score
from vttbridge_necromunda.traits.strength import die_of, reaches

BARRICADE_TO_HIT = -1
"""What an attack across a barricade adds to the hit roll (NTX-09)."""


def fight(draft: Draft, fields: Fight) -> Script[Refusal | None]:
    """Attack in melee: a target that is knocked back may be followed, unless across a barricade."""
    if fields.attacker == fields.target:
        return refuse("ATTACKS_ITSELF", piece=fields.attacker)
    across = is_across(draft, fields)
    draft.fact("to_hit", BARRICADE_TO_HIT if across else 0)
    modifier = fields.modifier + (BARRICADE_TO_HIT if across else 0)
    given = HitRoll(fields.hit or False, fields.hit_roll or 0, modifier)
    rolled = yield from read_hit_roll(
        draft, fields.attacker, "weapon_skill", given, hit=fields.hit, matters=fields.knockback
    )
    draft.fact("hits", int(rolled.is_hit))
    if rolled.is_hit:
        yield from _strike(draft, fields, rolled, across=across)
    return None


def is_across(draft: Draft, fields: Fight) -> bool:
    """Return whether the two fight across a barricade: both touch it, half an inch apart at most (NTX-09)."""
    if fields.across_barricade is not None:
        return fields.across_barricade
    attacker, target = draft.piece(fields.attacker), draft.piece(fields.target)
    if obstacle_between(draft.board, attacker, target, REACH) is None:
        return False
    draft.because("NTX-09")
    return True


def _strike(draft: Draft, fields: Fight, rolled: HitRoll, *, across: bool) -> Script[None]:
    damage = yield from read_damage(fields.attacker, fields.damage)
    attacker, target = draft.piece(fields.attacker), draft.piece(fields.target)
    in_contact = touches(attacker, target)
    die = die_of(draft, rolled.face, rolled.modifier)
    knocks = fields.knockback and reaches(draft, die, target.id, "NT-01")
    outcome = yield from resolve_blow(draft, Share(target.id, 1, knocks, middle(attacker)))
    if across and knocks:
        draft.because("NT-10")
    elif knocks and in_contact:
        yield from _follow(draft, fields, outcome)
    score(draft, (outcome,), damage, fields.attacker)
    yield from fall_after_attack(draft, (outcome,))


def _follow(draft: Draft, fields: Fight, outcome: Outcome) -> Script[None]:
    """Nobody follows over an edge: contact with a target that falls cannot be kept."""
    if outcome.drop is None:
        yield from follow_up(draft, fields)
