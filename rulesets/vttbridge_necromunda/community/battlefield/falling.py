"""How this book falls: the shared falls under its own rule ids, soft with a Grav-chute."""

from vttbridge.geometry.fall import level_at
from vttbridge.geometry.landing import land, width
from vttbridge.geometry.room import nearest_clear
from vttbridge.geometry.vec import GRAIN, Place, Vec
from vttbridge.rules.draft import Draft
from vttbridge.rules.piece import Piece
from vttbridge.rules.script import Script
from vttbridge_necromunda.community.battlefield.bases import with_middle
from vttbridge_necromunda.table_top.falling import FallBook, fall_down
from vttbridge_necromunda.table_top.initiative import initiative_check
from vttbridge_necromunda.table_top.ledges import RAILING, ledge_near
from vttbridge_necromunda.table_top.measuring import middle

BOOK = FallBook(
    damage="NMX-01",
    landing_on="NMX-05",
    near_edge="NMX-06",
    bottomless="NM-22",
    falls_on=("NM-16", "NM-19", "NM-21"),
    off_enemies=True,
)


def fall_from(draft: Draft, piece: str, over: Place, rules: tuple[str, ...]) -> Script[bool]:
    """Let a piece fall from a place in the air; says whether it is still on the battlefield (NM-105)."""
    soft = draft.piece(piece).has("grav_chute")
    used = (*rules, "NM-105") if soft else rules
    stays = yield from fall_down(draft, piece, over, BOOK, rules=used, soft=soft)
    return stays


JUST_PAST = 0.01
"""So far beyond an edge, in inches, the ground below is looked at."""


def clear_below(draft: Draft, piece: Piece, over: Place, way: Vec | None = None) -> Place:
    """AMB-NM-4: shift a faller the least distance so that its base fits beside solid ground below."""
    scene = draft.board.scene
    at = middle(piece.at(over))
    ahead = at if way is None else at.plus(way.times(JUST_PAST))
    low = level_at(scene, ahead, over.z - GRAIN)
    if low is None:
        return over
    aside = width(piece.footprint)
    found = nearest_clear(scene, piece.footprint, over._replace(z=low), side=way, reach=aside)
    return over if found is None else found._replace(z=over.z)


def is_bottomless(draft: Draft, piece: Piece, over: Place) -> bool:
    """Return whether nothing holds whoever falls from a place."""
    start = clear_below(draft, piece, over)
    return land(draft.board.scene, piece.footprint, start, aside=width(piece.footprint)).landing is None


def check_ledge(draft: Draft, piece: str, rules: tuple[str, ...]) -> Script[bool]:
    """NM-90: check Initiative near a ledge and fall on a fail; says whether the piece is still there."""
    prone = draft.piece(piece)
    rim = ledge_near(draft.board, prone)
    if rim is None:
        return True
    draft.because(*rules)
    modifier = 1 if rim.railing >= RAILING - GRAIN else 0
    stays = yield from initiative_check(draft, piece, modifier=modifier, rules=rules)
    if stays:
        return True
    over = with_middle(prone, rim.point, prone.place.z)
    held = yield from fall_from(draft, piece, clear_below(draft, prone, over, rim.outward), rules)
    return held
