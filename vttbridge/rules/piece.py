"""A token or movable object: footprint, place, numbers, tags and statuses as one frozen value."""

from typing import Literal

import msgspec

from vttbridge.geometry.footprint import Body, Cells, Footprint
from vttbridge.geometry.vec import Place

Number = float | int | str
Numbers = tuple[tuple[str, Number], ...]


class Piece(msgspec.Struct, frozen=True):
    """One piece on the board.

    `body` names what owns the numbers (two linked tokens, one body; empty: the piece itself) and `pool` what
    several bodies share (a squad). `owner` is the controlling seat, `side` the team. Numbers are sorted.
    """

    id: str
    name: str = ""
    kind: Literal["creature", "object", "marker"] = "creature"
    footprint: Footprint = Cells()
    place: Place = Place(0.0, 0.0, 0.0)
    owner: str = ""
    side: str = ""
    body: str = ""
    pool: str = ""
    numbers: Numbers = ()
    tags: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    hidden: bool = False

    @property
    def owns(self) -> str:
        """The id of the body that owns the numbers."""
        return self.body or self.id

    @property
    def solid(self) -> Body:
        """The piece as geometry sees it."""
        return Body(self.id, self.footprint, self.place)

    def number(self, name: str, default: float = 0) -> float:
        """Return a number by name; a text there counts as not set."""
        value = self.raw(name)
        return value if isinstance(value, int | float) else default

    def whole(self, name: str, default: int = 0) -> int:
        """Return a number as a whole one."""
        return int(self.number(name, default))

    def text(self, name: str, default: str = "") -> str:
        """Return a text by name."""
        value = self.raw(name)
        return value if isinstance(value, str) else default

    def raw(self, name: str) -> Number | None:
        """Return whatever stands under a name."""
        return next((value for key, value in self.numbers if key == name), None)

    def has(self, tag: str) -> bool:
        """Return whether the piece has an ability or trait."""
        return tag in self.tags

    def is_in(self, status: str) -> bool:
        """Return whether a status holds."""
        return status in self.statuses

    def with_number(self, name: str, value: Number) -> "Piece":
        """Return the piece with one number set."""
        kept = tuple(pair for pair in self.numbers if pair[0] != name)
        return msgspec.structs.replace(self, numbers=tuple(sorted((*kept, (name, value)))))

    def with_status(self, status: str, on: bool) -> "Piece":
        """Return the piece with a status begun or ended; statuses stay sorted."""
        kept = tuple(held for held in self.statuses if held != status)
        return msgspec.structs.replace(self, statuses=tuple(sorted((*kept, status))) if on else kept)

    def at(self, place: Place) -> "Piece":
        """Return the piece somewhere else."""
        return msgspec.structs.replace(self, place=place)


def numbers(**named: Number) -> Numbers:
    """Return some numbers, sorted."""
    return tuple(sorted(named.items()))
