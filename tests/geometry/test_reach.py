"""The area that a walker reaches, with rules made up for the test."""

import math

import pytest

from vttbridge.geometry.reach import Path, Walker, reach
from vttbridge.geometry.vec import Vec

START = Vec(0.0, 0.0)


def _length(path: Path) -> float:
    return sum(to.minus(at).length for at, to in zip((START, *path), path, strict=False))


def _walker(limit: float, rate: float = 1.0) -> Walker:
    return Walker(
        limit,
        room=lambda _at, _by: True,
        cost=lambda path: rate * _length(path),
        rate=lambda _at, _by: rate,
        least=rate,
    )


def test_open_ground_gives_nearly_the_whole_circle() -> None:
    """Without anything in the way the area is the circle, less under half an inch at its rim."""
    area = reach(START, 0.4, _walker(5.0))
    for degrees in range(0, 360, 7):
        way = Vec(math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))
        assert area.holds(way.times(4.6)), degrees
        assert not area.holds(way.times(5.01)), degrees


def test_dear_ground_halves_the_way() -> None:
    """Where every unit costs two the area reaches half as far."""
    area = reach(START, 0.4, _walker(5.0, rate=2.0))
    assert area.holds(Vec(2.2, 0.0))
    assert not area.holds(Vec(2.6, 0.0))


@pytest.mark.parametrize("point", [Vec(3.0, 0.0), Vec(1.2, -2.0), Vec(0.0, 0.0)])
def test_the_way_ends_at_the_point_and_within_the_limit(point: Vec) -> None:
    """The way to a point of the area ends there and costs no more than the limit."""
    way = reach(START, 0.4, _walker(4.0)).way(point)
    assert way is not None
    assert way[-1:] in {(point,), ()}
    assert _length(way) <= 4.0


def test_no_room_no_area() -> None:
    """Who may stand nowhere reaches nothing."""
    walker = Walker(3.0, lambda _at, _by: False, _length, lambda _at, _by: 1.0)
    area = reach(START, 0.4, walker)
    assert area.rings == ()
    assert not area.holds(START)


def test_what_cannot_be_passed_is_walked_round() -> None:
    """A bar across the way is passed round its end, and the way bends there."""

    def blocked(a: Vec, b: Vec) -> bool:
        if (a.x - 1.0) * (b.x - 1.0) > 0:
            return False
        share = 0.5 if a.x == b.x else (1.0 - a.x) / (b.x - a.x)
        return abs(a.y + (b.y - a.y) * share) < 1.0

    def cost(path: Path) -> float | None:
        legs = zip((START, *path), path, strict=False)
        return None if any(blocked(a, b) for a, b in legs) else _length(path)

    walker = Walker(6.0, lambda at, by: abs(at.x - 1.0) > by, cost, lambda _at, _by: 1.0)
    way = reach(START, 0.4, walker).way(Vec(2.0, 0.0))
    assert way is not None
    assert len(way) >= 2
    assert _length(way) > 2.0
