"""Energy Explosion: a ranged attack that also catches those next to its targets (HCX-12)."""

from typing import Annotated

import msgspec

from vttbridge.rules.draft import Draft
from vttbridge.rules.fields import Counts, Flag, PieceRef, Point, Rolls, Text, count
from vttbridge.rules.kinds import PiecesOf
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.ruleset import Outcome
from vttbridge.rules.script import MOVER, Script, choose
from vttbridge_heroclix.abilities import is_character
from vttbridge_heroclix.amounts import Dealt, by_dial, critical, fixed
from vttbridge_heroclix.attack import throws_back
from vttbridge_heroclix.attack_fields import Figures, Targets, checked
from vttbridge_heroclix.attack_roll import Rolled, roll_attack
from vttbridge_heroclix.checks import figures_fault
from vttbridge_heroclix.knock_back import knock_back
from vttbridge_heroclix.mastermind import are_apart
from vttbridge_heroclix.source import character
from vttbridge_heroclix.strike import Taken, knocks_by_clicks, strike


class EnergyExplosion(msgspec.Struct, frozen=True):
    """An exploding shot: `near` are those caught beside the hit targets, `near_damage` what each is dealt."""

    attacker: PieceRef
    targets: Targets
    faces: Rolls = ()
    hits: Figures | None = None
    damage: Counts = ()
    near: Figures | None = None
    near_damage: Annotated[int, count(0, 20)] = 1
    force_blast: Flag | None = None
    from_square: Point | None = None
    out: Figures = ()
    tags_after: Text = ""


def energy_explosion(draft: Draft, given: EnergyExplosion) -> Outcome:
    """Hurt targets and bystanders; whoever took damage flies away from the attacker (HCX-12)."""
    seen = checked(
        given,
        figures_fault(draft.board, given.attacker, given.targets),
        figures_fault(draft.board, "", given.near or ()),
    )
    if isinstance(seen, Refusal):
        return seen
    source = character(draft.piece(given.attacker), given.from_square)
    rolled = yield from roll_attack(draft, given.attacker, given.targets, given.faces, given.hits)
    if not rolled.hits:
        return None
    dealt = yield from _dealt(draft, given, rolled)
    throws = yield from throws_back(draft, given.attacker, rolled, given.force_blast)
    taken = yield from strike(draft, given.attacker, dealt, seen)
    if throws:
        flung = _without_attacker(draft, given.attacker, taken)
        yield from knock_back(draft, draft.start, source, knocks_by_clicks(draft, flung, *throws, "HCX-12"))
    return None


def _dealt(draft: Draft, given: EnergyExplosion, rolled: Rolled) -> Script[tuple[Dealt, ...]]:
    if given.damage:
        aimed = fixed(given.targets, rolled.hits, given.damage)
    else:
        aimed = yield from by_dial(draft, given.attacker, rolled.hits)
    aimed = critical(aimed) if rolled.is_critical else aimed
    near = yield from _near(draft, given, aimed)
    return (*aimed, *fixed(near, near, (given.near_damage,)))


def _near(draft: Draft, given: EnergyExplosion, aimed: tuple[Dealt, ...]) -> Script[tuple[str, ...]]:
    """Return who is caught: everybody next to a hit target that is dealt damage, unless told otherwise."""
    if given.near is not None:
        return tuple(name for name in given.near if name not in given.targets)
    burning = tuple(draft.piece(one.target) for one in aimed if one.amount > 0)
    caught = tuple(
        other.id
        for other in draft.board.pieces
        if is_character(other)
        and other.id not in given.targets
        and any(not are_apart(other, target) for target in burning)
    )
    if not caught:
        return ()
    return (yield from choose(MOVER, "near", PiecesOf(caught, 0, len(caught)), caught))


def _without_attacker(draft: Draft, attacker: str, taken: tuple[Taken, ...]) -> tuple[Taken, ...]:
    """An attacker in its own blast keeps its place (HCX-12)."""
    if any(one.piece == attacker for one in taken):
        draft.note("OWN_BLAST", attacker, rules=("HCX-12",))
    return tuple(one for one in taken if one.piece != attacker)
