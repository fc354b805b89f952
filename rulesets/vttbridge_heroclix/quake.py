"""Quake: every hit character takes 2 and flies two squares, doubles or not (HCX-09)."""

import msgspec

from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.fields import Counts, PieceRef, Point, Rolls, Text
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.ruleset import Outcome
from vttbridge_heroclix.amounts import critical, fixed
from vttbridge_heroclix.attack_fields import Figures, Targets, checked
from vttbridge_heroclix.attack_roll import roll_attack
from vttbridge_heroclix.checks import figures_fault
from vttbridge_heroclix.knock_back import knock_back
from vttbridge_heroclix.source import character
from vttbridge_heroclix.strike import knock_of, strike

QUAKE_DAMAGE = 2
QUAKE_SQUARES = 2


class Quake(msgspec.Struct, frozen=True):
    """One roll against all adjacent foes; the damage is 2 unless given."""

    attacker: PieceRef
    targets: Targets
    faces: Rolls = ()
    hits: Figures | None = None
    damage: Counts = ()
    from_square: Point | None = None
    out: Figures = ()
    tags_after: Text = ""


def quake(draft: Draft, given: Quake) -> Outcome:
    """Hurt and throw everybody who is hit (HCX-09)."""
    seen = checked(given, figures_fault(draft.board, given.attacker, given.targets))
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
