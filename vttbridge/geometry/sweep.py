"""Gridless movement: the exact first contact of a true disc or axis-aligned rectangle."""

from typing import Literal

import msgspec

from vttbridge.geometry.footprint import Body, Footprint
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.vec import Place, Vec

ContactKind = Literal["wall", "area", "body", "edge", "rise"]


class Contact(msgspec.Struct, frozen=True):
    """The first thing that a moving base meets.

    `point` is where they touch, `normal` points from the obstacle to the base, `travelled` is how far it came.
    A map edge has the id north, east, south or west.
    """

    kind: ContactKind
    id: str
    point: Vec
    normal: Vec
    travelled: float
    material: str = ""


def sweep(
    scene: Scene,
    footprint: Footprint,
    start: Place,
    direction: Vec,
    distance: float,
    bodies: tuple[Body, ...] = (),
    ignore: tuple[str, ...] = (),
    *,
    rims: bool = True,
) -> Contact | None:
    """Move a base in a straight line and give its first contact, or nothing when the whole way is free."""
    return None


def advance_place(
    start: Place, direction: Vec, travelled: float, scene: Scene, footprint: Footprint
) -> Place:
    """Give the stored place at the end of a movement: rounded to the grain, towards the start."""
    unit = direction.unit
    return Place(start.x + unit.x * travelled, start.y + unit.y * travelled, start.z)
