import pytest

from geometry.board import ONE, TWO, area, body, scene, wall
from vttbridge.geometry.footprint import Cells
from vttbridge.geometry.scene import Cut, Scene
from vttbridge.geometry.steps import Step, filled, look, walk
from vttbridge.geometry.terrain import Blocking, Ceiling, Elevation, Obstacle
from vttbridge.geometry.vec import Cell, Place, Vec


def step(here: Scene, x: int, y: int, dx: int, dy: int, *, z: float = 0.0, dz: int = 0) -> Step:
    """One step of a single square."""
    return look(here, ONE, Place(x, y, z), Place(x + dx, y + dy, z + dz))


def test_open_ground_blocks_nobody() -> None:
    """A step over plain ground meets nothing."""
    assert step(scene(), 3, 3, 1, 0) == Step(Place(4, 3, 0))


def test_a_wall_between_two_squares_blocks_both_ways() -> None:
    """A wall on the grid line is one block with its unit square as the cut."""
    here = scene(wall("w", 4, 0, 4, 10, material="wood"))
    for x, dx in ((3, 1), (4, -1)):
        (block,) = step(here, x, 3, dx, 0).blocks
        assert (block.kind, block.id, block.material) == ("wall", "w", "wood")
        assert block.cells == (Cell(x + dx, 3),)
        assert block.cut is not None
        assert block.cut.stretch == pytest.approx((0.3, 0.4))
    assert step(here, 3, 3, 0, 1).blocks == ()


def test_a_broken_unit_square_opens_only_itself() -> None:
    """Breaking what a step met frees that step; the squares beside it stay closed."""
    here = scene(wall("w", 4, 0, 4, 10, material="wood"))
    cut = step(here, 3, 3, 1, 0).blocks[0].cut
    assert cut is not None
    open_here = here.with_broken((cut,))
    assert step(open_here, 3, 3, 1, 0).blocks == ()
    assert step(open_here, 3, 2, 1, 0).blocks
    assert step(open_here, 3, 4, 1, 0).blocks
    assert step(here, 3, 3, 1, 0).blocks


@pytest.mark.parametrize(("state", "blocks"), [("closed", 1), ("locked", 1), ("open", 0)])
def test_doors(state: str, blocks: int) -> None:
    """Closed and locked doors block, open ones do not, and the overlay decides."""
    here = scene(wall("d", 4, 3, 4, 4, door=state))
    assert len(step(here, 3, 3, 1, 0).blocks) == blocks
    other = here.with_door("d", "closed" if state == "open" else "open")
    assert len(step(other, 3, 3, 1, 0).blocks) == 1 - blocks


def test_one_way_walls_block_from_one_side() -> None:
    """Side 1 blocks origins at the left hand of somebody who walks from a to b on screen."""
    here = scene(wall("w", 4, 8, 4, 0, side=1))
    blocked = [bool(step(here, x, 3, dx, 0).blocks) for x, dx in ((3, 1), (4, -1))]
    assert sorted(blocked) == [False, True]
    other = scene(wall("w", 4, 8, 4, 0, side=2))
    assert [bool(step(other, x, 3, dx, 0).blocks) for x, dx in ((3, 1), (4, -1))] == blocked[::-1]


def test_height_bands_that_do_not_meet_do_not_block() -> None:
    """A low wall stops who is on the ground, not who is above it; a high one lets people under it through."""
    low, high = scene(wall("w", 4, 0, 4, 9, top=1)), scene(wall("w", 4, 0, 4, 9, bottom=1))
    assert step(low, 3, 3, 1, 0).blocks
    assert not step(low, 3, 3, 1, 0, z=1).blocks
    assert not step(high, 3, 3, 1, 0).blocks
    assert step(high, 3, 3, 1, 0, z=1).blocks


def test_a_rising_step_is_judged_at_its_higher_end() -> None:
    """Up a slope one passes the wall that holds it, and down again as well."""
    here = scene(wall("w", 4, 0, 4, 9, top=1))
    assert not step(here, 3, 3, 1, 0, z=0, dz=1).blocks
    assert not step(here, 4, 3, -1, 0, z=1, dz=-1).blocks


def test_filled_cells_block_when_entered() -> None:
    """A filled cell is a block of its own cell; leaving one is free."""
    here = scene(area("rock", Blocking("stone"), (4, 3, 5, 4)))
    (block,) = step(here, 3, 3, 1, 0).blocks
    assert (block.kind, block.id, block.material) == ("area", "rock", "stone")
    assert block.cut == Cut("area", "rock", Cell(4, 3))
    assert step(here, 4, 3, 1, 0).blocks == ()
    assert filled(here, ONE, Place(4, 3))
    assert not filled(here, ONE, Place(3, 3))


def test_a_broken_cell_of_a_filled_area_opens_only_itself() -> None:
    """Of three filled cells the broken one is free, the others stand."""
    here = scene(area("rock", Blocking("wood"), (4, 2, 5, 5)))
    broken = here.with_broken((Cut("area", "rock", Cell(4, 3)),))
    assert [bool(step(broken, 3, y, 1, 0).blocks) for y in (2, 3, 4)] == [True, False, True]
    assert broken.overlay.broken == (Cut("area", "rock", Cell(4, 3)),)


