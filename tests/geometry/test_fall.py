"""Falling, ledges and rims; the numbers of the inch cases are those of the worked cases."""

import math

import pytest

from geometry.board import BASE, ONE, TWO, area, body, scene
from vttbridge.geometry.fall import fall, ground, level_at, levels, overhang, rim_distance
from vttbridge.geometry.footprint import Disc
from vttbridge.geometry.grid import Gridless
from vttbridge.geometry.landing import land
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.terrain import Area, Elevation, Pit, Water
from vttbridge.geometry.vec import Place, Vec

EAST = Vec(1, 0)


def inches(*parts: Area, ground: float | None = 0.0) -> Scene:
    """A gridless scene round the origin, 40 by 40."""
    return scene(*parts, size=(40, 40), x0=-20.0, y0=-20.0, grid=Gridless(), unit="inch", ground=ground)


def platform(edge: float, level: float) -> Area:
    """Solid ground west of an edge."""
    return area("deck", Elevation(level), (-20, -20, edge, 20))


def test_over_the_cliff() -> None:
    """A square piece pushed past an edge lies in the air until it falls (DS-c48)."""
    here = scene(area("top", Elevation(2), (0, 0, 5, 12)))
    there = ground(here, ONE, Place(6, 5, 2))
    assert (there.highest, there.under, there.supported) == (0.0, 0.0, False)
    assert fall(here, ONE, Place(6, 5, 2)).landing == Place(6, 5, 0)
    assert fall(here, ONE, Place(6, 5, 2)).height == 2
    edge = ground(here, ONE, Place(4, 5, 2))
    assert (edge.highest, edge.under, edge.supported, edge.rise) == (2.0, 2.0, True, None)


def test_across_a_gap() -> None:
    """Over the gap there is no support, beyond it there is (DS-c49)."""
    here = scene(area("w", Elevation(2), (0, 0, 5, 12)), area("e", Elevation(2), (6, 0, 12, 12)))
    assert not ground(here, ONE, Place(5, 5, 2)).supported
    assert ground(here, ONE, Place(6, 5, 2)).supported


def test_a_step_of_two_is_a_rise() -> None:
    """Ground higher than the piece is named as a rise, whatever its height (DS-c53)."""
    here = scene(area("one", Elevation(1), (4, 0, 5, 12)), area("three", Elevation(3), (5, 0, 12, 12)))
    assert ground(here, ONE, Place(4, 5, 0)).rise == 1.0
    assert ground(here, ONE, Place(5, 5, 1)).rise == 3.0
    assert ground(here, ONE, Place(5, 5, 1)).highest == 3.0


def test_a_slide_over_a_sunken_floor() -> None:
    """Lower ground drawn as an elevation is a hole that ends where it ends (DS-c72)."""
    here = scene(area("hole", Elevation(-3), (5, 5, 6, 7)))
    assert not ground(here, ONE, Place(5, 5, 0)).supported
    assert ground(here, ONE, Place(4, 6, 0)).supported
    assert fall(here, ONE, Place(5, 6, 0)).landing == Place(5, 6, -3)
    assert fall(here, ONE, Place(5, 6, 0)).area == "hole"


def test_landing_on_a_body() -> None:
    """The fall counts down to the level that the body stands on, and names it (DS-c60)."""
    here = scene(area("top", Elevation(3), (0, 0, 4, 12)))
    done = fall(here, ONE, Place(4, 5, 3), (body("c", 4, 5), body("beside", 5, 5), body("above", 4, 5, 7)))
    assert (done.landing, done.height, done.onto) == (Place(4, 5, 0), 3.0, ("c",))


def test_any_supported_cell_holds_a_large_body_unless_asked_otherwise() -> None:
    """A size 2 body half over an edge stays, or falls where the whole base must be held."""
    here = scene(area("top", Elevation(3), (0, 0, 5, 12)))
    place = Place(4, 5, 3)
    assert fall(here, TWO, place).height == 0
    assert fall(here, TWO, place, hold="centre").height == 0
    assert fall(here, TWO, place, hold="whole").height == 3
    assert levels(here, TWO, place) == (3.0, 0.0, 3.0, 0.0)


