"""What must hold of every forced movement of Draw Steel, wherever the walls stand."""

import msgspec
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from support.draw_steel_table import SIDE, block, box, creature, damage_of, plan_of, table, waiting_for
from support.scale import scaled
from vttbridge.geometry.room import overlaps
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.steps import filled
from vttbridge.geometry.terrain import Area, Dangerous, Elevation, Harm, Wall
from vttbridge.geometry.turn import Turn
from vttbridge.geometry.vec import Place, Vec
from vttbridge.rules.board import Board
from vttbridge.rules.effects import Broken, Damage, Move, Plan
from vttbridge.rules.values import Value, freeze
from vttbridge_draw_steel.footing import support
from vttbridge_draw_steel.materials import material
from vttbridge_draw_steel.sizes import may_share, shape, solid

SQUARE = st.tuples(st.integers(0, 11), st.integers(0, 11))
KINDS = st.sampled_from(("push", "pull", "slide"))
MATERIALS = ("", "glass", "wood", "stone", "metal")


def _area(number: int, square: tuple[int, int], word: str) -> Area:
    x, y = square
    if word == "fire":
        return box(f"fire-{number}", Dangerous(Harm(damage=2)), x, y, x + 1, y + 1)
    if word == "step":
        return box(f"step-{number}", Elevation(1), x, y, x + 1, y + 1)
    if word == "tower":
        return box(f"tower-{number}", Elevation(3), x, y, x + 1, y + 1)
    return block(x, y, word)


@st.composite
def _areas(draw: st.DrawFn) -> tuple[Area, ...]:
    words = st.sampled_from((*MATERIALS, "fire", "step", "tower"))
    listed = draw(st.lists(st.tuples(SQUARE, words), max_size=12, unique_by=lambda one: one[0]))
    return tuple(_area(number, square, word) for number, (square, word) in enumerate(listed))


@st.composite
def _walls(draw: st.DrawFn) -> tuple[Wall, ...]:
    listed = draw(st.lists(st.tuples(SQUARE, st.booleans(), st.sampled_from(MATERIALS)), max_size=8))
    return tuple(
        Wall(f"wall-{number}", Vec(x, y), Vec(x + 1, y) if flat else Vec(x, y + 1), material=word)
        for number, ((x, y), flat, word) in enumerate(listed)
    )


@st.composite
def _boards(draw: st.DrawFn) -> Board:
    names = ("M", "T", "C", "D")
    spots = draw(st.lists(SQUARE, min_size=4, max_size=4, unique=True))
    size = draw(st.sampled_from(("1S", "1M", "1L", "2")))
    pieces = [
        creature(name, x, y, size=size if name == "T" else "1M")
        for name, (x, y) in zip(names, spots, strict=True)
    ]
    bare = table(*pieces, areas=draw(_areas()), walls=draw(_walls()))
    board = msgspec.structs.replace(
        bare, pieces=tuple(one.at(_on_ground(bare, one.id)) for one in bare.pieces)
    )
    assume(all(_stands_free(board, piece.id) for piece in board.pieces))
    return board


def _on_ground(board: Board, name: str) -> Place:
    piece = board.piece(name)
    high = piece.place._replace(z=50.0)
    return piece.place._replace(z=support(board, shape(piece), high, (name,)) or 0.0)


def _stands_free(board: Board, name: str) -> bool:
    piece = board.piece(name)
    place, body = piece.place, shape(piece)
    on_map = place.x + body.width <= SIDE and place.y + body.depth <= SIDE
    alone = not any(overlaps(solid(piece), solid(other)) for other in board.pieces if other.id != name)
    return on_map and alone and not filled(board.scene, body, place)


def _moved(board: Board, kind: str, squares: int, **fields: Value) -> Plan:
    return plan_of(board, kind, source="M", targets=("T",), distance=squares, **fields)


