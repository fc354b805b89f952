"""Stability against forced movement (DS-37 to DS-39, DSX-17, AMB-DS-9 to 11)."""

from vttbridge.rules.draft import Draft
from vttbridge.rules.kinds import CountOf
from vttbridge.rules.piece import Piece
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.script import Script, choose, owner_of


def stability(piece: Piece) -> int:
    """Return a creature's stability after penalties, never below 0 (DS-39)."""
    return max(0, piece.whole("stability") - abs(piece.whole("stability_penalty")))


def resisted(draft: Draft, piece: Piece, squares: int) -> Script[int]:
    """Ask the owner how much stability is used against so many squares; default all of it (DS-37)."""
    have = stability(piece)
    if piece.raw("stability") is None:
        draft.because("DS-38")
    if piece.raw("stability_penalty") is not None:
        draft.because("DS-39")
    if have == 0 or squares == 0 or piece.kind == "object":
        return 0
    draft.because("DS-37", "AMB-DS-10", "AMB-DS-11")
    if draft.options.is_on("ds_stability", "always_full"):
        draft.because("DSX-17")
        return have
    all_or_nothing = draft.options.is_on("ds_stability", "all_or_nothing")

    def check(used: int) -> Refusal | None:
        if all_or_nothing and used not in {0, have}:
            return refuse("ALL_OR_NOTHING", "DS-37", stability=have, given=used)
        return None

    return (
        yield from choose(
            owner_of(piece.id), "stability", CountOf(0, have), have, piece=piece.id, check=check
        )
    )
