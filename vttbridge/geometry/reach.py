"""The area that a walker can reach: an inner approximation by discs round the points of a fine mesh.

1. The mesh is walked from the start, cheapest point first. Each point keeps the bends of its way; a new point
   is reached straight from the last bend where that is allowed, else by one more bend.
2. Round each point lies a disc in which the walker may stand anywhere: as wide as there is room, and no wider
   than what is left of the limit pays for at the dearest rate there.
3. The area is the union of these discs as polygons drawn inside them, so that it never holds too much. What
   it lacks stays under about a mesh width, at the rim and along walls alike.
"""

import heapq
import math
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from vttbridge.geometry.polygon import Plane
from vttbridge.geometry.vec import Vec

Path = tuple[Vec, ...]
Node = tuple[int, int]

SIDES = 16
"""A disc is drawn as a polygon with so many sides."""

HAIRLINE = 0.002
"""Discs are drawn so much smaller, so that rounding a corner to the grain never leaves them."""

SHARES = (1.0, 0.5, 0.25)
"""Shares of the full disc that are tried where there is less room."""

_FULL = 0.75
_AROUND = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))


class Walker(msgspec.Struct, frozen=True):
    """What the rules say of a walker.

    `room(at, by)`: it may end anywhere within `by` of a point. `cost(path)`: what passing along a path from
    the start costs, wherever it ends; `None` where it may not be passed. `rate(at, by)`: the most that one
    unit costs within `by` of a point. `least`: the least that any unit costs.
    """

    limit: float
    room: Callable[[Vec, float], bool]
    cost: Callable[[Path], float | None]
    rate: Callable[[Vec, float], float]
    least: float = 1.0


class Reached(msgspec.Struct, frozen=True):
    """A point of the mesh: the way there, its cost, and the radius within which points are reached too."""

    path: Path
    cost: float
    radius: float


class Reach(msgspec.Struct, frozen=True):
    """The reachable area as rings (outlines and holes by the even-odd rule), and the ways that prove it."""

    start: Vec
    rings: tuple[Path, ...]
    reached: tuple[Reached, ...]

    def holds(self, point: Vec) -> bool:
        """Return whether the area holds a point."""
        return self.way(point) is not None

    def way(self, point: Vec) -> Path | None:
        """Return a way to a point of the area, the cheapest known; `None` where the area does not hold it."""
        ways = [
            (one.cost + away, index)
            for index, one in enumerate(self.reached)
            if one.radius > 0 and (away := self._end(one).minus(point).length) <= one.radius
        ]
        if not ways:
            return None
        path = self.reached[min(ways)[1]].path
        return path if path and path[-1] == point else (*path, point)

    def _end(self, one: Reached) -> Vec:
        return one.path[-1] if one.path else self.start


def reach(start: Vec, mesh: float, walker: Walker) -> Reach:
    """Return the area that a walker can reach from a point, as far as its limit goes."""
    reached = _spread(start, mesh, walker)
    discs = [
        Plane.of(_disc(one.path[-1] if one.path else start, one.radius)) for one in reached if one.radius > 0
    ]
    parts = Plane.union(discs).outlines() if discs else []
    return Reach(start, tuple(ring for outline, holes in parts for ring in (outline, *holes)), reached)


class _Step(NamedTuple):
    """A point of the mesh: cost, a number that settles ties, its way, the cost of its last bend."""

    cost: float
    number: int
    node: Node
    path: Path
    bend_cost: float


def _spread(start: Vec, mesh: float, walker: Walker) -> tuple[Reached, ...]:
    """Walk the mesh, cheapest point first; ties go to the point that was found first."""
    done: dict[Node, Reached] = {}
    best: dict[Node, float] = {(0, 0): 0.0}
    queue = [_Step(0.0, 0, (0, 0), (), 0.0)]
    number = 0
    while queue:
        step = heapq.heappop(queue)
        if step.node in done:
            continue
        done[step.node] = _reached(start, mesh, walker, step.path, step.cost)
        for x, y in _AROUND:
            near = (step.node[0] + x, step.node[1] + y)
            if near in done:
                continue
            at = Vec(start.x + near[0] * mesh, start.y + near[1] * mesh)
            found = _way(walker, start, step, at, best.get(near, math.inf))
            if found is not None:
                number += 1
                best[near] = found[0]
                heapq.heappush(queue, _Step(found[0], number, near, found[1], found[2]))
    return tuple(done[node] for node in sorted(done))


def _way(walker: Walker, start: Vec, step: _Step, at: Vec, best: float) -> tuple[float, Path, float] | None:
    """Reach a point straight from the last bend, else by bending here, if that is cheaper than known."""
    bends = step.path[:-1]
    ways = [((*bends, at), step.bend_cost, bends[-1] if bends else start)]
    if step.path:
        ways.append(((*step.path, at), step.cost, step.path[-1]))
    for path, before, bend in ways:
        least = before + walker.least * bend.minus(at).length
        if least >= best - _SAME or least > walker.limit:
            continue
        cost = walker.cost(path)
        if cost is not None and cost <= walker.limit:
            return (cost, path, before) if cost < best else None
    return None


_SAME = 1e-9


def _reached(start: Vec, mesh: float, walker: Walker, path: Path, cost: float) -> Reached:
    at = path[-1] if path else start
    full = mesh * _FULL
    room = next((full * share for share in SHARES if walker.room(at, full * share)), 0.0)
    left = (walker.limit - cost) / max(walker.rate(at, room), HAIRLINE)
    return Reached(path, cost, max(0.0, min(room, left) - HAIRLINE))


def _disc(at: Vec, radius: float) -> Path:
    turns = (2 * math.pi * side / SIDES for side in range(SIDES))
    return tuple(Vec(at.x + radius * math.cos(turn), at.y + radius * math.sin(turn)) for turn in turns)
