"""One forced movement of one target as a value, and how far it has come: what every step is judged by."""

from typing import Literal, NamedTuple

import msgspec

from vttbridge.geometry.footprint import Body, Cells
from vttbridge.geometry.spec import Cut
from vttbridge.geometry.vec import Cell, Place
from vttbridge.rules.board import Board
from vttbridge.rules.options import Options
from vttbridge.rules.piece import Piece

MoveKind = Literal["push", "pull", "slide"]


class Square(NamedTuple):
    """A square of a path as it is named; without z the target follows the ground or keeps its height."""

    x: int
    y: int
    z: float | None = None


class Movement(msgspec.Struct, frozen=True, kw_only=True):
    """What is moved, how, how far, and from where away and towards are measured."""

    kind: MoveKind
    source: str
    pole: Body
    target: Piece
    body: Cells
    distance: int
    vertical: bool = False
    burrows: bool = False
    grounded: bool = True
    aside: tuple[str, ...] = ()
    declined: tuple[int, ...] = ()

    @property
    def is_object(self) -> bool:
        """The target is an object."""
        return self.target.kind == "object"


class Barrier(msgspec.Struct, frozen=True):
    """Something solid in the way: a square of a wall, a filled square, the ground, or an object (`piece`).

    `shields` are the squares that lie behind it, where it is a thin wall or a corner.
    """

    id: str
    material: str = ""
    cut: Cut | None = None
    piece: str = ""
    shields: tuple[Cell, ...] = ()

    @property
    def can_break(self) -> bool:
        """There is something that could give way."""
        return self.cut is not None or bool(self.piece)


class Entered(msgspec.Struct, frozen=True, tag="entered"):
    """The target entered a square."""

    place: Place


class Broke(msgspec.Struct, frozen=True, tag="broke"):
    """Squares broke: what, the movement it cost, and the material whose damage the target takes, each."""

    barriers: tuple[Barrier, ...]
    cost: int
    pains: tuple[str, ...]


class Harmed(msgspec.Struct, frozen=True, tag="harmed"):
    """Terrain or an aura took hold of the target."""

    area: str
    cause: Literal["terrain", "aura"]


class Struck(msgspec.Struct, frozen=True, tag="struck"):
    """The movement ended against something: solid things, creatures, and the squares that were left."""

    barriers: tuple[Barrier, ...]
    creatures: tuple[str, ...]
    left: int
    downward: bool = False
    by_corner: bool = False


Event = Entered | Broke | Harmed | Struck


class Way(msgspec.Struct, frozen=True):
    """How far a movement has come.

    `signs` are the directions taken on each axis, `down` the squares sunk, `broken` names what broke so far.
    """

    board: Board
    at: Place
    left: int
    grounded: bool
    signs: tuple[int, int, int] = (0, 0, 0)
    last: tuple[int, int, int] = (0, 0, 0)
    steps: int = 0
    breaks: int = 0
    broken: tuple[str, ...] = ()
    down: int = 0
    hurt: int = 0
    dead: bool = False
    ended: bool = False
    events: tuple[Event, ...] = ()

    @property
    def options(self) -> Options:
        """The table's house rules."""
        return self.board.options

    def with_event(self, event: Event) -> "Way":
        """Return the way with one more event."""
        return msgspec.structs.replace(self, events=(*self.events, event))


def whole(value: float) -> int | float:
    """Write a height as a whole number where it is one."""
    return int(value) if float(value).is_integer() else value
