"""Knock back over every real HeroClix map, against a second reading of its tiles by the rules' own words."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Literal, NamedTuple

import msgspec
import pytest

from formats.sources import Source, of
from support.heroclix_table import damage_of, figure, outcome, place_after
from support.scale import scaled
from vttbridge.formats.detect import read_map
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.vec import Cell
from vttbridge.rules.board import Board
from vttbridge.rules.effects import Plan
from vttbridge_heroclix import RULESET

PUSHES = 2_000
WAYS = tuple(Cell(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)

Ended = Literal["done", "blocked", "edge", "higher", "fall"]
DAMAGE: dict[Ended, int] = {"done": 0, "blocked": 1, "edge": 1, "higher": 1, "fall": 2}


class Tile(msgspec.Struct, frozen=True):
    """A tile as it stands in the file."""

    x: str
    terrain: str = "clear"
    elevation: str | int | None = None


class Row(msgspec.Struct, frozen=True):
    """A row of tiles."""

    y: int
    tiles: tuple[Tile, ...]


class Line(msgspec.Struct, frozen=True):
    """A wall between vertices."""

    x0: int
    y0: int
    x1: int
    y1: int
    type: str = "normal"


class MapFile(msgspec.Struct, frozen=True):
    """A whole file, of which nothing is interpreted."""

    rows: tuple[Row, ...]
    height: int
    walls: tuple[Line, ...] = ()
    defaultElevation: int = 1  # noqa: N815 - the file's own word


class Ground(NamedTuple):
    """What the second reading makes of a file."""

    levels: dict[Cell, int]
    filled: frozenset[Cell]
    edges: frozenset[frozenset[Cell]]


class Push(NamedTuple):
    """One knock back: from which square, which way, how far."""

    start: Cell
    way: Cell
    squares: int


@cache
def ground_of(source: Source) -> Ground:
    """Read a file tile by tile, its walls as pairs of squares that they part; a row far off is none."""
    read = msgspec.json.decode(source.path.read_bytes(), type=MapFile, strict=False)
    rows = (row for row in read.rows if row.y <= read.height)
    tiles = {Cell(ord(tile.x.upper()) - ord("A"), row.y - 1): tile for row in rows for tile in row.tiles}
    levels = {
        cell: int(read.defaultElevation if tile.elevation is None else tile.elevation)
        for cell, tile in tiles.items()
    }
    walls = (pair for line in read.walls if line.type != "levelSeparator" for pair in _parted(line))
    filled = frozenset(cell for cell, tile in tiles.items() if tile.terrain == "blocking")
    return Ground(levels, filled, frozenset(walls))


def _parted(line: Line) -> Iterator[frozenset[Cell]]:
    """Return the pairs of squares that a wall along the grid parts."""
    left, right = sorted((line.x0, line.x1))
    top, bottom = sorted((line.y0, line.y1))
    assert left == right or top == bottom
    for y in range(top, bottom):
        yield frozenset((Cell(left - 1, y), Cell(left, y)))
    for x in range(left, right):
        yield frozenset((Cell(x, top - 1), Cell(x, top)))


def is_closed(ground: Ground, at: Cell, to: Cell) -> bool:
    """Return whether a wall or a filled square lies between two squares; a corner is its freer flank."""
    if to in ground.filled or frozenset((at, to)) in ground.edges:
        return True
    if at.x == to.x or at.y == to.y:
        return False
    return all(
        is_closed(ground, at, flank) or is_closed(ground, flank, to)
        for flank in (Cell(to.x, at.y), Cell(at.x, to.y))
    )


def expected(ground: Ground, push: Push) -> tuple[Cell, Ended]:
    """Return where a knock back ends, and what ended it."""
    at = push.start
    for _ in range(push.squares):
        to = Cell(at.x + push.way.x, at.y + push.way.y)
        if to in ground.levels and is_closed(ground, at, to):
            return at, "blocked"
        if to not in ground.levels:
            return at, "edge"
        if ground.levels[to] > ground.levels[at]:
            return at, "higher"
        if ground.levels[to] < ground.levels[at]:
            return to, "fall"
        at = to
    return at, "done"


def pushes(ground: Ground, seed: str) -> Iterator[Push]:
    """Return knock backs on free squares, the same for the same seed."""
    dice, free = random.Random(seed), sorted(set(ground.levels) - ground.filled)
    while True:
        yield Push(dice.choice(free), dice.choice(WAYS), dice.randint(1, 8))


@pytest.mark.shared
@pytest.mark.parametrize("source", of("heroclix"), ids=lambda source: source.name)
def test_a_knock_back_ends_where_the_tiles_say(source: Source) -> None:
    """At rims, before higher ground, walls and blocking squares; bushes and water are as bare ground."""
    ground = ground_of(source)
    (reading,) = read_map(source.path.read_bytes(), source.name)
    scene = Scene.build(reading.spec)
    ends = Counter[str]()
    for push in islice(pushes(ground, source.name), scaled(PUSHES)):
        came = knocked_back(scene, push, ground.levels[push.start])
        end, why = expected(ground, push)
        assert came == (end, float(ground.levels[end]), DAMAGE[why]), (push, why)
        ends[why] += 1
    assert len(ends) >= 2


def knocked_back(scene: Scene, push: Push, level: int) -> tuple[Cell, float, int]:
    """Resolve one; returns the square, the level and the damage."""
    cause = figure("A", push.start.x - 9 * push.way.x, push.start.y - 9 * push.way.y)
    target = figure("T", push.start.x, push.start.y, z=level)
    board = Board(scene, (cause, target), RULESET.default_options())
    plan = outcome(board, "knock_back", source="A", targets=("T",), squares=push.squares)
    assert isinstance(plan, Plan)
    place = place_after(board, plan, "T")
    return place.cell, place.z, sum(amount for _, amount, _ in damage_of(plan))
