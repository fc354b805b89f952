"""Becoming Pinned."""

from collections.abc import Sequence

from vttbridge.rules.draft import Draft
from vttbridge_necromunda.table_top.sides import PINNED, is_fighter, is_seriously_injured


def pin(draft: Draft, piece: str, rules: Sequence[str], *, rests_on: Sequence[str] = ()) -> bool:
    """Pin a fighter; says whether it became Pinned now (objects, the pinned and the injured do not)."""
    target = draft.piece(piece)
    if not is_fighter(target) or target.is_in(PINNED) or is_seriously_injured(target):
        draft.because(*rules)
        return False
    draft.status(piece, PINNED, cause="pinned", rules=rules, rests_on=rests_on)
    return True
