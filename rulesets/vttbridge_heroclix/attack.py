"""A close or ranged attack: the roll, the damage, and on doubles the knock back."""

import msgspec

from vttbridge.rules.draft import Draft
from vttbridge.rules.fields import Counts, Flag, PieceRef, Point, Rolls, Text
from vttbridge.rules.kinds import YesNo
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.ruleset import Outcome
from vttbridge.rules.script import MOVER, Script, choose
from vttbridge_heroclix.amounts import Dealt, by_dial, critical, fixed
from vttbridge_heroclix.attack_fields import Figures, Targets, checked
from vttbridge_heroclix.attack_roll import Rolled, roll_attack
from vttbridge_heroclix.checks import figures_fault, receiver_fault
from vttbridge_heroclix.knock_back import knock_back
from vttbridge_heroclix.source import character
from vttbridge_heroclix.strike import knocks_by_clicks, strike


class Attack(msgspec.Struct, frozen=True):
    """An attack with what is known of it; missing faces are rolled, all else that is missing is asked.

    `damage` is what is dealt before anything reduces it; without it the attacker's dial counts.
    `passed_to` takes the first target's damage by Mastermind. `out` names figures that the attack knocks out
    where clicks are not tracked. `tags_after` lists the abilities that show after the damage, a list for each
    target, set apart by semicolons.
    """

    attacker: PieceRef
    targets: Targets
    faces: Rolls = ()
    hits: Figures | None = None
    damage: Counts = ()
    passed_to: PieceRef = ""
    force_blast: Flag | None = None
    from_square: Point | None = None
    out: Figures = ()
    tags_after: Text = ""


def attack(draft: Draft, given: Attack) -> Outcome:
    """Resolve an attack: damage first, then knock back, then knock back damage (HC-01, HC-03, HC-26)."""
    seen = checked(
        given,
        figures_fault(draft.board, given.attacker, given.targets),
        receiver_fault(draft.board, given.targets, given.passed_to),
    )
    if isinstance(seen, Refusal):
        return seen
    source = character(draft.piece(given.attacker), given.from_square)
    rolled = yield from roll_attack(draft, given.attacker, given.targets, given.faces, given.hits)
    if not rolled.hits:
        return None
    dealt = yield from _dealt(draft, given, rolled)
    throws = yield from throws_back(draft, given.attacker, rolled, given.force_blast)
    taken = yield from strike(draft, given.attacker, dealt, seen, given.passed_to)
    if throws:
        yield from knock_back(draft, draft.start, source, knocks_by_clicks(draft, taken, *throws))
    return None


def _dealt(draft: Draft, given: Attack, rolled: Rolled) -> Script[tuple[Dealt, ...]]:
    if given.damage:
        dealt = fixed(given.targets, rolled.hits, given.damage)
        if len(given.damage) > 1:
            draft.because("HCX-22")
    else:
        dealt = yield from by_dial(draft, given.attacker, rolled.hits)
    return critical(dealt) if rolled.is_critical else dealt


def throws_back(
    draft: Draft, attacker: str, rolled: Rolled, force_blast: bool | None
) -> Script[tuple[str, ...]]:
    """Return the rules by which a hit knocks back: doubles (HC-01), or Force Blast if wanted (HCX-08)."""
    if rolled.is_doubles:
        return ("HC-01",)
    draft.because("HC-01")
    if not draft.piece(attacker).has("force_blast"):
        return ()
    wanted = force_blast
    if wanted is None:
        wanted = yield from choose(MOVER, "force_blast", YesNo(), default=False, piece=attacker)
    draft.because("HCX-08")
    return ("HCX-08",) if wanted else ()
