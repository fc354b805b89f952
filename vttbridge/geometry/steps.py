"""Grid movement: what one step to a neighbouring place, or a path of steps, runs into.

1. Each cell of a footprint moves to its neighbour; a wall blocks when `ray` from the old centre of a moved cell to
   its new centre meets it. Walls met only at the grid corner that a diagonal step passes are left to the corners.
2. A filled cell blocks when newly entered, and so does ground off the map.
3. Elevation is never a block on the way: a rule book asks `fall.ground` whether it climbs. Straight down the ground
   blocks, straight up a ceiling does.
4. On a diagonal step every moved cell has a corner with two flanks; a rule book's corner rule decides over them.
"""

from collections.abc import Callable
from typing import Literal

import msgspec

from vttbridge.geometry.footprint import Body, Footprint
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.spec import Cut
from vttbridge.geometry.vec import Cell, Place, Vec


class Block(msgspec.Struct, frozen=True):
    """One unit square of an obstacle that a step runs into, and how to break it (`cut`, where it can be broken).

    `redundant` marks a wall that only draws what another block of the same step already is.
    """

    kind: Literal["wall", "area", "edge", "ceiling", "floor"]
    id: str
    material: str
    cells: tuple[Cell, ...]
    cut: Cut | None = None
    redundant: bool = False


class Corner(msgspec.Struct, frozen=True):
    """The grid corner that one cell of a diagonal step passes, and what stands at its two flanks."""

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


class Walk(msgspec.Struct, frozen=True):
    """A path as far as it goes: the free steps, the last place reached, and the step that was blocked."""

    steps: tuple[Step, ...]
    end: Place
    blocked: Step | None = None


CornerRule = Callable[[Corner], bool]
"""Says whether a corner stops a diagonal step."""


def look(
    scene: Scene,
    footprint: Footprint,
    place: Place,
    to: Place,
    bodies: tuple[Body, ...] = (),
    ignore: tuple[str, ...] = (),
) -> Step:
    """Look at one step to a neighbouring place."""
    return Step(to)


def walk(
    scene: Scene,
    footprint: Footprint,
    path: tuple[Place, ...],
    bodies: tuple[Body, ...] = (),
    ignore: tuple[str, ...] = (),
    *,
    corner: CornerRule = lambda _: False,
) -> Walk:
    """Look along a path (its first place is where the piece stands) until a step is blocked."""
    return Walk((), path[-1])


def filled(scene: Scene, footprint: Footprint, place: Place) -> bool:
    """Say whether any cell that a piece covers is filled at its height."""
    return False
