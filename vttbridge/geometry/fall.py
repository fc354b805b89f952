"""The ground under a base: its levels, falling, going over an edge, and the nearest ledge.

Water is met at its surface: it is not a drop, and who falls into it comes to rest there (`Fall.area` names
it). Inside solid ground a piece has its support right under it, so nothing underground falls.
"""

import math
from typing import Literal

import msgspec

from vttbridge.geometry.areas import areas_over
from vttbridge.geometry.cover import Cover, base_box, cell_centres, cover, in_the_way, on_squares, supported
from vttbridge.geometry.footprint import Body, Footprint
from vttbridge.geometry.gaps import signed_gap
from vttbridge.geometry.ledge import Crossing, Overhang, centre_crossings, crossings, overhang
from vttbridge.geometry.levels import HAIR
from vttbridge.geometry.rim import Rim, rim_distance, rims
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.terrain import Water
from vttbridge.geometry.vec import SLACK, Place, Vec

__all__ = [
    "Crossing",
    "Fall",
    "Ground",
    "Hold",
    "Overhang",
    "Rim",
    "centre_crossings",
    "crossings",
    "fall",
    "ground",
    "holding",
    "level_at",
    "levels",
    "overhang",
    "rim_distance",
    "rims",
]

Hold = Literal["any", "centre", "whole"]
"""How much of a base a support must hold: any part of it, its centre, or all of it."""


class Ground(msgspec.Struct, frozen=True):
    """What lies under a base.

    `highest` is the highest solid level anywhere under it, whatever its own height; `under` the highest
    support at or below it (`None`: bottomless). `supported`, `centred` and `whole` say how much of the base
    has support at its own height: any part, the centre, all of it. `rise` is the top of what its body would
    be inside of.
    """

    highest: float | None
    under: float | None
    supported: bool
    centred: bool = True
    whole: bool = True
    rise: float | None = None


class Fall(msgspec.Struct, frozen=True):
    """Where a fall ends (`None`: nowhere, and the height is infinite), how deep it was, on which bodies.

    `area` is the water, pit or elevation landed in; "" is open ground.
    """

    landing: Place | None
    height: float
    onto: tuple[str, ...] = ()
    area: str = ""


def level_at(scene: Scene, point: Vec, below: float | None = None) -> float | None:
    """Return the highest solid level at a point, at or under `below` where given; `None` is bottomless."""
    layers = scene.levels.layers_at(point)
    if below is None:
        top = max(layer.top for layer in layers)
        return None if top == -math.inf else top
    if any(layer.top > below + HAIR and layer.underside < below for layer in layers):
        return below
    tops = [layer.top for layer in layers if -math.inf < layer.top <= below + HAIR]
    return max(tops, default=None)


def levels(scene: Scene, footprint: Footprint, place: Place) -> tuple[float | None, ...]:
    """Return for each square covered the support at or below the piece's height, row by row."""
    return tuple(level_at(scene, point, place.z) for point in cell_centres(scene, footprint, place))


def ground(scene: Scene, footprint: Footprint, place: Place) -> Ground:
    """Return what lies under a base."""
    held = supported(scene, footprint, place)
    tops = _tops(scene, footprint, place)
    return Ground(
        highest=next((top for top in tops if _lies_over(scene, footprint, place, top).some), None),
        under=_under(scene, footprint, place, held),
        supported=held.some,
        centred=held.middle,
        whole=held.whole,
        rise=_rise(scene, footprint, place, tops),
    )


def _tops(scene: Scene, footprint: Footprint, place: Place) -> list[float]:
    return scene.levels.tops_near(base_box(footprint, place))


def _lies_over(scene: Scene, footprint: Footprint, place: Place, level: float) -> Cover:
    """How much of a base would be held at a level."""
    return supported(scene, footprint, place._replace(z=level))


def _under(scene: Scene, footprint: Footprint, place: Place, held: Cover) -> float | None:
    tops = [top for top in _tops(scene, footprint, place) if top <= place.z + HAIR]
    if held.some and not (tops and tops[0] >= place.z - HAIR):
        return place.z
    return next((top for top in tops if _lies_over(scene, footprint, place, top).some), None)


def _rise(scene: Scene, footprint: Footprint, place: Place, tops: list[float]) -> float | None:
    if not in_the_way(scene, footprint, place).some:
        return None
    head = place.z + footprint.height - HAIR
    higher = [top for top in tops if top > place.z + HAIR]
    return next((top for top in higher if cover(scene, footprint, place, top - HAIR, head).some), None)


def holding(held: Cover, hold: Hold) -> bool:
    """Return whether enough of a base is held."""
    match hold:
        case "any":
            return held.some
        case "centre":
            return held.middle
        case "whole":
            return held.whole


def fall(
    scene: Scene,
    footprint: Footprint,
    place: Place,
    bodies: tuple[Body, ...] = (),
    *,
    hold: Hold = "any",
) -> Fall:
    """Let a base fall straight down to the first support that holds it; bodies underneath are named."""
    if holding(supported(scene, footprint, place), hold):
        return fallen(scene, footprint, place, place, bodies)
    for level in _tops(scene, footprint, place):
        if level < place.z - HAIR and holding(_lies_over(scene, footprint, place, level), hold):
            return fallen(scene, footprint, place, place._replace(z=level), bodies)
    return Fall(None, math.inf)


def fallen(
    scene: Scene, footprint: Footprint, start: Place, landing: Place, bodies: tuple[Body, ...] = ()
) -> Fall:
    """Return the fall from a place to a landing that is already known."""
    faller = Body("", footprint, landing)
    onto = (
        body.id
        for body in bodies
        if signed_gap(faller, body) < -SLACK
        and body.place.z < start.z
        and landing.z < body.place.z + body.footprint.height
    )
    area = _landed_in(scene, footprint, landing)
    return Fall(landing, start.z - landing.z, tuple(sorted(onto)), area)


def _landed_in(scene: Scene, footprint: Footprint, landing: Place) -> str:
    on = cell_centres(scene, footprint, landing) if on_squares(scene, footprint, landing) else [landing.at]
    layers = [layer for point in on for layer in scene.levels.layers_at(point)]
    held = [layer for layer in layers if abs(layer.top - landing.z) <= HAIR]
    if any(layer.underside == -math.inf for layer in held):
        for area in (area for point in on for area in areas_over(scene, point)):
            if isinstance(area.meaning, Water):
                return area.id
    return next((layer.area for layer in held), "")
