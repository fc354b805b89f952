"""Dice as values: what a face may be, how a client's face is read, and every outcome with its weight.

Nothing here rolls. `draw` turns a stream of uniform whole numbers, which the caller owns, into a face.
"""

import math
from collections.abc import Callable
from typing import Generic, TypeGuard, TypeVar

import msgspec

from vttbridge.geometry.vec import Vec
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.values import Value, freeze, is_number

F = TypeVar("F")

Uniform = Callable[[int], int]
"""Gives a uniform whole number from 0 to n - 1."""


class Die(msgspec.Struct, Generic[F], frozen=True):
    """A kind of roll: its name, every outcome with a whole weight, and how to read a face that was given.

    `exact` is False where the outcomes are a fixed sample of a continuous die (the scatter arrow).
    """

    name: str
    outcomes: tuple[tuple[Value, int], ...]
    read: Callable[[Value], F | Refusal]
    exact: bool = True
    draw_with: Callable[[Uniform], Value] | None = None

    def draw(self, uniform: Uniform) -> Value:
        """Draw a face with the caller's stream of numbers."""
        if self.draw_with is not None:
            return self.draw_with(uniform)
        pick = uniform(sum(weight for _, weight in self.outcomes))
        for face, weight in self.outcomes:
            pick -= weight
            if pick < 0:
                return face
        raise ValueError("the stream gave a number out of range")


def _not_a_face(die: str, value: Value) -> Refusal:
    return refuse("NOT_A_FACE", die=die, given=value)


def _is_face(value: Value, sides: int) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= sides


def plain(name: str, sides: int) -> Die[int]:
    """Make a die with faces 1 to `sides`."""

    def read(value: Value) -> int | Refusal:
        return value if _is_face(value, sides) else _not_a_face(name, value)

    return Die(name, tuple((face, 1) for face in range(1, sides + 1)), read)


def pair(name: str, sides: int) -> Die[tuple[int, int]]:
    """Make two dice that are read together, each with faces 1 to `sides`."""

    def read(value: Value) -> tuple[int, int] | Refusal:
        match freeze(value):
            case (first, second) if _is_face(first, sides) and _is_face(second, sides):
                return (first, second)
            case _:
                return _not_a_face(name, value)

    faces = range(1, sides + 1)
    return Die(name, tuple(((first, second), 1) for first in faces for second in faces), read)


D6 = plain("d6", 6)
D3 = plain("d3", 3)
D10 = plain("d10", 10)
TWO_D6 = pair("2d6", 6)
TWO_D10 = pair("2d10", 10)

HIT = "hit"
"""The scatter die's Hit symbol."""

SCATTER_SAMPLE = 8
"""The scatter arrow is sampled at this many directions where every outcome is walked."""


def _read_scatter(value: Value) -> Vec | None | Refusal:
    match freeze(value):
        case "hit":
            return None
        case (x, y) if is_number(x) and is_number(y):
            arrow = Vec(float(str(x)), float(str(y)))
            return arrow.unit if arrow.length > 0 else _not_a_face("scatter", value)
        case _:
            return _not_a_face("scatter", value)


def _arrow(degrees: int) -> tuple[Value, ...]:
    angle = math.radians(degrees)
    return (round(math.cos(angle), 6), round(math.sin(angle), 6))


def _draw_scatter(uniform: Uniform) -> Value:
    return HIT if uniform(6) < 2 else _arrow(uniform(360))


SCATTER: Die[Vec | None] = Die(
    "scatter",
    ((HIT, SCATTER_SAMPLE), *((_arrow(step * 360 // SCATTER_SAMPLE), 2) for step in range(SCATTER_SAMPLE))),
    _read_scatter,
    exact=False,
    draw_with=_draw_scatter,
)
"""Two Hit faces and four arrows that may point anywhere; read as a unit direction, or `None` for a Hit."""
