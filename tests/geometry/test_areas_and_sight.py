import pytest

from geometry.board import BASE, ONE, TWO, area, scene, wall
from vttbridge.geometry.areas import areas_at, areas_in_cell, stretches
from vttbridge.geometry.ray import ray
from vttbridge.geometry.sight import line_between, sees
from vttbridge.geometry.terrain import Area, Blocking, Difficult, Water
from vttbridge.geometry.vec import Cell, Place, Vec


def test_areas_under_a_piece() -> None:
    """Cells count by their centres, discs by what they reach into; sorted by id."""
    here = scene(area("b", Difficult(), (4, 4, 6, 6)), area("a", Water(), (5, 4, 8, 6)))
    assert [one.id for one in areas_at(here, ONE, Place(5, 5))] == ["a", "b"]
    assert [one.id for one in areas_at(here, TWO, Place(3, 3))] == ["b"]
    assert [one.id for one in areas_at(here, BASE, Place(3.6, 5))] == ["b"]
    assert areas_at(here, BASE, Place(3.5, 5)) == ()
    assert [one.id for one in areas_in_cell(here, Cell(7, 5))] == ["a"]


def test_a_hole_is_not_part_of_its_area() -> None:
    """A ring of water has dry land in the middle."""
    outer = (Vec(0, 0), Vec(9, 0), Vec(9, 9), Vec(0, 9))
    inner = (Vec(3, 3), Vec(6, 3), Vec(6, 6), Vec(3, 6))
    here = scene(Area("moat", outer, Water(), (inner,)))
    assert areas_in_cell(here, Cell(4, 4)) == ()
    assert areas_at(here, BASE, Place(4.5, 4.5)) == ()
    assert [(one.start, one.end) for one in stretches(here, Vec(0.5, 4.5), Vec(8.5, 4.5))] == [
        (0.0, 2.5),
        (5.5, 8.0),
    ]


def test_stretches_of_a_line_inside_areas() -> None:
    """In units from the start, in the order of entry."""
    here = scene(area("b", Difficult(), (4, 4, 6, 6)), area("a", Water(), (5, 4, 8, 6)))
    found = stretches(here, Vec(2, 5), Vec(10, 5))
    assert [(one.area.id, one.start, one.end) for one in found] == [("b", 2.0, 4.0), ("a", 3.0, 6.0)]
    assert stretches(here, Vec(2, 3), Vec(10, 3)) == ()
    assert stretches(here, Vec(5, 5), Vec(5, 5)) == ()


def test_sight() -> None:
    """Walls that stop sight, closed doors and filled ground hide; windows and open doors do not."""
    a, b = Vec(2, 5), Vec(9, 5)
    assert sees(scene(), a, b)
    assert not sees(scene(wall("w", 5, 0, 5, 9)), a, b)
    assert sees(scene(wall("w", 5, 0, 5, 9, sight=False)), a, b)
    assert sees(scene(wall("w", 5, 0, 5, 9, top=1)), a, b, z=1.5)
    assert not sees(scene(wall("w", 5, 0, 5, 9, top=1)), a, b, z=0.5)
    door = scene(wall("d", 5, 0, 5, 9, door="closed"))
    assert not sees(door, a, b)
    assert sees(door.with_door("d", "open"), a, b)
    assert not sees(scene(area("rock", Blocking(top=2), (4, 4, 6, 6))), a, b)
    assert sees(scene(area("rock", Blocking(top=2), (4, 4, 6, 6))), a, b, z=3.0)


def test_the_squares_on_a_line() -> None:
    """Those whose inside it passes through, in order."""
    assert line_between(Vec(0.5, 0.5), Vec(3.5, 0.5)) == (Cell(0, 0), Cell(1, 0), Cell(2, 0), Cell(3, 0))
    assert line_between(Vec(0.5, 0.5), Vec(2.5, 2.5)) == (Cell(0, 0), Cell(1, 1), Cell(2, 2))
    assert line_between(Vec(2.5, 1.5), Vec(0.5, 0.5)) == (Cell(2, 1), Cell(1, 1), Cell(1, 0), Cell(0, 0))


def test_the_ray_by_its_rules() -> None:
    """Numbers of the table: below the wall is side 2, ends count, the origin does not, lines are let pass."""
    here = scene(wall("w", 0, 5, 10, 5), x0=-1.0, y0=-1.0)
    one_way = scene(wall("w", 0, 5, 10, 5, side=1))
    above, below = Vec(5, 3), Vec(5, 7)
    assert ray(here, above, below) is not None
    hit = ray(one_way, above, below)
    assert hit is not None
    assert (hit.wall, hit.point, hit.fraction) == ("w", Vec(5, 5), 0.5)
    assert ray(one_way, below, above) is None
    assert ray(here, above, Vec(5, 5)) is not None
    assert ray(here, Vec(5, 5), above) is None
    assert ray(here, Vec(2, 5), Vec(8, 5)) is None
    assert ray(here, Vec(-1, 3), Vec(1, 7)) is not None


def test_a_ray_of_a_height_band() -> None:
    """Only walls that the band meets count."""
    here = scene(wall("w", 0, 5, 10, 5, bottom=1, top=2))
    assert ray(here, Vec(5, 3), Vec(5, 7), low=0, high=1) is None
    assert ray(here, Vec(5, 3), Vec(5, 7), low=0, high=1.5) is not None
    assert ray(here, Vec(5, 3), Vec(5, 7), low=2, high=3) is None
    assert ray(here, Vec(5, 3), Vec(5, 7)) is not None


@pytest.mark.parametrize("order", [1, -1])
def test_rays_meet_the_nearest_wall_first(order: int) -> None:
    """Whatever the order of drawing; ties go by id."""
    parts = [wall("b", 5, 0, 5, 9), wall("a", 5, 0, 5, 9), wall("far", 6, 0, 6, 9)][::order]
    hit = ray(scene(*parts), Vec(2, 5), Vec(9, 5))
    assert hit is not None
    assert hit.wall == "a"