def test_filled_cells_have_height_bands() -> None:
    """A block of stone at height 3 to 4 stops who comes up under it, and a low crate not who is above."""
    here = scene(area("s", Blocking("stone", 3, 4), (3, 5, 4, 6)), area("c", Obstacle(1, 1), (6, 5, 7, 6)))
    assert not step(here, 3, 5, 0, 0, z=1, dz=1).blocks
    assert [block.id for block in step(here, 3, 5, 0, 0, z=2, dz=1).blocks] == ["s"]
    assert step(here, 5, 5, 1, 0).blocks
    assert not step(here, 5, 5, 1, 0, z=1).blocks


def test_a_plain_wall_that_draws_a_filled_cell_is_redundant() -> None:
    """The wooden block counts, the plain wall on its side does not; a glass one in front does."""
    here = scene(wall("plain", 5, 2, 5, 4), area("wood", Blocking("wood"), (5, 3, 6, 4)))
    blocks = step(here, 4, 3, 1, 0).blocks
    assert [(block.id, block.redundant) for block in blocks] == [("wood", False), ("plain", True)]
    here = scene(wall("glass", 5, 2, 5, 4, material="glass"), area("wood", Blocking("wood"), (5, 3, 6, 4)))
    assert [block.redundant for block in step(here, 4, 3, 1, 0).blocks] == [False, False]


def test_two_stretches_that_meet_on_the_way_are_one_obstacle() -> None:
    """A joint of two walls in the middle of a square is not two walls to break."""
    here = scene(wall("a", 4, 0, 4, 3.5), wall("b", 4, 3.5, 4, 9))
    assert [block.redundant for block in step(here, 3, 3, 1, 0).blocks] == [False, True]


@pytest.mark.parametrize(
    ("x", "y", "dx", "dy", "side"),
    [(0, 5, -1, 0, "west"), (11, 5, 1, 0, "east"), (5, 0, 0, -1, "north"), (5, 11, 1, 1, "south")],
)
def test_the_map_ends(x: int, y: int, dx: int, dy: int, side: str) -> None:
    """A step off the map meets its edge, unless the scene says that edges do not block."""
    (block,) = step(scene(), x, y, dx, dy).blocks
    assert (block.kind, block.id) == ("edge", side)
    assert step(scene(edge_blocks=False), x, y, dx, dy).blocks == ()


def test_a_large_body_meets_one_block_for_each_square() -> None:
    """Size 2 against two wooden cells meets both."""
    here = scene(area("wood", Blocking("wood"), (5, 2, 6, 4)))
    blocks = look(here, TWO, Place(3, 2), Place(4, 2)).blocks
    assert [block.cells for block in blocks] == [(Cell(5, 2),), (Cell(5, 3),)]


def test_a_wall_inside_a_large_body_stops_it() -> None:
    """Each cell moves to its neighbour, so an inner wall is crossed by a sideways step."""
    here = scene(wall("w", 4, 2, 4, 4))
    assert len(look(here, TWO, Place(3, 2), Place(4, 2)).blocks) == 2
    assert look(here, TWO, Place(3, 2), Place(3, 3)).blocks == ()


def test_bodies_are_reported_where_their_space_is_entered() -> None:
    """Two bodies ahead are named in order; one shared already and an ignored one are not."""
    bodies = (body("b2", 5, 3), body("b1", 5, 2), body("shared", 4, 2), body("gone", 5, 2))
    met = look(scene(), TWO, Place(3, 2), Place(4, 2), bodies, ("gone",))
    assert met.bodies == ("b1", "b2")
    high = (body("b", 5, 2, 2.0),)
    assert look(scene(), TWO, Place(3, 2), Place(4, 2), high).bodies == ()


def test_elevation_never_blocks_a_level_step() -> None:
    """A rise of any height is the rule book's business."""
    here = scene(area("hill", Elevation(5), (4, 0, 12, 12)))
    assert step(here, 3, 3, 1, 0).blocks == ()


def test_straight_down_meets_the_ground_and_straight_up_a_slab() -> None:
    """The ground is a floor, a bridge overhead a ceiling, and between them the way is free."""
    here = scene(area("bridge", Elevation(4, 3, "stone"), (3, 3, 5, 5)))
    assert [(b.kind, b.id) for b in step(here, 3, 3, 0, 0, z=0, dz=-1).blocks] == [("floor", "ground")]
    assert step(here, 3, 3, 0, 0, z=1, dz=-1).blocks == ()
    assert step(here, 3, 3, 0, 0, z=1, dz=1).blocks == ()
    (block,) = step(here, 3, 3, 0, 0, z=2, dz=1).blocks
    assert (block.kind, block.id, block.material) == ("ceiling", "bridge", "stone")
    assert [(b.kind, b.id) for b in step(here, 3, 3, 0, 0, z=4, dz=-1).blocks] == [("floor", "bridge")]


