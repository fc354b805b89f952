"""A shot: the hit roll, the Firepower dice of Rapid Fire, the hits and whom they go to."""

from vttbridge.rules.draft import Draft
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.script import Script
from vttbridge_necromunda.table_top.measuring import middle
from vttbridge_necromunda.traits.ammo import check_ammo, unusable
from vttbridge_necromunda.traits.attack_fields import Shoot
from vttbridge_necromunda.traits.difficulty import in_range
from vttbridge_necromunda.traits.firepower import dice_to_roll, roll_firepower
from vttbridge_necromunda.traits.hit_roll import HitRoll, read_damage, read_hit_roll
from vttbridge_necromunda.traits.resolution import Share, resolve_shot
from vttbridge_necromunda.traits.splitting import allocate
from vttbridge_necromunda.traits.strength import die_of, reaches


def shoot(draft: Draft, shot: Shoot) -> Script[Refusal | None]:
    """Shoot: score hits, allocate them, knock back whom they are strong enough for, and hand the hits on."""
    refused = unusable(draft, shot.attacker, shot.weapon) or _no_target(shot)
    if refused is not None:
        return refused
    rolled = yield from _roll(draft, shot)
    hits = yield from _hits(draft, shot, rolled)
    if isinstance(hits, Refusal):
        return hits
    draft.fact("hits", hits)
    if hits == 0:
        return None
    damage = yield from read_damage(shot.attacker, shot.damage)
    chosen = yield from allocate(draft, shot, hits)
    if isinstance(chosen, Refusal):
        return chosen
    shares = _shares(draft, shot, rolled, chosen)
    yield from resolve_shot(draft, shares, tuple(share.piece for share in shares), damage, shot.attacker)
    return None


def _no_target(shot: Shoot) -> Refusal | None:
    return refuse("ATTACKS_ITSELF", piece=shot.attacker) if shot.attacker == shot.target else None


def _roll(draft: Draft, shot: Shoot) -> Script[HitRoll]:
    """Read the hit roll; beyond the weapon's range nothing hits, though its dice are rolled (NTX-05)."""
    given = HitRoll(shot.hit or False, shot.hit_roll or 0, shot.modifier)
    if not in_range(draft, shot, draft.piece(shot.target)):
        draft.note("OUT_OF_RANGE", shot.target, rules=("NTX-05",))
        return HitRoll(is_hit=False, face=given.face)
    rolled = yield from read_hit_roll(
        draft, shot.attacker, "ballistic_skill", given, hit=shot.hit, matters=shot.knockback
    )
    return rolled


def _hits(draft: Draft, shot: Shoot, rolled: HitRoll) -> Script[int | Refusal]:
    """Return the number of hits: the bullet holes of Rapid Fire (NT-20), else one; a miss scores none."""
    if shot.rapid_fire == 0:
        return int(rolled.is_hit)
    dice = yield from dice_to_roll(shot)
    if isinstance(dice, Refusal):
        return dice
    shown = yield from roll_firepower(draft, shot.attacker, dice)
    yield from check_ammo(draft, shot.attacker, shot.weapon, shown.symbols, shot.ammo)
    draft.because("NT-20")
    return shown.holes if rolled.is_hit else 0


def _shares(draft: Draft, shot: Shoot, rolled: HitRoll, chosen: tuple[str, ...]) -> tuple[Share, ...]:
    """Gather the hits of each target, in the order in which the targets got their first (NT-25, NT-29)."""
    counts = {one: chosen.count(one) for one in dict.fromkeys(chosen)}
    draft.fact("chosen", dict(sorted(counts.items())))
    if len(chosen) > 1:
        draft.because("NT-25", "NT-26", "NT-29")
    origin = middle(draft.piece(shot.attacker))
    die = die_of(draft, rolled.face, rolled.modifier)
    return tuple(
        Share(one, hits, shot.knockback and reaches(draft, die, one, "NT-01"), origin)
        for one, hits in counts.items()
    )
