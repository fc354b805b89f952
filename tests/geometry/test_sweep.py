"""Single sweeps: sides, bands, touching starts, rows of walls, rises, bodies, rounding."""

import math

import pytest

from geometry.board import BASE, ONE, area, body, scene, wall
from vttbridge.geometry.footprint import Cells, Disc, Footprint
from vttbridge.geometry.grid import Gridless
from vttbridge.geometry.scene import Cut, Scene
from vttbridge.geometry.sweep import Contact, advance_place, sweep
from vttbridge.geometry.terrain import Area, Blocking, Ceiling, Elevation, Obstacle, Pit, Wall
from vttbridge.geometry.vec import Cell, Place, Vec

EAST, SOUTH = Vec(1, 0), Vec(0, 1)


def inches(*parts: Wall | Area) -> Scene:
    """A gridless scene of 12 by 12."""
    return scene(*parts, grid=Gridless(), unit="inch")


def push(here: Scene, x: float, y: float, way: Vec, *, z: float = 0.0, far: float = 8.0) -> Contact | None:
    """Push a base of half an inch."""
    return sweep(here, BASE, Place(x, y, z), way, far)


def test_a_wall_ahead() -> None:
    """The contact says what, where, which way it faces and after how far."""
    met = push(inches(wall("w", 6, 0, 6, 12, material="stone")), 2, 5, EAST)
    assert met == Contact("wall", "w", Vec(6, 5), Vec(-1, 0), 3.5, "stone")


def test_the_end_of_a_wall_is_round() -> None:
    """A disc beside a wall's line meets its end with its rim."""
    met = push(inches(wall("w", 6, 0, 6, 4.6)), 2, 5, EAST)
    assert met is not None
    assert met.travelled == pytest.approx(4 - 0.3)
    assert met.point == pytest.approx(Vec(6, 4.6))


def test_along_a_wall_nothing_is_met() -> None:
    """In touch with a wall, also a grain deep in it, a base slides along it and its joints."""
    row = [wall(f"w{n}", 3, 2 * n, 3, 2 * n + 2) for n in range(6)]
    for x in (2.5, 2.501, 2.5005):
        met = push(inches(*row), x, 2, SOUTH, far=20)
        assert met is not None
        assert (met.kind, met.id) == ("edge", "south")
    assert push(inches(*row), 2.501, 2, Vec(-1, 1), far=2.0) is None
    met = push(inches(*row), 2.501, 2, Vec(1, 1))
    assert met is not None
    assert met.travelled == 0.0


def test_a_block_slides_along_a_wall() -> None:
    """The same for a rectangle, past the joints of a row of walls and of filled cells."""
    row = [wall(f"w{n}", 3, 2 * n, 3, 2 * n + 2) for n in range(6)]
    cells = [area(f"a{n}", Blocking(), (3, n, 4, n + 1)) for n in range(12)]
    for parts in (row, cells):
        here = inches(*parts)
        met = sweep(here, ONE, Place(2, 1), SOUTH, 20)
        assert met is not None
        assert met.id == "south"
        met = sweep(here, ONE, Place(2.001, 1), SOUTH, 20)
        assert met is not None
        assert met.id == "south"


def test_round_a_tower_nothing_is_scraped() -> None:
    """Touching a many-sided tower, a base moves off along a tangent."""
    corners = [Vec(6 + math.cos(n * math.pi / 12), 6 + math.sin(n * math.pi / 12)) for n in range(24)]
    here = inches(Area("tower", tuple(corners), Blocking("stone")))
    assert push(here, 6, 4.5, EAST, far=3.0) is None
    met = push(here, 6, 4.5, SOUTH)
    assert met is not None
    assert (met.id, met.travelled) == ("tower", 0.0)


def test_a_centre_on_a_wall_is_let_go() -> None:
    """A base whose centre lies on a wall is on neither side of it."""
    assert push(inches(wall("w", 6, 0, 6, 12)), 6, 5, EAST, far=3.0) is None


