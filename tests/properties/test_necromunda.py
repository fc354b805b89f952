"""What holds for every knock back of the traits book, on boards made at random."""

import math

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.necromunda_table import end_of, fighter, platform, played, table, wall
from support.scale import scaled
from vttbridge.geometry.fall import ground
from vttbridge.geometry.room import fits, gap
from vttbridge.geometry.terrain import Wall
from vttbridge.geometry.vec import Place, Vec
from vttbridge.rules.board import Board
from vttbridge.rules.effects import Fall, Hit, Move, Plan
from vttbridge.rules.piece import Piece
from vttbridge.rules.plan_edits import Limit
from vttbridge.rules.values import Value

SHOT: dict[str, Value] = {"attacker": "A", "target": "T", "hit": True, "hit_roll": 6, "damage": 2}

coordinates = st.integers(-60, 60).map(lambda tenth: tenth / 10)
spots = st.tuples(coordinates, coordinates)
angles = st.integers(0, 359).map(math.radians)
many = settings(max_examples=scaled(1_000), deadline=None)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """A shooter, a target, some bystanders that overlap nobody, and some walls that cut nobody."""
    pieces: list[Piece] = []
    for name, side in (("A", "red"), ("T", "blue"), ("U", "blue"), ("V", "red")):
        x, y = draw(spots)
        piece = fighter(name, x, y, side=side)
        if all(gap(piece.solid, other.solid) > 0.01 for other in pieces):
            pieces.append(piece)
        elif name in {"A", "T"}:
            pieces.append(fighter(name, 8.0 if name == "A" else -8.0, 0.0, side=side))
    walls: list[Wall] = []
    for number in range(draw(st.integers(0, 4))):
        one = wall(f"w{number}", draw(spots), draw(spots))
        alone = table(walls=[one])
        if all(fits(alone.scene, piece.footprint, piece.place) for piece in pieces):
            walls.append(one)
    return table(*pieces, walls=walls)


def _turned(board: Board, quarters: int, *, mirror: bool) -> Board:
    """Turn by quarters, which is exact: at other angles a base that touches a wall may differ by a hair."""

    def at(point: Vec) -> Vec:
        turned = Vec(-point.x if mirror else point.x, point.y)
        for _ in range(quarters):
            turned = turned.left
        return turned

    walls = tuple(msgspec.structs.replace(one, a=at(one.a), b=at(one.b)) for one in board.scene.spec.walls)
    pieces = [piece.at(Place(*at(piece.place.at), piece.place.z)) for piece in board.pieces]
    return table(*pieces, walls=walls)


@many
@given(boards())
def test_a_knock_back_moves_at_most_an_inch_and_into_nothing(board: Board) -> None:
    """Nobody travels farther than was asked, nobody ends inside a wall or on another base."""
    plan = played(board, "shoot", SHOT)
    assert isinstance(plan, Plan)
    start, end = board.piece("T").place, end_of(board, plan, "T")
    assert end is not None
    assert start.at.minus(end.at).length <= 1.0 + 0.001
    assert fits(board.scene, board.piece("T").footprint, end, board.bodies(without=("T",)))
    for line in plan.effects:
        if isinstance(line, Move):
            assert line.travelled <= line.asked


@many
@given(boards())
def test_damage_is_the_sum_of_its_parts_and_raised_only_by_a_short_way(board: Board) -> None:
    """The Damage is 3 where the way was cut short by something on the table, else 2."""
    plan = played(board, "shoot", SHOT)
    assert isinstance(plan, Plan)
    (hit,) = [line for line in plan.effects if isinstance(line, Hit)]
    assert hit.damage == sum(part.amount for part in hit.parts)
    end = end_of(board, plan, "T")
    assert end is not None
    came = board.piece("T").place.at.minus(end.at).length
    assert hit.damage == (3 if came < 0.997 else 2) or 0.99 < came < 1.0


@many
@given(boards(), st.integers(0, 3), st.booleans())
def test_a_turned_or_mirrored_table_turns_the_outcome(board: Board, quarters: int, mirror: bool) -> None:
    """Directions mean nothing of themselves."""
    other = _turned(board, quarters, mirror=mirror)
    end = end_of(board, played(board, "shoot", SHOT), "T")
    turned = end_of(other, played(other, "shoot", SHOT), "T")
    assert end is not None
    assert turned is not None
    wanted = _turned(table(fighter("T", end.x, end.y)), quarters, mirror=mirror).piece("T").place
    assert turned == pytest.approx(wanted, abs=0.0025)


@many
@given(boards(), st.integers(1, 9).map(lambda tenth: tenth / 10))
def test_an_unhindered_knock_back_in_two_equals_the_whole(board: Board, part: float) -> None:
    """An inch at once, or some of it and then the rest, ends in the same place on a bare table."""
    bare = table(board.piece("A"), board.piece("T"))
    whole = end_of(bare, played(bare, "shoot", SHOT), "T")
    first = played(bare, "shoot", SHOT, edits=(Limit("T", part),))
    assert isinstance(first, Plan)
    between = bare.applied(first.effects)
    second = played(between, "shoot", SHOT, edits=(Limit("T", 1.0 - part),))
    end = end_of(between, second, "T")
    assert whole is not None
    assert end is not None
    assert end.at.minus(whole.at).length < 0.004


@many
@given(boards())
def test_the_same_inputs_give_the_same_plan(board: Board) -> None:
    """A plan depends on nothing but the board and the command."""
    assert played(board, "shoot", SHOT) == played(board, "shoot", SHOT)


@st.composite
def heights(draw: st.DrawFn) -> Board:
    """A target on a platform among other platforms and below them, shot at from a random side."""
    levels = [draw(st.integers(1, 12)) for _ in range(3)]
    boxes = [(-4.0, -4.0, 4.0, 4.0), (4.0, -4.0, 8.0, 4.0), (-4.0, 4.0, 8.0, 7.0)]
    areas = [
        platform(f"p{level}-{number}", level, box)
        for number, (level, box) in enumerate(zip(levels, boxes, strict=True))
    ]
    spot = st.integers(-35, 35).map(lambda tenth: tenth / 10)
    target = fighter("T", draw(spot), draw(spot), levels[0])
    angle = draw(angles)
    shooter = fighter(
        "A", target.place.x + 20 * math.cos(angle), target.place.y + 20 * math.sin(angle), 30, side="red"
    )
    below = fighter("U", draw(st.integers(-70, -45)) / 10, draw(spot), 0)
    return table(target, shooter, below, areas=areas, options={"nt_edge": "auto_fall"})


@many
@given(heights(), st.integers(1, 6))
def test_a_fall_ends_on_ground_with_room_for_the_base(board: Board, face: int) -> None:
    """Whoever goes over an edge lands lower, on ground, inside nothing and on nobody."""
    plan = _with_every_face(board, face)
    end, start = end_of(board, plan, "T"), board.piece("T")
    assert end is not None
    after = board.applied(plan.effects)
    assert fits(board.scene, start.footprint, end, after.bodies(without=("T",)))
    assert end.z <= start.place.z
    assert ground(board.scene, start.footprint, end).supported
    falls = [line for line in plan.effects if isinstance(line, Fall)]
    assert sum(line.height for line in falls) == pytest.approx(start.place.z - end.z)


def _with_every_face(board: Board, face: int) -> Plan:
    """Play the shot with the same face for every check that comes."""
    faces: list[Value] = []
    for _ in range(9):
        try:
            plan = played(board, "shoot", SHOT, faces)
        except IndexError:
            faces.append(face)
        else:
            assert isinstance(plan, Plan)
            return plan
    raise AssertionError("the fall does not end")
