"""From an edge to the ground: where a base finds room beyond the edge, and where it lands and comes to rest.

1. A base has room beyond an edge where all of it is over nothing, at most its own width from where it
   crossed, with no footing between. Where there is none, as over a crack, it does not fall.
2. It lands on the highest level under some part of it that then holds it; where something rises there, it is
   shifted the least distance that makes it fit beside.
3. Where no level holds it, and nothing is open without a bottom, it comes to rest on the highest ground that
   it touches: across a crack, or on a step that leaves no room beside.
"""

import math

from vttbridge.geometry.clear import nearest_clear
from vttbridge.geometry.cover import base_box, supported
from vttbridge.geometry.fall import Fall, Hold, fallen, holding
from vttbridge.geometry.footprint import Body, Cells, Disc, Footprint, centre
from vttbridge.geometry.ledge import is_open
from vttbridge.geometry.levels import HAIR
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.vec import GRAIN, Place, Vec

_ASIDE = 4.0
_JUST_BELOW = 2 * GRAIN


def room_beyond(scene: Scene, footprint: Footprint, z: float, point: Vec, outward: Vec) -> Place | None:
    """Return the nearest place beyond a point of an edge at z where the whole base is over nothing."""
    below = _centred(footprint, point, z - _JUST_BELOW)
    found = nearest_clear(scene, footprint, below, side=outward, reach=1.5 * width(footprint))
    if found is None:
        return None
    place = found._replace(z=z)
    return place if is_beside(scene, footprint, place, point, outward) else None


def is_beside(scene: Scene, footprint: Footprint, place: Place, point: Vec, outward: Vec) -> bool:
    """Return whether a place lies in the drop beyond a point of an edge, at most a base's width from it."""
    middle = centre(footprint, place)
    is_near = middle.minus(point).length <= 1.5 * width(footprint) + GRAIN
    just_over = point.plus(outward.times(_JUST_BELOW))
    return is_near and is_open(scene, place.z, just_over, middle)


def land(
    scene: Scene,
    footprint: Footprint,
    place: Place,
    side: Vec | None = None,
    *,
    bodies: tuple[Body, ...] = (),
    hold: Hold = "whole",
    aside: float = _ASIDE,
) -> Fall:
    """Return the end of a fall that begins over an edge; whoever has no room to fall stays where it is.

    Bodies do not stop it; those under the landing are named.

    Args:
        scene: The scene.
        footprint: What falls.
        place: Where it begins to fall.
        side: The direction of the drop, which the shift does not go against.
        bodies: Who might be underneath.
        hold: How much of the base a support must hold.
        aside: How far it is shifted at most.
    """
    levels = _levels_under(scene, footprint, place)
    for level in levels:
        landing = nearest_clear(scene, footprint, place._replace(z=level), side=side, reach=aside)
        if landing is not None and holding(supported(scene, footprint, landing), hold):
            return fallen(scene, footprint, place, landing, bodies)
    if not levels or _is_open_below(scene, footprint, place._replace(z=levels[-1] - _DEEP), side, aside):
        return Fall(None, math.inf)
    rest = nearest_clear(scene, footprint, place._replace(z=levels[0]), side=side, reach=aside)
    return Fall(place, 0.0) if rest is None else fallen(scene, footprint, place, rest, bodies)


_DEEP = 10.0


def _levels_under(scene: Scene, footprint: Footprint, place: Place) -> list[float]:
    """The levels below a place that some part of the base is over, the highest first."""
    tops = scene.levels.tops_near(base_box(footprint, place))
    return [
        top
        for top in tops
        if top < place.z - HAIR and supported(scene, footprint, place._replace(z=top)).some
    ]


def _is_open_below(scene: Scene, footprint: Footprint, deep: Place, side: Vec | None, aside: float) -> bool:
    """Whether a base has room to fall without end."""
    return nearest_clear(scene, footprint, deep, side=side, reach=aside) is not None


def width(footprint: Footprint) -> float:
    """Return how wide a base is, at its longer side."""
    match footprint:
        case Disc(radius=radius):
            return 2 * radius
        case Cells(width=width, depth=depth):
            return float(max(width, depth))


def _centred(footprint: Footprint, point: Vec, z: float) -> Place:
    half = centre(footprint, Place(0.0, 0.0))
    return Place(point.x - half.x, point.y - half.y, z)
