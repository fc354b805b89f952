"""The Knockback manoeuvre (DSX-16): 2d10 + Might against one adjacent creature."""

from vttbridge.geometry.grid import between
from vttbridge.rules.dice import TWO_D10
from vttbridge.rules.draft import Draft
from vttbridge.rules.piece import Piece
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.ruleset import Outcome
from vttbridge.rules.script import roll
from vttbridge_draw_steel.actions import ForcedMove, Knockback
from vttbridge_draw_steel.script import forced
from vttbridge_draw_steel.sizes import rank, shape

TIERS = ((17, 3), (12, 2))
"""From this total on, this tier; anything less is tier 1. A tier pushes as many squares."""


def knockback(draft: Draft, manoeuvre: Knockback) -> Outcome:
    """Roll the manoeuvre and push by its tier, as a melee weapon does (DSX-16)."""
    mover, target = draft.piece(manoeuvre.source), draft.piece(manoeuvre.target)
    refused = _check(mover, target)
    if refused is not None:
        return refused
    faces = yield from roll(TWO_D10, "knockback")
    total = sum(faces) + mover.whole("might") + manoeuvre.bonus
    tier = next((tier for least, tier in TIERS if total >= least), 1)
    draft.because("DSX-16")
    draft.fact("total", total)
    draft.fact("tier", tier)
    push = ForcedMove(
        source=manoeuvre.source,
        targets=(manoeuvre.target,),
        distance=tier,
        melee_weapon=True,
        path=manoeuvre.path,
    )
    return (yield from forced(draft, push, "push"))


def _check(mover: Piece, target: Piece) -> Refusal | None:
    if mover.id == target.id or target.kind != "creature":
        return refuse("NOT_A_CREATURE", "DSX-16", piece=target.id)
    apart = between(shape(mover), mover.place, shape(target), target.place)
    if apart > 1:
        return refuse("NOT_ADJACENT", "DSX-16", piece=target.id, apart=apart)
    if rank(target) > max(rank(mover), _strong_enough_for(mover)):
        return refuse("TOO_LARGE", "DSX-16", piece=target.id)
    return None


def _strong_enough_for(mover: Piece) -> int:
    """The size that Might 2 or more reaches: size 2 is the rank after every size of one square."""
    might = mover.whole("might")
    return might + 2 if might >= 2 else 0
