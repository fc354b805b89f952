"""Mastermind: damage, and the knock back that comes with it, passed on to a friend next to the target."""

from vttbridge.geometry.grid import distance
from vttbridge.rules.draft import Draft
from vttbridge.rules.kinds import PiecesOf
from vttbridge.rules.piece import Piece
from vttbridge.rules.script import Script, choose, owner_of
from vttbridge_heroclix.abilities import is_character
from vttbridge_heroclix.source import GRID, squares_of


def victim(draft: Draft, target: str, hits: tuple[str, ...]) -> Script[str]:
    """Return who takes the damage dealt to a target: itself, or the friend that its owner names (HCX-23)."""
    piece = draft.piece(target)
    if not piece.has("mastermind"):
        return target
    friends = _friends(draft, piece, hits)
    if not friends:
        return target
    chosen = yield from choose(owner_of(target), "mastermind", PiecesOf(friends, 0, 1), (), piece=target)
    return chosen[0] if chosen else target


def _friends(draft: Draft, piece: Piece, hits: tuple[str, ...]) -> tuple[str, ...]:
    """List adjacent friends of fewer points that the attack does not hit itself."""
    return tuple(
        other.id
        for other in draft.board.pieces
        if other.id not in hits and other.id != piece.id and _may_take(piece, other)
    )


def _may_take(piece: Piece, other: Piece) -> bool:
    friendly = is_character(other) and bool(piece.side) and piece.side == other.side
    if not friendly or are_apart(piece, other):
        return False
    own, its = piece.number("points"), other.number("points")
    are_known = own > 0 and its > 0
    return its < own if are_known else True


def are_apart(first: Piece, second: Piece) -> bool:
    """Return whether two figures are not adjacent."""
    return min(distance(GRID, a, b) for a in squares_of(first) for b in squares_of(second)) > 1
