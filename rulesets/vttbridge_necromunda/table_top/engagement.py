"""Who is engaged with whom: by reach, or across a low obstacle that both touch.

`Reach` says how a book measures: base contact in one, anything under an inch in the other, and how far apart
two fighters may be who touch one obstacle from both sides.
"""

import msgspec

from vttbridge.geometry.areas import areas_at, stretches
from vttbridge.geometry.footprint import Cells, Disc, Footprint
from vttbridge.geometry.terrain import Area, Obstacle
from vttbridge.geometry.vec import Place
from vttbridge.rules.board import Board
from vttbridge.rules.piece import Piece
from vttbridge_necromunda.table_top.measuring import CONTACT, apart, is_closer, is_within, middle, touches
from vttbridge_necromunda.table_top.sides import enemies_of, is_fighter, is_seriously_injured


class Reach(msgspec.Struct, frozen=True):
    """How far an enemy may be: strictly under `under` inches or touching; `across` over an obstacle.

    An obstacle counts when it is at most `tall` high and `wide` across.
    """

    under: float
    across: float
    tall: float
    wide: float


def engaged_with(board: Board, piece: Piece, reach: Reach) -> tuple[Piece, ...]:
    """Return the enemies that a fighter is engaged with, sorted by id.

    Nobody who lies seriously injured is engaged or engages.
    """
    if not is_fighter(piece) or is_seriously_injured(piece):
        return ()
    return tuple(
        enemy
        for enemy in enemies_of(board, piece)
        if not is_seriously_injured(enemy) and engages(board, piece, enemy, reach)
    )


def engages(board: Board, piece: Piece, enemy: Piece, reach: Reach) -> bool:
    """Return whether two enemies are near enough to be engaged, directly or across an obstacle."""
    if touches(piece, enemy) or is_closer(apart(piece, enemy), reach.under):
        return True
    return obstacle_between(board, piece, enemy, reach) is not None


def obstacle_between(board: Board, piece: Piece, enemy: Piece, reach: Reach) -> Area | None:
    """Return the low obstacle that stands between two fighters who both touch it, if there is one."""
    if not is_within(apart(piece, enemy), reach.across):
        return None
    for stretch in stretches(board.scene, middle(piece), middle(enemy)):
        area = stretch.area
        if _is_low(area, reach) and _touches(board, piece, area) and _touches(board, enemy, area):
            return area
    return None


def _is_low(area: Area, reach: Reach) -> bool:
    match area.meaning:
        case Obstacle(height=height, width=width):
            return is_within(height, reach.tall) and is_within(width, reach.wide)
        case _:
            return False


def _touches(board: Board, piece: Piece, area: Area) -> bool:
    """A base touches an area when it reaches into it once it is made three grains wider."""
    grown, place = _grown(piece.footprint, piece.place)
    return any(found.id == area.id for found in areas_at(board.scene, grown, place))


def _grown(footprint: Footprint, place: Place) -> tuple[Disc, Place]:
    match footprint:
        case Disc(radius=radius, height=height):
            return Disc(radius + CONTACT, height), place
        case Cells(width=width, depth=depth, height=height):
            around = max(width, depth) / 2 + CONTACT
            return Disc(around, height), Place(place.x + width / 2, place.y + depth / 2, place.z)
