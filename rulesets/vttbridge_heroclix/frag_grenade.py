"""A frag grenade: an area effect with a point of origin (HCX-13)."""

import msgspec

from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.fields import Counts, PieceRef, Point, Rolls, Text
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.ruleset import Outcome
from vttbridge_heroclix.amounts import Dealt, critical, fixed
from vttbridge_heroclix.attack_fields import Figures, Targets, checked
from vttbridge_heroclix.attack_roll import roll_attack
from vttbridge_heroclix.checks import figures_fault
from vttbridge_heroclix.knock_back import knock_back
from vttbridge_heroclix.source import Source, point, squares_of
from vttbridge_heroclix.strike import knocks_by_clicks, strike

FRAG_DAMAGE = 2
FRAG_EXTRA = 1
BLAST_REACH = 1


class FragGrenade(msgspec.Struct, frozen=True):
    """A grenade lands in a square and hits those in it and next to it; damage is the book's unless given."""

    attacker: PieceRef
    origin: Point
    targets: Targets
    faces: Rolls = ()
    hits: Figures | None = None
    damage: Counts = ()
    out: Figures = ()
    tags_after: Text = ""


def frag_grenade(draft: Draft, given: FragGrenade) -> Outcome:
    """Hurt everybody who is hit; all but who is in the target square fly away from it (HCX-13)."""
    source = point(given.origin)
    seen = checked(given, _figures_fault(draft, given), _reach_fault(draft, given, source))
    if isinstance(seen, Refusal):
        return seen
    rolled = yield from roll_attack(draft, given.attacker, given.targets, given.faces, given.hits)
    dealt = _dealt(draft, given, rolled.hits, source)
    taken = yield from strike(draft, given.attacker, critical(dealt) if rolled.is_critical else dealt, seen)
    yield from knock_back(draft, draft.start, source, knocks_by_clicks(draft, taken, "HC-22", "HCX-13"))
    return None


def _figures_fault(draft: Draft, given: FragGrenade) -> Refusal | None:
    """A thrower may stand in its own blast."""
    others = tuple(name for name in given.targets if name != given.attacker)
    return figures_fault(draft.board, given.attacker, others)


def _reach_fault(draft: Draft, given: FragGrenade, source: Source) -> Refusal | None:
    for name in given.targets:
        if source.distance_to(draft.piece(name)) > BLAST_REACH:
            return refuse("OUT_OF_BLAST", "HCX-13", piece=name)
    return None


def _dealt(draft: Draft, given: FragGrenade, hits: tuple[str, ...], source: Source) -> tuple[Dealt, ...]:
    if given.damage:
        return fixed(given.targets, hits, given.damage)
    return tuple(
        _in_target_square(one) if source.squares[0] in squares_of(draft.piece(one.target)) else one
        for one in fixed(given.targets, hits, (FRAG_DAMAGE,))
    )


def _in_target_square(one: Dealt) -> Dealt:
    extra = Part("target_square", FRAG_EXTRA, "HCX-13")
    return Dealt(one.target, one.amount + FRAG_EXTRA, (*one.parts, extra))
