import pytest

from geometry.board import BASE, ONE, TWO
from vttbridge.geometry.grid import (
    Grid,
    Gridless,
    HexGrid,
    SquareGrid,
    between,
    between_flat,
    cell_centre,
    cell_of,
    directions,
    distance,
    neighbours,
    sign_step,
    step_towards,
)
from vttbridge.geometry.vec import Cell, Place, Vec

HEXES = [HexGrid(rows, shifted) for rows in (True, False) for shifted in ("odd", "even")]


def test_squares_have_eight_neighbours_and_free_inches_none() -> None:
    """Clockwise from north, each once."""
    assert len(set(neighbours(SquareGrid(), Cell(3, 3)))) == 8
    assert directions(SquareGrid())[0] == Cell(0, -1)
    assert neighbours(Gridless(), Cell(3, 3)) == ()


@pytest.mark.parametrize("grid", HEXES)
def test_hexes_have_six_neighbours_one_step_away(grid: HexGrid) -> None:
    """Neighbours are mutual, at distance 1, and their centres one unit apart, whatever the row."""
    for cell in (Cell(0, 0), Cell(3, 4), Cell(4, 3), Cell(-1, -2)):
        around = neighbours(grid, cell)
        assert len(set(around)) == 6
        for other in around:
            assert cell in neighbours(grid, other)
            assert distance(grid, cell, other) == 1
            assert cell_centre(grid, cell).minus(cell_centre(grid, other)).length == pytest.approx(1)


@pytest.mark.parametrize("grid", [SquareGrid(), *HEXES])
def test_distance_is_the_least_number_of_steps(grid: Grid) -> None:
    """Walking outwards ring by ring counts the same as the formula."""
    start = Cell(2, 3)
    seen, ring = {start: 0}, [start]
    for steps in range(1, 5):
        ring = sorted({other for cell in ring for other in neighbours(grid, cell)} - set(seen))
        seen.update(dict.fromkeys(ring, steps))
    assert all(distance(grid, start, cell) == steps for cell, steps in seen.items())


@pytest.mark.parametrize("grid", [SquareGrid(), *HEXES])
def test_a_cell_holds_its_centre(grid: Grid) -> None:
    """And every point near it."""
    for cell in (Cell(0, 0), Cell(3, 4), Cell(4, 3), Cell(-3, -5)):
        middle = cell_centre(grid, cell)
        for dx, dy in ((0, 0), (0.4, 0), (-0.4, 0.1), (0, 0.4)):
            assert cell_of(grid, middle.plus(Vec(dx, dy))) == cell


def test_hex_centres_follow_the_table() -> None:
    """Rows: y is (2/sqrt 3)(0.75 i + 0.5), shifted rows are half a hex further right."""
    odd = HexGrid(rows=True, shifted="odd")
    assert cell_centre(odd, Cell(0, 0)) == pytest.approx(Vec(0, 1 / 3**0.5))
    assert cell_centre(odd, Cell(2, 1)).x == 2.5
    assert cell_centre(HexGrid(rows=True, shifted="even"), Cell(2, 1)).x == 2.0


def test_distance_between_pieces_counts_their_nearest_squares() -> None:
    """Neighbours are at 1, sharing is 0, heights count unless asked not to."""
    assert between(ONE, Place(2, 5), ONE, Place(4, 5)) == 2
    assert between(ONE, Place(2, 5), ONE, Place(3, 6)) == 1
    assert between(TWO, Place(2, 2), ONE, Place(4, 3)) == 1
    assert between(ONE, Place(4, 3), TWO, Place(2, 2)) == 1
    assert between(TWO, Place(2, 2), ONE, Place(3, 3)) == 0
    assert between(ONE, Place(2, 5), ONE, Place(3, 5, 4)) == 4
    assert between_flat(ONE, Place(2, 5), ONE, Place(3, 5, 4)) == 1
    assert between(TWO, Place(2, 2), ONE, Place(2, 2, 2)) == 1
    assert between(BASE, Place(2.5, 5.5), BASE, Place(4.9, 5.1)) == 2


def test_steps_follow_the_signs_of_a_difference() -> None:
    """Diagonal while both differences last."""
    assert sign_step(4, 1) == Cell(1, 1)
    assert sign_step(-1, -6) == Cell(-1, -1)
    assert sign_step(0, 0) == Cell(0, 0)
    assert step_towards(Cell(5, 5), Cell(5, 1)) == Cell(0, -1)
