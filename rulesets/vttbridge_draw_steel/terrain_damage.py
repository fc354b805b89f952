"""Writes what terrain and auras do to whoever enters them (DS-10, DS-40)."""

from vttbridge.geometry.terrain import Aura
from vttbridge.geometry.vec import Place
from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.piece import Piece
from vttbridge_draw_steel.death import Pain, hurt, is_out
from vttbridge_draw_steel.movement import Harmed
from vttbridge_draw_steel.sizes import shape
from vttbridge_draw_steel.terrain import harm_of, harms_between

ABOVE = 1000.0
"""A height from which nothing on the ground is touched."""


def harm(draft: Draft, target: str, caught: Harmed, key: str) -> None:
    """Write one entry: its damage, its status, or the check that people make."""
    piece = draft.board.find(target)
    if piece is None:
        return
    effect = harm_of(draft.board.scene, caught.area)
    rules = ("DS-40", "AMB-DS-27") if caught.cause == "aura" else ("DS-10", "AMB-DS-17")
    rests = (key,) if key else ()
    draft.because(*rules)
    if effect.check:
        draft.note("HARM_CHECK", target, rules=rules, rests_on=rests, area=caught.area, check=effect.check)
        return
    parts = (Part(caught.cause, effect.damage, rules[0]),)
    hurt(
        draft,
        target,
        Pain(
            amount=effect.damage,
            cause=caught.cause,
            kind=effect.kind,
            source=caught.area,
            rules=rules,
            parts=parts,
            rests_on=rests,
        ),
    )
    after = draft.board.find(target)
    if effect.status and after is not None and not is_out(after) and not after.is_in(effect.status):
        draft.status(target, effect.status, cause=caught.cause, rules=rules, rests_on=rests)


def enter_terrain(draft: Draft, piece: Piece, place: Place, key: str) -> None:
    """A faller enters the terrain it lands in, as on foot (DS-10); auras have no height to fall into."""
    body, high = shape(piece), place._replace(z=place.z + ABOVE)
    for caught in harms_between(draft.board.scene, draft.options, body, high, place):
        if not isinstance(draft.board.scene.area(caught.area).meaning, Aura):
            harm(draft, piece.id, caught, key)
