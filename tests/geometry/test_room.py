import pytest

from geometry.board import BASE, ONE, TWO, area, body, scene, wall
from vttbridge.geometry.footprint import Disc
from vttbridge.geometry.grid import Gridless
from vttbridge.geometry.room import fits, flat_gap, free_cells, gap, nearest_clear, overlaps
from vttbridge.geometry.terrain import Blocking, Elevation
from vttbridge.geometry.vec import Place, Vec


def test_gaps_between_bases() -> None:
    """Discs, blocks, and one of each; height from base to base counts in `gap`."""
    assert gap(body("a", 0, 0, 0, BASE), body("b", 3, 4, 0, BASE)) == pytest.approx(4)
    assert gap(body("a", 0, 0), body("b", 3, 0)) == 2
    assert gap(body("a", 0, 0), body("b", 2, 2)) == pytest.approx(2**0.5)
    assert gap(body("a", 0, 0), body("b", 2.5, 0.5, 0, BASE)) == pytest.approx(1)
    assert gap(body("a", 0, 0, 0, BASE), body("b", 0.2, 0, 0, BASE)) == 0
    assert gap(body("a", 0, 0, 0, BASE), body("b", 4, 0, 4, BASE)) == pytest.approx(5)
    assert flat_gap(body("a", 0, 0, 0, BASE), body("b", 4, 0, 5, BASE)) == pytest.approx(3)


def test_bodies_overlap_by_base_and_height() -> None:
    """Touching is not sharing, nor is standing on another's head."""
    assert overlaps(body("a", 0, 0), body("b", 0, 0))
    assert not overlaps(body("a", 0, 0), body("b", 1, 0))
    assert not overlaps(body("a", 0, 0), body("b", 0, 0, 1))
    assert not overlaps(body("a", 0, 0, 0, BASE), body("b", 1, 0, 0, BASE))
    assert overlaps(body("a", 0, 0, 0, BASE), body("b", 0.9, 0, 0, BASE))


def test_what_fits_on_squares() -> None:
    """On the map, in no filled cell, in nobody's space; a wall through a cell and a hill do not matter."""
    here = scene(
        area("rock", Blocking(), (4, 4, 5, 5)),
        area("hill", Elevation(2), (7, 7, 9, 9)),
        wall("w", 1, 1, 3, 3),
    )
    assert fits(here, ONE, Place(1, 1))
    assert fits(here, ONE, Place(7, 7))
    assert not fits(here, ONE, Place(4, 4))
    assert not fits(here, TWO, Place(3, 3))
    assert not fits(here, TWO, Place(11, 3))
    assert not fits(here, ONE, Place(1, 1), (body("b", 1, 1),))
    assert fits(here, ONE, Place(1, 1), (body("b", 1, 1),), ("b",))


def test_what_fits_on_free_ground() -> None:
    """A disc keeps its radius from walls, filled ground, rises and the map's edge, less a grain."""
    here = scene(
        wall("w", 5, 0, 5, 12),
        area("rock", Blocking(), (8, 8, 10, 10)),
        area("deck", Elevation(3), (0, 8, 3, 12)),
        grid=Gridless(),
    )
    assert fits(here, BASE, Place(4.5, 3))
    assert fits(here, BASE, Place(4.501, 3))
    assert not fits(here, BASE, Place(4.503, 3))
    assert not fits(here, BASE, Place(9, 9))
    assert not fits(here, Disc(0.2), Place(9, 9))
    assert not fits(here, BASE, Place(1, 9, 0))
    assert fits(here, BASE, Place(1, 9, 3))
    assert not fits(here, BASE, Place(0.4, 3))


def test_free_cells_come_nearest_first() -> None:
    """The place itself, then its ring row by row; taken, filled and rising cells are left out."""
    here = scene(area("rock", Blocking(), (4, 4, 5, 5)), area("hill", Elevation(2), (6, 4, 7, 5)))
    found = free_cells(here, ONE, Place(5, 5), (body("b", 5, 5),), 1)
    assert found == (Place(5, 4), Place(4, 5), Place(6, 5), Place(4, 6), Place(5, 6), Place(6, 6))
    assert free_cells(here, ONE, Place(5, 5), (), 1)[0] == Place(5, 5)


def test_the_shortest_shift_clear_of_a_body() -> None:
    """Shifted 0.6 away from who stands there, along the platform that is beside it (NT-c40)."""
    here = scene(area("deck", Elevation(3), (-20, -20, 6.6, 20)), size=(40, 40), x0=-20.0, y0=-20.0)
    under = body("u", 7.1, 0.4, 0, BASE)
    assert nearest_clear(here, BASE, Place(7.1, 0, 0), (under,)) == Place(7.1, -0.6, 0)


def test_the_shortest_shift_keeps_a_gap_and_a_side() -> None:
    """An asked gap is kept, and no shift goes against the asked side."""
    here = scene(size=(40, 40), x0=-20.0, y0=-20.0)
    other = body("b", 0.2, 0, 0, BASE)
    assert nearest_clear(here, BASE, Place(0, 0), (other,), 1.0) == Place(-1.8, 0)
    found = nearest_clear(here, BASE, Place(0, 0), (other,), side=Vec(1, 0))
    assert found is not None
    assert found.x >= 0
    assert found.at.length == pytest.approx((1 - 0.04) ** 0.5, abs=0.002)


def test_a_corner_needs_two_outlines() -> None:
    """Between two walls the nearest free place touches both."""
    here = scene(wall("a", 5, 0, 5, 5), wall("b", 0, 5, 5, 5))
    assert nearest_clear(here, BASE, Place(4.8, 4.7)) == Place(4.5, 4.5)


def test_moved_back_onto_flat_ground() -> None:
    """A base left partly over an edge is shifted to where all of it is held."""
    here = scene(area("deck", Elevation(4), (0, 0, 8, 12)))
    assert nearest_clear(here, BASE, Place(7.8, 5, 4), whole=True) == Place(7.5, 5, 4)
    assert nearest_clear(here, BASE, Place(7.8, 5, 4)) == Place(7.8, 5, 4)


def test_no_room_at_all() -> None:
    """In a closed closet there is no place within reach."""
    here = scene(area("rock", Blocking(), (0, 0, 12, 12)))
    assert nearest_clear(here, BASE, Place(5, 5), reach=3.0) is None
    assert nearest_clear(here, ONE, Place(5, 5), reach=3.0) is None
