"""Room to stand: what fits, what overlaps, how far bases are apart, and the nearest free places."""

from vttbridge.geometry.footprint import Body, Footprint
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.vec import Place, Vec


def fits(
    scene: Scene,
    footprint: Footprint,
    place: Place,
    bodies: tuple[Body, ...] = (),
    ignore: tuple[str, ...] = (),
) -> bool:
    """Say whether a piece may stand at a place: on the map, in nothing filled, in nobody's space."""
    return True


def overlaps(a: Body, b: Body) -> bool:
    """Say whether two bodies share space: bases and height bands; touching is not sharing."""
    return False


def gap(a: Body, b: Body) -> float:
    """Give the distance between the edges of two bases, height between their bands included; 0 when they touch."""
    return 0.0


def flat_gap(a: Body, b: Body) -> float:
    """Give the distance between the edges of two bases on the plane; 0 when they touch or overlap."""
    return 0.0


def free_cells(
    scene: Scene, footprint: Footprint, near: Place, bodies: tuple[Body, ...], reach: int
) -> tuple[Place, ...]:
    """Give the places within so many squares where a piece fits at the same height, the nearest first.

    Equally near ones come row by row; the place itself is the first when it is free.
    """
    return ()


def nearest_clear(
    scene: Scene,
    footprint: Footprint,
    place: Place,
    bodies: tuple[Body, ...] = (),
    gap_to: float = 0.0,
    *,
    side: Vec | None = None,
    whole: bool = False,
    reach: float = 12.0,
) -> Place | None:
    """Give the place of the shortest shift that is clear of walls, solid ground and bodies.

    Args:
        scene: The scene.
        footprint: The base that is shifted.
        place: Where it is now.
        bodies: Who is in the way.
        gap_to: The least gap to keep from the bodies.
        side: Only shifts that do not go against this direction.
        whole: Only places where the whole base has its support at its own height.
        reach: The longest shift looked at.
    """
    return place
