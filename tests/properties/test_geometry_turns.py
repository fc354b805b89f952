"""Nothing depends on how a map lies on the table: turned, mirrored and shifted scenes give turned answers."""

import math
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.scale import scaled
from vttbridge.geometry.fall import Ground, Overhang, ground, overhang, rim_distance
from vttbridge.geometry.footprint import Cells, Disc, Footprint
from vttbridge.geometry.ray import ray_all
from vttbridge.geometry.scene import Scene, SceneSpec
from vttbridge.geometry.steps import Step, look
from vttbridge.geometry.sweep import sweep
from vttbridge.geometry.terrain import Area, Blocking, Ceiling, Elevation, Meaning, Obstacle, Pit, Wall
from vttbridge.geometry.turn import Turn
from vttbridge.geometry.vec import Cell, Place, Vec

SIZE = 10

eighths = st.integers(0, SIZE * 8).map(lambda n: n / 8)
grid_points = st.integers(0, SIZE).map(float)
points = st.builds(Vec, eighths | grid_points, eighths | grid_points)
meanings: st.SearchStrategy[Meaning] = st.sampled_from(
    [
        Blocking("wood"),
        Blocking("", 0.0, 1.0),
        Elevation(2.0),
        Elevation(-1.0),
        Elevation(3.0, 2.5),
        Pit(2.0),
        Pit(),
        Ceiling(0.5),
        Obstacle(0.5, 1.0),
    ]
)
shapes: st.SearchStrategy[Footprint] = st.sampled_from(
    [Disc(0.5), Disc(0.25, 2.0), Cells(), Cells(2, 2, 2.0), Cells(1, 2)]
)
turns = st.builds(
    Turn,
    st.integers(0, 3),
    st.booleans(),
    st.builds(Vec, st.integers(-40, 40).map(float), st.integers(-40, 40).map(float)),
)


@st.composite
def specs(draw: st.DrawFn) -> SceneSpec:
    """A small scene of walls and boxes on eighths of a square."""
    walls = tuple(
        Wall(f"w{n}", draw(points), draw(points), side=draw(st.sampled_from([0, 0, 1, 2])))
        for n in range(draw(st.integers(0, 6)))
    )
    areas = tuple(Area(f"a{n}", draw(boxes()), draw(meanings)) for n in range(draw(st.integers(0, 3))))
    return SceneSpec("s", "small", SIZE, SIZE, walls=walls, areas=areas)


@st.composite
def boxes(draw: st.DrawFn) -> tuple[Vec, ...]:
    """An upright rectangle or a triangle."""
    x, y = draw(st.integers(0, SIZE - 1)), draw(st.integers(0, SIZE - 1))
    right, bottom = x + draw(st.integers(1, 4)), y + draw(st.integers(1, 4))
    corners = (Vec(x, y), Vec(right, y), Vec(right, bottom), Vec(x, bottom))
    return corners[: draw(st.sampled_from([3, 4]))]


class Both(NamedTuple):
    """A scene and the same one turned."""

    scene: Scene
    turned: Scene
    turn: Turn


@st.composite
def pairs(draw: st.DrawFn) -> Both:
    """A scene beside its turned self."""
    spec, turn = draw(specs()), draw(turns)
    return Both(Scene.build(spec), Scene.build(turn.spec(spec)), turn)


MANY = settings(max_examples=scaled(2_000), deadline=None)


@MANY
@given(pairs(), points, points)
def test_rays_turn_with_the_scene(both: Both, a: Vec, b: Vec) -> None:
    """The same walls are met at the same fractions of the way."""
    plain = ray_all(both.scene, a, b)
    turned = ray_all(both.turned, both.turn.point(a), both.turn.point(b))
    assert sorted(hit.wall for hit in plain) == sorted(hit.wall for hit in turned)
    for hit, other in zip(plain, turned, strict=True):
        assert hit.fraction == pytest.approx(other.fraction, abs=1e-9)
        assert both.turn.point(hit.point).minus(other.point).length < 1e-6 or hit.wall != other.wall


