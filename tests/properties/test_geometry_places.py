"""Shortest shifts and edges against dense sampling: nothing nearer was missed, nothing was lost earlier."""

import math
import random

from support.scale import scaled
from vttbridge.geometry.fall import ground, overhang
from vttbridge.geometry.footprint import Body, Disc
from vttbridge.geometry.gaps import signed_gap
from vttbridge.geometry.grid import Gridless
from vttbridge.geometry.landing import land
from vttbridge.geometry.obstacles import stands_clear
from vttbridge.geometry.room import fits, nearest_clear
from vttbridge.geometry.scene import Scene, SceneSpec
from vttbridge.geometry.terrain import Area, Blocking, Elevation, Meaning, Pit, Wall
from vttbridge.geometry.vec import Place, Vec

SIZE = 16.0
BASE = Disc(0.5)
HAIR = 0.003


def turned_box(dice: random.Random, number: int, meaning: Meaning) -> Area:
    """A rectangle at any angle somewhere on the map."""
    middle, turn = Vec(dice.uniform(3, 13), dice.uniform(3, 13)), dice.choice([0.0, dice.uniform(0, math.pi)])
    along = Vec(math.cos(turn), math.sin(turn)).times(dice.uniform(0.4, 3))
    across = Vec(-math.sin(turn), math.cos(turn)).times(dice.uniform(0.4, 3))
    corners = (along.plus(across), along.minus(across), along.plus(across).times(-1), across.minus(along))
    return Area(f"a{number}", tuple(middle.plus(corner) for corner in corners), meaning)


def crowded(dice: random.Random) -> Scene:
    """Walls and rocks close together."""
    walls = tuple(
        Wall(f"w{n}", Vec(x, y), Vec(x + dice.uniform(-2, 2), y + dice.uniform(-2, 2)))
        for n in range(14)
        for x, y in ((dice.uniform(1, 15), dice.uniform(1, 15)),)
    )
    areas = tuple(turned_box(dice, n, Blocking()) for n in range(2))
    return Scene.build(SceneSpec("s", "crowded", SIZE, SIZE, grid=Gridless(), walls=walls, areas=areas))


def test_no_nearer_place_is_clear() -> None:
    """The shift found is clear, and of 300 places nearer by a hair none is."""
    dice = random.Random(11)
    shifted = 0
    for _ in range(scaled(1_000)):
        scene = crowded(dice)
        place = Place(round(dice.uniform(1, 15), 3), round(dice.uniform(1, 15), 3))
        bodies = tuple(
            Body(f"b{n}", Disc(0.5), Place(place.x + dice.uniform(-1, 1), place.y + dice.uniform(-1, 1)))
            for n in range(2)
        )
        found = nearest_clear(scene, BASE, place, bodies, 0.1)
        if found is None:
            continue
        me = Body("me", BASE, found)
        assert fits(scene, BASE, found, bodies)
        assert all(signed_gap(me, body) >= 0.1 - 0.0011 for body in bodies)
        shift = found.at.minus(place.at).length
        shifted += shift > 0
        for _ in range(300 if shift > HAIR else 0):
            turn, far = dice.uniform(0, 2 * math.pi), (shift - HAIR) * math.sqrt(dice.random())
            other = Place(place.x + far * math.cos(turn), place.y + far * math.sin(turn))
            gaps = [signed_gap(Body("me", BASE, other), body) for body in bodies]
            assert not (min(gaps) >= 0.1 and stands_clear(scene, Disc(0.502), other)), (place, found, other)
    assert shifted > scaled(300)


def terraced(dice: random.Random) -> Scene:
    """Decks at three levels, a slab and a pit, lying over one another anyhow."""
    meanings: list[Meaning] = [Elevation(3.0), Elevation(3.0), Elevation(2.0), Elevation(3.0, 2.6), Pit(2.0)]
    areas = tuple(turned_box(dice, number, meaning) for number, meaning in enumerate(meanings))
    return Scene.build(SceneSpec("s", "terraced", SIZE, SIZE, grid=Gridless(), areas=areas))


def test_an_edge_is_crossed_where_the_ground_says_so() -> None:
    """Until a distance of the overhang the ground holds that part of the base, a hair beyond it does not."""
    dice = random.Random(17)
    crossed = 0
    for _ in range(scaled(3_000)):
        scene = terraced(dice)
        z = dice.choice([3.0, 3.0, 2.0, 0.0])
        start = Place(dice.uniform(3, 13), dice.uniform(3, 13), z)
        turn = dice.uniform(0, 2 * math.pi)
        way = Vec(math.cos(turn), math.sin(turn))
        if not ground(scene, BASE, start).whole:
            continue
        over = overhang(scene, BASE, start, way, 4.0)

        def held(far: float, at: Place = start, way: Vec = way, here: Scene = scene) -> tuple[bool, ...]:
            there = ground(here, BASE, Place(at.x + way.x * far, at.y + way.y * far, at.z))
            return there.whole, there.centred, there.supported

        for part, lost in enumerate((over.partly, over.centre, over.wholly)):
            until = 4.0 if lost is None else lost
            samples = [until * n / 25 for n in range(25)]
            assert all(held(far)[part] for far in samples), (part, lost, start, way)
            if lost is not None:
                crossed += 1
                beyond = [held(lost + step / 500)[part] for step in range(1, 50)]
                assert not all(beyond) or grazes(scene, start, way, lost), (part, lost, start, way)
    assert crossed > scaled(200)


def grazes(scene: Scene, start: Place, way: Vec, lost: float) -> bool:
    """Whether a base thinner by little more than a grain would not go over there."""
    thin = overhang(scene, Disc(BASE.radius - 0.0015), start, way, 4.0).partly
    return thin is None or thin > lost + 0.1


def test_a_landing_is_clear_and_held() -> None:
    """Who goes over an edge ends lower, clear of everything, on something, hardly ever across a crack."""
    dice = random.Random(23)
    landed = held = 0
    for _ in range(scaled(2_000)):
        scene = terraced(dice)
        start = Place(dice.uniform(4, 12), dice.uniform(4, 12), 3.0)
        turn = dice.uniform(0, 2 * math.pi)
        way = Vec(math.cos(turn), math.sin(turn))
        over = overhang(scene, BASE, start, way, 6.0)
        if not ground(scene, BASE, start).whole or over.centre is None:
            continue
        edge = Place(start.x + way.x * over.centre, start.y + way.y * over.centre, 3.0)
        done = land(scene, BASE, edge, way)
        if done.landing is None or done.height == 0.0:
            continue
        landed += 1
        held += ground(scene, BASE, done.landing).whole
        assert done.landing.z < 3.0
        assert done.height == 3.0 - done.landing.z
        assert fits(scene, BASE, done.landing)
        assert ground(scene, BASE, done.landing).supported
        assert done.landing.at.minus(edge.at).dot(way) >= -0.0011
    assert landed > scaled(200)
    assert held > 0.9 * landed
