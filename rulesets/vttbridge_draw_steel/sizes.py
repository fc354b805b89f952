"""Sizes (DSX-08): 1T < 1S < 1M < 1L < 2 < 3 ...; from 2 on a cube of that many squares a side."""

from vttbridge.geometry.footprint import Body, Cells, Disc
from vttbridge.rules.piece import Piece

SMALL = ("1T", "1S", "1M", "1L")
"""The sizes that fill one square, the smallest first."""

USUAL = "1M"


def size_word(piece: Piece) -> str:
    """Return a piece's size as the book writes it; without a number of its own it is read off its base."""
    word = str(piece.raw("size") or "").strip().upper().removesuffix(".0")
    if word in SMALL or (word.isdigit() and int(word) >= 2):
        return word
    wide = _base(piece)
    return USUAL if wide < 2 else str(wide)


def _base(piece: Piece) -> int:
    match piece.footprint:
        case Disc(radius=radius):
            return max(1, round(radius * 2))
        case Cells(width=width, depth=depth):
            return max(width, depth)


def rank(piece: Piece) -> int:
    """Return a number that orders sizes (DSX-08)."""
    word = size_word(piece)
    return SMALL.index(word) if word in SMALL else len(SMALL) + int(word) - 2


def side(piece: Piece) -> int:
    """Return the squares along one side of the cube that a piece fills."""
    word = size_word(piece)
    return 1 if word in SMALL else int(word)


def shape(piece: Piece) -> Cells:
    """Return the block of squares that a piece fills (DSX-08); an object without size keeps its own base."""
    if isinstance(piece.footprint, Cells) and piece.raw("size") is None:
        base = piece.footprint
        height = max(base.height, float(max(base.width, base.depth))) if _is_cube(piece) else base.height
        return Cells(base.width, base.depth, height)
    length = side(piece)
    return Cells(length, length, float(length))


def _is_cube(piece: Piece) -> bool:
    return piece.kind == "creature"


def solid(piece: Piece) -> Body:
    """Return a piece as a block of whole squares."""
    return Body(piece.id, shape(piece), piece.place)


def squares(piece: Piece, *, volume: bool) -> int:
    """Return how many squares an object fills, by its cube or by its footprint alone (AMB-DS-25)."""
    block = shape(piece)
    flat = block.width * block.depth
    return flat * max(1, round(block.height)) if volume else flat


def may_share(one: Piece, other: Piece) -> bool:
    """Return whether two pieces may end in one space: their sizes differ by two or more (DSX-15)."""
    return abs(rank(one) - rank(other)) >= 2
