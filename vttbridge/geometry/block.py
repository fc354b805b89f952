"""What one step on a grid can meet, as values."""

from typing import Literal

import msgspec

from vttbridge.geometry.spec import Cut
from vttbridge.geometry.vec import Cell, Place, Vec


class Block(msgspec.Struct, frozen=True):
    """One unit square of an obstacle that a step runs into, and how to break it (`cut`, where that can be).

    `cells` are the newly entered cells behind it. `redundant` marks a wall that only draws what another block
    of the same step already is. A map edge has the id north, east, south or west; bare ground is `ground`.
    """

    kind: Literal["wall", "area", "edge", "ceiling", "floor"]
    id: str
    material: str
    cells: tuple[Cell, ...]
    cut: Cut | None = None
    redundant: bool = False


class Corner(msgspec.Struct, frozen=True):
    """The grid corner that one cell of a diagonal step passes, and what stands at its two flanks.

    `filled` says whether a flank is a filled cell, `cut` whether the way round by it is closed, by a wall or
    because it is filled; `blocks` is what closes them.
    """

    point: Vec
    flanks: tuple[Cell, Cell]
    filled: tuple[bool, bool]
    cut: tuple[bool, bool]
    blocks: tuple[Block, ...] = ()


class Step(msgspec.Struct, frozen=True):
    """What one step meets: obstacles, corners and the bodies whose space it enters (ids in order)."""

    to: Place
    blocks: tuple[Block, ...] = ()
    corners: tuple[Corner, ...] = ()
    bodies: tuple[str, ...] = ()
