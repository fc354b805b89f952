"""Whether a hit knocks back: a die against the target's Strength, both before modifiers."""

from vttbridge.rules.draft import Draft
from vttbridge.rules.piece import Piece


def strength_of(draft: Draft, target: Piece) -> int:
    """Return the Strength to compare with: the fighter's own, or the modified one by house rule (NT-01)."""
    base = target.whole("strength", 3)
    if draft.options.is_on("nt_compare_strength", "current"):
        return base + target.whole("strength_modifier")
    return base


def die_of(draft: Draft, face: int, modifier: int) -> int:
    """Return the hit die to compare: its face, or the modified roll by house rule (NT-01)."""
    return face + modifier if draft.options.is_on("nt_compare_die", "modified") else face


def reaches(draft: Draft, die: int, target: str, rule: str) -> bool:
    """Return whether a die is at or above the target's Strength (NT-01; NT-07 for a Blast)."""
    draft.because(rule)
    return die >= strength_of(draft, draft.piece(target))
