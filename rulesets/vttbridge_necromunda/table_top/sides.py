"""Friends, enemies, and the state a fighter is in."""

from vttbridge.rules.board import Board
from vttbridge.rules.piece import Piece

PINNED = "pinned"
PRONE = "prone"
SERIOUSLY_INJURED = "seriously_injured"


def are_enemies(one: Piece, other: Piece) -> bool:
    """Return whether two pieces fight on different sides; a side that is not set is told by the owner."""
    return (one.side or one.owner) != (other.side or other.owner)


def is_fighter(piece: Piece) -> bool:
    """Return whether a piece is a fighter and not an object or a marker."""
    return piece.kind == "creature"


def is_seriously_injured(piece: Piece) -> bool:
    """Return whether a fighter lies seriously injured."""
    return piece.is_in(SERIOUSLY_INJURED)


def is_standing(piece: Piece) -> bool:
    """Return whether a fighter is on its feet: not pinned, prone or seriously injured."""
    return not (piece.is_in(PINNED) or piece.is_in(PRONE) or is_seriously_injured(piece))


def enemies_of(board: Board, piece: Piece) -> tuple[Piece, ...]:
    """Return the enemy fighters of a piece, sorted by id."""
    return tuple(
        other
        for other in board.pieces
        if other.id != piece.id and is_fighter(other) and are_enemies(piece, other)
    )
