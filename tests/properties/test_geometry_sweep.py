"""The sweep and the ray against a second implementation, over everything in random scenes."""

import math
import random
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import pytest

from properties.oracle import (
    Piece,
    block_clear,
    block_contact,
    disc_contact,
    foundry_hit,
    segment_distance,
)
from support.scale import scaled
from vttbridge.geometry.footprint import Body, Cells, Disc, Footprint, centre
from vttbridge.geometry.grid import Gridless
from vttbridge.geometry.ray import ray, ray_all
from vttbridge.geometry.scene import Scene, SceneSpec
from vttbridge.geometry.sweep import advance_place, sweep
from vttbridge.geometry.terrain import Area, Blocking, Elevation, Meaning, Wall
from vttbridge.geometry.vec import GRAIN, TOUCH, Place, Vec

SIZE = 24.0
ROUNDS = 20


def random_wall(dice: random.Random, number: int) -> Wall:
    """A wall of any kind: slanted or upright, one-way, a door, low or high."""
    a = Vec(dice.uniform(0, SIZE), dice.uniform(0, SIZE))
    length, turn = (
        dice.uniform(0.5, 6),
        dice.choice([dice.uniform(0, 2 * math.pi), dice.randrange(4) * math.pi / 2]),
    )
    b = Vec(a.x + length * math.cos(turn), a.y + length * math.sin(turn))
    bottom, top = dice.choice([(None, None), (None, None), (0.0, 0.5), (2.0, None), (None, 0.0)])
    door = dice.choice(["none", "none", "open", "closed"])
    side = dice.choice([0, 0, 0, 1, 2])
    return Wall(f"w{number}", a, b, bottom, top, side, door)  # type: ignore[arg-type]


def random_area(dice: random.Random, number: int) -> Area:
    """A turned rectangle of filled ground, an obstacle or a hill."""
    middle = Vec(dice.uniform(2, SIZE - 2), dice.uniform(2, SIZE - 2))
    turn, wide, deep = dice.uniform(0, math.pi), dice.uniform(0.3, 1.5), dice.uniform(0.3, 1.5)
    along, across = Vec(math.cos(turn), math.sin(turn)), Vec(-math.sin(turn), math.cos(turn))
    outline = tuple(
        middle.plus(along.times(x * wide)).plus(across.times(y * deep))
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    )
    meanings: list[Meaning] = [
        Blocking(),
        Blocking("wood", 0.0, 1.0),
        Blocking("low", None, 0.5),
        Elevation(2.0),
    ]
    meaning = dice.choice(meanings)
    return Area(f"a{number}", outline, meaning)


def random_scene(dice: random.Random) -> Scene:
    """A gridless scene with some of everything."""
    return Scene.build(
        SceneSpec(
            "s",
            "random",
            SIZE,
            SIZE,
            grid=Gridless(),
            walls=tuple(random_wall(dice, number) for number in range(40)),
            areas=tuple(random_area(dice, number) for number in range(6)),
        )
    )


def pieces(scene: Scene, start: Vec) -> Iterator[tuple[str, Piece]]:
    """All that blocks a body from 0 to 1 whose centre starts there, as plain segments; map edges too."""
    for wall in scene.spec.walls:
        is_open = wall.door == "open"
        low, high = wall.bottom or 0.0, 1.0 if wall.top is None else wall.top
        sign = (wall.a.y - start.y) * (wall.b.x - start.x) - (wall.a.x - start.x) * (wall.b.y - start.y)
        passes = wall.side and (sign < 0) == (wall.side == 1)
        if not is_open and not passes and low < 1.0 and high > 0.0:
            yield wall.id, piece(wall.a, wall.b)
    for area in scene.spec.areas:
        for a, b in zip(area.outline, (*area.outline[1:], area.outline[0]), strict=True):
            yield area.id, piece(a, b)
    corners = (Vec(0.0, 0.0), Vec(SIZE, 0.0), Vec(SIZE, SIZE), Vec(0.0, SIZE))
    for name, a, b in zip(
        ("north", "east", "south", "west"), corners, corners[1:] + corners[:1], strict=True
    ):
        yield name, piece(a, b)


def piece(a: Vec, b: Vec) -> Piece:
    """A plain segment."""
    return (a.x, a.y, b.x, b.y)


def is_clear(footprint: Footprint, at: Vec, segments: list[tuple[str, Piece]]) -> bool:
    """Whether a base stands well clear of everything and in nothing."""
    match footprint:
        case Disc(radius=radius):
            return all(segment_distance(at, one) > radius + 2 * TOUCH for _, one in segments)
        case Cells(width=width, depth=depth):
            return all(block_clear(at, (width / 2, depth / 2), one, 2 * TOUCH) for _, one in segments)


def inside_any(scene: Scene, at: Vec) -> bool:
    """Whether a point lies in one of the convex areas."""
    for area in scene.spec.areas:
        ring = [*area.outline, area.outline[0]]
        turns = [b.minus(a).cross(at.minus(a)) for a, b in pairwise(ring)]
        if all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns):
            return True
    return False


