"""Hex grids: neighbours, distances, footprints, steps."""

import random

import pytest

from support.scale import scaled
from vttbridge.geometry import hexes
from vttbridge.geometry.footprint import Body, Cells, Disc
from vttbridge.geometry.grid import HexGrid, cell_centre, cell_of, distance, neighbours
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.spec import SceneSpec
from vttbridge.geometry.steps import filled, look
from vttbridge.geometry.terrain import Area, Blocking, Wall
from vttbridge.geometry.vec import Cell, Place, Vec

GRIDS = (
    HexGrid(rows=True, shifted="odd"),
    HexGrid(rows=True, shifted="even"),
    HexGrid(rows=False, shifted="odd"),
    HexGrid(rows=False, shifted="even"),
)


def place(cell: Cell) -> Place:
    """The place of a cell on the ground."""
    return Place(float(cell.x), float(cell.y))


def built(grid: HexGrid, **parts: object) -> Scene:
    """A scene of 20 by 20 on a hex grid."""
    return Scene.build(SceneSpec("s", "s", 20, 20, grid, **parts))  # type: ignore[arg-type]


@pytest.mark.parametrize("grid", GRIDS)
def test_neighbours_lie_one_hex_away_on_the_plane(grid: HexGrid) -> None:
    """Six of them, all at the same distance, clockwise, and each the neighbour of the other."""
    for cell in (Cell(4, 4), Cell(5, 5), Cell(4, 5), Cell(-3, -2)):
        around = neighbours(grid, cell)
        gaps = [cell_centre(grid, near).minus(cell_centre(grid, cell)).length for near in around]
        assert gaps == pytest.approx([1.0] * 6)
        assert all(cell in neighbours(grid, near) and distance(grid, cell, near) == 1 for near in around)
        ways = [cell_centre(grid, near).minus(cell_centre(grid, cell)) for near in around]
        assert all(a.cross(b) > 0 for a, b in zip(ways, ways[1:] + ways[:1], strict=True))


@pytest.mark.parametrize("grid", GRIDS)
def test_the_distance_is_the_least_number_of_steps(grid: HexGrid) -> None:
    """Against a walk outward ring by ring."""
    start, ring, seen = Cell(6, 7), {Cell(6, 7)}, {Cell(6, 7)}
    for steps in range(1, 6):
        ring = {near for cell in ring for near in neighbours(grid, cell)} - seen
        seen |= ring
        assert len(ring) == 6 * steps
        assert {distance(grid, start, cell) for cell in ring} == {steps}


@pytest.mark.parametrize("grid", GRIDS)
def test_the_hex_of_a_point_has_the_nearest_centre(grid: HexGrid) -> None:
    """Over a wide part of the plane, far from the corner too."""
    dice = random.Random(2)
    for _ in range(scaled(3_000)):
        point = Vec(dice.uniform(-20, 80), dice.uniform(-20, 80))
        cell = cell_of(grid, point)
        gap = cell_centre(grid, cell).minus(point).length
        assert all(
            gap <= cell_centre(grid, near).minus(point).length + 1e-9 for near in neighbours(grid, cell)
        )
        assert cell_of(grid, cell_centre(grid, cell)) == cell


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize(("side", "count"), [(1, 1), (2, 3), (3, 7), (4, 12), (5, 19)])
def test_a_piece_covers_a_round_block(grid: HexGrid, side: int, count: int) -> None:
    """In whatever row it stands, turned or not, and round its middle."""
    for cell in (Cell(6, 6), Cell(7, 7), Cell(6, 7)):
        for turned in (False, True):
            piece = Cells(side, side, 1.0, turned)
            found = hexes.covered(grid, piece, cell)
            assert len(found) == count
            middle = hexes.middle(grid, piece, place(cell))
            centres = [cell_centre(grid, one) for one in found]
            assert sum(point.x for point in centres) / count == pytest.approx(middle.x)
            assert sum(point.y for point in centres) / count == pytest.approx(middle.y)


@pytest.mark.parametrize("grid", GRIDS)
def test_a_step_moves_every_hex_and_keeps_the_shape(grid: HexGrid) -> None:
    """The block at the neighbour is the moved block."""
    for side in (1, 2, 3, 4):
        piece = Cells(side, side)
        for near in neighbours(grid, Cell(7, 8)):
            moved = {end for _, end in hexes.moved(grid, piece, Cell(7, 8), near)}
            assert moved == set(hexes.covered(grid, piece, near))


@pytest.mark.parametrize("grid", GRIDS)
def test_a_wall_on_the_side_between_two_hexes_blocks_that_step_alone(grid: HexGrid) -> None:
    """Drawn from corner to corner; the other five ways are free."""
    here = Cell(8, 8)
    for near in neighbours(grid, here):
        shared = [
            corner
            for corner in hexes.corners(grid, here)
            if any(corner.minus(other).length < 1e-6 for other in hexes.corners(grid, near))
        ]
        assert len(shared) == 2
        scene = built(grid, walls=(Wall("w", shared[0], shared[1]),))
        blocked = [
            to for to in neighbours(grid, here) if look(scene, Disc(0.4), place(here), place(to)).blocks
        ]
        assert blocked == [near]


def test_a_large_piece_is_stopped_by_a_wall_before_any_of_its_hexes() -> None:
    """A wall off to the side of its own hex; a small piece passes."""
    grid = HexGrid(rows=True, shifted="odd")
    scene = built(grid, walls=(Wall("w", Vec(10.1, 3.0), Vec(10.1, 5.0)),))
    start, to = Cell(8, 5), Cell(9, 5)
    assert look(scene, Cells(3, 3), place(start), place(to)).blocks
    assert not look(scene, Cells(1, 1), place(start), place(to)).blocks


def test_bodies_are_met_where_hexes_are_shared() -> None:
    """A trefoil comes into the hex of another piece, and out of it again."""
    grid = HexGrid(rows=False, shifted="even")
    scene, big = built(grid), Cells(2, 2)
    start = Cell(8, 8)
    for near in neighbours(grid, start):
        for target in hexes.covered(grid, big, near):
            step = look(scene, big, place(start), place(near), (Body("b", Cells(), place(target)),))
            assert step.bodies == (() if target in hexes.covered(grid, big, start) else ("b",))


def test_filled_ground_under_one_hex_of_a_large_piece_is_in_its_way() -> None:
    """The centre of a hex decides."""
    grid = HexGrid(rows=True, shifted="even")
    rock = cell_centre(grid, Cell(9, 8))
    outline = tuple(
        Vec(rock.x + dx, rock.y + dy) for dx, dy in ((-0.2, -0.2), (0.2, -0.2), (0.2, 0.2), (-0.2, 0.2))
    )
    scene = built(grid, areas=(Area("rock", outline, Blocking()),))
    assert filled(scene, Cells(3, 3), place(Cell(8, 8)))
    assert not filled(scene, Cells(1, 1), place(Cell(8, 8)))


def test_pieces_are_as_far_apart_as_their_nearest_hexes() -> None:
    """Neighbours are at one, sharing a hex is none."""
    grid = HexGrid(rows=True, shifted="odd")
    assert hexes.apart(grid, Cells(3, 3), Cell(5, 5), Cells(), Cell(9, 5)) == 3
    assert hexes.apart(grid, Cells(3, 3), Cell(5, 5), Cells(), Cell(6, 5)) == 0
    assert hexes.apart(grid, Disc(0.5), Cell(5, 5), Disc(0.5), Cell(6, 5)) == 1
