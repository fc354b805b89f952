"""The reachable area of a declared move: it never holds too much, and it misses at most half an inch."""

import math
import random
from collections.abc import Iterator

import msgspec
import pytest

from support.community_table import fighter, ground, table, wall
from support.scale import scaled
from vttbridge.geometry.footprint import Cells
from vttbridge.geometry.terrain import Difficult, Elevation, Obstacle, Pit
from vttbridge.geometry.vec import Place, Vec
from vttbridge.rules.board import Board
from vttbridge.rules.resolve import Command, Waiting, resolve
from vttbridge_necromunda import COMMUNITY
from vttbridge_necromunda.community.paths import offering
from vttbridge_necromunda.community.paths.gait import Gait, Manner, gait_of, movement_of
from vttbridge_necromunda.community.paths.offering import reachable
from vttbridge_necromunda.community.paths.path import Breach, Waypoint
from vttbridge_necromunda.community.paths.ways import walk

F = fighter("F", (0, 0))
POST = ground("post", Elevation(9), (1.5, -0.5, 2.5, 0.5))
SCENES: dict[str, Board] = {
    "open floor": table(F),
    "a wall": table(F, walls=[wall("w", (2, -3), (2, 1.5))]),
    "a corner": table(F, walls=[wall("w", (2, -6), (2, 2)), wall("v", (-6, 2), (2, 2))]),
    "an enemy": table(F, fighter("E", (3, 0.4), "blue")),
    "two friends": table(F, fighter("G", (1.5, 0)), fighter("H", (0, -1.6))),
    "difficult ground": table(F, areas=[ground("r", Difficult(), (1, -4, 4, 4))]),
    "a pipe": table(F, areas=[ground("p", Obstacle(1, 1), (1, -4, 2, 4))]),
    "a post": table(F, areas=[POST]),
    "a pit": table(F, areas=[ground("p", Pit(3), (1.5, -2, 4, 2))]),
    "a doorway": table(F, walls=[wall("n", (1.5, -9), (1.5, -1)), wall("s", (1.5, 1), (1.5, 9))]),
    "a long way round": table(
        fighter("F", (0, 0), movement=9), fighter("E", (-4, 3), "blue"), walls=[wall("w", (2, -4), (2, 3))]
    ),
}
ENOUGH = 0.5


def _gait(board: Board) -> Gait:
    piece = board.piece("F")
    return gait_of(board, piece, "NM-04", movement_of(board, piece), Manner())


def _is_legal(board: Board, gait: Gait, path: tuple[Vec, ...]) -> bool:
    found = walk(board, gait, tuple(Waypoint(at.x, at.y) for at in path))
    return not isinstance(found, Breach) and not found.risks


def _inside(point: Vec, rings: tuple[tuple[Vec, ...], ...]) -> bool:
    """Count crossings of all rings: an even number is outside."""
    odd = False
    for ring in rings:
        for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
            if (a.y > point.y) != (b.y > point.y):
                odd ^= point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)
    return odd


def _paths(chance: random.Random, limit: float) -> Iterator[tuple[Vec, ...]]:
    """Paths of one or two straight legs, as players draw them."""
    while True:
        angle, length = chance.random() * 2 * math.pi, (limit + 0.2) * chance.random() ** 0.5
        end = Vec(math.cos(angle) * length, math.sin(angle) * length)
        yield (end,)
        bend = Vec(chance.uniform(-4, 4), chance.uniform(-4, 4))
        yield (bend, end)


@pytest.mark.parametrize("name", SCENES)
def test_the_area_holds_no_point_that_the_checker_refuses(name: str) -> None:
    """Every point drawn at random inside the polygon has a way that the checker takes."""
    board = SCENES[name]
    gait = _gait(board)
    area = reachable(board, gait)
    chance = random.Random(name)
    for _ in range(scaled(2_000)):
        point = Vec(chance.uniform(-9, 9), chance.uniform(-9, 9))
        if not _inside(point, area.rings):
            continue
        way = area.way(point)
        assert way is not None, point
        assert _is_legal(board, gait, way), (point, way)


@pytest.mark.parametrize("name", SCENES)
def test_the_area_misses_at_most_half_an_inch(name: str) -> None:
    """Wherever a legal path of a player ends, the area is at most half an inch away."""
    board = SCENES[name]
    gait = _gait(board)
    area = reachable(board, gait)
    chance = random.Random(name)
    paths = _paths(chance, gait.limit)
    for _ in range(scaled(3_000)):
        path = next(paths)
        if _is_legal(board, gait, path) and not area.holds(path[-1]):
            assert _gap(path[-1], area.rings) <= ENOUGH, path


def _gap(point: Vec, rings: tuple[tuple[Vec, ...], ...]) -> float:
    return min(
        _to_side(point, a, b) for ring in rings for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)
    )


def _to_side(point: Vec, a: Vec, b: Vec) -> float:
    way = b.minus(a)
    share = max(0.0, min(1.0, point.minus(a).dot(way) / max(way.dot(way), 1e-12)))
    return point.minus(a.plus(way.times(share))).length


def test_a_square_base_is_never_given_too_much() -> None:
    """The area of a piece that covers a square holds no point that the checker refuses either."""
    token = msgspec.structs.replace(F, footprint=Cells(), place=Place(-0.5, -0.5))
    board = table(token, walls=[wall("w", (2, -3), (2.2, 1.5))])
    gait = _gait(board)
    area = reachable(board, gait)
    chance = random.Random(4)
    for _ in range(scaled(2_000)):
        point = Vec(chance.uniform(-6, 6), chance.uniform(-6, 6))
        way = area.way(point)
        assert way is None or _is_legal(board, gait, way), (point, way)


def test_the_question_carries_the_area() -> None:
    """A move without a path is declared and asks for one, with the area to draw."""
    found = resolve(COMMUNITY, SCENES["a wall"], Command("move", {"piece": "F"}))
    assert isinstance(found, Waiting)
    assert found.question.key == "path:F"
    region = found.question.data["region"]
    assert isinstance(region, tuple)
    assert region


def test_long_moves_are_looked_at_on_a_wider_mesh(monkeypatch: pytest.MonkeyPatch) -> None:
    """However far a fighter may go, the points looked at do not grow without end, and each is legal."""
    monkeypatch.setattr(offering, "MAX_STEPS", 4)
    board = table(fighter("F", (0, 0), movement=16))
    gait = _gait(board)
    area = reachable(board, gait)
    assert 40 < len(area.reached) < 90
    assert all(_is_legal(board, gait, one.path) for one in area.reached)
