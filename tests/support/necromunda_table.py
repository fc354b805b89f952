"""Fighters of the book of traits for tests, on the inch table."""

from support.inch_table import Box, InchTable, end_of, ground, wall
from vttbridge.geometry.footprint import Disc
from vttbridge.geometry.terrain import Area, Elevation
from vttbridge.geometry.vec import Place
from vttbridge.rules.piece import Number, Piece, numbers
from vttbridge_necromunda import TRAITS

__all__ = ["end_of", "fighter", "platform", "played", "table", "wall"]

_TABLE = InchTable(TRAITS)
table, played = _TABLE.table, _TABLE.played


def fighter(name: str, x: float, y: float, z: float = 0.0, side: str = "blue", **named: Number) -> Piece:
    """Make a fighter on a round base of half an inch radius."""
    given = numbers(**({"strength": 3, "initiative": 4} | named))
    return Piece(name, footprint=Disc(0.5), place=Place(x, y, z), side=side, numbers=given)


def platform(name: str, level: float, box: Box) -> Area:
    """Make a solid platform."""
    return ground(name, Elevation(level), box)
