"""Grids: which cells are neighbours, how far apart cells are. Nothing outside this module counts neighbours.

Distances on squares count every neighbour as 1, diagonal ones too. Free inches have no cells of their own,
but a piece that stands on whole squares there is measured as on squares.
"""

from typing import Literal

import msgspec

from vttbridge.geometry.footprint import Cells, Disc, Footprint
from vttbridge.geometry.vec import Cell, Place, Vec


class SquareGrid(msgspec.Struct, frozen=True, tag="square"):
    """Unit squares with whole corners."""


class Gridless(msgspec.Struct, frozen=True, tag="gridless"):
    """Free inches without cells."""


class HexGrid(msgspec.Struct, frozen=True, tag="hex"):
    """Hexes in rows or in columns, of which the odd or the even ones are shifted by half a hex."""

    rows: bool
    shifted: Literal["odd", "even"]


Grid = SquareGrid | Gridless | HexGrid

_SQUARE_STEPS = (
    Cell(0, -1),
    Cell(1, -1),
    Cell(1, 0),
    Cell(1, 1),
    Cell(0, 1),
    Cell(-1, 1),
    Cell(-1, 0),
    Cell(-1, -1),
)


def directions(grid: Grid) -> tuple[Cell, ...]:
    """Return the steps to the neighbours of a cell, clockwise from north; free inches have none.

    On hexes these are axial steps: the same six whatever the row.
    """
    match grid:
        case SquareGrid():
            return _SQUARE_STEPS
        case Gridless():
            return ()
        case HexGrid():
            return (Cell(1, -1), Cell(1, 0), Cell(0, 1), Cell(-1, 1), Cell(-1, 0), Cell(0, -1))


def neighbours(grid: Grid, cell: Cell) -> tuple[Cell, ...]:
    """Return the cells next to one, in the order of `directions`."""
    match grid:
        case HexGrid():
            q, r = _axial(grid, cell)
            return tuple(_from_axial(grid, q + step.x, r + step.y) for step in directions(grid))
        case SquareGrid() | Gridless():
            return tuple(Cell(cell.x + step.x, cell.y + step.y) for step in directions(grid))


def distance(grid: Grid, a: Cell, b: Cell) -> int:
    """Return the number of steps from one cell to another."""
    match grid:
        case HexGrid():
            (aq, ar), (bq, br) = _axial(grid, a), _axial(grid, b)
            dq, dr = bq - aq, br - ar
            return max(abs(dq), abs(dr), abs(dq + dr))
        case SquareGrid() | Gridless():
            return max(abs(a.x - b.x), abs(a.y - b.y))


def between(first: Footprint, at: Place, second: Footprint, to: Place) -> int:
    """Return the least distance between the cells of two pieces, heights included; neighbours are at 1."""
    up = _apart(at.z, _levels(first), to.z, _levels(second))
    return max(between_flat(first, at, second, to), up)


def between_flat(first: Footprint, at: Place, second: Footprint, to: Place) -> int:
    """Return the least distance between the cells of two pieces on the plane alone."""
    (width, depth), (other_width, other_depth) = _size(first), _size(second)
    a, b = _corner(first, at), _corner(second, to)
    return max(_apart(a.x, width, b.x, other_width), _apart(a.y, depth, b.y, other_depth))


def sign_step(dx: float, dy: float) -> Cell:
    """Return the step of -1, 0 or 1 each way that has the signs of a difference."""
    return Cell((dx > 0) - (dx < 0), (dy > 0) - (dy < 0))


def step_towards(at: Cell, to: Cell) -> Cell:
    """Return the step from a square towards another: diagonal while both differences last."""
    return sign_step(to.x - at.x, to.y - at.y)


def cell_of(grid: Grid, point: Vec) -> Cell:
    """Return the cell that holds a point; on hexes the nearest hex centre."""
    match grid:
        case HexGrid():
            near = _roughly(grid, point)
            ring = [Cell(near.x + dx, near.y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
            return min(ring, key=lambda cell: (cell_centre(grid, cell).minus(point).length, cell))
        case SquareGrid() | Gridless():
            return Cell(int(point.x // 1), int(point.y // 1))


def cell_centre(grid: Grid, cell: Cell) -> Vec:
    """Return the middle of a cell; a hex is one unit across its flats."""
    match grid:
        case HexGrid(rows=True):
            return Vec(cell.x + (0.5 if _is_shifted(grid, cell.y) else 0.0), (0.75 * cell.y + 0.5) * _HEX)
        case HexGrid():
            return Vec((0.75 * cell.x + 0.5) * _HEX, cell.y + (0.5 if _is_shifted(grid, cell.x) else 0.0))
        case SquareGrid() | Gridless():
            return Vec(cell.x + 0.5, cell.y + 0.5)


_HEX = 2 / 3**0.5


def _roughly(grid: HexGrid, point: Vec) -> Cell:
    """Return a hex that is at most a neighbour of the one that holds a point."""
    if grid.rows:
        return Cell(round(point.x - 0.25), round((point.y / _HEX - 0.5) / 0.75))
    return Cell(round((point.x / _HEX - 0.5) / 0.75), round(point.y - 0.25))


def way_between(grid: HexGrid, a: Cell, b: Cell) -> Cell:
    """Return the axial way from one hex to another: the same whatever row it starts in."""
    (aq, ar), (bq, br) = _axial(grid, a), _axial(grid, b)
    return Cell(bq - aq, br - ar)


def shifted_by(grid: HexGrid, cell: Cell, way: Cell) -> Cell:
    """Return the hex that lies an axial way from another."""
    q, r = _axial(grid, cell)
    return _from_axial(grid, q + way.x, r + way.y)


def _is_shifted(grid: HexGrid, line: int) -> bool:
    return (line % 2 == 1) == (grid.shifted == "odd")


def _axial(grid: HexGrid, cell: Cell) -> tuple[int, int]:
    line, along = (cell.y, cell.x) if grid.rows else (cell.x, cell.y)
    nudge = line & 1 if grid.shifted == "odd" else -(line & 1)
    slid = along - (line - nudge) // 2
    return (slid, line) if grid.rows else (line, slid)


def _from_axial(grid: HexGrid, q: int, r: int) -> Cell:
    line, slid = (r, q) if grid.rows else (q, r)
    nudge = line & 1 if grid.shifted == "odd" else -(line & 1)
    along = slid + (line - nudge) // 2
    return Cell(along, line) if grid.rows else Cell(line, along)


def _size(footprint: Footprint) -> tuple[int, int]:
    match footprint:
        case Disc():
            return (1, 1)
        case Cells(width=width, depth=depth):
            return (width, depth)


def _corner(footprint: Footprint, place: Place) -> Cell:
    return cell_of(SquareGrid(), place.at) if isinstance(footprint, Disc) else place.cell


def _levels(footprint: Footprint) -> int:
    return max(1, round(footprint.height))


def _apart(a: float, a_length: int, b: float, b_length: int) -> int:
    """Steps between two runs of squares on one axis: 0 when they share one."""
    return max(0, round(b - a) - a_length + 1, round(a - b) - b_length + 1)
