"""Carry and Carry Heavy: moving with something that is not on the fighter's card."""

import math

import msgspec

from vttbridge.geometry.fall import ground
from vttbridge.geometry.footprint import Body
from vttbridge.geometry.room import fits, gap
from vttbridge.geometry.vec import GRAIN, Place, Vec
from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.fields import PieceRef, Point
from vttbridge.rules.kinds import PointOf
from vttbridge.rules.piece import Piece
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.script import Script, choose, owner_of
from vttbridge_necromunda.community.actions.moving import (
    Move,
    manner_of,
    not_able,
    sprinted,
    sprints,
    standard,
)
from vttbridge_necromunda.community.battlefield.bases import base_of, bodies, lifted, radius_of, with_middle
from vttbridge_necromunda.community.paths.gait import Gait, gait_of, movement_of, strength_of
from vttbridge_necromunda.community.paths.path import waypoints
from vttbridge_necromunda.community.paths.travel import place_of, travel
from vttbridge_necromunda.table_top.measuring import middle, on_grain
from vttbridge_necromunda.table_top.sides import is_fighter, is_seriously_injured

TURNS = 72
"""So many directions round a fighter are tried for setting an item down."""


class Carry(Move, frozen=True, kw_only=True):
    """A fighter moves with an item, and sets it down at a point in base contact."""

    item: PieceRef
    set_down: Point = ()


def carry(draft: Draft, given: Carry) -> Script[Refusal | None]:
    """NM-06, NM-07: a Standard Move with one small item."""
    draft.board = lifted(draft.board)
    piece, item = draft.piece(given.piece), draft.piece(given.item)
    if not item.has("carry") or is_fighter(item):
        return refuse("NOT_CARRYABLE", "NM-07", piece=item.id)
    refused = not_able(draft, piece)
    if refused is not None:
        return refused
    gait = gait_of(draft.board, piece, "NM-07", movement_of(draft.board, piece), manner_of(given))
    gait = msgspec.structs.replace(gait, carried=(item.id,))
    trip = yield from standard(draft, gait, given, "carry")
    if isinstance(trip, Refusal):
        return trip
    draft.because("NM-06")
    outcome = yield from _set_down(draft, gait, item, given, "NM-07")
    return outcome


def carry_heavy(draft: Draft, given: Carry) -> Script[Refusal | None]:
    """NM-08: up to current Strength inches with a heavy item or a Seriously Injured fighter."""
    draft.board = lifted(draft.board)
    piece, item = draft.piece(given.piece), draft.piece(given.item)
    heavy = is_seriously_injured(item) if is_fighter(item) else item.has("carry_heavy")
    if not heavy or item.id == piece.id:
        return refuse("NOT_CARRYABLE", "NM-08", piece=item.id)
    refused = not_able(draft, piece)
    if refused is not None:
        return refused
    parts: tuple[Part, ...] = (Part("strength", strength_of(piece), "NM-08"),)
    parts += yield from sprints(draft, piece)
    gait = gait_of(draft.board, piece, "NM-08", parts, manner_of(given))
    gait = msgspec.structs.replace(gait, carried=(item.id,))
    trip = yield from travel(draft, gait, waypoints(given.path), "carry_heavy", ask=not given.path)
    if isinstance(trip, Refusal):
        return trip
    sprinted(draft, piece)
    outcome = yield from _set_down(draft, gait, item, given, "NM-08")
    return outcome


def _set_down(draft: Draft, gait: Gait, item: Piece, given: Carry, rule: str) -> Script[Refusal | None]:
    """NM-07: set the item up in base contact, never on top of anything."""
    carrier = draft.board.find(gait.piece)
    if carrier is None:
        return None

    def fault(place: Place) -> Refusal | None:
        return _set_down_fault(draft, carrier, item, place, rule)

    if given.set_down:
        place = place_of(given.set_down, carrier.place)
        refused = fault(place)
        if refused is not None:
            return refused
    else:
        offered = _spots(draft, carrier, item, rule)
        if not offered:
            return refuse("NO_ROOM_FOR_ITEM", rule, piece=item.id)
        kind = PointOf(offered=offered[:8])
        place = yield from choose(
            owner_of(carrier.id), "set_down", kind, offered[0], piece=item.id, check=fault
        )
    draft.put(item.id, on_grain(place), "set_down", rules=(rule, "NM-07"))
    return None


def _set_down_fault(draft: Draft, carrier: Piece, item: Piece, place: Place, rule: str) -> Refusal | None:
    body = Body(item.id, item.footprint, place)
    if gap(body, base_of(draft.board, carrier)) > 2 * GRAIN:
        return refuse("NOT_IN_CONTACT", rule, piece=item.id, other=carrier.id)
    others = bodies(draft.board, item.id)
    if not fits(draft.board.scene, item.footprint, place, others):
        return refuse("ON_TOP", rule, piece=item.id)
    if not ground(draft.board.scene, item.footprint, place).whole:
        return refuse("NOT_FLAT", "NM-19", piece=item.id)
    return None


def _spots(draft: Draft, carrier: Piece, item: Piece, rule: str) -> tuple[Place, ...]:
    """Return places in base contact: behind the carrier first, then round it both ways."""
    at = middle(carrier)
    back = middle(item).minus(at)
    angle = math.atan2(back.y, back.x) if back.length > GRAIN else math.pi
    away = radius_of(base_of(draft.board, carrier).footprint) + radius_of(item.footprint) + GRAIN / 2
    found: list[Place] = []
    for turn in range(TURNS):
        side = (turn + 1) // 2 * (1 if turn % 2 else -1)
        turned = angle + side * 2 * math.pi / TURNS
        spot = at.plus(Vec(math.cos(turned), math.sin(turned)).times(away))
        place = on_grain(with_middle(item, spot, carrier.place.z))
        if _set_down_fault(draft, carrier, item, place, rule) is None:
            found.append(place)
    return tuple(found)
