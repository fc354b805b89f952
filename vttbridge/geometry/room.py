"""Room to stand: what fits, what overlaps, how far bases are apart, and the nearest free places."""

from vttbridge.geometry.clear import nearest_clear
from vttbridge.geometry.cover import on_squares
from vttbridge.geometry.fall import ground
from vttbridge.geometry.footprint import Body, Cells, Footprint, cells
from vttbridge.geometry.gaps import flat_gap, gap, overlaps, signed_gap
from vttbridge.geometry.obstacles import on_map, stands_clear
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.steps import filled
from vttbridge.geometry.vec import Place

__all__ = ["fits", "flat_gap", "free_cells", "gap", "nearest_clear", "overlaps", "signed_gap"]


def fits(
    scene: Scene,
    footprint: Footprint,
    place: Place,
    bodies: tuple[Body, ...] = (),
    ignore: tuple[str, ...] = (),
) -> bool:
    """Return whether a piece may stand at a place: on the map, in nothing filled, in nobody's space.

    A block on whole squares may stand where a wall cuts through its cells, and on ground of any level; a free
    base must keep its distance from walls and from ground that rises above it.
    """
    me = Body("", footprint, place)
    if any(overlaps(me, body) for body in bodies if body.id not in ignore):
        return False
    if on_squares(scene, footprint, place):
        return on_map(scene, footprint, place) and not filled(scene, footprint, place)
    return stands_clear(scene, footprint, place)


def free_cells(
    scene: Scene, footprint: Footprint, near: Place, bodies: tuple[Body, ...], reach: int
) -> tuple[Place, ...]:
    """Return the places within so many squares where a piece fits at the same height, the nearest first.

    Equally near ones come row by row; the place itself is the first when it is free. Ground that rises above
    the height is not free.
    """
    corner = cells(footprint, near)[0] if not isinstance(footprint, Cells) else near.cell
    x, y = near.x - corner.x, near.y - corner.y
    steps = range(-reach, reach + 1)
    offsets = sorted((max(abs(dx), abs(dy)), dy, dx) for dy in steps for dx in steps)
    places = (Place(corner.x + x + dx, corner.y + y + dy, near.z) for _, dy, dx in offsets)
    return tuple(
        place
        for place in places
        if fits(scene, footprint, place, bodies) and ground(scene, footprint, place).rise is None
    )
