"""Force Blast as a power action: a die of squares for one adjacent foe, and no attack (HCX-08)."""

import msgspec

from vttbridge.rules.dice import D6
from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.fields import PieceRef, Point
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.ruleset import Outcome
from vttbridge.rules.script import roll
from vttbridge_heroclix.abilities import are_opposing
from vttbridge_heroclix.checks import figures_fault
from vttbridge_heroclix.knock_back import Knock, knock_back
from vttbridge_heroclix.mastermind import are_apart
from vttbridge_heroclix.source import character


class ForceBlast(msgspec.Struct, frozen=True):
    """One adjacent opposing character is blasted away."""

    attacker: PieceRef
    target: PieceRef
    from_square: Point | None = None


def force_blast(draft: Draft, given: ForceBlast) -> Outcome:
    """Roll a die and knock the target back so many squares (HC-22, HCX-08)."""
    fault = figures_fault(draft.board, given.attacker, (given.target,)) or _reach_fault(draft, given)
    if fault is not None:
        return fault
    source = character(draft.piece(given.attacker), given.from_square)
    face = yield from roll(D6, "force_blast", given.attacker)
    knock = Knock(given.target, face, ("HC-22", "HCX-08"), (Part("force_blast", face, "HCX-08"),))
    yield from knock_back(draft, draft.start, source, (knock,))
    return None


def _reach_fault(draft: Draft, given: ForceBlast) -> Refusal | None:
    attacker, target = draft.piece(given.attacker), draft.piece(given.target)
    if are_apart(attacker, target):
        return refuse("NOT_ADJACENT", "HCX-08", piece=target.id)
    if not are_opposing(attacker, target):
        return refuse("NOT_OPPOSING", "HCX-08", piece=target.id)
    return None