@settings(max_examples=scaled(1_000), deadline=None)
@given(_boards(), KINDS, st.integers(0, 10))
def test_momentum_never_grows(board: Board, kind: str, squares: int) -> None:
    """What is moved and what is spent on breaking is never more than was asked."""
    plan = _moved(board, kind, squares)
    moved = sum(line.travelled for line in plan.effects if isinstance(line, Move))
    broken = [
        row for row in (material(line.material) for line in plan.effects if isinstance(line, Broken)) if row
    ]
    left = plan.fact("squares_left")
    assert isinstance(left, int)
    assert left >= 0
    assert moved + left <= squares
    assert not broken or moved + left < squares


@settings(max_examples=scaled(1_000), deadline=None)
@given(_boards(), KINDS, st.integers(0, 10))
def test_damage_is_the_sum_of_its_parts(board: Board, kind: str, squares: int) -> None:
    """Every damage line adds up and no line deals nothing."""
    for line in _moved(board, kind, squares).effects:
        if isinstance(line, Damage):
            assert line.amount == sum(part.amount for part in line.parts) > 0


@settings(max_examples=scaled(1_000), deadline=None)
@given(_boards(), KINDS, st.integers(0, 10))
def test_nothing_ends_in_a_wall(board: Board, kind: str, squares: int) -> None:
    """The target ends on the map, in nothing filled, in nobody's space, on something."""
    after = board.applied(_moved(board, kind, squares).effects)
    target = after.piece("T")
    body = shape(target)
    assert not filled(after.scene, body, target.place)
    assert 0 <= target.place.x <= SIDE - body.width
    assert 0 <= target.place.y <= SIDE - body.depth
    assert support(after, body, target.place, ("T",)) == target.place.z
    for other in after.pieces:
        assert other.id == "T" or may_share(target, other) or not overlaps(solid(target), solid(other))


@settings(max_examples=scaled(1_000), deadline=None)
@given(_boards(), KINDS, st.integers(1, 8), st.integers(0, 3), st.booleans())
def test_a_turned_board_gives_a_turned_outcome(
    board: Board, kind: str, squares: int, quarters: int, mirror: bool
) -> None:
    """Rules do not care how the map lies on the table."""
    path = waiting_for(board, kind, source="M", targets=("T",), distance=squares).question.default
    one = _moved(board, kind, squares, path=path)
    assume("DSX-04" not in one.rules)
    turn = Turn(quarters, mirror)
    turned = msgspec.structs.replace(
        board,
        scene=Scene.build(turn.spec(board.scene.spec)),
        pieces=tuple(piece.at(turn.place(shape(piece), piece.place)) for piece in board.pieces),
    )
    other = _moved(turned, kind, squares, path=_turned(turn, board, path))
    assert damage_of(one) == damage_of(other)
    end = board.applied(one.effects).piece("T")
    assert turned.applied(other.effects).piece("T").place == turn.place(shape(end), end.place)


def _turned(turn: Turn, board: Board, path: Value) -> Value:
    body = shape(board.piece("T"))
    frozen = freeze(path)
    assert isinstance(frozen, tuple)
    squares: list[Value] = []
    for square in frozen:
        match square:
            case (int() as x, int() as y):
                place = turn.place(body, Place(x, y))
                squares.append((place.x, place.y))
            case _:
                raise AssertionError(square)
    return tuple(squares)


AROUND = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


@settings(max_examples=scaled(300), deadline=None)
@given(st.sampled_from(AROUND), st.integers(0, 4), st.integers(0, 4))
def test_two_short_pushes_make_a_long_one(way: tuple[int, int], first: int, second: int) -> None:
    """A push that nothing hinders may be cut in two."""
    board = table(creature("M", 15, 15), creature("T", 15 + way[0], 15 + way[1]), side=30)
    whole = board.applied(_moved(board, "push", first + second).effects)
    half = board.applied(_moved(board, "push", first).effects)
    assert half.applied(_moved(half, "push", second).effects).pieces == whole.pieces


@settings(max_examples=scaled(300), deadline=None)
@given(_boards(), KINDS, st.integers(1, 8))
def test_the_same_inputs_give_the_same_plan(board: Board, kind: str, squares: int) -> None:
    """Nothing but the board and the answers decides."""
    assert _moved(board, kind, squares) == _moved(board, kind, squares)
