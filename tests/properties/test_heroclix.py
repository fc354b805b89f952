"""What must hold of every knock back, wherever the walls stand."""

from itertools import pairwise

import msgspec
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from support.heroclix_table import SIDE, box, damage_of, figure, plan_of, table
from support.scale import scaled
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.steps import filled
from vttbridge.geometry.terrain import Area, Blocking, Elevation, Hindering, Meaning, Wall
from vttbridge.geometry.turn import Turn
from vttbridge.geometry.vec import Place, Vec
from vttbridge.rules.board import Board
from vttbridge.rules.effects import Damage, Move, Plan
from vttbridge.rules.piece import Piece
from vttbridge_heroclix.levels import standing_level

SQUARE = st.tuples(st.integers(0, 11), st.integers(0, 11))
MEANINGS: tuple[Meaning, ...] = (Blocking(), Elevation(1), Elevation(2), Hindering())
NUMBERS = ("T", "U", "V")


@st.composite
def _areas(draw: st.DrawFn) -> tuple[Area, ...]:
    listed = draw(st.lists(st.tuples(SQUARE, st.sampled_from(MEANINGS)), max_size=10))
    return tuple(
        box(f"area-{number}", meaning, x, y, x + 1, y + 1) for number, ((x, y), meaning) in enumerate(listed)
    )


@st.composite
def _walls(draw: st.DrawFn) -> tuple[Wall, ...]:
    listed = draw(st.lists(st.tuples(SQUARE, st.booleans()), max_size=10))
    return tuple(
        Wall(f"wall-{number}", Vec(x, y), Vec(x + 1, y) if flat else Vec(x, y + 1))
        for number, ((x, y), flat) in enumerate(listed)
    )


def _standing(board: Board, piece: Piece) -> Piece:
    level = standing_level(board.scene, piece.place.cell, 0.0)
    return piece.at(Place(piece.place.x, piece.place.y, level or 0.0))


@st.composite
def _boards(draw: st.DrawFn) -> Board:
    spots = draw(st.lists(SQUARE, min_size=4, max_size=4, unique=True))
    pieces = [figure(name, x, y) for name, (x, y) in zip(("A", *NUMBERS), spots, strict=True)]
    corner = draw(st.sampled_from(("both", "any")))
    bare = table(*pieces, areas=draw(_areas()), walls=draw(_walls()), settings=(("hc_corner", corner),))
    board = msgspec.structs.replace(bare, pieces=tuple(_standing(bare, piece) for piece in bare.pieces))
    assume(not any(filled(board.scene, piece.footprint, piece.place) for piece in board.pieces))
    return board


def _knocked(board: Board, squares: int, *targets: str) -> Plan:
    return plan_of(board, "knock_back", source="A", targets=targets or ("T",), squares=squares)


@settings(max_examples=scaled(1_000), deadline=None)
@given(_boards(), st.integers(0, 8))
def test_no_flight_is_longer_than_asked(board: Board, squares: int) -> None:
    """A figure passes at most as many squares as the effect says, each next to the last."""
    for line in _knocked(board, squares, *NUMBERS).effects:
        if isinstance(line, Move):
            assert line.travelled == len(line.path) <= line.asked == squares
            way = [board.piece(line.piece).place, *line.path]
            steps = {(b.x - a.x, b.y - a.y) for a, b in pairwise(way)}
            assert len(steps) == 1
            assert max(abs(part) for part in steps.pop()) == 1


@settings(max_examples=scaled(1_000), deadline=None)
@given(_boards(), st.integers(0, 8))
def test_damage_is_the_sum_of_its_parts(board: Board, squares: int) -> None:
    """Every damage line adds up, and knock back damage is at most 2 and no attack."""
    for line in _knocked(board, squares, *NUMBERS).effects:
        if isinstance(line, Damage):
            assert line.amount == sum(part.amount for part in line.parts)
            assert 0 <= line.amount <= 2
            assert not line.attack


@settings(max_examples=scaled(1_000), deadline=None)
@given(_boards(), st.integers(0, 8))
def test_nothing_ends_in_a_wall_or_on_somebody(board: Board, squares: int) -> None:
    """Everybody ends on the map, on free ground and alone in its square."""
    after = board.applied(_knocked(board, squares, *NUMBERS).effects)
    for piece in after.pieces:
        assert not filled(after.scene, piece.footprint, piece.place)
        assert 0 <= piece.place.x < SIDE
        assert 0 <= piece.place.y < SIDE
    assert len({piece.place for piece in after.pieces}) == len(after.pieces)


@settings(max_examples=scaled(1_000), deadline=None)
@given(_boards(), st.integers(1, 8), st.integers(0, 3), st.booleans())
def test_a_turned_board_gives_a_turned_outcome(
    board: Board, squares: int, quarters: int, mirror: bool
) -> None:
    """Rules do not care how the map lies on the table."""
    turn = Turn(quarters, mirror)
    turned = msgspec.structs.replace(
        board,
        scene=Scene.build(turn.spec(board.scene.spec)),
        pieces=tuple(piece.at(turn.place(piece.footprint, piece.place)) for piece in board.pieces),
    )
    one, other = _knocked(board, squares), _knocked(turned, squares)
    assert damage_of(one) == damage_of(other)
    end = board.applied(one.effects).piece("T")
    assert turned.applied(other.effects).piece("T").place == turn.place(end.footprint, end.place)


@settings(max_examples=scaled(1_000), deadline=None)
@given(_boards(), st.integers(1, 4), st.integers(1, 4))
def test_two_short_flights_make_a_long_one(board: Board, first: int, second: int) -> None:
    """A flight may be cut in two anywhere unless it drops: it goes on the same way."""
    whole = _knocked(board, first + second)
    assume("HC-19" not in whole.rules)
    half = board.applied(_knocked(board, first).effects)
    rest = half.applied(_knocked(half, second).effects)
    assert rest.piece("T").place == board.applied(whole.effects).piece("T").place


@settings(max_examples=scaled(1_000), deadline=None)
@given(_boards(), st.integers(1, 8))
def test_momentum_never_grows(board: Board, squares: int) -> None:
    """A longer knock back goes at least as far and costs at least as much."""
    shorter, longer = _knocked(board, squares - 1), _knocked(board, squares)
    assert _length(shorter) <= _length(longer) <= _length(shorter) + 1
    assert _total(shorter) <= _total(longer)


def _length(plan: Plan) -> float:
    return sum(line.travelled for line in plan.effects if isinstance(line, Move))


def _total(plan: Plan) -> int:
    return sum(amount for _, amount, _ in damage_of(plan))
