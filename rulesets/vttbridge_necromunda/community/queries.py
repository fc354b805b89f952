"""What may be asked about the board without doing anything."""

import msgspec

from vttbridge.geometry.terrain import Obstacle, Zone
from vttbridge.rules.board import Board
from vttbridge.rules.fields import Distance, PieceRef, Text
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.values import Value
from vttbridge_necromunda.community.battlefield.bases import base_of, lifted, radius_of
from vttbridge_necromunda.community.battlefield.engagement import (
    engaged_with,
    is_active,
    is_within_an_inch,
    shared_obstacle,
)
from vttbridge_necromunda.community.paths.ductways import squeeze
from vttbridge_necromunda.community.paths.gait import Manner, gait_of
from vttbridge_necromunda.community.paths.tolls import toll_on
from vttbridge_necromunda.table_top.sides import is_fighter, is_standing


class About(msgspec.Struct, frozen=True):
    """A question about one piece."""

    piece: PieceRef


def engaged(board: Board, given: About) -> Value | Refusal:
    """NM-33, NM-34: say whether a fighter is Engaged."""
    board = lifted(board)
    piece = board.find(given.piece)
    return refuse("NO_SUCH_PIECE", piece=given.piece) if piece is None else bool(engaged_with(board, piece))


def engagement(board: Board, given: About) -> Value | Refusal:
    """NM-33 to NM-36: say with whom a fighter is Engaged, and its penalty to hit each of them."""
    board = lifted(board)
    piece = board.find(given.piece)
    if piece is None:
        return refuse("NO_SUCH_PIECE", piece=given.piece)
    foes = engaged_with(board, piece)
    across = tuple(foe.id for foe in foes if not is_within_an_inch(board, piece, foe))
    obstacle = tuple(foe.id for foe in foes if shared_obstacle(board, piece, foe) is not None)
    return {
        "engaged": bool(foes),
        "active": is_active(board, piece),
        "with": tuple(foe.id for foe in foes),
        "across": across,
        "to_hit": -1 if foes and len(obstacle) == len(foes) else 0,
        "rules": ("NM-33", "NM-34", *(("NM-35", "NM-36") if obstacle else ())),
    }


class Passage(msgspec.Struct, frozen=True):
    """A passage of a width, for one fighter."""

    piece: PieceRef
    width: Distance


def passage(board: Board, given: Passage) -> Value | Refusal:
    """NM-27: say whether a flat passage is open to a base, a ductway to it, or closed."""
    piece = board.find(given.piece)
    if piece is None:
        return refuse("NO_SUCH_PIECE", piece=given.piece)
    return squeeze(given.width, 2 * radius_of(base_of(lifted(board), piece).footprint))


class Feature(msgspec.Struct, frozen=True):
    """A free-standing feature, and who would cross it."""

    piece: PieceRef
    area: Text


def crossing(board: Board, given: Feature) -> Value | Refusal:
    """NM-44, NM-45, NM-55, NM-57: say what crossing a feature straight costs, or that it must be climbed."""
    piece = board.find(given.piece)
    area = next((one for one in board.scene.spec.areas if one.id == given.area), None)
    if piece is None or area is None or not isinstance(area.meaning, Obstacle):
        return refuse("NO_SUCH_FEATURE", piece=given.piece, area=given.area)
    most = board.options.number("nm_obstacle_limit")
    if area.meaning.height > most or area.meaning.width > most:
        return "climb_or_blocked"
    gait = gait_of(board, piece, "NM-04", (), Manner(booster=False))
    return toll_on(gait, (area,), area.meaning.width).cost


def modifiers(board: Board, given: About) -> Value | Refusal:
    """NM-63, NM-66, NM-68: say what makes a fighter harder to hit and to detect."""
    piece = board.find(given.piece)
    if piece is None or not is_fighter(piece):
        return refuse("NO_SUCH_PIECE", piece=given.piece)
    prone = not is_standing(piece)
    hidden = prone and (piece.has("lie_low") or piece.has("low_crawler"))
    shot = (-1 if prone and piece.has("lie_low") else 0) + (-1 if piece.is_in("sprinted") else 0)
    return {"shot": shot, "detect": -1 if hidden else 0}


def reach(board: Board, given: About) -> Value | Refusal:
    """NM-03: nothing about a voluntary move is measured before it is declared."""
    if board.find(given.piece) is None:
        return refuse("NO_SUCH_PIECE", piece=given.piece)
    return refuse("DECLARE_FIRST", "NM-03", piece=given.piece)


class Spot(msgspec.Struct, frozen=True):
    """A part of the table."""

    area: Text


def zone(board: Board, given: Spot) -> Value | Refusal:
    """NM-50 to NM-53: say what a part of the table was agreed to be."""
    area = next((one for one in board.scene.spec.areas if one.id == given.area), None)
    if area is None:
        return refuse("NO_SUCH_FEATURE", area=given.area)
    name = area.meaning.name if isinstance(area.meaning, Zone) else ""
    return {"kind": str(area.meaning.__struct_config__.tag), "zone": name}
