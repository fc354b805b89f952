"""Edges, landings and rest, for bases of several sizes over outlines made at random.

The second opinion is shapely's: what is missing of the floor, what of that a base newly covers, and where a
base that is a little larger or smaller would have room in it.
"""

import math

import msgspec
import pytest
import shapely
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from shapely.ops import nearest_points

from support import community_table, necromunda_table
from support.scale import scaled
from vttbridge.geometry.footprint import Disc
from vttbridge.geometry.terrain import Area, Elevation, Meaning, Pit
from vttbridge.geometry.vec import Place, Vec
from vttbridge.rules.board import Board
from vttbridge.rules.effects import Fall, Hit, Move, Plan
from vttbridge.rules.piece import Piece
from vttbridge.rules.values import Value

SHOT: dict[str, Value] = {"attacker": "A", "target": "T", "hit": True, "hit_roll": 6, "damage": 1}
TOP = 4.0
NEAR = 0.01
many = settings(
    max_examples=scaled(1_000),
    deadline=None,
    # of random ground and ways only some are the case in question, and how many comes by chance
    suppress_health_check=[HealthCheck.filter_too_much],
)

Ring = tuple[tuple[float, float], ...]


class Ground(msgspec.Struct, frozen=True):
    """A floor four inches up in pieces, holes in it, and cracks and steps on the ground below."""

    floors: tuple[Ring, ...]
    holes: tuple[Ring, ...]
    cracks: tuple[Ring, ...]
    steps: tuple[Ring, ...]

    @property
    def areas(self) -> tuple[Area, ...]:
        """The ground as areas."""
        parts: list[tuple[str, tuple[Ring, ...], Meaning]] = [
            ("floor", self.floors, Elevation(TOP)),
            ("hole", self.holes, Pit(3.0)),
            ("crack", self.cracks, Pit(2.0)),
            ("step", self.steps, Elevation(0.3)),
        ]
        return tuple(
            Area(f"{name}{number}", tuple(Vec(x, y) for x, y in ring), meaning)
            for name, rings, meaning in parts
            for number, ring in enumerate(rings)
        )

    @property
    def floor(self) -> shapely.Geometry:
        """What holds at the top."""
        return shapely.difference(_union(self.floors), _union(self.holes))

    def level_under(self, disc: shapely.Geometry, below: float) -> float:
        """The highest level of the ground, not above a height, that some of a disc is over."""
        holes, floors = _union(self.holes), _union(self.floors)
        cracks, steps = _union(self.cracks), _union(self.steps)
        levels = (
            (TOP, shapely.difference(floors, holes)),
            (TOP - 3.0, shapely.intersection(floors, holes)),
            (0.3, shapely.difference(steps, shapely.union_all([floors, cracks]))),
            (0.0, shapely.difference(disc, shapely.union_all([floors, steps, cracks, holes]))),
            (-2.0, cracks),
        )
        return max(level for level, part in levels if level <= below and shapely.intersects(disc, part))


def _union(rings: tuple[Ring, ...]) -> shapely.Geometry:
    return shapely.union_all([shapely.Polygon(ring) for ring in rings])


def _disc(at: Place | Vec, radius: float) -> shapely.Geometry:
    return shapely.buffer(shapely.Point(at.x, at.y), radius, quad_segs=64)


def _box(x: float, y: float, half_x: float, half_y: float, turn: float = 0.0) -> Ring:
    along, across = Vec(math.cos(turn), math.sin(turn)), Vec(-math.sin(turn), math.cos(turn))
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    points = [along.times(a * half_x).plus(across.times(b * half_y)) for a, b in corners]
    return tuple((x + point.x, y + point.y) for point in points)


tenths = st.integers(-15, 15).map(lambda number: number / 10)
turns = st.integers(0, 35).map(lambda number: math.radians(10 * number))
gaps = st.sampled_from([0.0005, 0.05, 0.3, 0.9, 1.2, 2.5])
radii = st.sampled_from([0.3, 0.5, 0.8])


@st.composite
def grounds(draw: st.DrawFn) -> Ground:
    """Two floors with a gap between them, up to two holes in any direction, an uneven landing."""
    gap, edge = draw(gaps), draw(tenths)
    floors = (_box(-6 + edge, 0, 6, 12), _box(6 + edge + gap, 0, 6, 12))
    sizes = st.sampled_from([0.1, 0.4, 0.7])
    holes = tuple(
        _box(edge - 1.1 - abs(draw(tenths)), draw(tenths), draw(sizes), draw(sizes), draw(turns))
        for _ in range(draw(st.integers(0, 2)))
    )
    parts = st.sampled_from([(0.0, 0.2), (0.1, 0.4), (0.3, 0.9), (0.55, 1.0)])
    strips = [
        _box(edge + gap * (start + end) / 2, 0, gap * (end - start) / 2, 11)
        for start, end in draw(st.lists(parts, max_size=2 if gap > 0.1 else 0))
    ]
    uneven = draw(st.sampled_from(["crack", "step", "both"]))
    cracks = tuple(strips[:1]) if uneven != "step" else ()
    steps = tuple(strips[-1:]) if uneven == "step" or (uneven == "both" and len(strips) == 2) else ()
    # how high a step in a crack is nobody has said
    assume(not shapely.intersects(_union(cracks), _union(steps)))
    return Ground(floors, holes, cracks, steps)