def test_falling_lands_on_what_is_between() -> None:
    """From a platform at 10 over a roof at 6 one lands on the roof, not under it."""
    here = scene(area("top", Elevation(10), (0, 0, 5, 12)), area("roof", Elevation(6, 5), (5, 0, 9, 12)))
    done = fall(here, ONE, Place(5, 5, 10))
    assert (done.landing, done.height, done.area) == (Place(5, 5, 6), 4.0, "roof")
    assert fall(here, ONE, Place(5, 5, 4)).landing == Place(5, 5, 0)


def test_under_a_slab_one_is_not_in_its_way() -> None:
    """A bridge overhead is the highest level but neither support nor rise for who walks under it."""
    here = scene(area("bridge", Elevation(4, 3), (3, 0, 5, 12)))
    there = ground(here, ONE, Place(3, 5, 0))
    assert (there.highest, there.under, there.supported, there.rise) == (4.0, 0.0, True, None)
    assert ground(here, ONE, Place(3, 5, 2.5)).rise == 4.0
    assert level_at(here, Vec(3.5, 5), below=2.0) == 0.0
    assert level_at(here, Vec(3.5, 5)) == 4.0


def test_bottomless() -> None:
    """Without ground, and in a pit without a floor, nothing is landed on."""
    nowhere = scene(area("top", Elevation(2), (0, 0, 5, 12)), ground=None)
    assert fall(nowhere, ONE, Place(6, 5, 2)).landing is None
    assert math.isinf(fall(nowhere, ONE, Place(6, 5, 2)).height)
    assert ground(nowhere, ONE, Place(6, 5, 2)).under is None
    pit = scene(area("pit", Pit(), (5, 5, 6, 6)))
    assert fall(pit, ONE, Place(5, 5, 0)).landing is None
    assert level_at(pit, Vec(5.5, 5.5)) is None


def test_a_pit_is_sunk_into_the_ground_around_it() -> None:
    """Its floor lies so deep below the deck that it is in, and its sides rise over who stands in it."""
    here = scene(area("deck", Elevation(5), (0, 0, 12, 12)), area("pit", Pit(2), (5, 5, 7, 7)))
    assert fall(here, ONE, Place(5, 5, 5)).landing == Place(5, 5, 3)
    assert fall(here, ONE, Place(5, 5, 5)).area == "pit"
    assert ground(here, ONE, Place(4, 5, 3)).rise == 5.0


def test_water_is_met_at_its_surface() -> None:
    """Water is no drop, and who falls into it is told so."""
    here = scene(area("pool", Water(3), (5, 0, 12, 12)), area("top", Elevation(4), (0, 0, 5, 12)))
    assert ground(here, ONE, Place(6, 5, 0)).supported
    done = fall(here, ONE, Place(6, 5, 4))
    assert (done.landing, done.area) == (Place(6, 5, 0), "pool")


def test_inside_the_ground_nothing_falls() -> None:
    """A burrower has its support right under it."""
    there = ground(scene(), ONE, Place(5, 5, -2))
    assert (there.under, there.supported, there.highest) == (-2, True, 0.0)


def test_the_base_at_a_platforms_edge() -> None:
    """Over the edge at 6.6 from (6, 0): partly after 0.1, the centre after 0.6, wholly after 1.1 (NT-c21)."""
    here = inches(platform(6.6, 4))
    over = overhang(here, BASE, Place(6, 0, 4), EAST, 3)
    assert over.partly == pytest.approx(0.1)
    assert over.centre == pytest.approx(0.6)
    assert over.wholly == pytest.approx(1.1)
    assert (over.area, over.drop) == ("deck", 4.0)
    assert overhang(here, BASE, Place(6, 0, 4), EAST, 0.05).partly is None
    assert overhang(here, BASE, Place(6, 0, 4), EAST, 0.5).centre is None
    assert overhang(here, BASE, Place(6, 0, 4), Vec(-1, 0), 3).partly is None
    touching = overhang(here, BASE, Place(6.1, 0, 4), EAST, 1)
    assert touching.partly == pytest.approx(0.0)
    assert overhang(here, BASE, Place(6.1, 0, 4), Vec(0, 1), 1).partly is None


