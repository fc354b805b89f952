"""The path question: squares with or without a height, so that one without follows the ground."""

import msgspec

from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.values import Value, freeze
from vttbridge_draw_steel.movement import Square, whole

Path = tuple[Square, ...]


class Squares(msgspec.Struct, frozen=True):
    """The squares of a forced movement in order, without the start; none at all is 0 squares."""

    most: int
    offered: tuple[Path, ...] = ()

    word = "path"

    def read(self, value: Value) -> Path | Refusal:
        """Take a list of squares of two or three numbers."""
        frozen = freeze(value)
        if not isinstance(frozen, tuple):
            return refuse("WRONG_KIND_OF_ANSWER", kind=self.word, given=value)
        squares = [square_of(part) for part in frozen]
        kept = tuple(square for square in squares if square is not None)
        if len(kept) < len(squares):
            return refuse("NOT_A_SQUARE", given=value)
        return kept

    def write(self, answer: Path) -> Value:
        """Return the squares as numbers."""
        return tuple(plain(square) for square in answer)

    def data(self) -> dict[str, Value]:
        """How long it may be and what is offered."""
        return {
            "most": self.most,
            "offered": tuple(self.write(path) for path in self.offered),
            "region": None,
        }

    def samples(self) -> tuple[Path, ...]:
        """The offered paths."""
        return self.offered


def plain(square: Square) -> tuple[Value, ...]:
    """Write a square as two or three numbers."""
    if square.z is None:
        return (square.x, square.y)
    return (square.x, square.y, whole(square.z))


def square_of(value: object) -> Square | None:
    """Read a square: whole x and y, and perhaps a height."""
    match value:
        case (int() | float() as x, int() | float() as y):
            return _square(x, y, None)
        case (int() | float() as x, int() | float() as y, int() | float() as z):
            return _square(x, y, float(z))
        case _:
            return None


def _square(x: float, y: float, z: float | None) -> Square | None:
    if not (float(x).is_integer() and float(y).is_integer()):
        return None
    return Square(int(x), int(y), z)
