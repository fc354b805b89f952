"""A scene as pure data: what is read, stored, sent and turned; `Scene.build` makes the thing that answers."""

from typing import Literal

import msgspec

from vttbridge.geometry.grid import Grid, SquareGrid
from vttbridge.geometry.terrain import Area, Wall
from vttbridge.geometry.vec import Cell, Vec

DoorState = Literal["closed", "open", "locked"]


class LevelBand(msgspec.Struct, frozen=True):
    """A level of a virtual tabletop's scene: its id there, and its heights (`None` is unbounded)."""

    id: str
    bottom: float | None = None
    top: float | None = None


class Pixels(msgspec.Struct, frozen=True):
    """How the places of a scene are spelled in the virtual tabletop that it comes from.

    Args:
        size: Pixels of a cell.
        distance: What a cell measures in `units`; heights there are in them too.
        units: The unit's name.
        levels: The levels of the scene, from version 14 on.
        version: The tabletop's generation, for the shape of what is written there.
        action: The word under which a pushed token moves there.
    """

    size: float
    distance: float = 1.0
    units: str = ""
    levels: tuple[LevelBand, ...] = ()
    version: int = 13
    action: str = "displace"


class SceneSpec(msgspec.Struct, frozen=True):
    """The ground plan of a scene: bounds, grid, walls and areas.

    The bounds are x0 to x0 + width and y0 to y0 + height. `ground` is the level where no area says otherwise;
    `None` means that there is nothing below. `pixels` stands where a virtual tabletop keeps the scene.
    """

    id: str
    name: str
    width: float
    height: float
    grid: Grid = SquareGrid()
    unit: Literal["square", "inch"] = "square"
    ground: float | None = 0.0
    walls: tuple[Wall, ...] = ()
    areas: tuple[Area, ...] = ()
    edge_blocks: bool = True
    home: Literal["table", "vtt"] = "table"
    x0: float = 0.0
    y0: float = 0.0
    pixels: Pixels | None = None


class Cut(msgspec.Struct, frozen=True):
    """A broken part: the stretch of a wall (fractions of its length) or one cell of a filled area."""

    kind: Literal["wall", "area"]
    id: str
    cell: Cell | None = None
    stretch: tuple[float, float] | None = None


class Overlay(msgspec.Struct, frozen=True):
    """What changed on a scene since it was built: door states (sorted by wall id) and broken parts."""

    doors: tuple[tuple[str, DoorState], ...] = ()
    broken: tuple[Cut, ...] = ()


_ORIGIN = Vec(0.0, 0.0)


def cell_outline(cell: Cell, origin: Vec = _ORIGIN) -> tuple[Vec, Vec, Vec, Vec]:
    """Return the four corners of a square cell, counted from an origin."""
    x, y = cell.x + origin.x, cell.y + origin.y
    return (Vec(x, y), Vec(x + 1, y), Vec(x + 1, y + 1), Vec(x, y + 1))