def test_a_centre_that_ends_on_the_edge_is_not_past_it() -> None:
    """Moving exactly to the edge does not lose the centre; a hair more does."""
    here = inches(platform(8, 4))
    assert overhang(here, BASE, Place(6, 0, 4), EAST, 2.0).centre is None
    assert overhang(here, BASE, Place(6, 0, 4), EAST, 2.001).centre == pytest.approx(2.0)
    assert ground(here, BASE, Place(8, 0, 4)).centred


def test_off_a_ledge_the_base_is_placed_beside_it() -> None:
    """The centre is lost after 2, and the landing is half an inch clear of what is solid below (NM-c14)."""
    here = inches(platform(8, 4))
    assert overhang(here, BASE, Place(6, 0, 4), EAST, 3).centre == pytest.approx(2)
    done = land(here, BASE, Place(8, 0, 4), EAST)
    assert (done.landing, done.height) == (Place(8.5, 0, 0), 4.0)


def test_just_clear_of_the_edge() -> None:
    """Whole base past the edge: it falls where it is (NT-c22), onto whoever stands there (NT-c40)."""
    here = inches(platform(6.6, 4))
    under = body("u", 7.1, 0.4, 0, BASE)
    done = land(here, BASE, Place(7.1, 0, 4), EAST, bodies=(under,))
    assert (done.landing, done.onto) == (Place(7.1, 0, 0), ("u",))


def test_near_a_ledge() -> None:
    """At (7, 0) with the edge at 7.8 the base's edge is 0.3 away, the way out is east (NM-c15, c16)."""
    here = inches(platform(7.8, 6))
    rim = rim_distance(here, BASE, Place(7, 0, 6))
    assert rim is not None
    assert rim.gap == pytest.approx(0.3)
    assert (rim.point, rim.outward, rim.drop, rim.area) == (Vec(7.8, 0), Vec(1, 0), 6.0, "deck")
    assert land(here, BASE, Place(rim.point.x, rim.point.y, 6), rim.outward).landing == Place(8.3, 0, 0)
    assert rim_distance(inches(), BASE, Place(7, 0, 0)) is None


def test_a_pit_in_the_way() -> None:
    """The centre is over the pit at 7; it falls three inches, half an inch inside (NM-c17)."""
    here = inches(area("pit", Pit(3), (7, -5, 9, 5)))
    over = overhang(here, BASE, Place(5, 0, 0), EAST, 4)
    assert over.centre == pytest.approx(2)
    assert (over.area, over.drop) == ("pit", 3.0)
    assert land(here, BASE, Place(7, 0, 0), EAST).landing == Place(7.5, 0, -3)
    assert land(here, BASE, Place(9, 0, 0), Vec(-1, 0)).landing == Place(8.5, 0, -3)
    assert not ground(here, BASE, Place(9, 0, 0)).centred
    assert ground(here, BASE, Place(9.001, 0, 0)).centred


def test_a_beam_that_is_too_narrow_does_not_hold() -> None:
    """From 8 past a beam 0.4 wide at 5 the base falls to the floor, 8 in all (NM-c85)."""
    here = inches(platform(7, 8), area("beam", Elevation(5, 4.8), (7.3, -20, 7.7, 20)))
    done = land(here, BASE, Place(7, 0, 8), EAST)
    assert (done.landing, done.height) == (Place(7.5, 0, 0), 8.0)
    assert fall(here, BASE, Place(7.5, 0, 8), hold="whole").landing == Place(7.5, 0, 0)
    assert fall(here, BASE, Place(7.5, 0, 8), hold="any").landing == Place(7.5, 0, 5)


