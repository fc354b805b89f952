"""The ground under a base: its levels, falling, going over an edge, and the nearest ledge."""

from typing import Literal

import msgspec

from vttbridge.geometry.footprint import Body, Footprint, cells
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.vec import Place, Vec

Hold = Literal["any", "centre", "whole"]
"""How much of a base a support must hold: any part of it, its centre, or all of it."""


class Ground(msgspec.Struct, frozen=True):
    """What lies under a base.

    `highest` is the highest solid level anywhere under it, whatever its own height; `under` the highest support at
    or below it (`None`: bottomless). `supported`, `centred` and `whole` say how much of the base has its support at
    its own height: any part, the centre, all of it. `rise` is the highest top of what its body would be inside of.
    """

    highest: float | None
    under: float | None
    supported: bool
    centred: bool = True
    whole: bool = True
    rise: float | None = None


class Fall(msgspec.Struct, frozen=True):
    """Where a fall ends (`None`: nowhere), how deep it was, on which bodies, in which area ("" is open ground)."""

    landing: Place | None
    height: float
    onto: tuple[str, ...] = ()
    area: str = ""


class Overhang(msgspec.Struct, frozen=True):
    """How far a moving base comes before some part, its centre, the whole of it first has no support.

    `area` is the pit that opens or the elevation that ends there, `drop` how far down it goes (`None`: no bottom).
    """

    partly: float | None
    centre: float | None
    wholly: float | None
    area: str = ""
    drop: float | None = None


class Rim(msgspec.Struct, frozen=True):
    """The nearest ledge: gap from the base's edge, nearest point, outward direction, drop (`None`: no bottom)."""

    gap: float
    point: Vec
    outward: Vec
    drop: float | None
    railing: float = 0.0
    area: str = ""


def level_at(scene: Scene, point: Vec, below: float | None = None) -> float | None:
    """Give the highest solid level at a point, at or under `below` where that is given; `None` is bottomless."""
    return scene.spec.ground


def levels(scene: Scene, footprint: Footprint, place: Place) -> tuple[float | None, ...]:
    """Give for each cell covered the support at or below the piece's height, row by row."""
    return tuple(scene.spec.ground for _ in cells(footprint, place))


def ground(scene: Scene, footprint: Footprint, place: Place) -> Ground:
    """Give what lies under a base."""
    return Ground(scene.spec.ground, scene.spec.ground, supported=scene.spec.ground == place.z)


def fall(
    scene: Scene,
    footprint: Footprint,
    place: Place,
    bodies: tuple[Body, ...] = (),
    *,
    hold: Hold = "any",
) -> Fall:
    """Let a base fall straight down to the first support that holds it."""
    return Fall(place, 0.0)


def overhang(
    scene: Scene, footprint: Footprint, start: Place, direction: Vec, distance: float
) -> Overhang | None:
    """Say where a level movement goes over an edge; `None` when the whole base keeps its support throughout."""
    return None


def rim_distance(scene: Scene, footprint: Footprint, place: Place) -> Rim | None:
    """Give the ledge nearest to a base that stands on it, or nothing when there is none on the map."""
    return None
