"""The ground under and around a body of whole squares, looked up once a square."""

import math
from collections.abc import Iterator

import msgspec

from vttbridge.geometry.footprint import Cells, cells
from vttbridge.geometry.index import Box
from vttbridge.geometry.levels import HAIR, Layer
from vttbridge.geometry.polygon import holds
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
    """Return the ground under a body; any square of it that is held holds all of it.

    What is filled up to a height holds a body on its top, but is no ground that one walks up to.
    """
    layers = [layer for cell in cells(body, place) for layer in _layers(scene, cell.x, cell.y)]
    blocks = [top for cell in cells(body, place) for top in _tops(scene, cell.x, cell.y, place.z)]
    head = place.z + body.height - HAIR
    above = [one.top for one in layers if one.top > place.z + HAIR and one.underside < head]
    below = [one.top for one in layers if one.top <= place.z + HAIR and one.top != -math.inf]
    held = any(one.top >= place.z - HAIR and one.underside < place.z for one in layers)
    held = held or any(top >= place.z - HAIR for top in blocks)
    under = max([*below, *blocks], default=None)
    if held and (under is None or under < place.z - HAIR):
        under = place.z
    return Soil(under, held, max(above, default=None))


def _layers(scene: Scene, x: int, y: int) -> list[Layer]:
    return scene.levels.layers_at(Vec(x + 0.5, y + 0.5))


def _tops(scene: Scene, x: int, y: int, z: float) -> Iterator[float]:
    """The tops at or below a height of what is filled on a square."""
    middle = Vec(x + 0.5, y + 0.5)
    for filled in scene.filled_near(Box(x, y, x + 1, y + 1)):
        if filled.top <= z + HAIR and holds(middle, filled.edges):
            yield filled.top
