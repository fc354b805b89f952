"""When a moving base first meets a segment, a circle or a rectangle: closed forms, in plain numbers.

1. Distances along the way are exact; nothing is sampled and nothing is inflated.
2. A base that starts in touch with something, or in it, meets it at once when moving towards it and never
   when moving along it or away. One whose centre lies on a wall is on neither side of it and is let go.
3. `solid` edges (of filled ground) count from their outer side only.
4. Rounding may leave a base a grain deep in a wall, and the next piece of a wall may stand out by a grain.
   `slimmed` gives the base thinner by as much: what only the full base meets it would merely scrape.
"""

import math
from collections.abc import Iterable
from typing import NamedTuple

from vttbridge.geometry.footprint import Cells, Disc, Footprint, centre
from vttbridge.geometry.polygon import Edge
from vttbridge.geometry.vec import GRAIN, SLACK, TOUCH, Place, Vec

_TOWARDS = -1e-9
_ON = 1e-9


class Meeting(NamedTuple):
    """How far the base came, and the unit normal from the obstacle to it."""

    travelled: float
    nx: float
    ny: float


class Mover(NamedTuple):
    """A moving base: its centre, unit direction and distance, and a radius or half its sides."""

    x: float
    y: float
    dx: float
    dy: float
    distance: float
    radius: float
    half_width: float
    half_depth: float

    @property
    def is_round(self) -> bool:
        """Whether it is a disc."""
        return self.radius > 0.0

    def at(self, travelled: float) -> Vec:
        """Return its centre after so much of the way."""
        return Vec(self.x + self.dx * travelled, self.y + self.dy * travelled)


def mover_of(footprint: Footprint, start: Place, direction: Vec, distance: float) -> Mover:
    """Return a base as the moving thing of `meeting`."""
    unit, middle = direction.unit, centre(footprint, start)
    match footprint:
        case Disc(radius=radius):
            return Mover(middle.x, middle.y, unit.x, unit.y, distance, radius, 0.0, 0.0)
        case Cells(width=width, depth=depth):
            return Mover(middle.x, middle.y, unit.x, unit.y, distance, 0.0, width / 2, depth / 2)


def meet_segment(mover: Mover, segment: Edge, *, solid: bool = False) -> Meeting | None:
    """Return when a base first meets a segment on its way, or nothing."""
    if solid and not _from_outside(mover, segment):
        return None
    return _disc_segment(mover, segment) if mover.is_round else _block_segment(mover, segment)


def _from_outside(mover: Mover, segment: Edge) -> bool:
    """Whether a base moves against the outer side of an edge; a disc's centre must start on that side."""
    if segment.ux * mover.dy - segment.uy * mover.dx <= 0.0:
        return False
    depth = segment.ux * (mover.y - segment.ay) - segment.uy * (mover.x - segment.ax)
    return depth <= 0.0 or not mover.is_round


def _disc_segment(mover: Mover, segment: Edge) -> Meeting | None:
    x, y, dx, dy, distance, radius, *_ = mover
    ax, ay, bx, by, ux, uy, length = segment
    to_x, to_y = x - ax, y - ay
    off = ux * to_y - uy * to_x
    side = 1.0 if off >= 0.0 else -1.0
    nx, ny, height = -uy * side, ux * side, off * side
    speed = dx * nx + dy * ny
    if height >= radius and speed >= _TOWARDS:
        return None
    along = to_x * ux + to_y * uy
    if height >= radius:
        travelled = (radius - height) / speed
        if travelled > distance:
            return None
        reached = along + travelled * (dx * ux + dy * uy)
        if 0.0 <= reached <= length:
            return Meeting(max(0.0, travelled), nx, ny)
    elif 0.0 <= along <= length:
        return Meeting(0.0, nx, ny) if height > _ON and speed < _TOWARDS else None
    first = meet_circle(mover, ax, ay, radius)
    last = meet_circle(mover, bx, by, radius)
    if first is None or last is None:
        return first or last
    return min(first, last)


def meet_circle(mover: Mover, x: float, y: float, reach: float) -> Meeting | None:
    """Return when the centre of a base first comes within `reach` of a point."""
    to_x, to_y = mover.x - x, mover.y - y
    closing = to_x * mover.dx + to_y * mover.dy
    if closing >= 0.0:
        return None
    excess = to_x * to_x + to_y * to_y - reach * reach
    if excess <= 0.0:
        apart = math.hypot(to_x, to_y)
        if apart <= _ON or closing / apart >= _TOWARDS:
            return None
        return Meeting(0.0, to_x / apart, to_y / apart)
    root = closing * closing - excess
    if root <= 0.0:
        return None
    travelled = excess / (math.sqrt(root) - closing)
    if travelled > mover.distance:
        return None
    at_x, at_y = to_x + mover.dx * travelled, to_y + mover.dy * travelled
    return Meeting(travelled, at_x / reach, at_y / reach)


