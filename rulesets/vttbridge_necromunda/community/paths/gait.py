"""How a fighter moves under one action: how far, what its skills and gear let it ignore."""

import msgspec

from vttbridge.rules.board import Board
from vttbridge.rules.effects import Part
from vttbridge.rules.piece import Piece
from vttbridge_necromunda.community.battlefield.bases import may_use


class Gait(msgspec.Struct, frozen=True, kw_only=True):
    """What one declared move may do.

    `limit` is the distance in inches with its `parts`, `rule` what grants it. Legs are counted from 1.
    """

    piece: str
    limit: float
    rule: str
    parts: tuple[Part, ...] = ()
    may_engage: bool = False
    through_fighters: bool = False
    difficult_free: bool = False
    obstacles_free: bool = False
    low_free: bool = False
    climb_free: bool = False
    ducts: bool = False
    flies: bool = False
    chute: bool = False
    booster: str = ""
    over: tuple[str, ...] = ()
    leaps: tuple[int, ...] = ()
    climbs: tuple[int, ...] = ()
    jumps: tuple[int, ...] = ()
    rocket: int = 0
    carried: tuple[str, ...] = ()


class Manner(msgspec.Struct, frozen=True, kw_only=True):
    """What a player says about a path beside its places; legs are counted from 1."""

    over: tuple[str, ...] = ()
    leaps: tuple[int, ...] = ()
    climbs: tuple[int, ...] = ()
    jumps: tuple[int, ...] = ()
    rocket: int = 0
    booster: bool = True


def movement_of(board: Board, piece: Piece) -> tuple[Part, ...]:
    """Return the terms of a fighter's M as it is when an action is declared (NM-04, NM-111)."""
    own = (Part("movement", piece.number("movement", 5), "NM-04"),)
    return own if may_use(board, piece) is None else (*own, Part("grav_cutter", 1, "NM-111"))


def strength_of(piece: Piece) -> int:
    """Return a fighter's modified Strength."""
    return piece.whole("strength", 3) + piece.whole("strength_modifier")


def gait_of(board: Board, piece: Piece, rule: str, parts: tuple[Part, ...], manner: Manner) -> Gait:
    """Return how a fighter moves under an action that grants so many inches."""
    boosted = piece.has("jump_booster") and not piece.is_in("booster_spent") and manner.booster
    return Gait(
        piece=piece.id,
        limit=sum(part.amount for part in parts),
        rule=rule,
        parts=parts,
        through_fighters=piece.has("acrobatic"),
        difficult_free=piece.has("strider"),
        obstacles_free=piece.has("acrobatic"),
        low_free=piece.has("clamber"),
        climb_free=piece.has("clamber"),
        flies=may_use(board, piece) is not None,
        chute=piece.has("grav_chute"),
        booster=board.options.word("nm_booster") if boosted else "",
        over=manner.over,
        leaps=manner.leaps,
        climbs=manner.climbs,
        jumps=manner.jumps,
        rocket=manner.rocket,
    )


def skills_used(gait: Gait) -> tuple[tuple[str, str], ...]:
    """Return the skills that a gait carries, each with its rule, in a fixed order."""
    listed = (
        (gait.through_fighters, "acrobatic", "NM-54"),
        (gait.obstacles_free, "acrobatic", "NM-55"),
        (gait.climb_free, "clamber", "NM-56"),
        (gait.low_free, "clamber", "NM-57"),
        (gait.difficult_free, "strider", "NM-69"),
        (gait.ducts, "tunnel_rat", "NM-71"),
    )
    return tuple((name, rule) for used, name, rule in listed if used)
