"""The knock back alone, for hits that were made and compared elsewhere."""

from vttbridge.geometry.vec import Vec
from vttbridge.rules.draft import Draft
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.script import Script
from vttbridge_necromunda.table_top.measuring import middle
from vttbridge_necromunda.traits.attack_fields import KnockBack
from vttbridge_necromunda.traits.resolution import Share, fall_after_attack, resolve_blow


def knock_back_alone(draft: Draft, fields: KnockBack) -> Script[Refusal | None]:
    """Knock a fighter back from a piece or a point; whether its Damage is raised is stated as a fact."""
    origin = _origin(draft, fields)
    if origin is None:
        return refuse("NO_ORIGIN", "NT-03", piece=fields.target)
    outcome = yield from resolve_blow(draft, Share(fields.target, 1, knocks=True, origin=origin))
    bonus = int(any(outcome.raised))
    draft.fact("damage_bonus", bonus)
    if bonus:
        draft.note("DAMAGE_RAISED", fields.target, rules=("NT-05",), amount=bonus)
    yield from fall_after_attack(draft, (outcome,))
    return None


def _origin(draft: Draft, fields: KnockBack) -> Vec | None:
    if fields.origin is not None:
        return Vec(fields.origin[0], fields.origin[1])
    if fields.source in {"", fields.target}:
        return None
    return middle(draft.piece(fields.source))
