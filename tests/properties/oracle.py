"""First contacts computed a second time, against everything, sharing nothing with the queries but the types.

A disc's squared distance from a segment along its way is a quadratic in three pieces: before, beside and
after the segment. A rectangle against a segment is a point against their Minkowski sum, a convex polygon. A
ray is tested in exact fractions.
"""

import math
from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise

Point = tuple[float, float]
Piece = tuple[float, float, float, float]


def disc_contact(at: Point, way: Point, distance: float, radius: float, segment: Piece) -> float | None:
    """When a disc that starts clear first touches a segment."""
    (px, py), (dx, dy), (ax, ay, bx, by) = at, way, segment
    length = math.hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    s0, s1 = (px - ax) * ux + (py - ay) * uy, dx * ux + dy * uy
    cuts = {0.0, distance}
    if s1 != 0.0:
        cuts |= {t for t in (-s0 / s1, (length - s0) / s1) if 0.0 < t < distance}
    ordered = sorted(cuts)
    for start, end in pairwise(ordered):
        middle = s0 + s1 * (start + end) / 2
        if middle < 0.0:
            root = _enters(px - ax, py - ay, dx, dy, radius)
        elif middle > length:
            root = _enters(px - bx, py - by, dx, dy, radius)
        else:
            off, speed = (py - ay) * ux - (px - ax) * uy, dy * ux - dx * uy
            root = None if off * speed >= 0.0 else (abs(off) - radius) / abs(speed)
        if root is not None and start - 1e-12 <= root <= end + 1e-12:
            return root
    return None


def _enters(x: float, y: float, dx: float, dy: float, radius: float) -> float | None:
    """When a point comes into a circle round the origin."""
    b, c = x * dx + y * dy, x * x + y * y - radius * radius
    root = b * b - c
    return -b - math.sqrt(root) if root > 0.0 and b < 0.0 else None


def block_contact(at: Point, way: Point, distance: float, halves: Point, segment: Piece) -> float | None:
    """When a rectangle that starts clear first touches a segment."""
    ax, ay, bx, by = segment
    hull = _hull(
        [
            (x + sx * halves[0], y + sy * halves[1])
            for x, y in ((ax, ay), (bx, by))
            for sx in (-1, 1)
            for sy in (-1, 1)
        ]
    )
    enter, leave = -math.inf, math.inf
    for (x0, y0), (x1, y1) in zip(hull, hull[1:] + hull[:1], strict=True):
        nx, ny = y1 - y0, x0 - x1
        apart, speed = (at[0] - x0) * nx + (at[1] - y0) * ny, way[0] * nx + way[1] * ny
        if speed == 0.0:
            if apart >= 0.0:
                return None
        elif speed < 0.0:
            enter = max(enter, -apart / speed)
        else:
            leave = min(leave, -apart / speed)
    return enter if 0.0 <= enter < leave and enter <= distance else None


def _hull(points: list[Point]) -> list[Point]:
    """The convex hull, counter-clockwise, without points on its sides."""
    ordered = sorted(set(points))

    def half(way: Iterable[Point]) -> list[Point]:
        chain: list[Point] = []
        for p in way:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], p) <= 1e-12:
                chain.pop()
            chain.append(p)
        return chain[:-1]

    return half(ordered) + half(reversed(ordered))


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def segment_distance(point: Point, segment: Piece) -> float:
    """The distance of a point from a segment."""
    ax, ay, bx, by = segment
    square = (bx - ax) ** 2 + (by - ay) ** 2
    t = max(0.0, min(1.0, ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / square))
    return math.hypot(ax + t * (bx - ax) - point[0], ay + t * (by - ay) - point[1])


def block_clear(at: Point, halves: Point, segment: Piece, margin: float) -> bool:
    """Whether a rectangle grown by a margin is clear of a segment, by clipping the segment to it."""
    low, high = 0.0, 1.0
    for start, end, middle, half in (
        (segment[0], segment[2], at[0], halves[0] + margin),
        (segment[1], segment[3], at[1], halves[1] + margin),
    ):
        way = end - start
        if way == 0.0:
            if abs(start - middle) > half:
                return True
            continue
        near, far = sorted(((middle - half - start) / way, (middle + half - start) / way))
        low, high = max(low, near), min(high, far)
    return low > high


def foundry_hit(origin: Point, end: Point, wall: Piece, one_way: int) -> Fraction | None:
    """Where along its way a ray meets a wall, by the table's rules, in exact numbers."""
    ox, oy, ex, ey = (Fraction(number) for number in (*origin, *end))
    ax, ay, bx, by = (Fraction(number) for number in wall)
    orient = (ay - oy) * (bx - ox) - (ax - ox) * (by - oy)
    if orient == 0:
        return None
    if one_way and one_way == (1 if orient < 0 else 2):
        return None
    determinant = (by - ay) * (ex - ox) - (bx - ax) * (ey - oy)
    if determinant == 0:
        return None
    t0 = ((bx - ax) * (oy - ay) - (by - ay) * (ox - ax)) / determinant
    t1 = ((ex - ox) * (oy - ay) - (ey - oy) * (ox - ax)) / determinant
    edge = Fraction(1, 10**8)
    if not (-edge <= t0 <= 1 + edge and -edge <= t1 <= 1 + edge):
        return None
    t0 = max(Fraction(0), min(Fraction(1), t0))
    return t0 if t0 > 0 else None
