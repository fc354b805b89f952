"""Following up after a melee knock back: towards the target, to stay in contact (NT-09, NT-10)."""

from vttbridge.geometry.fall import overhang
from vttbridge.geometry.sweep import advance_place, sweep
from vttbridge.geometry.vec import GRAIN, Vec
from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.kinds import YesNo
from vttbridge.rules.piece import Piece
from vttbridge.rules.script import MOVER, Script, choose
from vttbridge_necromunda.table_top.measuring import middle, way_between
from vttbridge_necromunda.traits.attack_fields import Fight

FOLLOWING = ("NT-09",)


def follow_up(draft: Draft, fields: Fight) -> Script[None]:
    """Offer the attacker to follow its target (default yes); it stops at what is in its way, and at edges."""
    attacker, target = draft.piece(fields.attacker), draft.piece(fields.target)
    way = way_between(middle(attacker), middle(target))
    inches = 0.0 if way is None else draft.distance(attacker.id, _way_to_contact(draft, attacker, way))
    if way is None or inches <= GRAIN:
        return
    follows = fields.follow_up
    if follows is None:
        follows = yield from choose(MOVER, "follow_up", YesNo(), True, piece=attacker.id)
    draft.because(*FOLLOWING)
    if follows:
        to = advance_place(attacker.place, way, inches, draft.board.scene, attacker.footprint)
        parts = (Part("to_contact", round(inches, 3), "NT-09"),)
        draft.move(
            attacker.id,
            (to,),
            "follow_up",
            asked=round(inches, 3),
            travelled=round(inches, 3),
            forced=False,
            rules=FOLLOWING,
            parts=parts,
        )


def _way_to_contact(draft: Draft, attacker: Piece, way: Vec) -> float:
    """Return how far the attacker comes before it touches its target, anything else, or an edge."""
    reach = _span(draft)
    bodies = draft.board.bodies(without=(attacker.id,))
    scene = draft.board.scene
    contact = sweep(scene, attacker.footprint, attacker.place, way, reach, bodies)
    free = reach if contact is None else contact.travelled
    edge = overhang(scene, attacker.footprint, attacker.place, way, free)
    return free if edge.partly is None else min(free, edge.partly)


def _span(draft: Draft) -> float:
    spec = draft.board.scene.spec
    return spec.width + spec.height
