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

    `room(at, by)`: it may stand anywhere within `by` of a point. `cost(path)`: a path's cost from the start,
    `None` where it is not allowed. `rate(at, by)`: the most that one unit costs within `by` of a point.
    """

    limit: float
    room: Callable[[Vec, float], bool]
    cost: Callable[[Path], float | None]
    rate: Callable[[Vec, float], float]


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
        """Say whether the area holds a point."""
        return self.way(point) is not None

    def way(self, point: Vec) -> Path | None:
        """Give a way to a point of the area, the cheapest known; `None` where the area does not hold it."""
        ways = [
            (one.cost + away, index)
            for index, one in enumerate(self.reached)
            if (away := self._end(one).minus(point).length) <= one.radius
        ]
        if not ways:
            return None
        path = self.reached[min(ways)[1]].path
        return path if path and path[-1] == point else (*path, point)

    def _end(self, one: Reached) -> Vec:
        return one.path[-1] if one.path else self.start


def reach(start: Vec, mesh: float, walker: Walker) -> Reach:
    """Give the area that a walker can reach from a point, as far as its limit goes."""
    reached = _spread(start, mesh, walker)
    discs = [
        Plane.of(_disc(one.path[-1] if one.path else start, one.radius)) for one in reached if one.radius > 0
    ]
    parts = Plane.union(discs).outlines() if discs else []
    return Reach(start, tuple(ring for outline, holes in parts for ring in (outline, *holes)), reached)


def _spread(start: Vec, mesh: float, walker: Walker) -> tuple[Reached, ...]:
    """Walk the mesh, cheapest point first; ties go to the point that was found first."""
    done: dict[Node, Reached] = {}
    closed: set[Node] = set()
    best: dict[Node, float] = {(0, 0): 0.0}
    queue: list[tuple[float, int, Node, Path]] = [(0.0, 0, (0, 0), ())]
    count = 0
    while queue:
        cost, _, node, path = heapq.heappop(queue)
        if node in done:
            continue
        done[node] = _reached(start, mesh, walker, path, cost)
        for x, y in _AROUND:
            near = (node[0] + x, node[1] + y)
            if near in done or near in closed:
                continue
            at = Vec(start.x + near[0] * mesh, start.y + near[1] * mesh)
            if near not in best and not walker.room(at, 0.0):
                closed.add(near)
                continue
            found = _way(walker, path, at)
            if found is not None and found[0] < best.get(near, math.inf):
                count += 1
                best[near] = found[0]
                heapq.heappush(queue, (found[0], count, near, found[1]))
    return tuple(done[node] for node in sorted(done))


def _way(walker: Walker, path: Path, at: Vec) -> tuple[float, Path] | None:
    """Reach a point straight from the bend before the last point, or else by bending there."""
    straight = (*path[:-1], at)
    for way in (straight, (*path, at)) if path else (straight,):
        cost = walker.cost(way)
        if cost is not None and cost <= walker.limit:
            return cost, way
    return None


def _reached(start: Vec, mesh: float, walker: Walker, path: Path, cost: float) -> Reached:
    at = path[-1] if path else start
    full = mesh * _FULL
    room = next((full * share for share in SHARES if walker.room(at, full * share)), 0.0)
    left = (walker.limit - cost) / max(walker.rate(at, room), HAIRLINE)
    return Reached(path, cost, max(0.0, min(room, left) - HAIRLINE))


def _disc(at: Vec, radius: float) -> Path:
    turns = (2 * math.pi * side / SIDES for side in range(SIDES))
    return tuple(Vec(at.x + radius * math.cos(turn), at.y + radius * math.sin(turn)) for turn in turns)
