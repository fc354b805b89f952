"""A disc sweep over 1,000 and 10,000 walls, beside pymunk with its walls inflated by the base. Run by hand.

Both get the same scenes (rooms of 6 by 6 with doorways on every side, and loose walls at the same density),
the same rays of 1 to 10 squares and a radius of 0.49. pymunk's inflated space serves that one radius and
stops at a wall's inflated outline; ours is exact for every base and tells what was met, where and which way
it faces.
"""

import math
import random
import time
from collections.abc import Callable

import pymunk

from vttbridge.geometry.footprint import Disc
from vttbridge.geometry.grid import Gridless
from vttbridge.geometry.scene import Scene, SceneSpec
from vttbridge.geometry.sweep import sweep
from vttbridge.geometry.terrain import Wall
from vttbridge.geometry.vec import Place, Vec

RADIUS = 0.49
RAYS = 4_000

Ray = tuple[float, float, float, float, float]
Query = Callable[[Ray], object]


def rooms(count: int) -> tuple[list[Wall], float]:
    """Rooms on a lattice, two pieces a side with a doorway between; walls and the size of the map."""
    side = math.ceil(math.sqrt(count / 4))
    walls: list[Wall] = []
    for x in range(side):
        for y in range(side):
            for start, end in ((0.0, 2.5), (3.5, 6.0)):
                walls.append(_wall(len(walls), 6 * x + start, 6 * y, 6 * x + end, 6 * y))
                walls.append(_wall(len(walls), 6 * x, 6 * y + start, 6 * x, 6 * y + end))
    return walls[:count], 6.0 * side


def loose(count: int) -> tuple[list[Wall], float]:
    """Loose walls of 0.5 to 6 squares at the density of the rooms."""
    dice, size = random.Random(1), 6.0 * math.ceil(math.sqrt(count / 4))
    walls: list[Wall] = []
    for number in range(count):
        x, y, turn = dice.uniform(0, size), dice.uniform(0, size), dice.uniform(0, 2 * math.pi)
        length = dice.uniform(0.5, 6)
        walls.append(_wall(number, x, y, x + length * math.cos(turn), y + length * math.sin(turn)))
    return walls, size


def _wall(number: int, ax: float, ay: float, bx: float, by: float) -> Wall:
    return Wall(f"w{number}", Vec(ax, ay), Vec(bx, by))


def rays(size: float) -> list[Ray]:
    """Where from, which way, how far."""
    dice = random.Random(2)
    found: list[Ray] = []
    for _ in range(RAYS):
        turn = dice.uniform(0, 2 * math.pi)
        at = dice.uniform(0, size), dice.uniform(0, size)
        found.append((*at, math.cos(turn), math.sin(turn), dice.uniform(1, 10)))
    return found


def ours(walls: list[Wall], size: float) -> Query:
    """Our sweep over these walls."""
    spec = SceneSpec("s", "bench", size, size, grid=Gridless(), walls=tuple(walls), edge_blocks=False)
    scene, disc = Scene.build(spec), Disc(RADIUS)

    def one(ray: Ray) -> object:
        x, y, dx, dy, far = ray
        return sweep(scene, disc, Place(x, y), Vec(dx, dy), far)

    return one


def theirs(walls: list[Wall]) -> Query:
    """A thin ray of pymunk against walls as thick as the base."""
    space = pymunk.Space()
    space.add(*(pymunk.Segment(space.static_body, (w.a.x, w.a.y), (w.b.x, w.b.y), RADIUS) for w in walls))
    space.reindex_static()
    everything = pymunk.ShapeFilter()

    def one(ray: Ray) -> object:
        x, y, dx, dy, far = ray
        return space.segment_query_first((x, y), (x + dx * far, y + dy * far), 0, everything)

    return one


def cost(query: Query, some_rays: list[Ray]) -> float:
    """Microseconds of CPU for one ray, the best of five rounds."""
    rounds: list[float] = []
    for _ in range(5):
        start = time.thread_time_ns()
        for ray in some_rays:
            query(ray)
        rounds.append((time.thread_time_ns() - start) / len(some_rays) / 1000)
    return min(rounds)


def row(name: str, walls: list[Wall], size: float) -> str:
    """Measure one scene: CPU for one ray in both, and their ratio."""
    start = time.thread_time_ns()
    our_query = ours(walls, size)
    build = (time.thread_time_ns() - start) / 1e6
    some_rays = rays(size)
    mine, other = cost(our_query, some_rays), cost(theirs(walls), some_rays)
    return f"{name:8}{len(walls):8}{build:11.1f}{mine:10.1f}{other:12.1f}{mine / other:8.2f}"


def main() -> None:
    """Print the table."""
    print(f"{'scene':8}{'walls':>8}{'build ms':>11}{'ours us':>10}{'pymunk us':>12}{'ratio':>8}")
    for name, make in (("rooms", rooms), ("loose", loose)):
        for count in (1_000, 10_000):
            print(row(name, *make(count)))


if __name__ == "__main__":
    main()
