"""What a figure's dial and cards say about knock back: who ignores it, who cannot be moved."""

import msgspec

from vttbridge.geometry.footprint import Cells
from vttbridge.rules.options import Options
from vttbridge.rules.piece import Piece

IGNORING = ("charge", "combat_reflexes", "ignores_knock_back")
"""Abilities with which a figure ignores knock back (HCX-07)."""

TAGS = (
    "charge",
    "combat_reflexes",
    "flight",
    "force_blast",
    "great_size",
    "hypertime",
    "ignores_knock_back",
    "impervious",
    "invulnerability",
    "mastermind",
    "mystics",
    "toughness",
)

FRESH = "fresh"
"""Status of a figure that has been given no action, placed or moved yet (HCX-17)."""

KO = "ko"

STATUSES = (FRESH, KO)


class Immunity(msgspec.Struct, frozen=True):
    """Why a figure keeps its place: the code of the note that says so and the rules behind it."""

    code: str
    rules: tuple[str, ...]


def is_multi_base(piece: Piece) -> bool:
    """Return whether a figure covers more than one square."""
    match piece.footprint:
        case Cells(width=width, depth=depth):
            return width * depth > 1
        case _:
            return False


def ignores_knock_back(piece: Piece) -> bool:
    """Return whether something that shows on the dial ignores knock back (HCX-07)."""
    return any(piece.has(tag) for tag in IGNORING)


def immunity(piece: Piece, options: Options) -> Immunity | None:
    """Return why a figure is not knocked back at all, from what it shows before the damage (HCX-04)."""
    if is_multi_base(piece):
        return Immunity("KEEPS_PLACE_MULTI_BASE", ("HCX-05", "HCX-04"))
    if piece.has("great_size"):
        return Immunity("KEEPS_PLACE_GREAT_SIZE", ("HCX-06", "HCX-04"))
    if ignores_knock_back(piece) and options.is_on("hc_reflexes", "two_checks"):
        return Immunity("KEEPS_PLACE_IGNORES", ("HCX-07", "HCX-04", "HC-25"))
    return None


def are_opposing(first: Piece, second: Piece) -> bool:
    """Return whether two figures are of different sides; one without a side opposes everybody but itself."""
    if first.id == second.id:
        return False
    return not first.side or first.side != second.side


def is_character(piece: Piece) -> bool:
    """Return whether a piece is a figure in play: no object, no marker, not knocked out."""
    return piece.kind == "creature" and not piece.is_in(KO)
