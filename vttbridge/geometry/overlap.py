"""During which part of its way a moving base lies over a segment, as exact intervals of the way."""

import math

from vttbridge.geometry.meeting import Mover
from vttbridge.geometry.polygon import Edge

Times = tuple[float, float]


def times_over(mover: Mover, segment: Edge) -> Times | None:
    """Return from when to when a base lies over a segment; both ends may lie outside of its way."""
    if mover.is_round:
        return _disc_over(mover, segment)
    return _block_over(mover, segment)


def _disc_over(mover: Mover, segment: Edge) -> Times | None:
    parts = (
        _between_sides(mover, segment),
        _circle_over(mover, segment.ax, segment.ay),
        _circle_over(mover, segment.bx, segment.by),
    )
    found = [part for part in parts if part is not None]
    if not found:
        return None
    return min(start for start, _ in found), max(end for _, end in found)


def _between_sides(mover: Mover, segment: Edge) -> Times | None:
    to_x, to_y = mover.x - segment.ax, mover.y - segment.ay
    off = segment.ux * to_y - segment.uy * to_x
    along = segment.ux * to_x + segment.uy * to_y
    off_speed = segment.ux * mover.dy - segment.uy * mover.dx
    along_speed = segment.ux * mover.dx + segment.uy * mover.dy
    across = _within(off, off_speed, -mover.radius, mover.radius)
    beside = _within(along, along_speed, 0.0, segment.length)
    return _both(across, beside)


def _within(at: float, speed: float, low: float, high: float) -> Times | None:
    """When a moving number lies between two limits."""
    if speed == 0.0:
        return (-math.inf, math.inf) if low < at < high else None
    start, end = sorted(((low - at) / speed, (high - at) / speed))
    return start, end


def _both(first: Times | None, second: Times | None) -> Times | None:
    if first is None or second is None:
        return None
    start, end = max(first[0], second[0]), min(first[1], second[1])
    return (start, end) if start < end else None


def _circle_over(mover: Mover, x: float, y: float) -> Times | None:
    to_x, to_y = mover.x - x, mover.y - y
    closing = to_x * mover.dx + to_y * mover.dy
    root = closing * closing - (to_x * to_x + to_y * to_y - mover.radius * mover.radius)
    if root <= 0.0:
        return None
    half = math.sqrt(root)
    return -closing - half, -closing + half


def _block_over(mover: Mover, segment: Edge) -> Times | None:
    ax, ay, bx, by, ux, uy, _ = segment
    to_x, to_y = mover.x - (ax + bx) / 2, mover.y - (ay + by) / 2
    times: Times | None = (-math.inf, math.inf)
    for nx, ny, extent in (
        (1.0, 0.0, mover.half_width + abs(bx - ax) / 2),
        (0.0, 1.0, mover.half_depth + abs(by - ay) / 2),
        (-uy, ux, mover.half_width * abs(uy) + mover.half_depth * abs(ux)),
    ):
        offset, speed = nx * to_x + ny * to_y, nx * mover.dx + ny * mover.dy
        times = _both(times, _within(offset, speed, -extent, extent))
    return times
