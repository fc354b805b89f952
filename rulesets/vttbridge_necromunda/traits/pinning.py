"""Pinned by a shot: whoever stands and is Active, unless Engaged; and the check near an edge (NTX-03)."""

from vttbridge.geometry.vec import Place
from vttbridge.rules.board import Board
from vttbridge.rules.draft import Draft
from vttbridge.rules.script import Script
from vttbridge_necromunda.table_top.engagement import Reach, engaged_with
from vttbridge_necromunda.table_top.ledges import ledge_check
from vttbridge_necromunda.table_top.pinned import pin
from vttbridge_necromunda.table_top.sides import PINNED, is_standing

REACH = Reach(under=0.0, across=0.5, tall=2.0, wide=2.0)
"""Engaged: in base contact, or both touching a barricade and within half an inch of each other (NTX-09)."""

PINNING = ("NTX-03",)


def is_engaged(board: Board, fighter: str) -> bool:
    """Return whether a fighter is Engaged: by what stands on the board, or by the status it came with."""
    piece = board.piece(fighter)
    return piece.is_in("engaged") or bool(engaged_with(board, piece, REACH))


def pin_by_shot(draft: Draft, target: str, *, was_engaged: bool) -> Script[Place | None]:
    """Pin a target that may be Pinned; near an edge it checks, and on a fail falls from the place given."""
    draft.because(*PINNING)
    if was_engaged or is_engaged(draft.board, target) or not is_standing(draft.piece(target)):
        return None
    pin(draft, target, PINNING)
    drop = yield from ledge_check(draft, target, PINNING)
    return drop


def unpin_engaged(draft: Draft, target: str) -> None:
    """End the Pinned of a fighter that the move brought into contact: nobody is both."""
    if draft.piece(target).is_in(PINNED) and is_engaged(draft.board, target):
        draft.status(target, PINNED, on=False, cause="engaged", rules=PINNING)
