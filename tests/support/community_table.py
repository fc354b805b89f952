"""Fighters of the community book for tests, on the inch table."""

from collections.abc import Sequence

from support.inch_table import Box, InchTable, end_of, ground, wall
from vttbridge.geometry.footprint import Disc
from vttbridge.geometry.vec import Place
from vttbridge.rules.piece import Number, Piece, numbers
from vttbridge_necromunda import COMMUNITY

__all__ = ["Box", "end_of", "fighter", "ground", "played", "table", "wall"]

_TABLE = InchTable(COMMUNITY)
table, played = _TABLE.table, _TABLE.played


def fighter(
    name: str,
    at: tuple[float, ...],
    side: str = "red",
    tags: Sequence[str] = (),
    statuses: Sequence[str] = (),
    **named: Number,
) -> Piece:
    """Make a fighter on a round base of half an inch radius."""
    given = numbers(**({"strength": 3, "initiative": 4, "movement": 5} | named))
    return Piece(
        name,
        footprint=Disc(0.5),
        place=Place(*at),
        side=side,
        numbers=given,
        tags=tuple(sorted(tags)),
        statuses=tuple(sorted(statuses)),
    )
