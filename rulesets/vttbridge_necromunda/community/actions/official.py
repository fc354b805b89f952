"""The official Knockback and Drag, for tables that play them with the rest of this book (NMX-07, NMX-08)."""

from vttbridge.geometry.fall import Crossing, crossings
from vttbridge.geometry.sweep import advance_place, sweep
from vttbridge.geometry.vec import GRAIN, Vec
from vttbridge.rules.dice import D3, D6
from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.kinds import CountOf
from vttbridge.rules.piece import Piece
from vttbridge.rules.script import MOVER, Script, choose, roll
from vttbridge_necromunda.community.battlefield.bases import with_middle
from vttbridge_necromunda.community.battlefield.engagement import settle
from vttbridge_necromunda.community.battlefield.falling import fall_from
from vttbridge_necromunda.table_top.initiative import initiative_check
from vttbridge_necromunda.table_top.ledges import drop_place
from vttbridge_necromunda.table_top.measuring import middle, on_grain
from vttbridge_necromunda.table_top.sides import is_fighter
from vttbridge_necromunda.table_top.survival import still_on_battlefield

INCH = 1.0
"""How far an official Knockback carries."""

KNOCKBACK = ("NMX-08",)
DRAG = ("NMX-07",)
USUAL_FACE = 4
"""What an unattended table takes for a hit roll that nobody gave."""


def official_knock_back(draft: Draft, target: str, way: Vec, face: int, *, blast: bool) -> Script[None]:
    """NMX-08: an inch directly away where the die reaches Strength; blocked, the Damage is raised by 1."""
    rolled = yield from _face(target, face, blast=blast)
    draft.because(*KNOCKBACK)
    piece = draft.piece(target)
    if rolled < piece.whole("strength", 3):
        draft.fact("distance", 0)
        return
    scene = draft.board.scene
    inches = draft.distance(target, INCH)
    contact = sweep(scene, piece.footprint, piece.place, way, inches, draft.board.bodies(without=(target,)))
    free = inches if contact is None else contact.travelled
    crossed = crossings(scene, piece.footprint, piece.place, way, free)
    edge = next((one for one in crossed if one.travelled < free - GRAIN), None)
    if edge is not None:
        yield from _over_the_edge(draft, piece, way, edge)
    else:
        _move(draft, piece, way, free)
        draft.fact("damage_bonus", int(contact is not None))
        if contact is not None:
            draft.note("DAMAGE_RAISED", target, rules=KNOCKBACK, amount=1)
    settle(draft, target)


def _face(target: str, given: int, *, blast: bool) -> Script[int]:
    if blast:
        die = yield from roll(D6, "blast", target)
        return die
    if given:
        return given
    asked = yield from choose(MOVER, "hit_roll", CountOf(1, 6), USUAL_FACE, piece=target)
    return asked


def _move(draft: Draft, piece: Piece, way: Vec, inches: float) -> None:
    if inches <= GRAIN:
        return
    end = advance_place(piece.place, way, inches, draft.board.scene, piece.footprint)
    parts = (Part("official_distance", INCH, "NMX-08"),)
    draft.move(piece.id, (end,), "knock_back", asked=INCH, travelled=inches, rules=KNOCKBACK, parts=parts)


def _over_the_edge(draft: Draft, piece: Piece, way: Vec, edge: Crossing) -> Script[None]:
    """Stop at the edge; on a failed Initiative check fall, once the attack is finished, if there is room."""
    _move(draft, piece, way, edge.travelled)
    if not is_fighter(piece):
        return
    stays = yield from initiative_check(draft, piece.id, rules=KNOCKBACK)
    over = None if stays else drop_place(draft, draft.piece(piece.id), way, edge)
    if over is None:
        return
    there = yield from still_on_battlefield(draft, piece.id, rules=KNOCKBACK)
    if there:
        yield from fall_from(draft, piece.id, over, KNOCKBACK)


def official_drag(draft: Draft, attacker: str, target: str, way: Vec) -> Script[None]:
    """NMX-07: a D6 that reaches Strength drags D3 inches; a fighter in the way is moved along.

    The attacker is not: the target stops at its base.
    """
    face = yield from roll(D6, "drag_die", target)
    draft.because(*DRAG)
    piece = draft.piece(target)
    if face < piece.whole("strength", 3):
        draft.fact("distance", 0)
        return
    inches = yield from roll(D3, "drag_distance", target)
    draft.fact("distance", inches)
    _drag(draft, attacker, piece, way, inches)
    settle(draft, target)


def _drag(draft: Draft, attacker: str, piece: Piece, way: Vec, rolled: int) -> None:
    inches = draft.distance(piece.id, rolled)
    bodies = draft.board.bodies(without=(piece.id,))
    contact = sweep(draft.board.scene, piece.footprint, piece.place, way, inches, bodies)
    free = inches if contact is None else contact.travelled
    other = draft.board.find(contact.id) if contact is not None and contact.kind == "body" else None
    if other is not None and other.id != attacker and is_fighter(other):
        free += _along(draft, other, piece, way, inches - free)
    end = on_grain(with_middle(piece, middle(piece).plus(way.times(free)), piece.place.z))
    parts = (Part("official_distance", rolled, "NMX-07"),)
    if free > GRAIN:
        draft.move(piece.id, (end,), "drag", asked=rolled, travelled=free, rules=DRAG, parts=parts)


def _along(draft: Draft, other: Piece, dragged: Piece, way: Vec, inches: float) -> float:
    """Move the fighter in the way along as far as it can go; says how far that is."""
    bodies = draft.board.bodies(without=(other.id, dragged.id))
    contact = sweep(draft.board.scene, other.footprint, other.place, way, inches, bodies)
    free = inches if contact is None else contact.travelled
    if free > GRAIN:
        end = advance_place(other.place, way, free, draft.board.scene, other.footprint)
        draft.move(other.id, (end,), "dragged_along", asked=inches, travelled=free, rules=DRAG)
    return free
