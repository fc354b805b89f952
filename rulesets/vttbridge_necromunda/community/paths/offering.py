"""The question for a path: what it draws as reachable, what it offers, and the check that stays here."""

import math
from collections.abc import Callable
from functools import lru_cache

import msgspec

from vttbridge.geometry.footprint import Body, Cells, Disc, Footprint
from vttbridge.geometry.reach import Reach, Walker, reach
from vttbridge.geometry.terrain import (
    Area,
    Dangerous,
    Difficult,
    Elevation,
    Hindering,
    Obstacle,
    Pit,
    Uneven,
)
from vttbridge.geometry.vec import Place, Vec
from vttbridge.rules.board import Board
from vttbridge.rules.draft import Draft
from vttbridge.rules.kinds import PathOf
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.script import Script, choose, owner_of
from vttbridge.rules.values import Value, freeze, is_number
from vttbridge_necromunda.community.battlefield.spans import surface
from vttbridge_necromunda.community.battlefield.standing import standing_fault, under
from vttbridge_necromunda.community.paths.gait import Gait
from vttbridge_necromunda.community.paths.path import Breach, Way, Waypoint
from vttbridge_necromunda.community.paths.ways import ground_for, passing_cost, walk

MESH = 0.4
"""The mesh of the reachable area, in inches."""

WIDE_MESH = 0.55
"""The mesh for moves longer than `LONG` inches, which have many more points."""

MAX_STEPS = 32
"""At most so many points of the mesh lie one behind another: past 17 inches it grows wider."""

LONG = 7.0


class WayOf(msgspec.Struct, frozen=True):
    """A path whose points may leave their height to the ground."""

    plain: PathOf

    word = "path"

    def read(self, value: Value) -> tuple[Waypoint, ...] | Refusal:
        """Take a list of places of two or three numbers."""
        checked = self.plain.read(value)
        if isinstance(checked, Refusal):
            return checked
        return _points(freeze(value))

    def write(self, answer: tuple[Waypoint, ...]) -> Value:
        """Return the places as numbers; an open height is left out."""
        return tuple(_numbers(point) for point in answer)

    def data(self) -> dict[str, Value]:
        """What is offered and what may be drawn."""
        return self.plain.data()

    def samples(self) -> tuple[tuple[Waypoint, ...], ...]:
        """The offered paths."""
        return tuple(tuple(Waypoint(*place) for place in path) for path in self.plain.offered)


def _points(value: Value) -> tuple[Waypoint, ...]:
    points = value if isinstance(value, tuple) else ()
    return tuple(_point(point) for point in points if isinstance(point, tuple))


def _point(numbers: tuple[Value, ...]) -> Waypoint:
    return Waypoint(*(float(str(part)) for part in numbers if is_number(part)))


def _numbers(point: Waypoint) -> Value:
    return (point.x, point.y) if point.z is None else (point.x, point.y, point.z)


def ask_path(draft: Draft, gait: Gait, also: Callable[[Way], Refusal | None]) -> Script[Way]:
    """Ask the owner for a path; its data carries the reachable area, an inner approximation (AMB-NM-25).

    `also` may refuse a path that breaks no rule of measuring.
    """
    board = draft.board

    def refused(points: tuple[Waypoint, ...]) -> Refusal | None:
        found = walk(board, gait, points)
        return found.refusal if isinstance(found, Breach) else also(found)

    area = reachable(board, gait)
    samples = (place for place in _samples(board, gait) if refused((Waypoint(*place),)) is None)
    offered = ((), *((place,) for place in samples))
    region = tuple(tuple((round(p.x, 3), round(p.y, 3)) for p in ring) for ring in area.rings)
    kind = WayOf(PathOf(offered=offered, region=region))
    points = yield from choose(owner_of(gait.piece), "path", kind, (), piece=gait.piece, check=refused)
    found = walk(board, gait, points)
    assert isinstance(found, Way)
    return found


def _samples(board: Board, gait: Gait) -> tuple[Place, ...]:
    """Offer the end of a straight way east, south, west and north, where that may be walked."""
    start = board.piece(gait.piece).place
    found: list[Place] = []
    for x, y in ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)):
        end = Place(start.x + x * gait.limit, start.y + y * gait.limit, start.z)
        if isinstance(walk(board, gait, (Waypoint(*end),)), Way):
            found.append(end)
    return tuple(found)


@lru_cache(maxsize=16)
def reachable(board: Board, gait: Gait) -> Reach:
    """Return where a declared move may end without a check: never too much, under half an inch too little."""
    ground = ground_for(board, board.piece(gait.piece), gait)
    start = ground.base.place
    foes = () if gait.may_engage else ground.foes

    def standing(at: Vec, by: float) -> Body | None:
        middle = ground.centre(Place(at.x, at.y))
        level = surface(ground.scene, middle, start.z)
        shape = Disc(_reach_of(ground.base.footprint) + by, ground.base.footprint.height)
        return None if level is None else Body(ground.base.id, shape, Place(middle.x, middle.y, level))

    def room(at: Vec, by: float) -> bool:
        base = standing(at, by)
        return base is not None and standing_fault(ground.scene, base, ground.others, foes) is None

    def rate(at: Vec, by: float) -> float:
        base = standing(at, by)
        return 2.0 if base is None or any(_is_slow(area) for area in under(ground.scene, base)) else 1.0

    def cost(path: tuple[Vec, ...]) -> float | None:
        return passing_cost(ground, gait, tuple(Waypoint(at.x, at.y) for at in path))

    least = 0.0 if gait.booster else 1.0
    mesh = MESH if gait.limit <= LONG else max(WIDE_MESH, gait.limit / MAX_STEPS)
    return reach(start.at, mesh, Walker(gait.limit, room, cost, rate, least))


def _is_slow(area: Area) -> bool:
    return isinstance(area.meaning, Difficult | Hindering | Dangerous | Obstacle | Uneven | Elevation | Pit)


def _reach_of(footprint: Footprint) -> float:
    """A disc that holds the base: a square one is taken as the circle through its corners."""
    match footprint:
        case Disc(radius=radius):
            return radius
        case Cells(width=width, depth=depth):
            return math.hypot(width, depth) / 2
