"""The ground along a straight leg, cut wherever an area begins or ends."""

from itertools import pairwise
from typing import NamedTuple

from vttbridge.geometry.areas import stretches
from vttbridge.geometry.fall import ground, level_at
from vttbridge.geometry.footprint import Disc
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.terrain import Area, Stairs
from vttbridge.geometry.vec import GRAIN, Place, Vec
from vttbridge.rules.piece import Piece
from vttbridge_necromunda.table_top.measuring import middle

SPECK = Disc(GRAIN)


class Span(NamedTuple):
    """A part of a leg between two inches of it, on one level (`None`: bottomless), with its areas."""

    start: float
    end: float
    level: float | None
    areas: tuple[Area, ...]


def is_level(a: float | None, b: float | None) -> bool:
    """Return whether two heights are the same."""
    return a is not None and b is not None and abs(a - b) <= GRAIN


def spans(scene: Scene, a: Vec, b: Vec, start: float, end: float) -> tuple[Span, ...]:
    """Return the ground along a leg: on its own level where it can be, else on `end` where that is."""
    length = b.minus(a).length
    if length == 0.0:
        return ()
    crossed = stretches(scene, a, b)
    marks = sorted({0.0, length, *(one.start for one in crossed), *(one.end for one in crossed)})
    way = b.minus(a).unit
    now, found = start, list[Span]()
    for left, right in pairwise(marks):
        if right - left <= GRAIN / 100:
            continue
        at = (left + right) / 2
        level = _level(scene, a.plus(way.times(at)), now, (start, end))
        inside = tuple(one.area for one in crossed if one.start <= at <= one.end)
        found.append(Span(left, right, level, inside))
        now = level if level is not None else now
    return tuple(found)


def _level(scene: Scene, point: Vec, now: float, ends: tuple[float, float]) -> float | None:
    for wanted in (now, *ends):
        if is_surface(scene, point, wanted):
            return wanted
    return level_at(scene, point, now)


def is_surface(scene: Scene, point: Vec, z: float) -> bool:
    """Return whether solid ground ends at a height, with nothing solid right above it."""
    layers = scene.levels.layers_at(point)
    covered = any(layer.top > z + GRAIN and layer.underside < z for layer in layers)
    return not covered and any(is_level(layer.top, z) for layer in layers)


def surface(scene: Scene, point: Vec, near: float) -> float | None:
    """Return the level on which a walker comes to stand at a point: its own, a rise, or what is below."""
    if is_surface(scene, point, near):
        return near
    found = ground(scene, SPECK, Place(point.x, point.y, near))
    return level_at(scene, point, near) if found.rise is None else found.rise


def is_stairs(areas: tuple[Area, ...]) -> bool:
    """Return whether stairs or a ramp lie here."""
    return any(isinstance(area.meaning, Stairs) for area in areas)


def aimed(scene: Scene, piece: Piece, to: tuple[float, ...]) -> Place:
    """Read a point field; one without a height is on the surface there."""
    x, y, *rest = to
    if rest:
        return Place(x, y, rest[0])
    at = Place(x, y, piece.place.z)
    level = surface(scene, middle(piece.at(at)), piece.place.z)
    return at._replace(z=piece.place.z if level is None else level)