@MANY
@given(pairs(), shapes, points, st.integers(0, 63), st.sampled_from([-2.0, 0.0, 2.0]))
def test_sweeps_turn_with_the_scene(both: Both, shape: Footprint, at: Vec, bearing: int, z: float) -> None:
    """The same thing is met after the same distance."""
    place = Place(at.x, at.y, z)
    way = Vec(math.cos(bearing * math.pi / 32), math.sin(bearing * math.pi / 32))
    plain = sweep(both.scene, shape, place, way, 6.0)
    turned = sweep(
        both.turned, both.turn.footprint(shape), both.turn.place(shape, place), both.turn.direction(way), 6.0
    )
    assert (plain is None) == (turned is None)
    if plain is not None and turned is not None:
        assert plain.travelled == pytest.approx(turned.travelled, abs=1e-9)
        assert plain.kind == turned.kind
        assert plain.id == turned.id or plain.kind == "edge"
        if isinstance(shape, Disc) and plain.kind != "edge":
            assert both.turn.point(plain.point).minus(turned.point).length < 1e-6


@MANY
@given(
    pairs(),
    st.sampled_from([Cells(), Cells(2, 2, 2.0), Cells(1, 2)]),
    st.integers(0, 8),
    st.integers(0, 8),
    st.integers(0, 17),
    st.integers(-2, 3),
)
def test_steps_turn_with_the_scene(  # noqa: PLR0917 - drawn by hypothesis
    both: Both, shape: Cells, x: int, y: int, step: int, z: int
) -> None:
    """The same obstacles, corners and cuts, whichever way the map lies."""
    place = Place(x, y, z)
    to = Place(x + step % 3 - 1, y + step // 3 % 3 - 1, z + (step // 9 if step % 9 != 4 else 1))
    plain = look(both.scene, shape, place, to)
    place_of = both.turn.place
    turned = look(both.turned, both.turn.footprint(shape), place_of(shape, place), place_of(shape, to))
    assert seen(plain, both.turn) == seen(turned, Turn())


def seen(step: Step, turn: Turn) -> tuple[object, ...]:
    """What a step meets, in an order that turning does not change."""

    def cell(one: Cell) -> Vec:
        return turn.point(Vec(one.x + 0.5, one.y + 0.5))

    blocks = sorted(
        (b.kind, "" if b.kind == "edge" else b.id, b.material, b.redundant, [cell(one) for one in b.cells])
        for b in step.blocks
    )
    corners = sorted(
        (
            turn.point(c.point),
            sorted((cell(f), full, cut) for f, full, cut in zip(c.flanks, c.filled, c.cut, strict=True)),
        )
        for c in step.corners
    )
    return blocks, corners


@MANY
@given(pairs(), shapes, points, st.sampled_from([-2.0, -1.0, 0.0, 1.0, 2.0, 3.0]))
def test_the_ground_turns_with_the_scene(both: Both, shape: Footprint, at: Vec, z: float) -> None:
    """Levels, support, rises and the nearest rim are the same."""
    place = Place(at.x, at.y, z)
    there, shape_there = both.turn.place(shape, place), both.turn.footprint(shape)
    plain: Ground = ground(both.scene, shape, place)
    assert plain == ground(both.turned, shape_there, there)
    rim, other = rim_distance(both.scene, shape, place), rim_distance(both.turned, shape_there, there)
    assert (rim is None) == (other is None)
    if rim is not None and other is not None:
        assert rim.gap == pytest.approx(other.gap, abs=1e-9)


@MANY
@given(pairs(), shapes, points, st.integers(0, 63), st.sampled_from([-1.0, 0.0, 2.0, 3.0]))
def test_overhangs_turn_with_the_scene(both: Both, shape: Footprint, at: Vec, bearing: int, z: float) -> None:
    """Some part, the centre and the whole are lost after the same distances."""
    place = Place(at.x, at.y, z)
    way = Vec(math.cos(bearing * math.pi / 32), math.sin(bearing * math.pi / 32))
    plain: Overhang = overhang(both.scene, shape, place, way, 6.0)
    turned = overhang(
        both.turned, both.turn.footprint(shape), both.turn.place(shape, place), both.turn.direction(way), 6.0
    )
    for one, other in (
        (plain.partly, turned.partly),
        (plain.centre, turned.centre),
        (plain.wholly, turned.wholly),
    ):
        assert (one is None) == (other is None)
        assert one is None or one == pytest.approx(other, abs=1e-7)
