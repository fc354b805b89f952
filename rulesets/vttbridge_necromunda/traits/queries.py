"""Questions about the board: who is Engaged, and who could get hits of a split."""

import msgspec

from vttbridge.rules.board import Board
from vttbridge.rules.fields import PieceRef
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.values import Value
from vttbridge_necromunda.table_top.engagement import engaged_with, obstacle_between
from vttbridge_necromunda.traits.pinning import REACH


class Engaged(msgspec.Struct, frozen=True):
    """Whether a fighter is Engaged."""

    piece: PieceRef


def tell_engaged(board: Board, fields: Engaged) -> Value | Refusal:
    """Return with whom a fighter is Engaged, and with whom across a barricade at -1 to hit (NTX-09)."""
    piece = board.find(fields.piece)
    if piece is None:
        return refuse("NO_SUCH_PIECE", piece=fields.piece)
    enemies = engaged_with(board, piece, REACH)
    across = tuple(enemy.id for enemy in enemies if obstacle_between(board, piece, enemy, REACH) is not None)
    return {
        "engaged": bool(enemies),
        "with": tuple(enemy.id for enemy in enemies),
        "across": across,
        "to_hit": -1 if across else 0,
    }