def expected(
    footprint: Footprint, at: Vec, way: Vec, distance: float, segments: list[tuple[str, Piece]]
) -> list[tuple[float, str]]:
    """Every contact of the second implementation, the nearest first."""
    found: list[tuple[float, str]] = []
    for name, one in segments:
        met: float | None = None
        match footprint:
            case Disc(radius=radius):
                met = disc_contact(at, way, distance, radius, one)
            case Cells(width=width, depth=depth):
                met = block_contact(at, way, distance, (width / 2, depth / 2), one)
        if met is not None:
            found.append((met, name))
    return sorted(found)


class Trial(NamedTuple):
    """One movement that starts clear of everything, and all that may block it."""

    scene: Scene
    footprint: Footprint
    place: Place
    way: Vec
    distance: float
    segments: list[tuple[str, Piece]]


def trials(seed: int, count: int, shapes: tuple[Footprint, ...]) -> Iterator[Trial]:
    """Random movements in random scenes, a new scene every hundred."""
    dice = random.Random(seed)
    done = 0
    while done < count:
        scene = random_scene(dice)
        for _ in range(min(100, count - done)):
            trial = random_trial(dice, scene, dice.choice(shapes))
            if trial is not None:
                yield trial
                done += 1


def random_trial(dice: random.Random, scene: Scene, footprint: Footprint) -> Trial | None:
    """A movement, unless it would start in something."""
    place = Place(dice.uniform(1, SIZE - 3), dice.uniform(1, SIZE - 3), 0.0)
    turn = dice.choice([dice.uniform(0, 2 * math.pi), dice.randrange(8) * math.pi / 4])
    at = centre(footprint, place)
    segments = list(pieces(scene, at))
    if not is_clear(footprint, at, segments) or inside_any(scene, at):
        return None
    return Trial(
        scene, footprint, place, Vec(math.cos(turn), math.sin(turn)), dice.uniform(0.5, 12), segments
    )


@pytest.mark.parametrize(
    "shapes",
    [(Disc(0.5), Disc(0.3), Disc(1.0)), (Cells(), Cells(2, 2), Cells(1, 3))],
    ids=["discs", "rectangles"],
)
def test_the_first_contact_is_that_of_the_second_implementation(shapes: tuple[Footprint, ...]) -> None:
    """No difference above 1e-9 in distance, none in what is met."""
    met = 0
    for scene, footprint, place, way, distance, segments in trials(20, scaled(20_000), shapes):
        wanted = expected(footprint, centre(footprint, place), way, distance, segments)
        contact = sweep(scene, footprint, place, way, distance)
        if not wanted:
            assert contact is None, (footprint, place, way, contact)
            continue
        assert contact is not None, (footprint, place, way, wanted[0])
        met += 1
        assert abs(contact.travelled - wanted[0][0]) <= 1e-9, (footprint, place, way, contact, wanted[:2])
        assert contact.id in {name for t, name in wanted if t <= wanted[0][0] + 1e-8}
        assert contact.normal.length == pytest.approx(1.0)
        assert contact.normal.dot(way) < 0
    assert met > scaled(20_000) / 3


def test_bodies_are_met_by_their_true_shape() -> None:
    """A disc against discs and blocks, a block against discs and blocks, alone in an open scene."""
    dice = random.Random(5)
    scene = Scene.build(SceneSpec("s", "open", 100, 100, grid=Gridless(), x0=-50, y0=-50))
    met = 0
    for _ in range(scaled(20_000)):
        turn = dice.uniform(0, 2 * math.pi)
        way = Vec(math.cos(turn), math.sin(turn))
        mover, other = random_shape(dice), random_shape(dice)
        start, there = Place(0, 0), Place(dice.uniform(-8, 8), dice.uniform(-8, 8))
        contact = sweep(scene, mover, start, way, 9.0, (Body("b", other, there),))
        wanted = bodies_meet(mover, start, way, other, there)
        if wanted is None:
            continue
        met += 1
        if wanted > 9.0:
            assert contact is None
        else:
            assert contact is not None
            assert abs(contact.travelled - wanted) <= 1e-9
    assert met > scaled(2_000)


def random_shape(dice: random.Random) -> Footprint:
    """A disc or a block of some size."""
    if dice.random() < 0.5:
        return Disc(dice.uniform(0.2, 1.5))
    return Cells(dice.randint(1, 3), dice.randint(1, 3))