def test_a_ceiling_blocks_who_comes_to_reach_into_it() -> None:
    """Rising against it, or coming in under one that is too low; above it there is no ceiling."""
    here = scene(area("vault", Ceiling(2), (4, 0, 12, 12)))
    assert [b.kind for b in step(here, 5, 3, 0, 0, z=1, dz=1).blocks] == ["ceiling"]
    assert [b.kind for b in step(here, 3, 3, 1, 0, z=1.5).blocks] == ["ceiling"]
    assert step(here, 5, 3, 0, 0, z=0, dz=1).blocks == ()
    assert step(here, 3, 3, 1, 0, z=2).blocks == ()


def test_a_diagonal_past_one_filled_flank() -> None:
    """The step itself is free; its corner says which flank is filled and which way round is closed."""
    here = scene(area("rock", Blocking("stone"), (5, 4, 6, 5)))
    met = step(here, 4, 4, 1, 1)
    assert met.blocks == ()
    (corner,) = met.corners
    assert corner.point == Vec(5, 5)
    assert corner.flanks == (Cell(5, 4), Cell(4, 5))
    assert corner.filled == (True, False)
    assert corner.cut == (True, False)
    assert [block.id for block in corner.blocks] == ["rock"]


def test_walls_at_the_corner_close_the_ways_round_it() -> None:
    """A wall ending at the corner closes one way round, one going on closes both; the step ignores both."""
    one = scene(wall("w", 5, 5, 5, 0))
    both = scene(wall("w", 5, 10, 5, 0))
    assert step(one, 4, 4, 1, 1).blocks == ()
    assert step(one, 4, 4, 1, 1).corners[0].cut == (True, False)
    assert step(both, 4, 4, 1, 1).blocks == ()
    assert step(both, 4, 4, 1, 1).corners[0].cut == (True, True)
    assert step(both, 4, 4, 1, 1).corners[0].filled == (False, False)


def test_two_walls_that_meet_in_the_corner() -> None:
    """The order in which walls are drawn decides nothing."""
    parts = (wall("a", 5, 5, 5, 4), wall("b", 5, 5, 4, 5))
    corners = {step(scene(*order), 4, 4, 1, 1).corners[0].cut for order in (parts, parts[::-1])}
    assert corners == {(True, True)}


def test_a_slanted_wall_across_a_diagonal_blocks_it() -> None:
    """A wall met anywhere but at the corner blocks the step itself."""
    here = scene(wall("w", 4.2, 5, 5, 4.2))
    assert [block.id for block in step(here, 4, 4, 1, 1).blocks] == ["w"]


def test_corners_of_a_large_body() -> None:
    """Every cell of a diagonal step has a corner; only the outer ones can be filled."""
    here = scene(area("rock", Blocking(), (5, 2, 6, 3)))
    met = look(here, TWO, Place(3, 2), Place(4, 3))
    assert met.blocks == ()
    assert [corner.filled for corner in met.corners] == [
        (False, False),
        (True, False),
        (False, False),
        (False, False),
    ]


def test_a_walk_stops_at_the_first_blocked_step() -> None:
    """The free steps, the last place and the blocked step come back; a corner rule may stop it as well."""
    here = scene(wall("w", 5, 0, 5, 12), area("rock", Blocking(), (4, 4, 5, 5)))
    path = tuple(Place(x, 3) for x in range(2, 8))
    met = walk(here, ONE, path)
    assert (met.end, len(met.steps)) == (Place(4, 3), 2)
    assert met.blocked is not None
    assert met.blocked.blocks[0].id == "w"
    diagonal = (Place(3, 4), Place(4, 5))
    assert walk(here, ONE, diagonal).blocked is None
    assert walk(here, ONE, diagonal, corner=lambda one: any(one.cut)).end == Place(3, 4)


@pytest.mark.parametrize("to", [Place(5, 3), Place(3, 3), Place(3, 3, 2)])
def test_only_neighbouring_places_are_steps(to: Place) -> None:
    """Two squares at once, none at all and two heights at once are a caller's mistake."""
    with pytest.raises(ValueError, match="next to"):
        look(scene(), ONE, Place(3, 3), to)


def test_a_cell_cut_by_a_wall_may_be_stood_in() -> None:
    """A wall through the middle of a square stops the way over it, not standing there."""
    here = scene(wall("w", 4.2, 3, 4.2, 4))
    assert not filled(here, ONE, Place(4, 3))
    assert step(here, 3, 3, 1, 0).blocks
    assert step(here, 5, 3, -1, 0).blocks == ()


def test_a_tall_body_meets_what_is_higher() -> None:
    """A body two squares high is stopped by a beam that a low one passes under."""
    here = scene(area("beam", Blocking("wood", 1, 2), (4, 3, 5, 4)))
    assert look(here, Cells(1, 1, 1.0), Place(3, 3), Place(4, 3)).blocks == ()
    assert look(here, Cells(1, 1, 2.0), Place(3, 3), Place(4, 3)).blocks
