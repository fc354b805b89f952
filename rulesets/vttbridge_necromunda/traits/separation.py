"""Kept an inch from enemies after all is resolved, where the house rule says so (NTX-08)."""

from collections.abc import Sequence

from vttbridge.rules.draft import Draft
from vttbridge_necromunda.table_top.landing import enemies_too_near, shift_clear


def separate(draft: Draft, moved: Sequence[str]) -> None:
    """Shift every moved fighter that ended within an inch of an enemy the shortest way to an inch from it."""
    if not draft.options.is_on("nt_separate", "on"):
        return
    for one in dict.fromkeys(moved):
        piece = draft.board.find(one)
        near = () if piece is None else enemies_too_near(draft, piece)
        if near:
            shift_clear(draft, one, near, ("NTX-08",))
