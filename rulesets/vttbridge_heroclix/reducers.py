"""Damage reducers (HCX-18): one for each damage event, of the owner's choice."""

from vttbridge.rules.dice import D6
from vttbridge.rules.effects import Part
from vttbridge.rules.kinds import OneOf
from vttbridge.rules.piece import Piece
from vttbridge.rules.script import Script, choose, owner_of, roll

STRONGEST_FIRST = ("impervious", "invulnerability", "toughness")

IMPERVIOUS_STOPS_ALL = 5
"""From this face on Impervious stops all damage."""


def reduced(piece: Piece, dealt: int) -> Script[tuple[int, tuple[Part, ...]]]:
    """Return what is left of dealt damage and the part that a reducer took off (HCX-18)."""
    shown = tuple(tag for tag in STRONGEST_FIRST if piece.has(tag))
    if dealt <= 0 or not shown:
        return (max(0, dealt), ())
    reducer = yield from _chosen(piece, shown)
    taken_off = min(dealt, (yield from _worth(reducer, piece, dealt)))
    return (dealt - taken_off, (Part(reducer, -taken_off, "HCX-18"),))


def _chosen(piece: Piece, shown: tuple[str, ...]) -> Script[str]:
    if len(shown) == 1:
        return shown[0]
    return (yield from choose(owner_of(piece.id), "reducer", OneOf(shown), shown[0], piece=piece.id))


def _worth(reducer: str, piece: Piece, dealt: int) -> Script[int]:
    match reducer:
        case "toughness":
            return 1
        case "invulnerability":
            return 2
        case _:
            face = yield from roll(D6, "impervious", piece.id)
            return dealt if face >= IMPERVIOUS_STOPS_ALL else 2