class _Axis(NamedTuple):
    """One separating axis: its unit vector, the offset of the centres on it, the sum of the half extents."""

    nx: float
    ny: float
    offset: float
    extent: float


def _block_segment(mover: Mover, segment: Edge) -> Meeting | None:
    ax, ay, bx, by, ux, uy, _ = segment
    to_x, to_y = mover.x - (ax + bx) / 2, mover.y - (ay + by) / 2
    if abs(ux * to_y - uy * to_x) <= _ON and abs(to_x * ux + to_y * uy) <= segment.length / 2:
        return None
    return _meet_on_axes(mover, _axes(mover, segment))


def _axes(mover: Mover, segment: Edge) -> tuple[_Axis, ...]:
    ax, ay, bx, by, ux, uy, _ = segment
    to_x, to_y = mover.x - (ax + bx) / 2, mover.y - (ay + by) / 2
    across = mover.half_width * abs(uy) + mover.half_depth * abs(ux)
    half_x, half_y = abs(bx - ax) / 2, abs(by - ay) / 2
    return (
        _Axis(1.0, 0.0, to_x, mover.half_width + half_x),
        _Axis(0.0, 1.0, to_y, mover.half_depth + half_y),
        _Axis(-uy, ux, -uy * to_x + ux * to_y, across),
    )


def meet_block(mover: Mover, centre: Vec, half_width: float, half_depth: float) -> Meeting | None:
    """Return when a block of cells first meets another block."""
    axes = (
        _Axis(1.0, 0.0, mover.x - centre.x, mover.half_width + half_width),
        _Axis(0.0, 1.0, mover.y - centre.y, mover.half_depth + half_depth),
    )
    return _meet_on_axes(mover, axes)


def _meet_on_axes(mover: Mover, axes: tuple[_Axis, ...]) -> Meeting | None:
    """Sweep along separating axes: they meet when the last of them closes, unless one opens before."""
    enter, leave = -math.inf, math.inf
    last = axes[0]
    for axis in axes:
        speed = mover.dx * axis.nx + mover.dy * axis.ny
        depth = axis.extent - abs(axis.offset)
        if depth <= 0.0 and axis.offset * speed >= _TOWARDS * abs(axis.offset):
            return None
        if speed != 0.0:
            shut, open_ = sorted(((-axis.extent - axis.offset) / speed, (axis.extent - axis.offset) / speed))
            leave = min(leave, open_)
            if shut > enter:
                enter, last = shut, axis
    if enter >= leave or enter > mover.distance or leave <= 0.0:
        return None
    if enter < 0.0:
        return _already_in(mover, axes)
    return _facing(last, enter)


def _already_in(mover: Mover, axes: tuple[_Axis, ...]) -> Meeting | None:
    """Out along the axis of least depth; of equal ones that which the base moves against most."""
    ways = ((round(axis.extent - abs(axis.offset), 9), _speed(mover, axis), axis) for axis in axes)
    _, speed, nearest = min(ways)
    return _facing(nearest, 0.0) if speed < _TOWARDS else None


def _speed(mover: Mover, axis: _Axis) -> float:
    """How fast the base moves away along an axis."""
    _, nx, ny = _facing(axis, 0.0)
    return mover.dx * nx + mover.dy * ny


def _facing(axis: _Axis, travelled: float) -> Meeting:
    side = 1.0 if axis.offset >= 0.0 else -1.0
    return Meeting(travelled, axis.nx * side, axis.ny * side)


def may_scrape(mover: Mover, meeting: Meeting) -> bool:
    """Return whether what is met could be passed by a base that is thinner by what rounding does.

    A disc that comes against something squarely would go deeper into it than that.
    """
    against = mover.dx * meeting.nx + mover.dy * meeting.ny
    return not mover.is_round or mover.radius * against * against / 2 <= TOUCH


def slimmed(mover: Mover, segments: Iterable[Edge]) -> Mover | None:
    """Return a base that starts in touch with segments, thinner by how deep it is in them; else nothing."""
    depths = (_depth(mover, segment) for segment in segments)
    deepest = max((depth for depth in depths if -GRAIN <= depth <= TOUCH), default=None)
    if deepest is None:
        return None
    return thinner(mover, max(0.0, deepest) + _SHAVE)


def thinner(mover: Mover, by: float) -> Mover:
    """Return a base that is thinner by so much on every side."""
    if mover.is_round:
        return mover._replace(radius=mover.radius - by)
    return mover._replace(half_width=mover.half_width - by, half_depth=mover.half_depth - by)


_SHAVE = SLACK


def _depth(mover: Mover, segment: Edge) -> float:
    """How deep the base starts in a segment; below 0 for how far away it is."""
    if not mover.is_round:
        return min(axis.extent - abs(axis.offset) for axis in _axes(mover, segment))
    to_x, to_y = mover.x - segment.ax, mover.y - segment.ay
    along = min(max(to_x * segment.ux + to_y * segment.uy, 0.0), segment.length)
    return mover.radius - math.hypot(to_x - along * segment.ux, to_y - along * segment.uy)
