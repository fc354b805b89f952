"""What a step sees of the board: the ground it leads to, what it meets, what takes hold there.

A search comes to the same step by many ways. `Memory` looks once at each, for as long as the search lasts;
what it sees is the same as without it.
"""

from collections.abc import Callable

import msgspec

from vttbridge.geometry.footprint import Cells
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.vec import Place
from vttbridge.rules.refusal import Refusal
from vttbridge_draw_steel.footing import Footing, footing
from vttbridge_draw_steel.movement import Harmed, Movement, Square, Way
from vttbridge_draw_steel.obstacles import Met, meet
from vttbridge_draw_steel.soil import Soil, soil
from vttbridge_draw_steel.terrain import harms

Broken = tuple[str, ...]


class Eyes(msgspec.Struct, frozen=True):
    """The three looks that a step takes."""

    footing: Callable[[Movement, Way, Square], Footing] = footing
    meet: Callable[[Movement, Way, Footing], Met | Refusal] = meet
    harms: Callable[[Movement, Way, Place], tuple[Harmed, ...]] = harms


PLAIN = Eyes()


class Memory:
    """The looks of one movement, each taken once for what had broken by then."""

    def __init__(self, movement: Movement, start: Way) -> None:
        # What is left of the movement decides only over small objects (AMB-DS-6).
        self._has_objects = any(piece.kind == "object" for piece in start.board.pieces)
        self._body = movement.body
        self._soils: dict[tuple[Broken, Place], Soil] = {}
        self._met: dict[tuple[Broken, int, Place, Footing], Met | Refusal] = {}
        self._harms: dict[tuple[Place, Place], tuple[Harmed, ...]] = {}

    def eyes(self) -> Eyes:
        """Return the looks that remember."""
        return Eyes(self._footing, self._meet, self._harmed)

    def _footing(self, movement: Movement, way: Way, wish: Square) -> Footing:
        def ground(scene: Scene, body: Cells, place: Place) -> Soil:
            key = (way.broken, place)
            if key not in self._soils:
                self._soils[key] = soil(scene, body, place)
            return self._soils[key]

        return footing(movement, way, wish, ground)

    def _meet(self, movement: Movement, way: Way, to: Footing) -> Met | Refusal:
        key = (way.broken, way.left if self._has_objects else 0, way.at, to)
        if key not in self._met:
            self._met[key] = meet(movement, way, to)
        return self._met[key]

    def _harmed(self, movement: Movement, way: Way, to: Place) -> tuple[Harmed, ...]:
        key = (way.at, to)
        if key not in self._harms:
            self._harms[key] = harms(movement, way, to)
        return self._harms[key]