def test_a_second_edge_below() -> None:
    """A ledge at 4 holds it, 0.2 from its own rim, over which it goes on down (NM-c88)."""
    here = inches(platform(7, 7), area("shelf", Elevation(4), (7, -20, 8.2, 20)))
    first = land(here, BASE, Place(7, 0, 7), EAST)
    assert (first.landing, first.height, first.area) == (Place(7.5, 0, 4), 3.0, "shelf")
    assert first.landing is not None
    rim = rim_distance(here, BASE, first.landing)
    assert rim is not None
    assert rim.gap == pytest.approx(0.2)
    second = land(here, BASE, Place(rim.point.x, rim.point.y, 4), rim.outward)
    assert (second.landing, second.height) == (Place(8.7, 0, 0), 4.0)


def test_a_shelf_that_is_too_narrow_once_the_base_fits_beside_the_wall() -> None:
    """Held only while half inside the platform is not held."""
    here = inches(platform(7, 7), area("shelf", Elevation(4), (7, -20, 7.8, 20)))
    assert land(here, BASE, Place(7, 0, 7), EAST).landing == Place(8.3, 0, 0)


def test_nothing_to_land_on() -> None:
    """Off a deck over nothing (NM-c47)."""
    here = inches(platform(7, 4), ground=None)
    over = overhang(here, BASE, Place(6, 0, 4), EAST, 2)
    assert over.centre == pytest.approx(1)
    assert over.drop is None
    assert land(here, BASE, Place(7, 0, 4), EAST).landing is None


def test_floors_that_join_have_no_edge_between_them() -> None:
    """Two decks at one level, and the ground beside a deck at the ground's level, are one floor."""
    here = inches(
        area("a", Elevation(4), (-20, -20, 3, 20)),
        area("b", Elevation(4, 3.5), (3, -20, 9, 20)),
        area("flat", Elevation(0.0), (12, -20, 15, 20)),
    )
    assert overhang(here, BASE, Place(0, 0, 4), EAST, 8).partly is None
    over = overhang(here, BASE, Place(0, 0, 4), EAST, 10)
    assert over.partly == pytest.approx(8.5)
    assert over.area == "b"
    assert overhang(here, BASE, Place(10, 0, 0), EAST, 8).partly is None


def test_crossing_a_narrow_gap_never_loses_the_whole_base() -> None:
    """Over a gap narrower than the base some part and the centre are lost, the whole never."""
    here = inches(area("a", Elevation(4), (-20, -20, 3, 20)), area("b", Elevation(4), (3.5, -20, 9, 20)))
    over = overhang(here, BASE, Place(1, 0, 4), EAST, 5)
    assert over.partly == pytest.approx(1.5)
    assert over.centre == pytest.approx(2.0)
    assert over.wholly is None


def test_an_overhang_at_a_corner_is_round() -> None:
    """Past the corner of a deck the disc is clear when its rim leaves the corner point."""
    here = inches(area("deck", Elevation(4), (-5, -5, 0, 0)))
    over = overhang(here, Disc(1.0), Place(-2, -2, 4), Vec(1, 1), 6)
    assert over.partly == pytest.approx(math.sqrt(2))
    assert over.centre == pytest.approx(2 * math.sqrt(2))
    assert over.wholly == pytest.approx(2 * math.sqrt(2) + 1)


def test_a_railing_is_reported_with_the_rim() -> None:
    """The railing is the elevation's own."""
    here = inches(area("deck", Elevation(4, railing=1.0), (-5, -5, 0, 5)))
    rim = rim_distance(here, BASE, Place(-1, 0, 4))
    assert rim is not None
    assert (rim.railing, rim.gap) == (1.0, 0.5)