def _stand(ground: Ground, at: Vec, radius: float, way: float, *, engaged: bool = False) -> Board:
    """A target on the floor, and who shoots it from so far away that it flies in a direction."""
    assume(shapely.contains(shapely.buffer(ground.floor, -NEAR), shapely.Point(at.x, at.y)))
    back = at.minus(Vec(math.cos(way), math.sin(way)).times(9))
    target = necromunda_table.fighter("T", at.x, at.y, TOP)
    target = msgspec.structs.replace(target, footprint=Disc(radius), statuses=("engaged",) if engaged else ())
    return necromunda_table.table(
        target, necromunda_table.fighter("A", back.x, back.y, TOP, side="red"), areas=ground.areas
    )


def _with(board: Board, option: str, word: str) -> Board:
    options = board.options.with_settings(((option, word),))
    return msgspec.structs.replace(board, options=options)


def _shot(board: Board) -> tuple[Plan, Place, list[Fall]]:
    """Shoot: everybody at an edge falls over it, and whoever then lies near another stays there."""
    plan = necromunda_table.played(_with(board, "nt_edge", "auto_fall"), "shoot", SHOT, spare=6)
    assert isinstance(plan, Plan)
    start = board.piece("T").place
    stood = next((line.path[-1] for line in plan.effects if isinstance(line, Move)), start)
    return plan, stood, [line for line in plan.effects if isinstance(line, Fall) and line.piece == "T"]


def _end(board: Board, plan: Plan) -> Piece:
    return board.applied(plan.effects).piece("T")


@many
@given(grounds(), tenths, tenths, radii, turns)
def test_nobody_who_crosses_no_edge_is_checked(
    ground: Ground, x: float, y: float, radius: float, way: float
) -> None:
    """Whose base comes over no missing ground, and covers some behind its middle at most, needs no die.

    Missing ground before its middle that it covers already is an edge that it goes on over.
    """
    board = _stand(ground, Vec(x, y), radius, way, engaged=True)
    end = Vec(x + math.cos(way), y + math.sin(way))
    before = _disc(Vec(x, y), radius + 0.002)
    swept = shapely.convex_hull(shapely.union_all([before, _disc(end, radius + 0.002)]))
    assume(shapely.is_empty(shapely.difference(swept, shapely.union_all([ground.floor, before]))))
    covered = shapely.get_coordinates(shapely.difference(before, ground.floor)) - (x, y)
    assume(all(covered @ (math.cos(way), math.sin(way)) <= 0))
    plan = necromunda_table.played(board, "shoot", SHOT)
    assert isinstance(plan, Plan)
    assert _end(board, plan).place.at.minus(end).length <= 0.002


@many
@given(grounds(), tenths, tenths, radii, turns)
def test_moving_away_from_an_edge_is_never_a_fall(
    ground: Ground, x: float, y: float, radius: float, way: float
) -> None:
    """Who overhangs an edge and moves straight off it crosses only what lies ahead, if anything does."""
    at = Vec(x, y)
    missing = shapely.difference(_disc(at, 12), ground.floor)
    edge, _ = nearest_points(missing, shapely.Point(x, y))
    away = at.minus(Vec(*shapely.get_coordinates(edge)[0].tolist()))
    assume(0.05 < away.length < radius - 0.02)
    way = math.atan2(away.y, away.x)
    board = _stand(ground, at, radius, way, engaged=True)
    ahead = shapely.difference(
        shapely.convex_hull(
            shapely.union_all([_disc(at, radius + 0.002), _disc(at.plus(away.unit), radius + 0.002)])
        ),
        shapely.union_all([ground.floor, _disc(at, radius + 0.002)]),
    )
    assume(shapely.is_empty(ahead))
    _, _, falls = _shot(board)
    assert not falls


def _room(ground: Ground, stood: Place, radius: float, *, spare: float, reach: float) -> bool:
    """Whether a base larger by `spare` would fit in the missing ground that lies right before it, so near."""
    missing = shapely.difference(_disc(stood, 12), ground.floor)
    parts: list[shapely.Geometry] = shapely.get_parts(missing).tolist()
    touched = [part for part in parts if shapely.intersects(part, _disc(stood, radius + 0.004))]
    roomy = [shapely.buffer(part, -(radius + spare)) for part in touched]
    return any(not shapely.is_empty(part) and shapely.intersects(part, _disc(stood, reach)) for part in roomy)


HEIGHTS = {3: 3, 4: 3, 5: 3, 6: 5}


