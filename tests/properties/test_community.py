"""What holds for every knockback, drag and declared move of the community book, on tables made at random."""

import math

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from support.community_table import end_of, fighter, ground, played, table, wall
from support.scale import scaled
from vttbridge.geometry.fall import ground as ground_under
from vttbridge.geometry.room import fits, gap
from vttbridge.geometry.terrain import Area, Difficult, Elevation, Obstacle, Pit, Uneven, Wall
from vttbridge.geometry.vec import Place, Vec
from vttbridge.rules.board import Board
from vttbridge.rules.effects import Fall, Hit, Move, Plan
from vttbridge.rules.piece import Piece
from vttbridge.rules.plan_edits import Limit
from vttbridge.rules.values import Value
from vttbridge_necromunda.community.battlefield.standing import standing_fault
from vttbridge_necromunda.community.paths.gait import Gait, Manner, gait_of, movement_of
from vttbridge_necromunda.community.paths.path import Breach, Way, Waypoint
from vttbridge_necromunda.community.paths.ways import ground_for, walk

SHOT: dict[str, Value] = {"attacker": "A", "target": "T", "strength": 5}
PULL: dict[str, Value] = {"attacker": "A", "targets": ("T",), "strength": 5}

coordinates = st.integers(-60, 60).map(lambda tenth: tenth / 10)
spots = st.tuples(coordinates, coordinates)
faces = st.integers(1, 3)
many = settings(max_examples=scaled(1_000), deadline=None)

ROOF = ground("roof", Elevation(4), (-24, -24, 4, 24))
GROUNDS: tuple[Area, ...] = (
    ground("rubble", Difficult(), (1, -3, 3, 3)),
    ground("waste", Uneven(), (-3, -4, -1.5, 4)),
    ground("pipe", Obstacle(1, 1), (-5, 1, 5, 2)),
    ground("pit", Pit(3), (-2, -6, 2, -4)),
)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """An attacker, a target, bystanders that overlap nobody, and walls that cut nobody."""
    pieces: list[Piece] = []
    for name, side in (("A", "red"), ("T", "blue"), ("U", "blue"), ("V", "red")):
        piece = fighter(name, draw(spots), side)
        if all(gap(piece.solid, other.solid) > 0.01 for other in pieces):
            pieces.append(piece)
        elif name in {"A", "T"}:
            pieces.append(fighter(name, (8.0 if name == "A" else -8.0, 0.0), side))
    walls: list[Wall] = []
    for number in range(draw(st.integers(0, 4))):
        one = wall(f"w{number}", draw(spots), draw(spots))
        alone = table(walls=[one])
        if all(fits(alone.scene, piece.footprint, piece.place) for piece in pieces):
            walls.append(one)
    return table(*pieces, walls=walls)


def _turned(board: Board, quarters: int, *, mirror: bool) -> Board:
    walls = tuple(
        msgspec.structs.replace(
            one, a=_at(one.a, quarters, mirror=mirror), b=_at(one.b, quarters, mirror=mirror)
        )
        for one in board.scene.spec.walls
    )
    pieces = [
        piece.at(Place(*_at(piece.place.at, quarters, mirror=mirror), piece.place.z))
        for piece in board.pieces
    ]
    return table(*pieces, walls=walls)


def _at(point: Vec, quarters: int, *, mirror: bool) -> Vec:
    turned = Vec(-point.x if mirror else point.x, point.y)
    for _ in range(quarters):
        turned = turned.left
    return turned


def _moves(plan: Plan, cause: str) -> list[Move]:
    return [one for one in plan.effects if isinstance(one, Move) and one.cause == cause]


@many
@given(boards(), faces, faces)
def test_no_knock_back_goes_farther_than_its_contest_says(board: Board, force: int, resist: int) -> None:
    """The way is at most the sum of its parts, and that is force less resistance."""
    plan = played(board, "knock_back", SHOT, (force, resist))
    assert isinstance(plan, Plan)
    for one in _moves(plan, "knock_back"):
        assert one.asked == sum(part.amount for part in one.parts) == 5 + force - 3 - resist
        assert one.travelled <= one.asked + 1e-9
    for hit in plan.effects:
        if isinstance(hit, Hit):
            assert hit.strength == sum(part.amount for part in hit.parts)


@many
@given(boards(), faces, faces, st.sampled_from(("knock_back", "drag")))
def test_nobody_ends_in_a_wall_or_on_another(board: Board, force: int, resist: int, action: str) -> None:
    """Wherever a target ends there is room for its base, and ground under all of it."""
    plan = played(board, action, SHOT if action == "knock_back" else PULL, (force, resist))
    end = end_of(board, plan, "T")
    target = board.piece("T")
    assert end is not None
    assert fits(board.scene, target.footprint, end, board.bodies(without=("T",)))
    assert ground_under(board.scene, target.footprint, end).whole


@many
@given(boards(), faces, faces, st.integers(0, 3), st.booleans())
def test_a_turned_table_gives_turned_outcomes(
    board: Board, force: int, resist: int, quarters: int, mirror: bool
) -> None:
    """Turned by quarters, or mirrored, the same comes of it."""
    plain = end_of(board, played(board, "knock_back", SHOT, (force, resist)), "T")
    other = _turned(board, quarters, mirror=mirror)
    turned = end_of(other, played(other, "knock_back", SHOT, (force, resist)), "T")
    assert plain is not None
    assert turned is not None
    wanted = _at(plain.at, quarters, mirror=mirror)
    assert math.dist(wanted, turned.at) < 0.004


