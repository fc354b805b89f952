"""The ground under and around a body of whole squares, looked up once a square."""

import math

import msgspec

from vttbridge.geometry.footprint import Cells, cells
from vttbridge.geometry.levels import HAIR, Layer
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.vec import Place, Vec


class Soil(msgspec.Struct, frozen=True):
    """What lies under a body: the highest support at or below it, `None` where it is bottomless.

    `rise` is the top of solid ground that the body would be inside of, `None` where there is none.
    """

    under: float | None
    supported: bool
    rise: float | None


def soil(scene: Scene, body: Cells, place: Place) -> Soil:
    """Give the ground under a body; any square of it that is held holds all of it."""
    layers = [layer for cell in cells(body, place) for layer in _layers(scene, cell.x, cell.y)]
    head = place.z + body.height - HAIR
    above = [one.top for one in layers if one.top > place.z + HAIR and one.underside < head]
    below = [one.top for one in layers if one.top <= place.z + HAIR and one.top != -math.inf]
    held = any(one.top >= place.z - HAIR and one.underside < place.z for one in layers)
    under = max(below, default=None)
    if held and (under is None or under < place.z - HAIR):
        under = place.z
    return Soil(under, held, max(above, default=None))


def _layers(scene: Scene, x: int, y: int) -> list[Layer]:
    return scene.levels.layers_at(Vec(x + 0.5, y + 0.5))
