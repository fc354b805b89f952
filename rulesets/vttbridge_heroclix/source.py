"""What knocks back: a character with all its squares, or the square that an area effect spreads from."""

import msgspec

from vttbridge.geometry.footprint import cells
from vttbridge.geometry.grid import SquareGrid, distance
from vttbridge.geometry.vec import Cell
from vttbridge.rules.piece import Piece


class Source(msgspec.Struct, frozen=True):
    """Where a knock back comes from, as it stood before anything moved.

    `piece` is empty for an area effect with a point of origin (HCX-13). `chosen` is a square of a large
    figure that the command names already.
    """

    squares: tuple[Cell, ...]
    piece: str = ""
    chosen: Cell | None = None

    @property
    def is_point(self) -> bool:
        """The source is a square of the map, no character."""
        return not self.piece

    def distance_to(self, piece: Piece) -> int:
        """Return the squares between the source and a figure (AMB-HC-1)."""
        return min(distance(GRID, mine, its) for mine in self.squares for its in squares_of(piece))


GRID = SquareGrid()


def squares_of(piece: Piece) -> tuple[Cell, ...]:
    """Return the squares that a figure stands on."""
    return cells(piece.footprint, piece.place)


def character(piece: Piece, chosen: tuple[float, ...] | None = None) -> Source:
    """Take a character as the source; knock back is always away from whoever caused it (HC-06, HC-11)."""
    return Source(squares_of(piece), piece.id, None if chosen is None else square_at(chosen))


def point(at: tuple[float, ...]) -> Source:
    """Take the target square of an area effect as the source (HCX-13)."""
    return Source((square_at(at),))


def square_at(at: tuple[float, ...]) -> Cell:
    """Return the square of a point: whole numbers name it, anything else lies in it."""
    return Cell(int(at[0] // 1), int(at[1] // 1))