def test_one_way_walls_and_doors() -> None:
    """The side of the centre decides; open doors are not there."""
    here = inches(wall("w", 6, 0, 6, 12, side=1))
    assert [push(here, x, 5, way, far=5.0) is None for x, way in ((3, EAST), (9, Vec(-1, 0)))].count(
        True
    ) == 1
    door = inches(wall("d", 6, 0, 6, 12, door="closed"))
    assert push(door, 3, 5, EAST) is not None
    assert push(door.with_door("d", "open"), 3, 5, EAST, far=5.0) is None


def test_height_bands() -> None:
    """A base passes over a low wall and under a high one."""
    here = inches(wall("low", 6, 0, 6, 12, top=1), wall("high", 8, 0, 8, 12, bottom=1.5))
    assert push(here, 3, 5, EAST, z=0.0) is not None
    met = push(here, 3, 5, EAST, z=1.0)
    assert met is not None
    assert met.id == "high"


def test_ground_that_rises_blocks_unless_asked_not_to() -> None:
    """A hill is a rise for who is lower, nothing for who stands on it; a bridge may be passed under."""
    here = inches(
        area("hill", Elevation(2, material="stone"), (6, 0, 9, 12)),
        area("bridge", Elevation(4, 3), (2, 0, 4, 12)),
    )
    met = push(here, 1, 5, EAST)
    assert met == Contact("rise", "hill", Vec(6, 5), Vec(-1, 0), 4.5, "stone")
    assert sweep(here, BASE, Place(1, 5), EAST, 8, rims=False) is None
    assert push(here, 7, 5, EAST, z=2.0, far=4.0) is None
    high = push(here, 1, 5, EAST, z=2.5)
    assert high is not None
    assert (high.kind, high.id) == ("rise", "bridge")


def test_the_sides_of_a_pit_rise_over_who_is_in_it() -> None:
    """Down in the pit the ground around is a rise; above it nothing is met."""
    here = inches(area("pit", Pit(3), (4, 4, 8, 8)))
    met = push(here, 6, 6, EAST, z=-3.0)
    assert met == Contact("rise", "ground", Vec(8, 6), Vec(-1, 0), 1.5)
    assert push(here, 2, 6, EAST, far=8.0) is None


def test_filled_ground_obstacles_and_ceilings() -> None:
    """Rock, a crate that stands on a hill, and a vault too low for the base."""
    rock = inches(area("rock", Blocking("stone"), (6, 0, 7, 12)))
    assert push(rock, 2, 5, EAST) == Contact("area", "rock", Vec(6, 5), Vec(-1, 0), 3.5, "stone")
    assert push(rock.with_broken((Cut("area", "rock", Cell(6, 5)),)), 2, 5.5, EAST, far=9.0) is None
    assert push(rock.with_broken((Cut("area", "rock", Cell(6, 5)),)), 2, 5.6, EAST) is not None
    crate = inches(area("hill", Elevation(2), (0, 0, 12, 12)), area("crate", Obstacle(1, 1), (6, 0, 7, 12)))
    assert push(crate, 2, 5, EAST, z=2.0) is not None
    assert push(crate, 2, 5, EAST, z=3.0, far=9.0) is None
    vault = inches(area("vault", Ceiling(0.8), (6, 0, 12, 12)))
    assert push(vault, 2, 5, EAST) is not None
    assert sweep(vault, Disc(0.5, 0.7), Place(2, 5), EAST, 9) is None


def test_a_broken_stretch_of_a_wall_lets_a_base_through_that_fits() -> None:
    """One unit square of a wall is a gap for a base of half an inch, not for a wider one."""
    here = inches(wall("w", 6, 0, 6, 10)).with_broken((Cut("wall", "w", None, (0.4, 0.5)),))
    assert push(here, 2, 4.5, EAST, far=9.0) is None
    assert sweep(here, Disc(0.6), Place(2, 4.5), EAST, 9) is not None


def test_the_map_ends() -> None:
    """The base stops with its rim at the edge, unless edges do not block."""
    assert push(inches(), 2, 5, Vec(-1, 0)) == Contact("edge", "west", Vec(0, 5), Vec(1, 0), 1.5)
    assert sweep(scene(grid=Gridless(), edge_blocks=False), BASE, Place(2, 5), Vec(-1, 0), 9) is None


