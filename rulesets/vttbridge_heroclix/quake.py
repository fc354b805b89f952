"""Quake: every hit character takes 2 and flies two squares, doubles or not (HCX-09)."""

from typing import Annotated

import msgspec

from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.fields import Counts, PieceRef, Point, Rolls, Text, pieces
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.ruleset import Outcome
from vttbridge_heroclix.amounts import amounts_fault, critical, fixed
from vttbridge_heroclix.attack_roll import faces_fault, roll_attack
from vttbridge_heroclix.checks import figures_fault, hits_fault, reported
from vttbridge_heroclix.knock_back import knock_back
from vttbridge_heroclix.source import character
from vttbridge_heroclix.strike import knock_of, strike

QUAKE_DAMAGE = 2
QUAKE_SQUARES = 2


class Quake(msgspec.Struct, frozen=True):
    """One roll against all adjacent foes; the damage is 2 unless given."""

    attacker: PieceRef
    targets: Annotated[tuple[str, ...], pieces(1, 20)]
    faces: Rolls = ()
    hits: Annotated[tuple[str, ...], pieces(0, 20)] | None = None
    damage: Counts = ()
    from_square: Point | None = None
    out: Annotated[tuple[str, ...], pieces(0, 20)] = ()
    tags_after: Text = ""


def quake(draft: Draft, given: Quake) -> Outcome:
    """Hurt and throw everybody who is hit (HCX-09)."""
    seen = reported(given.targets, given.tags_after, given.out)
    fault = (
        figures_fault(draft.board, given.attacker, given.targets)
        or faces_fault(given.faces)
        or hits_fault(given.targets, given.hits)
        or amounts_fault(given.targets, given.damage)
    )
    if fault is not None:
        return fault
    if isinstance(seen, Refusal):
        return seen
    source = character(draft.piece(given.attacker), given.from_square)
    rolled = yield from roll_attack(draft, given.attacker, given.targets, given.faces, given.hits)
    dealt = fixed(given.targets, rolled.hits, given.damage or (QUAKE_DAMAGE,))
    taken = yield from strike(draft, given.attacker, critical(dealt) if rolled.is_critical else dealt, seen)
    part = Part("quake", QUAKE_SQUARES, "HCX-09")
    knocks = tuple(knock_of(one, QUAKE_SQUARES, ("HC-22", "HCX-09"), part) for one in taken)
    yield from knock_back(draft, draft.start, source, knocks)
    return None
