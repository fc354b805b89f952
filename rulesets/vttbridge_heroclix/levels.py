"""Elevation levels: what a square's level is for somebody who stands at a height, and where stairs run.

Only differences count: the ground may be called level 0 or level 1. Water has no level of its own.
"""

import math

import msgspec

from vttbridge.geometry.areas import areas_in_cell
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.terrain import Stairs
from vttbridge.geometry.vec import Cell, Vec

SAME = 0.0005
"""Levels nearer than this are the same level."""


class Ahead(msgspec.Struct, frozen=True):
    """What the ground does in a square: its level (`None`: nothing to stand on) beside the level before."""

    level: float | None
    before: float

    @property
    def is_higher(self) -> bool:
        """The ground rises."""
        return self.level is not None and self.level > self.before + SAME

    @property
    def is_lower(self) -> bool:
        """The ground drops, or there is none."""
        return self.level is None or self.level < self.before - SAME


def standing_level(scene: Scene, cell: Cell, z: float) -> float | None:
    """Return the level that carries somebody at a height: the highest not above it, or solid ground."""
    tops = _tops(scene, cell)
    base = tops[-1]
    carrying = [top for top in tops if top <= max(z, base) + SAME]
    highest = max(carrying)
    return None if math.isinf(highest) else highest


def ahead(scene: Scene, cell: Cell, z: float, height: float) -> Ahead:
    """Return the level of the next square: a bridge at head height rises, one overhead is passed under."""
    layers = scene.levels.layers_at(_middle(cell))
    in_the_way = [
        layer.top for layer in layers if layer.top > z + SAME and layer.underside < z + height - SAME
    ]
    if in_the_way:
        return Ahead(max(in_the_way), z)
    return Ahead(standing_level(scene, cell, z), z)


def are_stairs(scene: Scene, start: Cell, end: Cell) -> bool:
    """Return whether stairs or a ramp join two squares: both must lie in stairs (AMB-HC-8)."""
    return _has_stairs(scene, start) and _has_stairs(scene, end)


def _has_stairs(scene: Scene, cell: Cell) -> bool:
    return any(isinstance(area.meaning, Stairs) for area in areas_in_cell(scene, cell))


def _tops(scene: Scene, cell: Cell) -> tuple[float, ...]:
    return tuple(layer.top for layer in scene.levels.layers_at(_middle(cell)))


def _middle(cell: Cell) -> Vec:
    return Vec(cell.x + 0.5, cell.y + 0.5)
