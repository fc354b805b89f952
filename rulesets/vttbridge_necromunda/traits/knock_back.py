"""Knocked back: an inch directly away, as far as possible, with the edge of a platform on the way."""

import msgspec

from vttbridge.geometry.fall import Crossing
from vttbridge.geometry.sweep import advance_place
from vttbridge.geometry.vec import GRAIN, Place, Vec
from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.piece import Piece
from vttbridge.rules.script import Script
from vttbridge_necromunda.table_top.ledges import drop_place
from vttbridge_necromunda.table_top.measuring import CONTACT, on_grain, shifted
from vttbridge_necromunda.traits.blockers import first_blocker, passed_over, raises_damage
from vttbridge_necromunda.traits.edges import EDGE, edge_on_the_way, goes_over

INCHES = 1.0
"""How far a knock back carries."""

FULL = ("NT-02", "NT-03")


class Knocked(msgspec.Struct, frozen=True):
    """What a knock back did: how far it carried, whether it was blocked, from where the fighter falls."""

    travelled: float
    blocked: bool = False
    drop: Place | None = None


def knock_back(draft: Draft, target: str, way: Vec) -> Script[Knocked]:
    """Move a fighter an inch along a direction, or as far as it can go (NT-03, NT-04)."""
    piece = draft.piece(target)
    inches = draft.distance(target, INCHES)
    contact = first_blocker(draft, piece, way, inches)
    free = inches if contact is None else contact.travelled
    edge = edge_on_the_way(draft, piece, way, free)
    if edge is not None:
        knocked = yield from _at_the_edge(draft, target, way, edge)
        return knocked
    if contact is None or free > inches - CONTACT:
        _move(draft, target, way, free, FULL)
        return Knocked(free)
    _move(draft, target, way, free, (*FULL, "NT-04"))
    return Knocked(free, raises_damage(contact))


def _at_the_edge(draft: Draft, target: str, way: Vec, edge: Crossing) -> Script[Knocked]:
    _move(draft, target, way, edge.travelled, (*FULL, *EDGE))
    falls = yield from goes_over(draft, target)
    drop = drop_place(draft, draft.piece(target), way, edge) if falls else None
    return Knocked(edge.travelled, drop=drop)


def _move(draft: Draft, target: str, way: Vec, inches: float, rules: tuple[str, ...]) -> None:
    piece = draft.piece(target)
    draft.because(*rules)
    if inches <= GRAIN:
        return
    to = _arrived(draft, piece, way, inches)
    parts = (Part("knock_back", INCHES, "NT-03"), *_shortfall(inches, rules))
    draft.move(
        target, (to,), "knock_back", asked=INCHES, travelled=round(inches, 3), rules=rules, parts=parts
    )


def _arrived(draft: Draft, piece: Piece, way: Vec, inches: float) -> Place:
    """Return the end of the way; a base that may cross obstacles is not kept out of them."""
    if passed_over(draft):
        return on_grain(shifted(piece.place, way, inches))
    return advance_place(piece.place, way, inches, draft.board.scene, piece.footprint)


def _shortfall(inches: float, rules: tuple[str, ...]) -> tuple[Part, ...]:
    """Return what was not travelled, so that the parts add up to the way."""
    missing = round(inches - INCHES, 3)
    if missing == 0:
        return ()
    return (Part("stopped_short", missing, rules[-1] if rules[-1] not in FULL else ""),)
