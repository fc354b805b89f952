"""The cells that walls run through, against a count that goes wall by wall and cell by cell."""

import math
import random
from collections.abc import Iterator

import pytest

from support.scale import scaled
from vttbridge.formats.cut import MARGIN, cells_cut
from vttbridge.geometry.grid import Grid, Gridless, HexGrid, SquareGrid, cell_centre, neighbours
from vttbridge.geometry.spec import SceneSpec
from vttbridge.geometry.terrain import Wall
from vttbridge.geometry.vec import Cell, Vec

HEXES = tuple(HexGrid(rows=rows, shifted=shifted) for rows in (True, False) for shifted in ("odd", "even"))


def spec(grid: Grid, *ends: tuple[float, float, float, float]) -> SceneSpec:
    """A map of 12 by 10 cells with these walls."""
    walls = tuple(Wall(f"w{n}", Vec(*one[:2]), Vec(*one[2:])) for n, one in enumerate(ends))
    return SceneSpec("a", "a", 12.0, 10.0, grid, walls=walls)


def drawn(dice: random.Random) -> Iterator[tuple[float, float, float, float]]:
    """Walls on grid lines, on halves and anywhere, of all lengths."""
    for _ in range(dice.randrange(1, 6)):
        step = dice.choice((1.0, 0.5, 0.0))
        x0, y0, x1, y1 = (dice.uniform(-2, 12) for _ in range(4))
        if dice.random() < 0.3:
            x1 = x0
        elif dice.random() < 0.3:
            y1 = y0
        if step:
            x0, y0, x1, y1 = (round(one / step) * step for one in (x0, y0, x1, y1))
        if (x0, y0) != (x1, y1):
            yield (x0, y0, x1, y1)


def part_inside(wall: Wall, cell: Cell) -> float:
    """Return what share of a wall is inside a square smaller by the margin; below 0 it is beside it."""
    first, last = 0.0, 1.0
    for start, end, low in ((wall.a.x, wall.b.x, cell.x), (wall.a.y, wall.b.y, cell.y)):
        near, far, way = low + MARGIN, low + 1 - MARGIN, end - start
        if way == 0.0:
            if not near < start < far:
                return -1.0
            continue
        enter, leave = sorted(((near - start) / way, (far - start) / way))
        first, last = max(first, enter), min(last, leave)
    return last - first


def test_the_squares_that_walls_run_through() -> None:
    """Those whose inside, less the margin, a wall has a part in."""
    dice = random.Random(3)
    for _ in range(scaled(3_000)):
        scene = spec(SquareGrid(), *drawn(dice))
        cells = [Cell(x, y) for x in range(-4, 14) for y in range(-4, 14)]
        parts = [max((part_inside(wall, cell) for wall in scene.walls), default=-1.0) for cell in cells]
        surely, at_most = sum(part > 1e-9 for part in parts), sum(part > -1e-9 for part in parts)
        assert surely <= cells_cut(scene) <= at_most


@pytest.mark.parametrize("grid", HEXES)
def test_the_hexes_that_walls_run_through(grid: HexGrid) -> None:
    """All that have a quarter point of a wall well inside, and none that no wall comes near."""
    dice = random.Random(4)
    for _ in range(scaled(60)):
        scene = spec(grid, *drawn(dice))
        cells = [Cell(x, y) for x in range(-5, 16) for y in range(-5, 16)]
        near = [cell for cell in cells if any(_points_in(grid, wall, cell) for wall in scene.walls)]
        assert cells_cut(scene) == len(near)


def _points_in(grid: HexGrid, wall: Wall, cell: Cell) -> bool:
    way = wall.b.minus(wall.a)
    steps = max(1, math.ceil(way.length * 4))
    middle = cell_centre(grid, cell)
    return any(
        wall.a.plus(way.times(step / steps)).minus(middle).length < 0.5 - MARGIN for step in range(steps + 1)
    )


@pytest.mark.parametrize("grid", HEXES)
def test_a_wall_from_hex_to_hex_cuts_both(grid: HexGrid) -> None:
    """From middle to middle."""
    start = Cell(5, 5)
    for other in neighbours(grid, start):
        a, b = cell_centre(grid, start), cell_centre(grid, other)
        assert cells_cut(spec(grid, (a.x, a.y, b.x, b.y))) == 2


def test_without_cells_nothing_is_cut() -> None:
    """On a gridless map, and on one without walls."""
    assert cells_cut(spec(Gridless(), (0.5, 0.5, 3.5, 0.5))) == 0
    assert cells_cut(spec(SquareGrid())) == 0


@pytest.mark.parametrize("grid", [SquareGrid(), HEXES[0]])
def test_walls_that_lead_far_off_are_followed_near_the_map_only(grid: Grid) -> None:
    """Only what lies on the map and near it is followed and counted."""
    far = [(-9_000.0, n / 100, 9_900.0, n / 100) for n in range(1_000)]
    # A band of fifty cells round the map is followed: 112 cells across, all within the map's height.
    assert 800 <= cells_cut(spec(grid, *far)) <= 1_600
