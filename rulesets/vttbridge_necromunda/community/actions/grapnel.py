"""The Grapnel-Launcher: along a straight line up, down or across a gap."""

import msgspec

from vttbridge.geometry.footprint import Body
from vttbridge.geometry.vec import GRAIN, Place
from vttbridge.rules.draft import Draft
from vttbridge.rules.fields import PieceRef, Point
from vttbridge.rules.kinds import PointOf
from vttbridge.rules.piece import Piece
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.script import Script, choose, owner_of
from vttbridge_necromunda.community.actions.moving import lacks, not_able
from vttbridge_necromunda.community.battlefield.bases import base_of, bodies, lifted
from vttbridge_necromunda.community.battlefield.engagement import settle
from vttbridge_necromunda.community.battlefield.spans import aimed
from vttbridge_necromunda.community.battlefield.standing import standing_fault
from vttbridge_necromunda.community.battlefield.straight_lines import Line, crosses_a_gap, obstructed
from vttbridge_necromunda.table_top.measuring import middle, on_grain
from vttbridge_necromunda.table_top.sides import enemies_of

REACH = 12.0
"""NM-102: so many inches from the start, exactly that included."""

RISE = 2.0
"""NM-103: a change of height that lets a grapnel be used without a gap."""


class Grapnel(msgspec.Struct, frozen=True, kw_only=True):
    """A fighter fires its grapnel and is placed at `to`."""

    piece: PieceRef
    to: Point = ()


def grapnel(draft: Draft, given: Grapnel) -> Script[Refusal | None]:
    """NM-102 to NM-104: place the fighter along a straight line."""
    draft.board = lifted(draft.board)
    piece = draft.piece(given.piece)
    refused = lacks(piece, "grapnel_launcher", "NM-102") or not_able(draft, piece)
    if refused is not None:
        return refused

    def fault(place: Place) -> Refusal | None:
        return grapnel_fault(draft, piece, place)

    if given.to:
        place = aimed(draft.board.scene, piece, given.to)
        refused = fault(place)
        if refused is not None:
            return refused
    else:
        kind = PointOf(offered=(piece.place,))

        def stays_or_fits(place: Place) -> Refusal | None:
            return None if place == piece.place else fault(place)

        place = yield from choose(
            owner_of(piece.id), "position", kind, piece.place, piece=piece.id, check=stays_or_fits
        )
    if place == piece.place:
        return None
    rules = ["NM-102", "NM-103", "NM-104"]
    rules += ["NM-51", "NM-53"] if _under_ceilings(draft) else []
    draft.put(piece.id, on_grain(place), "grapnel", rules=rules)
    settle(draft, piece.id)
    return None


def _under_ceilings(draft: Draft) -> bool:
    return any(area.meaning.__struct_config__.tag == "ceiling" for area in draft.board.scene.spec.areas)


def grapnel_fault(draft: Draft, piece: Piece, place: Place) -> Refusal | None:
    """Return why a grapnel does not bring a fighter to a place."""
    scene = draft.board.scene
    start, end = middle(piece), middle(piece.at(place))
    line = Line(Place(start.x, start.y, piece.place.z), Place(end.x, end.y, place.z))
    if line.length > REACH + GRAIN:
        return refuse("TOO_FAR", "NM-102", piece=piece.id, limit=REACH, inch=round(line.length, 3))
    others = bodies(draft.board, piece.id)
    met = obstructed(scene, line, others)
    if met is not None:
        return refuse("OBSTRUCTED", met[1], piece=piece.id, what=met[0])
    foes = tuple(base_of(draft.board, foe) for foe in enemies_of(draft.board, piece))
    fault = standing_fault(scene, Body(piece.id, piece.footprint, place), others, foes)
    if fault is not None:
        return fault
    if abs(place.z - piece.place.z) < RISE - GRAIN and not crosses_a_gap(scene, line):
        return refuse("GRAPNEL_FLAT", "NM-103", piece=piece.id)
    return None