def test_bodies_and_ignored_things() -> None:
    """The nearest body is met, at its own height only, and what is ignored is not there."""
    bodies = (body("far", 8, 5, 0, BASE), body("near", 6, 5, 0, BASE), body("above", 4, 5, 3, BASE))
    here = inches(wall("w", 10, 0, 10, 12))
    met = sweep(here, BASE, Place(2, 5), EAST, 9, bodies)
    assert met == Contact("body", "near", Vec(5.5, 5), Vec(-1, 0), 3.0)
    met = sweep(here, BASE, Place(2, 5), EAST, 9, bodies, ("near", "far"))
    assert met is not None
    assert met.id == "w"
    assert sweep(here, BASE, Place(2, 5), EAST, 9, (), ("w",)) is None


@pytest.mark.parametrize(("aside", "met"), [(0.9995, False), (1.0, False), (0.998, True)])
@pytest.mark.parametrize("ahead", [2.0, 5.0])
def test_a_body_that_is_only_grazed_is_passed(aside: float, met: bool, ahead: float) -> None:
    """Beside or ahead, an overlap of a grain is what rounding makes, and no contact."""
    found = sweep(inches(), BASE, Place(2, 5), EAST, 4, (body("b", ahead + 0.01, 5 + aside, 0, BASE),))
    assert (found is not None) == met


def test_ties_go_by_kind_and_id() -> None:
    """Of contacts at one distance the order of drawing decides nothing."""
    walls = [wall("b", 6, 0, 6, 12), wall("a", 6, 0, 6, 12)]
    rock = area("rock", Blocking(), (6, 0, 7, 12))
    orders: list[tuple[Wall | Area, ...]] = [(*walls, rock), (rock, *walls)]
    found = {push(inches(*order), 2, 5, EAST) for order in orders}
    assert {met.id for met in found if met is not None} == {"rock"}
    found = {push(inches(*order), 2, 5, EAST) for order in (walls, walls[::-1])}
    assert {met.id for met in found if met is not None} == {"a"}


def test_places_are_rounded_towards_the_start() -> None:
    """To the grain, never past the contact, and whole grains survive float noise."""
    here = inches(wall("w", 6, 0, 6, 12))
    assert advance_place(Place(2, 5), EAST, 0.1 + 0.2, here, BASE) == Place(2.3, 5)
    assert advance_place(Place(2, 5), EAST, 1.23456, here, BASE) == Place(3.234, 5)
    assert advance_place(Place(2, 5), Vec(-1, 0), 1.23456, here, BASE) == Place(0.766, 5)
    assert advance_place(Place(2, 5), EAST, 3.5, here, BASE) == Place(5.5, 5)
    assert advance_place(Place(2.0004, 5), EAST, 0.0, here, BASE) == Place(2.0004, 5)


def test_the_zero_direction_is_refused() -> None:
    """There is no way without a direction."""
    with pytest.raises(ValueError, match="direction"):
        push(inches(), 2, 5, Vec(0, 0))


@pytest.mark.parametrize("kink", [0.0002, 0.001])
@pytest.mark.parametrize("off", [0.0, 0.0005])
@pytest.mark.parametrize("base", [BASE, Cells()])
def test_a_kink_of_a_grain_in_a_wall_stops_nobody(kink: float, off: float, base: Footprint) -> None:
    """A base that slides along a wall of two pieces passes where the second stands out by a grain."""
    here = inches(wall("a", 0, 5, 4, 5), wall("b", 4, 5 - kink, 8, 5 - kink), wall("c", 8, 5, 12, 5 - kink))
    start = Place(2, 4.5 - off) if base == BASE else Place(1.5, 4 - off)
    assert sweep(here, base, start, Vec(1, 0), 7) is None
    squarely = sweep(inches(wall("a", 0, 5, 4, 5), wall("b", 4, 4.9, 8, 4.9)), base, start, Vec(1, 0), 7)
    assert squarely is not None
    assert squarely.id == "b"
