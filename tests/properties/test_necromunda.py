"""What holds for every knock back of the traits book, on boards made at random."""

import math

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from necromunda_table import end_of, fighter, played, table, wall
from scale import scaled
from vttbridge.geometry.room import fits, gap
from vttbridge.geometry.terrain import Wall
from vttbridge.geometry.vec import Place, Vec
from vttbridge.rules.board import Board
from vttbridge.rules.effects import Hit, Move, Plan
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


def _turned(board: Board, angle: float, mirror: bool) -> Board:
    def at(point: Vec) -> Vec:
        x, y = (-point.x if mirror else point.x), point.y
        return Vec(x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle))

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
@given(boards(), angles, st.booleans())
def test_a_turned_or_mirrored_table_turns_the_outcome(board: Board, angle: float, mirror: bool) -> None:
    """Directions mean nothing of themselves."""
    plan, other = played(board, "shoot", SHOT), played(_turned(board, angle, mirror), "shoot", SHOT)
    end, turned = end_of(board, plan, "T"), end_of(board, other, "T")
    assert end is not None
    assert turned is not None
    start, there = board.piece("T").place.at, _turned(board, angle, mirror).piece("T").place.at
    assert abs(end.at.minus(start).length - turned.at.minus(there).length) < 0.006


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
