"""Grabbed and restrained (DSX-09, DSX-10): who may be moved at all, and when a grab ends."""

from vttbridge.geometry.grid import between
from vttbridge.rules.draft import Draft
from vttbridge.rules.piece import Piece
from vttbridge_draw_steel.sizes import shape


def held_by(piece: Piece) -> str:
    """Return whoever grabs a piece, '' where nobody is known to."""
    return piece.text("grabbed_by") if piece.is_in("grabbed") or piece.text("grabbed_by") else ""


def cannot_be_moved(piece: Piece, source: str) -> str:
    """Return why a piece cannot be force moved by somebody, '' where it can (DSX-09)."""
    if piece.is_in("restrained"):
        return "restrained"
    held = piece.is_in("grabbed") or bool(held_by(piece))
    return "grabbed" if held and held_by(piece) != source else ""


def is_held_aloft(draft: Draft, piece: Piece) -> bool:
    """Return whether a flyer holds the piece, so that moving it counts as vertical too (DS-15)."""
    holder = draft.board.find(held_by(piece))
    return holder is not None and holder.has("flies")


def release(draft: Draft, moved: str, key: str) -> None:
    """End every grab of or by the moved piece whose two sides are no longer adjacent (DSX-10)."""
    for piece in draft.board.pieces:
        grabber = draft.board.find(held_by(piece))
        if grabber is None or moved not in {piece.id, grabber.id}:
            continue
        apart = between(shape(piece), piece.place, shape(grabber), grabber.place)
        if apart > 1:
            rests = (key,) if key else ()
            draft.status(piece.id, "grabbed", on=False, cause="apart", rules=("DSX-10",), rests_on=rests)
            draft.number(piece.id, "grabbed_by", "", "apart", rules=("DSX-10",), rests_on=rests)
