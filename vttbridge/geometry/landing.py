"""Where one lands who went over an edge: down, aside until the base fits, on down if it does not hold."""

import math

from vttbridge.geometry.clear import nearest_clear
from vttbridge.geometry.cover import base_box, supported
from vttbridge.geometry.fall import Fall, Hold, fallen, holding
from vttbridge.geometry.footprint import Body, Footprint
from vttbridge.geometry.levels import HAIR
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.vec import Place, Vec


def land(
    scene: Scene,
    footprint: Footprint,
    place: Place,
    side: Vec | None = None,
    *,
    bodies: tuple[Body, ...] = (),
    hold: Hold = "whole",
) -> Fall:
    """Return the end of a fall that begins over an edge.

    At each level below, the highest first, the base is shifted the least distance that makes it fit beside
    what rises there, on the side of the drop; the first level that then holds it is where it lands. Bodies do
    not stop it; those under the landing are named.

    Args:
        scene: The scene.
        footprint: What falls.
        place: Where it begins to fall.
        side: The direction of the drop, which the shift does not go against.
        bodies: Who might be underneath.
        hold: How much of the base a support must hold.
    """
    reach = base_box(footprint, place).grown(_ASIDE)
    for level in scene.levels.tops_near(reach):
        if level < place.z - HAIR:
            landing = nearest_clear(scene, footprint, place._replace(z=level), side=side, reach=_ASIDE)
            if landing is not None and holding(supported(scene, footprint, landing), hold):
                return fallen(scene, footprint, place, landing, bodies)
    return Fall(None, math.inf)


_ASIDE = 4.0
