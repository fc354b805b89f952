"""Knockback as this book has it: force against resistance, away from where the attack came from."""

import msgspec

from vttbridge.geometry.vec import Vec
from vttbridge.rules.draft import Draft
from vttbridge.rules.fields import Flag, PieceRef, Point
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.script import Script
from vttbridge_necromunda.community.actions.contest import KNOCKBACK, contest
from vttbridge_necromunda.community.actions.official import official_knock_back
from vttbridge_necromunda.community.battlefield.bases import lifted
from vttbridge_necromunda.community.battlefield.shove import KNOCKED, Shove, shove
from vttbridge_necromunda.community.fields import Face, Strength
from vttbridge_necromunda.table_top.directions import away_from
from vttbridge_necromunda.table_top.measuring import middle

CENTRED = 0.05
"""A blast marker so near to the centre of a base has no direction; the scatter die gives one."""


class KnockBack(msgspec.Struct, frozen=True, kw_only=True):
    """An attack with Knockback hit and was resolved. Without a marker it came from the attacker's base.

    Only the official rules look at `hit_roll`, the face of the hit die; 0 means that it is asked for.
    """

    attacker: PieceRef
    target: PieceRef
    strength: Strength = 3
    marker: Point = ()
    hit_roll: Face = 0
    out_of_action: Flag = False
    seriously_injured: Flag = False
    pinned: Flag = False


def knock_back(draft: Draft, given: KnockBack) -> Script[Refusal | None]:
    """NM-73 to NM-91: move the target away from the attack."""
    draft.board = lifted(draft.board)
    if given.target == given.attacker:
        return refuse("OWN_TARGET", "NM-73", piece=given.target)
    if not _resolved(draft, given):
        return None
    if draft.options.is_on("knockback_rules", "official"):
        yield from _official(draft, given)
        return None
    struck = yield from contest(draft, given.target, given.strength, KNOCKBACK)
    distance = draft.distance(given.target, struck.distance)
    if distance <= 0:
        return None
    way = yield from _way(draft, given, ("NM-80",))
    order = Shove(given.target, way, distance, int(distance), struck.parts, struck.rules)
    yield from shove(draft, order, KNOCKED)
    return None


def _way(draft: Draft, given: KnockBack, rules: tuple[str, ...]) -> Script[Vec]:
    """AMB-NM-10: from the attacker's base, or from the marker; centred on the target the scatter die says."""
    origin = middle(draft.piece(given.attacker))
    if given.marker:
        x, y, *_ = given.marker
        origin = Vec(x, y)
    over = CENTRED if given.marker else 0.0
    target = draft.piece(given.target)
    way = yield from away_from(draft, origin, target, over=over, rules=rules, scatter=(*rules, "NM-17"))
    return way


def _official(draft: Draft, given: KnockBack) -> Script[None]:
    way = yield from _way(draft, given, ("NMX-08",))
    yield from official_knock_back(draft, given.target, way, given.hit_roll, blast=bool(given.marker))


def _resolved(draft: Draft, given: KnockBack) -> bool:
    return resolved(
        draft,
        given.target,
        "NM-73",
        out=given.out_of_action,
        injured=given.seriously_injured,
        pinned=given.pinned,
    )


def resolved(draft: Draft, target: str, rule: str, *, out: bool, injured: bool, pinned: bool) -> bool:
    """NM-73, NM-92: take in what the attack itself did; says whether the target can still be moved."""
    draft.because(rule)
    if out:
        draft.gone(target, "out_of_action", rules=(rule,))
        return False
    if injured:
        draft.status(target, "seriously_injured", cause="attack", rules=(rule,))
    if pinned:
        draft.status(target, "pinned", cause="attack", rules=(rule,))
    return True
