"""How many cells of a map a wall runs through: counted for the report, thousands of walls at once.

1. A wall cuts a square when it has a part further inside it than the margin; a hex when one of the points
   along the wall lies within its inner circle less the margin. Standing there stays allowed.
2. Walls are followed on the map and so far around it as anybody draws, so that one that leads much farther
   costs no more than others.
"""

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from vttbridge.geometry.grid import Gridless, HexGrid, SquareGrid
from vttbridge.geometry.spec import SceneSpec

MARGIN = 0.02
"""A wall this near to a cell's border does not cut it."""

HEX_STEPS = 4
"""Points looked at in each unit of a wall."""

AT_ONCE = 256
"""Walls that are followed together."""

AROUND = 50.0
"""Cells around the map in which walls are followed."""

ROWS = 1 << 32
"""A cell's key is its column times this and its row."""

HEX = 2 / math.sqrt(3)
"""How high a hex is that is one unit across its flats."""

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]
Truths = NDArray[np.bool_]


def cells_cut(spec: SceneSpec) -> int:
    """Count the cells of a scene whose inside a wall runs through."""
    if isinstance(spec.grid, Gridless) or not spec.walls:
        return 0
    ends = _on_map(np.array([(*wall.a, *wall.b) for wall in spec.walls], dtype=np.float64), spec)
    keys = [_keys(spec.grid, ends[at : at + AT_ONCE]) for at in range(0, len(ends), AT_ONCE)]
    return len(np.unique(np.concatenate(keys))) if keys else 0


def _keys(grid: SquareGrid | HexGrid, ends: Floats) -> Whole:
    columns, rows = _squares(ends) if isinstance(grid, SquareGrid) else _hexes(grid, ends)
    return np.unique(columns * ROWS + rows)


def _on_map(ends: Floats, spec: SceneSpec) -> Floats:
    """Cut walls off where they lead far off the map; those that do not stay exactly as they are."""
    low = np.array([spec.x0, spec.y0]) - AROUND
    high = np.array([spec.x0 + spec.width, spec.y0 + spec.height]) + AROUND
    start, way = ends[:, :2], ends[:, 2:] - ends[:, :2]
    off: Truths = np.any((ends < np.tile(low, 2)) | (ends > np.tile(high, 2)), axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        near, far = (low - start) / way, (high - start) / way
    still = way == 0
    outside = still & ((start < low) | (start > high))
    enter = np.where(still, 0.0, np.minimum(near, far)).max(axis=1).clip(0.0, None)
    leave = np.where(still, 1.0, np.maximum(near, far)).min(axis=1).clip(None, 1.0)
    met: Truths = (enter < leave) & ~np.any(outside, axis=1)
    shortened = np.hstack((start + way * enter[:, None], start + way * leave[:, None]))
    kept: Floats = np.where(off[:, None], shortened, ends)[~off | met]
    return kept


def _spread(counts: Whole) -> tuple[Whole, Whole]:
    """Return for so many items each its number as often as its count, and beside it 0, 1, 2 and so on."""
    numbers = np.repeat(np.arange(len(counts)), counts)
    firsts = np.cumsum(counts) - counts
    return numbers, np.arange(len(numbers)) - firsts[numbers]


def _floor(numbers: Floats) -> Whole:
    return np.floor(numbers).astype(np.int64)


def _squares(ends: Floats) -> tuple[Whole, Whole]:
    """Go along the columns that each wall crosses, and in each along the rows that it enters there."""
    ordered = np.where((ends[:, 0] > ends[:, 2])[:, None], ends[:, [2, 3, 0, 1]], ends)
    first = _floor(ordered[:, 0])
    numbers, steps = _spread(_floor(ordered[:, 2]) - first + 1)
    columns = first[numbers] + steps
    low, high, met = _heights(ordered[numbers], columns.astype(np.float64))
    columns, low, high, level = columns[met], low[met], high[met], (low == high)[met]
    was_level = (ordered[:, 1] == ordered[:, 3])[numbers][met]
    first_row = _floor(low)
    numbers, steps = _spread(_floor(high) - first_row + 1)
    rows = first_row[numbers] + steps
    inside = (high[numbers] > rows + MARGIN) & (low[numbers] < rows + 1 - MARGIN)
    inside &= ~level[numbers] | was_level[numbers]
    return columns[numbers][inside], rows[inside]


def _heights(walls: Floats, columns: Floats) -> tuple[Floats, Floats, Truths]:
    """Return the least and greatest height of each wall within a column, and whether it is in it at all."""
    ax, ay, bx, by = walls.T
    left, right = columns + MARGIN, columns + 1 - MARGIN
    upright = ax == bx
    start, end = np.maximum(ax, left), np.minimum(bx, right)
    slope = (by - ay) / np.where(upright, 1.0, bx - ax)
    one = _chosen(upright, ay, ay + slope * (start - ax))
    other = _chosen(upright, by, ay + slope * (end - ax))
    met = np.where(upright, (left < ax) & (ax < right), start < end)
    return np.minimum(one, other), np.maximum(one, other), met


def _chosen(which: Truths, one: Floats, other: Floats) -> Floats:
    chosen: Floats = np.where(which, one, other)
    return chosen


def _hexes(grid: HexGrid, ends: Floats) -> tuple[Whole, Whole]:
    """Walk along each wall and give the hexes that it is well inside of."""
    way = ends[:, 2:] - ends[:, :2]
    counts = np.maximum(1, np.ceil(np.hypot(way[:, 0], way[:, 1]) * HEX_STEPS)).astype(np.int64)
    numbers, steps = _spread(counts + 1)
    points = ends[numbers, :2] + way[numbers] * (steps / counts[numbers])[:, None]
    along, across = (points[:, 0], points[:, 1]) if grid.rows else (points[:, 1], points[:, 0])
    lines: list[Whole] = []
    places: list[Whole] = []
    for line, place, middle in _near(grid, along, across):
        inside = np.hypot(along - middle, across - (0.75 * line + 0.5) * HEX) < 0.5 - MARGIN
        lines.append(line[inside])
        places.append(place[inside])
    line, place = np.concatenate(lines), np.concatenate(places)
    return (place, line) if grid.rows else (line, place)


def _near(grid: HexGrid, along: Floats, across: Floats) -> Iterator[tuple[Whole, Whole, Floats]]:
    """Return for every point the hexes of the nearest lines that may hold it, and their middles."""
    line = np.rint((across / HEX - 0.5) / 0.75).astype(np.int64)
    for step in (-1, 0, 1):
        near = line + step
        nudge: Floats = np.where((near % 2 == 1) == (grid.shifted == "odd"), 0.5, 0.0)
        place = np.rint(along - nudge).astype(np.int64)
        yield near, place, place + nudge
