"""Landing on other models: the hits, and the shift to clear ground."""

import math
from collections.abc import Sequence

import msgspec

from vttbridge.geometry.footprint import Body, Cells, Disc, Footprint
from vttbridge.geometry.room import nearest_clear
from vttbridge.geometry.vec import Place
from vttbridge.rules.draft import Draft
from vttbridge.rules.piece import Piece
from vttbridge_necromunda.table_top.fall_table import FallHit
from vttbridge_necromunda.table_top.measuring import apart, half_width, is_closer, middle
from vttbridge_necromunda.table_top.sides import are_enemies, is_fighter, is_seriously_injured

OPEN_INCH = 1.0
"""The gap that is kept from enemies."""


def can_be_hit(piece: Piece) -> bool:
    """Return whether a hit on a piece means anything: it is a fighter, or an object with Wounds."""
    return is_fighter(piece) or piece.whole("wounds") > 0


def score(
    draft: Draft,
    piece: str,
    hits: Sequence[FallHit],
    cause: str,
    *,
    rules: Sequence[str],
    rests_on: Sequence[str] = (),
) -> None:
    """Score the hits of a fall on one piece."""
    if not can_be_hit(draft.piece(piece)):
        return
    for hit in hits:
        draft.hit(piece, hit.strength, hit.ap, hit.damage, cause, rules=rules, rests_on=rests_on)


def enemies_too_near(draft: Draft, piece: Piece) -> tuple[str, ...]:
    """Return the ids of enemies less than an inch away; the seriously injured keep nobody at a distance."""
    if is_seriously_injured(piece) or not is_fighter(piece):
        return ()
    return tuple(
        other.id
        for other in draft.board.pieces
        if other.id != piece.id
        and is_fighter(other)
        and not is_seriously_injured(other)
        and are_enemies(piece, other)
        and is_closer(apart(piece, other), OPEN_INCH)
    )


def clear_place(draft: Draft, piece: Piece, keep_off: Sequence[str]) -> Place | None:
    """Return the nearest place clear of all bases, and an inch from those named."""
    bodies = tuple(
        _widened(body, piece.place.z) if body.id in keep_off else body
        for body in draft.board.bodies(without=(piece.id,))
    )
    scene, footprint = draft.board.scene, piece.footprint
    whole = nearest_clear(scene, footprint, piece.place, bodies, whole=True)
    return whole or nearest_clear(scene, footprint, piece.place, bodies)


def shift_clear(draft: Draft, piece: str, keep_off: Sequence[str], rules: Sequence[str]) -> None:
    """Shift a piece the shortest way to clear ground; where there is none it stays, and people are told."""
    moved = draft.piece(piece)
    place = clear_place(draft, moved, keep_off)
    if place is None:
        draft.note("NO_CLEAR_GROUND", piece, rules=rules)
    elif place != moved.place:
        draft.put(piece, place, "shifted_clear", rules=rules)


def _widened(body: Body, z: float) -> Body:
    """Return a body that reaches as far on the plane as an inch in space does from another height."""
    wider = math.sqrt(max(0.0, OPEN_INCH**2 - (body.place.z - z) ** 2))
    match body.footprint:
        case Disc(radius=radius):
            footprint: Footprint = msgspec.structs.replace(body.footprint, radius=radius + wider)
            return Body(body.id, footprint, body.place)
        case Cells(height=height) as block:
            centre = middle(Piece(body.id, footprint=block, place=body.place))
            around = Disc(half_width(block) + wider, height)
            return Body(body.id, around, Place(centre.x, centre.y, body.place.z))
