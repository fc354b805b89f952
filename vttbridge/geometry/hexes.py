"""Pieces of several hexes: which hexes they cover, how they move, how far apart they are.

1. A piece is as many hexes across as its side says, and round: sides 1, 2, 3 and 4 cover 1, 3, 7 and 12.
2. An odd piece lies round its own hex. An even piece lies round a corner: its hex is the lone one there, with
   two on the far side (right on columns, below on rows), or on the near side when it is `turned`.
3. A step moves every hex of a piece by the same axial way, so its shape never changes.
"""

import math

from vttbridge.geometry.footprint import Cells, Disc, Footprint
from vttbridge.geometry.grid import HexGrid, cell_centre, distance, neighbours, shifted_by, way_between
from vttbridge.geometry.vec import Cell, Place, Vec


def side_of(footprint: Footprint) -> int:
    """Return how many hexes a piece is across; a disc stands for one."""
    match footprint:
        case Disc():
            return 1
        case Cells(width=width, depth=depth):
            return max(width, depth)


def covered(grid: HexGrid, footprint: Footprint, cell: Cell) -> tuple[Cell, ...]:
    """Return the hexes that a piece covers from its own hex, row by row."""
    side = side_of(footprint)
    core = _core(grid, footprint, cell)
    reach = (side - 1) // 2
    found = {cell for centre in core for cell in _ball(grid, centre, reach)}
    return tuple(sorted(found, key=lambda one: (one.y, one.x)))


def _core(grid: HexGrid, footprint: Footprint, cell: Cell) -> tuple[Cell, ...]:
    if side_of(footprint) % 2:
        return (cell,)
    line = _line(grid, cell) + (-1 if isinstance(footprint, Cells) and footprint.turned else 1)
    return (cell, *(near for near in neighbours(grid, cell) if _line(grid, near) == line))


def _line(grid: HexGrid, cell: Cell) -> int:
    return cell.y if grid.rows else cell.x


def _ball(grid: HexGrid, centre: Cell, reach: int) -> list[Cell]:
    """Return the hexes at most so many steps away."""
    around = range(-reach - 1, reach + 2)
    box = (Cell(centre.x + dx, centre.y + dy) for dy in around for dx in around)
    return [cell for cell in box if distance(grid, centre, cell) <= reach]


def middle(grid: HexGrid, footprint: Footprint, place: Place) -> Vec:
    """Return the middle of a piece: of its own hex, or the corner that it lies round."""
    core = [cell_centre(grid, cell) for cell in _core(grid, footprint, place.cell)]
    return Vec(sum(point.x for point in core) / len(core), sum(point.y for point in core) / len(core))


def corners(grid: HexGrid, cell: Cell) -> tuple[Vec, ...]:
    """Return the six corners of a hex, clockwise on the screen from the one nearest to east."""
    centre, start = cell_centre(grid, cell), 30.0 if grid.rows else 0.0
    angles = (math.radians(start + 60 * step) for step in range(6))
    radius = 1 / math.sqrt(3)
    return tuple(
        Vec(round(centre.x + radius * math.cos(one), 9), round(centre.y + radius * math.sin(one), 9))
        for one in angles
    )


def moved(grid: HexGrid, footprint: Footprint, start: Cell, end: Cell) -> tuple[tuple[Cell, Cell], ...]:
    """Pair each hex of a piece with the one that it moves to."""
    way = way_between(grid, start, end)
    return tuple((cell, shifted_by(grid, cell, way)) for cell in covered(grid, footprint, start))


def apart(grid: HexGrid, first: Footprint, at: Cell, second: Footprint, to: Cell) -> int:
    """Return the least distance between the hexes of two pieces; neighbours are at 1, sharing one is 0."""
    ours, theirs = covered(grid, first, at), covered(grid, second, to)
    return min(distance(grid, one, other) for one in ours for other in theirs)