@many
@given(st.integers(0, 359).map(math.radians), st.integers(1, 4), faces)
def test_an_unhindered_knock_back_in_two_halves_is_the_whole(angle: float, first: int, resist: int) -> None:
    """A distance made in two goes ends where it ends in one."""
    at = (3 * math.cos(angle), 3 * math.sin(angle))
    board = table(fighter("A", (0, 0)), fighter("T", at, "blue"))
    fields: dict[str, Value] = {**SHOT, "strength": 5 + resist}
    whole = end_of(board, played(board, "knock_back", fields, (3, resist)), "T")
    half = played(board, "knock_back", fields, (3, resist), edits=(Limit("T", first),))
    assert isinstance(half, Plan)
    then = board.applied(half.effects)
    rest = played(then, "knock_back", fields, (3, resist), edits=(Limit("T", 5 - first),))
    end = end_of(then, rest, "T")
    assert whole is not None
    assert end is not None
    assert math.dist(whole.at, end.at) < 0.004


@many
@given(st.integers(0, 40), st.integers(-20, 20), faces, st.integers(1, 6))
def test_a_faller_lies_on_the_ground(x: int, y: int, force: int, die: int) -> None:
    """Off the roof or still on it: the whole base is supported, and a fall has the height of the roof."""
    target = fighter("T", (x / 10, y / 10, 4), "blue")
    board = table(fighter("A", (-5, 0, 4)), target, areas=[ROOF])
    if not ground_under(board.scene, target.footprint, target.place).whole:
        return
    plan = played(board, "knock_back", SHOT, (force, 1), spare=die)
    assert isinstance(plan, Plan)
    end = end_of(board, plan, "T")
    assert end is not None
    assert ground_under(board.scene, target.footprint, end).whole
    for one in plan.effects:
        if isinstance(one, Fall):
            assert one.height == 4 - end.z


@st.composite
def walks(draw: st.DrawFn) -> tuple[Board, Gait, tuple[Waypoint, ...]]:
    """A fighter with some skills on a table with all sorts of ground, and a path of one to three legs."""
    skills = draw(st.lists(st.sampled_from(("acrobatic", "clamber", "strider", "jump_booster")), max_size=2))
    walker = fighter("F", (0, 0), tags=tuple(dict.fromkeys(skills)), movement=draw(st.integers(3, 9)))
    others = [
        piece
        for piece in (fighter("E", draw(spots), "blue"), fighter("G", draw(spots)))
        if gap(walker.solid, piece.solid) > 1.01
    ]
    areas = draw(st.lists(st.sampled_from(GROUNDS), unique=True, max_size=2))
    walls = [wall("w", (2.5, draw(coordinates)), (2.5, draw(coordinates)))] if draw(st.booleans()) else []
    board = table(walker, *others, walls=walls, areas=areas)
    gait = gait_of(board, walker, "NM-04", movement_of(board, walker), Manner())
    points = draw(st.lists(spots, min_size=1, max_size=3))
    return board, gait, tuple(Waypoint(*point) for point in points)


@many
@given(walks())
def test_what_is_walked_is_paid_and_ends_where_one_may_stand(
    walked: tuple[Board, Gait, tuple[Waypoint, ...]],
) -> None:
    """A legal path costs no more than the limit, its tolls add up, and its end is a legal place."""
    board, gait, points = walked
    found = walk(board, gait, points)
    if isinstance(found, Breach):
        return
    assert found.bill.spent <= gait.limit + 0.001
    paid = sum(toll.cost for toll in found.bill.tolls) - found.bill.saved
    assert math.isclose(paid, found.bill.spent, abs_tol=1e-9)
    prepared = ground_for(board, board.piece("F"), gait)
    end = msgspec.structs.replace(prepared.base, place=found.places[-1])
    assert standing_fault(prepared.scene, end, prepared.others, prepared.foes) is None


@many
@given(walks())
def test_the_last_legal_point_of_a_refused_path_may_be_walked_to(
    walked: tuple[Board, Gait, tuple[Waypoint, ...]],
) -> None:
    """The point that a refusal offers lies on the path, and the path to it is legal."""
    board, gait, points = walked
    found = walk(board, gait, points)
    if isinstance(found, Way):
        return
    shorter = _cut(board, points, found.last_valid)
    assert shorter is not None, "the point lies on the path"
    if shorter:
        assert isinstance(walk(board, gait, shorter), Way), (found, shorter)


def _cut(board: Board, points: tuple[Waypoint, ...], last: Place) -> tuple[Waypoint, ...] | None:
    """Return the path as far as a point that lies on it."""
    at = board.piece("F").place.at
    for index, point in enumerate(points):
        to = Vec(point.x, point.y)
        way = to.minus(at)
        along = last.at.minus(at)
        if way.length < 1e-9 or (
            abs(along.cross(way.unit)) < 0.003 and -0.003 <= along.dot(way.unit) <= way.length + 0.003
        ):
            short = (*points[:index], Waypoint(last.x, last.y, last.z))
            return short if last.at != board.piece("F").place.at else ()
        at = to
    return None


@many
@given(walks())
def test_a_straight_leg_in_two_halves_costs_the_same(
    walked: tuple[Board, Gait, tuple[Waypoint, ...]],
) -> None:
    """A point set on a leg changes neither its price nor its checks."""
    board, gait, points = walked
    start = board.piece("F").place
    half = Waypoint((start.x + points[0].x) / 2, (start.y + points[0].y) / 2)
    whole, halved = walk(board, gait, points), walk(board, gait, (half, *points))
    if isinstance(whole, Way) and isinstance(halved, Way):
        assert math.isclose(whole.bill.spent, halved.bill.spent, abs_tol=1e-6)
        assert [risk.kind for risk in whole.risks] == [risk.kind for risk in halved.risks]
