"""Crawl and Crawl Through: moves while Prone, and through ductways."""

import math

import msgspec

from vttbridge.geometry.vec import Place
from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.fields import PieceRef, Point, Text
from vttbridge.rules.kinds import PointOf, YesNo
from vttbridge.rules.piece import Piece
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.script import Script, choose, owner_of
from vttbridge_necromunda.community.actions.moving import Move, manner_of, sprinted, sprints
from vttbridge_necromunda.community.battlefield.bases import lifted
from vttbridge_necromunda.community.battlefield.engagement import settle
from vttbridge_necromunda.community.paths.ductways import entry_fault, exit_fault, exits, passage_for, squeeze
from vttbridge_necromunda.community.paths.gait import gait_of, movement_of
from vttbridge_necromunda.community.paths.path import waypoints
from vttbridge_necromunda.community.paths.travel import place_of, travel
from vttbridge_necromunda.table_top.measuring import half_width, on_grain
from vttbridge_necromunda.table_top.sides import is_fighter, is_seriously_injured, is_standing


def crawl(draft: Draft, given: Move) -> Script[Refusal | None]:
    """NM-11: half of M rounded up, while Prone; for a Low-crawler a Simple action (NM-64)."""
    draft.board = lifted(draft.board)
    piece = draft.piece(given.piece)
    if not is_fighter(piece):
        return refuse("NO_FIGHTER", piece=piece.id)
    if is_standing(piece):
        return refuse("NOT_PRONE", "NM-11", piece=piece.id)
    movement = sum(part.amount for part in movement_of(draft.board, piece))
    parts: tuple[Part, ...] = (Part("half_movement", math.ceil(movement / 2), "NM-11"),)
    low = piece.has("low_crawler")
    if not low:
        parts += yield from sprints(draft, piece)
    gait = gait_of(draft.board, piece, "NM-11", parts, manner_of(given))
    trip = yield from travel(draft, gait, waypoints(given.path), "crawl", ask=not given.path)
    if isinstance(trip, Refusal):
        return trip
    if not low:
        sprinted(draft, piece)
    yield from _after_crawl(draft, piece)
    return None


def _after_crawl(draft: Draft, piece: Piece) -> Script[None]:
    """NM-64 to NM-66: what a Low-crawler does better."""
    low = piece.has("low_crawler")
    draft.fact("actions", 1 if low else 2)
    if not low or draft.board.find(piece.id) is None:
        return
    draft.because("NM-64")
    draft.note("HARDER_TO_DETECT", piece.id, rules=("NM-66",), detect=-1)
    if is_seriously_injured(draft.piece(piece.id)):
        return
    stands = yield from choose(owner_of(piece.id), "stand_up", YesNo(), True, piece=piece.id)
    draft.because("NM-65")
    if stands:
        for status in ("pinned", "prone"):
            if draft.piece(piece.id).is_in(status):
                draft.status(piece.id, status, on=False, cause="stands_up", rules=("NM-65",))


class CrawlThrough(msgspec.Struct, frozen=True, kw_only=True):
    """A fighter crawls through a ductway: the named one, or the one whose mouth is nearest."""

    piece: PieceRef
    duct: Text = ""
    to: Point = ()


def crawl_through(draft: Draft, given: CrawlThrough) -> Script[Refusal | None]:
    """NM-12, NM-13: from within an inch of one mouth to within an inch of the other, Pinned."""
    draft.board = lifted(draft.board)
    piece = draft.piece(given.piece)
    if not is_fighter(piece):
        return refuse("NO_FIGHTER", piece=piece.id)
    outcome = yield from through_duct(
        draft, piece, given.duct, reach=1.0, rule="NM-13", cause="crawl_through", given=given.to
    )
    if outcome is not None:
        return outcome
    if is_standing(draft.piece(piece.id)):
        draft.status(piece.id, "pinned", cause="crawl_through", rules=("NM-13",))
    yield from _after_crawl(draft, piece)
    return None


def through_duct(
    draft: Draft,
    piece: Piece,
    name: str,
    *,
    reach: float,
    rule: str,
    cause: str,
    given: tuple[float, ...] = (),
) -> Script[Refusal | None]:
    """Go through a ductway whose mouth is within reach, and be set up at its far side."""
    passage = passage_for(draft, piece, name)
    refused = entry_fault(draft, piece, passage, reach, rule)
    if refused is not None or passage is None:
        return refused
    if squeeze(passage.width, 2 * half_width(piece.footprint)) == "duct":
        draft.because("NM-27")
    offered = exits(draft, piece, passage)
    if not given and not offered:
        return refuse("NO_ROOM_AT_DUCT", "NM-13", piece=piece.id, area=passage.area)

    def fault(place: Place) -> Refusal | None:
        return exit_fault(draft, piece, passage, place)

    if given:
        place = place_of(given, piece.place)
        refused = fault(place)
        if refused is not None:
            return refused
    else:
        kind = PointOf(offered=offered[:8])
        owner = owner_of(piece.id)
        place = yield from choose(owner, "position", kind, offered[0], piece=piece.id, check=fault)
    draft.because("NM-12")
    draft.put(piece.id, on_grain(place), cause, rules=(rule, "NM-28"))
    settle(draft, piece.id)
    return None