@many
@given(grounds(), tenths, tenths, radii, turns)
def test_who_fails_at_an_edge_with_room_beyond_falls_there(
    ground: Ground, x: float, y: float, radius: float, way: float
) -> None:
    """It takes what the table gives for each height, is Pinned, and lies near that edge on some ground."""
    board = _stand(ground, Vec(x, y), radius, way)
    plan, stood, falls = _shot(board)
    end = _end(board, plan)
    if stood.at.minus(Vec(x, y)).length < 0.99 and _is_straight_ahead(ground, stood, radius, way):
        assert falls, stood
    if falls:
        assert end.is_in("pinned")
        first = falls[0]
        assert first.to.at.minus(stood.at).length <= 4 * radius + NEAR
        hits = [line for line in plan.effects if isinstance(line, Hit) and line.cause == "fall"]
        wanted = [HEIGHTS[math.ceil(fall.height - 0.001)] for fall in falls if fall.height > 2.001]
        assert [hit.strength for hit in hits] == wanted
        under = ground.level_under(_disc(first.to, radius - 0.002), TOP)
        assert first.to.z == pytest.approx(under)
    else:
        assert end.place == stood
        assert not _room_is_missing_nowhere(ground, stood, radius) or end.is_in("pinned")


def _is_straight_ahead(ground: Ground, stood: Place, radius: float, way: float) -> bool:
    """Whether a base that goes on for its own width would be over nothing, with some room to spare."""
    ahead = stood.at.plus(Vec(math.cos(way), math.sin(way)).times(2 * radius + 0.02))
    missing = shapely.difference(_disc(ahead, 3), ground.floor)
    covered = shapely.contains(missing, _disc(ahead, radius + 0.005))
    line = shapely.LineString([stood.at.plus(ahead.minus(stood.at).times(0.52)), ahead])
    return bool(covered and shapely.contains(shapely.buffer(missing, 0.001), line))


def _room_is_missing_nowhere(ground: Ground, stood: Place, radius: float) -> bool:
    return not _room(ground, stood, radius, spare=-0.005, reach=5 * radius)


@many
@given(grounds(), tenths, tenths, radii, turns)
def test_who_finds_no_room_stands_where_it_was_stopped_and_is_pinned(
    ground: Ground, x: float, y: float, radius: float, way: float
) -> None:
    """Over a crack, a notch, a hole that the base does not fit into nobody falls."""
    board = _stand(ground, Vec(x, y), radius, way)
    plan, stood, falls = _shot(board)
    assume(_room_is_missing_nowhere(ground, stood, radius))
    assert not falls
    end = _end(board, plan)
    assert end.place == stood
    assert end.is_in("pinned")


@many
@given(grounds(), tenths, tenths, radii, turns, st.sampled_from([0.0002, 0.0005, 0.0009]))
def test_nothing_depends_on_a_gap_below_the_grain(  # noqa: PLR0917 - hypothesis gives them by name
    ground: Ground, x: float, y: float, radius: float, way: float, gap: float
) -> None:
    """A floor drawn in two pieces with a hairline between them is one floor."""
    left, _ = ground.floors
    edge = max(corner[0] for corner in left)
    whole = msgspec.structs.replace(ground, floors=(left, _box(6 + edge, 0, 6, 12)))
    cut = msgspec.structs.replace(ground, floors=(left, _box(6 + edge + gap, 0, 6, 12)))
    one, other = (_stand(floor, Vec(x, y), radius, way) for floor in (whole, cut))
    plan, stood, falls = _shot(one)
    plan_of_cut, stood_of_cut, falls_of_cut = _shot(other)
    assert stood == stood_of_cut
    assert len(falls) == len(falls_of_cut)
    assert _end(one, plan).statuses == _end(other, plan_of_cut).statuses


@many
@given(grounds(), tenths, tenths, turns, st.sampled_from(["centre", "whole_base", "any_part"]))
def test_by_the_movement_document_nobody_ends_in_the_air(
    ground: Ground, x: float, y: float, way: float, edge: str
) -> None:
    """Who ends lower fell, is Pinned and lies on some ground; everybody else stands on the floor."""
    _stand(ground, Vec(x, y), 0.5, way)
    back = Vec(x, y).minus(Vec(math.cos(way), math.sin(way)).times(9))
    pieces = (
        community_table.fighter("T", (x, y, TOP), side="blue"),
        community_table.fighter("A", (back.x, back.y, TOP)),
    )
    board = community_table.table(*pieces, areas=ground.areas, options={"nm_edge": edge})
    fields: dict[str, Value] = {"attacker": "A", "target": "T", "strength": 4}
    plan = community_table.played(board, "knock_back", fields, [3, 1], spare=6)
    assert isinstance(plan, Plan)
    end = _end(board, plan)
    falls = [line for line in plan.effects if isinstance(line, Fall) and line.piece == "T"]
    assert end.is_in("pinned")
    assert (end.place.z < TOP) == bool(falls)
    line = end.place.at.minus(Vec(x, y))
    assert abs(line.cross(Vec(math.cos(way), math.sin(way)))) <= 2.0 + NEAR
    under = ground.level_under(_disc(end.place, 0.498), TOP)
    assert end.place.z == pytest.approx(under)
