"""A scene as pure data: what is read, stored, sent and turned; `Scene.build` makes the thing that answers."""

from typing import Literal

import msgspec

from vttbridge.geometry.grid import Grid, SquareGrid
from vttbridge.geometry.terrain import Area, Wall
from vttbridge.geometry.vec import Cell, Vec

DoorState = Literal["closed", "open", "locked"]


class SceneSpec(msgspec.Struct, frozen=True):
    """The ground plan of a scene: bounds, grid, walls and areas.

    The bounds are x0 to x0 + width and y0 to y0 + height. `ground` is the level where no area says otherwise;
    `None` means that there is nothing below.
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
    """Give the four corners of a square cell, counted from an origin."""
    x, y = cell.x + origin.x, cell.y + origin.y
    return (Vec(x, y), Vec(x + 1, y), Vec(x + 1, y + 1), Vec(x, y + 1))
