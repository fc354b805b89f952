"""How far a target may be moved: the number, larger against smaller, stability, and what was limited."""

import msgspec

from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.piece import Piece
from vttbridge.rules.script import Script
from vttbridge_draw_steel.actions import ForcedMove
from vttbridge_draw_steel.sizes import rank
from vttbridge_draw_steel.stability import resisted


class Reach(msgspec.Struct, frozen=True):
    """The squares to move and the parts that they are made of."""

    squares: int
    parts: tuple[Part, ...] = ()


def reach(draft: Draft, ability: ForcedMove, kind: str, target: Piece) -> Script[Reach]:
    """Return how far a target may be moved; bonuses come before stability (DS-07, DS-18, DS-37, AMB-DS-9)."""
    parts = [Part("distance", ability.distance, _kind_rule(kind))]
    if ability.distance and ability.bonus:
        parts.append(Part("bonus", ability.bonus))
    parts += _larger(draft, ability, target)
    total = _sum(parts)
    used = 0 if ability.ignores_stability else (yield from resisted(draft, target, total))
    if used:
        parts.append(Part("stability", -min(used, total), "DS-37"))
    squares = _sum(parts)
    allowed = draft.squares(target.id, squares)
    if allowed < squares:
        parts.append(Part("limit", allowed - squares))
    return Reach(allowed, tuple(parts))


def _kind_rule(kind: str) -> str:
    return {"push": "DS-02", "pull": "DS-04"}.get(kind, "DS-06")


def _sum(parts: list[Part]) -> int:
    return max(0, round(sum(part.amount for part in parts)))


def _larger(draft: Draft, ability: ForcedMove, target: Piece) -> list[Part]:
    """A larger mover's melee weapon adds 1 against a smaller target (DS-18), no other pairing (DS-19)."""
    mover = draft.piece(ability.source)
    if not ability.melee_weapon or target.kind == "marker":
        draft.because("DS-18")
        return []
    draft.because("DSX-08")
    if rank(mover) <= rank(target):
        draft.because("DS-19" if rank(mover) < rank(target) else "DS-18")
        return []
    draft.because("DS-18", "AMB-DS-9")
    return [Part("larger_mover", 1, "DS-18")] if ability.distance else []
