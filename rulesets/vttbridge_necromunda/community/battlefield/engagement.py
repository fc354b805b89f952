"""Who is Engaged with whom: within one inch, or across a low obstacle that both touch."""

from vttbridge.geometry.room import gap
from vttbridge.geometry.terrain import Area
from vttbridge.rules.board import Board
from vttbridge.rules.draft import Draft
from vttbridge.rules.piece import Piece
from vttbridge_necromunda.community.battlefield.bases import base_of, lifted
from vttbridge_necromunda.table_top.engagement import Reach, obstacle_between
from vttbridge_necromunda.table_top.measuring import CONTACT
from vttbridge_necromunda.table_top.sides import enemies_of, is_fighter, is_seriously_injured, is_standing

INCH = 1.0 - CONTACT
"""Within one inch means a gap under this (NM-34): a place one inch off may have been rounded nearer."""


def apart(board: Board, piece: Piece, other: Piece) -> float:
    """Return the gap between two bases (G-04)."""
    return gap(base_of(board, piece), base_of(board, other))


def is_within_an_inch(board: Board, piece: Piece, other: Piece) -> bool:
    """NM-33, NM-34: say whether the gap between two bases is under one inch."""
    return apart(board, piece, other) < INCH


def near_enemies(board: Board, piece: Piece) -> tuple[Piece, ...]:
    """Return the enemies within one inch, the nearest first, then by id."""
    near = [
        (round(apart(board, piece, other), 6), other.id, other)
        for other in enemies_of(board, piece)
        if is_within_an_inch(board, piece, other)
    ]
    return tuple(entry[2] for entry in sorted(near, key=lambda entry: entry[:2]))


def shared_obstacle(board: Board, piece: Piece, other: Piece) -> Area | None:
    """NM-35: give the low obstacle that two fighters touch from opposite sides."""
    limit = board.options.number("nm_obstacle_limit")
    return obstacle_between(board, piece, other, Reach(1.0, 2 * limit, limit, limit))


def engaged_with(board: Board, piece: Piece) -> tuple[Piece, ...]:
    """Return the enemies with which a fighter is Engaged; nobody is while Seriously Injured."""
    if not is_fighter(piece) or is_seriously_injured(piece):
        return ()
    return tuple(
        other
        for other in enemies_of(board, piece)
        if not is_seriously_injured(other)
        and (is_within_an_inch(board, piece, other) or shared_obstacle(board, piece, other) is not None)
    )


def is_engaged(board: Board, piece: Piece) -> bool:
    """Return whether a fighter is Engaged."""
    return bool(engaged_with(board, piece))


def is_active(board: Board, piece: Piece) -> bool:
    """Return whether a fighter is Standing and not Engaged."""
    return is_fighter(piece) and is_standing(piece) and not is_engaged(board, piece)


def settle(draft: Draft, moved: str) -> None:
    """NM-33: after a move, begin or end `engaged` for the fighter and for those it met or left."""
    board = lifted(draft.board)
    piece = board.find(moved)
    touched = tuple(other.id for other in board.pieces if other.is_in("engaged"))
    now = () if piece is None else tuple(other.id for other in engaged_with(board, piece))
    for name in sorted({moved, *touched, *now}):
        fighter = board.find(name)
        if fighter is None or not is_fighter(fighter):
            continue
        holds = is_engaged(board, fighter)
        if holds != fighter.is_in("engaged"):
            draft.status(name, "engaged", on=holds, cause="contact" if holds else "apart", rules=("NM-33",))
