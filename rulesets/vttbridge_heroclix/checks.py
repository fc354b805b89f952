"""What every action of the book checks first: figures on both ends, each target once, lists in order."""

from vttbridge.rules.board import Board
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge_heroclix.abilities import is_character
from vttbridge_heroclix.harm import Reported, abilities_in


def figures_fault(board: Board, attacker: str, targets: tuple[str, ...]) -> Refusal | None:
    """Refuse whoever is no figure, is named twice or attacks itself."""
    named = (attacker, *targets) if attacker else targets
    for name in named:
        if not is_character(board.piece(name)):
            return refuse("NOT_A_CHARACTER", piece=name)
    if attacker in targets:
        return refuse("TARGETS_ITSELF", "HC-06", piece=attacker)
    if len(set(targets)) != len(targets):
        return refuse("TWICE_THE_SAME", given=targets)
    return None


def receiver_fault(board: Board, targets: tuple[str, ...], passed_to: str) -> Refusal | None:
    """Refuse to pass damage on to what is no figure, or to a target of the same attack (HCX-23)."""
    if not passed_to:
        return None
    if passed_to in targets:
        return refuse("PASSED_TO_A_TARGET", "HCX-23", piece=passed_to)
    return None if is_character(board.piece(passed_to)) else refuse("NOT_A_CHARACTER", piece=passed_to)


def hits_fault(targets: tuple[str, ...], hits: tuple[str, ...] | None) -> Refusal | None:
    """Refuse a hit on somebody who is no target."""
    for name in hits or ():
        if name not in targets:
            return refuse("NOT_A_TARGET", "HC-01", piece=name, targets=targets)
    return None


def reported(targets: tuple[str, ...], tags_after: str, out: tuple[str, ...]) -> Reported | Refusal:
    """Read what dials show afterwards: one list of abilities for each target, set apart by semicolons."""
    if not tags_after.strip():
        return Reported(out)
    lists = tuple(abilities_in(part) for part in tags_after.split(";"))
    if len(lists) != len(targets):
        return refuse("DIAL_FOR_EACH", "HC-25", targets=targets)
    return Reported(out, tuple(zip(targets, lists, strict=True)))
