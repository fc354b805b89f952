"""Burrowed creatures (DSX-12): level movement does not move them, vertical movement goes through dirt."""

from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge_draw_steel.death import Pain, hurt
from vttbridge_draw_steel.falling import is_underground


def keep_in_the_ground(draft: Draft, target: str, squares: int, *, source: str) -> None:
    """Deal 1 for each square that a completely burrowed creature would have been moved (DSX-12)."""
    parts = (Part("squares_unmoved", squares, "DSX-12"),)
    hurt(draft, target, Pain(amount=squares, cause="burrowed", source=source, rules=("DSX-12",), parts=parts))


def surface(draft: Draft, target: str, key: str) -> None:
    """Whoever comes out of the ground is burrowed no more (DSX-12)."""
    piece = draft.piece(target)
    if piece.is_in("burrowed"):
        draft.because("DSX-12")
        if not is_underground(draft.board, piece):
            draft.status(target, "burrowed", on=False, cause="surfaced", rules=("DSX-12",), rests_on=(key,))
