"""Whether one point sees another, and which squares lie on the line between them."""

import math
from itertools import pairwise

from vttbridge.geometry.areas import stretches
from vttbridge.geometry.ray import crossings
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.terrain import Blocking
from vttbridge.geometry.vec import Cell, Vec


def sees(scene: Scene, a: Vec, b: Vec, z: float | None = None) -> bool:
    """Return whether no wall that stops sight, closed door or filled area lies between two points.

    Args:
        scene: The scene.
        a: Where one looks from.
        b: What one looks at.
        z: The height of the line; without one every height counts.
    """
    low, high = (None, None) if z is None else (z, z)
    if any(crossing.line.sight for crossing in crossings(scene, a, b, low=low, high=high)):
        return False
    return not any(_hides(stretch.area.meaning, z) for stretch in stretches(scene, a, b))


def _hides(meaning: object, z: float | None) -> bool:
    if not isinstance(meaning, Blocking):
        return False
    above_bottom = z is None or meaning.bottom is None or meaning.bottom < z
    return above_bottom and (z is None or meaning.top is None or z < meaning.top)


def line_between(a: Vec, b: Vec) -> tuple[Cell, ...]:
    """Return the squares whose inside the line from a to b passes through, in its order."""
    way = b.minus(a)
    marks = sorted({0.0, 1.0, *_grid_marks(a.x, way.x), *_grid_marks(a.y, way.y)})
    found: list[Cell] = []
    for start, end in pairwise(marks):
        middle = a.plus(way.times((start + end) / 2))
        cell = Cell(math.floor(middle.x), math.floor(middle.y))
        if end - start > 1e-9 and (not found or found[-1] != cell):
            found.append(cell)
    return tuple(found)


def _grid_marks(start: float, way: float) -> list[float]:
    if way == 0.0:
        return []
    first, last = sorted((start, start + way))
    return [(line - start) / way for line in range(math.ceil(first), math.floor(last) + 1)]
