"""Points and directions on the table plane: x right, y down, in the scene's unit (square or inch)."""

import math
from typing import NamedTuple


class Vec(NamedTuple):
    """A point or a direction in the plane."""

    x: float
    y: float

    def plus(self, other: "Vec") -> "Vec":
        """Return the sum of both."""
        return Vec(self.x + other.x, self.y + other.y)

    def minus(self, other: "Vec") -> "Vec":
        """Return this less the other: the way from the other to this."""
        return Vec(self.x - other.x, self.y - other.y)

    def times(self, factor: float) -> "Vec":
        """Return this stretched by a factor."""
        return Vec(self.x * factor, self.y * factor)

    def dot(self, other: "Vec") -> float:
        """Return the scalar product."""
        return self.x * other.x + self.y * other.y

    def cross(self, other: "Vec") -> float:
        """Return the z part of the vector product."""
        return self.x * other.y - self.y * other.x

    @property
    def length(self) -> float:
        """The distance from the origin."""
        return math.hypot(self.x, self.y)

    @property
    def unit(self) -> "Vec":
        """The direction with length 1; the zero vector has none and raises ValueError."""
        length = self.length
        if length == 0.0:
            raise ValueError("the zero vector has no direction")
        return Vec(self.x / length, self.y / length)

    @property
    def left(self) -> "Vec":
        """This turned by a quarter against the clock as seen on a y-down screen."""
        return Vec(self.y, -self.x)


class Cell(NamedTuple):
    """A square or hex of a grid by its column and row."""

    x: int
    y: int


class Place(NamedTuple):
    """Where a piece stands.

    On a grid x and y name the piece's north-west cell (whole numbers); on free inches its base's centre.
    z is the height of its underside above the scene's ground.
    """

    x: float
    y: float
    z: float = 0.0

    @property
    def at(self) -> Vec:
        """The plane part."""
        return Vec(self.x, self.y)

    @property
    def cell(self) -> Cell:
        """The north-west cell."""
        return Cell(round(self.x), round(self.y))


GRAIN = 0.001
"""Stored positions are whole multiples of this (in squares or inches)."""

TOUCH = 0.002
"""A sweep that starts nearer than this to a wall reports it only when moving towards it."""

SLACK = GRAIN + 1e-9
"""How far stored positions may reach into one another: one grain of rounding, and float noise."""
