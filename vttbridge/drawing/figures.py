"""Pieces: a circle, hexagon or square by what they are, with letters, names and heights."""

import math

from vttbridge.drawing.paper import SCALE, group, line, shape, words
from vttbridge.geometry import hexes
from vttbridge.geometry.footprint import Cells, Disc, centre
from vttbridge.geometry.grid import Grid, HexGrid, SquareGrid
from vttbridge.geometry.vec import Place, Vec
from vttbridge.rules.piece import Piece

OURS = frozenset({"", "heroes", "red", "friendly"})
"""Sides that are drawn as heroes."""


def radius(piece: Piece) -> float:
    """Return the size at which a piece is drawn, in squares or inches."""
    match piece.footprint:
        case Disc(radius=size):
            return size
        case Cells(width=width, depth=depth):
            return min(width, depth) * 0.42


def middle_of(piece: Piece, place: Place, grid: Grid) -> Vec:
    """Return the middle of a piece at a place, as the grid lies on the plane."""
    if isinstance(grid, HexGrid) and isinstance(piece.footprint, Cells):
        return hexes.middle(grid, piece.footprint, place)
    return centre(piece.footprint, place)


def figure(piece: Piece, grid: Grid = SquareGrid()) -> str:  # noqa: B008 - a frozen value
    """Draw a piece where it stands."""
    middle = middle_of(piece, piece.place, grid)
    size = radius(piece)
    parts = [outline(piece, middle, "token"), words(letters(piece), middle, "letters")]
    if piece.name:
        parts.append(words(piece.name, Vec(middle.x, middle.y + size + 0.22), "name"))
    if piece.place.z:
        parts += _badge(Vec(middle.x + size * 0.8, middle.y - size * 0.8), f"{piece.place.z:+g}")
    look = "thing" if piece.kind == "object" else "foe" if piece.side not in OURS else "hero"
    title = ", ".join(word for word in (piece.name or piece.id, *piece.statuses) if word)
    return group(f"{look} unseen" if piece.hidden else look, parts, title=title)


def outline(piece: Piece, middle: Vec, class_: str) -> str:
    """Draw the outline of a piece around a point."""
    size = radius(piece)
    if piece.kind == "object":
        return line(_corners(middle, size, 4, math.pi / 4), class_, closed=True)
    if piece.side in OURS:
        return shape("circle", class_=class_, cx=middle.x * SCALE, cy=middle.y * SCALE, r=size * SCALE)
    return line(_corners(middle, size, 6, math.pi / 2), class_, closed=True)


def ghost(piece: Piece, place: Place, grid: Grid = SquareGrid()) -> str:  # noqa: B008 - a frozen value
    """Draw the outline of a piece where it would come to stand."""
    return outline(piece, middle_of(piece, place, grid), "ghost")


def letters(piece: Piece) -> str:
    """Return the one or two letters that stand for a piece."""
    initials = [word[0] for word in (piece.name or piece.id).split() if word]
    return "".join(initials[:2]) if len(initials) > 1 else (piece.name or piece.id)[:2]


def _corners(middle: Vec, size: float, count: int, turn: float) -> tuple[Vec, ...]:
    angles = (turn + 2 * math.pi * step / count for step in range(count))
    return tuple(
        Vec(middle.x + size * math.cos(angle), middle.y + size * math.sin(angle)) for angle in angles
    )


def _badge(middle: Vec, text: str) -> list[str]:
    box = shape(
        "rect",
        class_="badge",
        x=middle.x * SCALE - 12,
        y=middle.y * SCALE - 9,
        width=24.0,
        height=18.0,
        rx=4.0,
    )
    return [box, words(text, middle, "height")]