def bodies_meet(mover: Footprint, start: Place, way: Vec, other: Footprint, there: Place) -> float | None:
    """When two shapes meet; infinite for never, `None` for those that overlap at the start or only graze."""
    at, to = centre(mover, start), centre(other, there)
    match mover, other:
        case Disc(radius=first), Disc(radius=second):
            apart = to.minus(at)
            if apart.length < first + second + 0.01:
                return None
            ahead, off = apart.dot(way), abs(apart.cross(way))
            if abs(off - first - second) < 1e-3:
                return None
            return (
                ahead - math.sqrt((first + second) ** 2 - off**2)
                if ahead > 0 and off < first + second
                else math.inf
            )
        case Cells() as block, Disc(radius=radius):
            return _disc_to_block(to, way.times(-1), radius, block, at)
        case Disc(radius=radius), Cells() as block:
            return _disc_to_block(at, way, radius, block, to)
        case Cells() as first, Cells() as second:
            halves = ((first.width + second.width) / 2, (first.depth + second.depth) / 2)
            segment = (to.x - 1e-13, to.y, to.x + 1e-13, to.y)
            if not block_clear(at, halves, segment, 0.01):
                return None
            found = block_contact(at, way, 1e9, halves, segment)
            return math.inf if found is None else found
    return None


def _disc_to_block(at: Vec, way: Vec, radius: float, block: Cells, middle: Vec) -> float | None:
    x, y = block.width / 2, block.depth / 2
    corners = [middle.plus(Vec(sx * x, sy * y)) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    sides = [piece(a, b) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)]
    inside = abs(at.x - middle.x) <= x and abs(at.y - middle.y) <= y
    if inside or min(segment_distance(at, side) for side in sides) < radius + 0.01:
        return None
    met = [t for side in sides if (t := disc_contact(at, way, 1e9, radius, side)) is not None]
    return min(met, default=math.inf)


def test_the_ray_is_that_of_the_table() -> None:
    """Random rays and rays over a lattice, where ends touch and lines coincide, against exact fractions."""
    dice = random.Random(3)
    hits = 0
    for number in range(scaled(20_000)):
        lattice = number % 2 == 0

        def coordinate(lattice: bool = lattice) -> float:
            return dice.randrange(25) / 4 if lattice else dice.uniform(0, 6)

        walls = tuple(
            Wall(
                f"w{n}",
                Vec(coordinate(), coordinate()),
                Vec(coordinate(), coordinate()),
                side=dice.choice([0, 0, 1, 2]),
                door=dice.choice(["none", "none", "closed", "open", "locked"]),
            )
            for n in range(5)
        )
        scene = Scene.build(SceneSpec("s", "rays", 6, 6, walls=walls))
        a, b = Vec(coordinate(), coordinate()), Vec(coordinate(), coordinate())
        wanted = sorted(
            (float(t), wall.id)
            for wall in walls
            if wall.door != "open" and (t := foundry_hit(a, b, piece(wall.a, wall.b), wall.side)) is not None
        )
        found = [(hit.fraction, hit.wall) for hit in ray_all(scene, a, b)]
        assert sorted(name for _, name in found) == sorted(name for _, name in wanted), (a, b, walls)
        for (fraction, _), (other, _) in zip(found, wanted, strict=True):
            assert abs(fraction - other) <= 1e-9
        first = ray(scene, a, b)
        assert (first is None) == (not wanted)
        hits += bool(wanted)
    assert hits > scaled(20_000) / 3


def test_nothing_ends_in_a_wall() -> None:
    """Pushed about three times, a disc keeps its radius, less a grain, from everything that blocks it."""
    for scene, footprint, place, way, distance, all_segments in trials(
        9, scaled(20_000), (Disc(0.5), Disc(0.3))
    ):
        assert isinstance(footprint, Disc)
        segments = [one for one in all_segments if not _one_way(scene, one[0])]
        at = Place(round(place.x, 3), round(place.y, 3), 0.0)
        for turn in (way, Vec(way.y, -way.x), Vec(way.x, way.y + 0.3)):
            contact = sweep(scene, footprint, at, turn, distance)
            travelled = distance if contact is None else contact.travelled
            at = advance_place(at, turn, travelled, scene, footprint)
            nearest = min(segment_distance(at.at, one) for _, one in segments)
            assert nearest >= footprint.radius - GRAIN - 1e-9, (place, way, distance, at)
            assert round(at.x, 3) == at.x
            assert round(at.y, 3) == at.y


def _one_way(scene: Scene, wall_id: str) -> bool:
    return any(wall.id == wall_id and wall.side != 0 for wall in scene.spec.walls)


def test_half_a_push_and_half_a_push_are_a_push() -> None:
    """A sweep split at a free point gives the same contact as the whole."""
    for scene, footprint, place, way, distance, _ in trials(13, scaled(5_000), (Disc(0.5), Cells())):
        whole = sweep(scene, footprint, place, way, distance)
        free = distance if whole is None else whole.travelled
        if free < 0.1:
            continue
        half = Place(place.x + way.x * free / 2, place.y + way.y * free / 2, 0.0)
        rest = sweep(scene, footprint, half, way, distance - free / 2)
        if any(one is not None and _one_way(scene, one.id) for one in (whole, rest)):
            continue  # past the end of its line the other side of a one-way wall counts
        if whole is None:
            assert rest is None
        else:
            assert rest is not None
            assert rest.id == whole.id
            assert rest.travelled == pytest.approx(whole.travelled - free / 2, abs=1e-6)
