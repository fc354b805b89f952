"""Ductways: passages through walls, and narrow gaps that count as one for a wide base."""

import math
from typing import NamedTuple

from vttbridge.geometry.footprint import Body, Disc
from vttbridge.geometry.room import gap
from vttbridge.geometry.terrain import Ductway
from vttbridge.geometry.vec import GRAIN, Place, Vec
from vttbridge.rules.draft import Draft
from vttbridge.rules.piece import Piece
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge_necromunda.community.battlefield.bases import base_of, bodies, radius_of, with_middle
from vttbridge_necromunda.community.battlefield.standing import standing_fault
from vttbridge_necromunda.table_top.measuring import middle, on_grain
from vttbridge_necromunda.table_top.sides import enemies_of


class Passage(NamedTuple):
    """A ductway as one fighter sees it: its near mouth, its far mouth and how wide it is."""

    area: str
    near: Vec
    far: Vec
    width: float


TURNS = 24
"""So many directions round a mouth are tried for a place to set a fighter up."""


def passage_for(draft: Draft, piece: Piece, name: str = "") -> Passage | None:
    """Return the ductway whose mouth is nearest to a fighter, or the named one."""
    found = [
        (middle(piece).minus(near).length, area.id, near, far, area.meaning.width)
        for area in draft.board.scene.spec.areas
        if isinstance(area.meaning, Ductway) and name in {"", area.id}
        for near, far in (area.meaning.mouths, area.meaning.mouths[::-1])
    ]
    if not found:
        return None
    _, area_id, near, far, width = min(found)
    return Passage(area_id, near, far, width)


def squeeze(width: float, base: float) -> str:
    """NM-27: say what a flat passage is to a base: open, a ductway, or closed."""
    if width >= base - GRAIN:
        return "open"
    return "duct" if width >= base / 2 - GRAIN else "blocked"


def gap_to(body: Body, point: Vec) -> float:
    """Return the inches from a base's edge to a point on the plane."""
    return max(0.0, gap(Body(body.id, body.footprint, body.place), _speck(point, body.place.z)) + GRAIN)


def _speck(point: Vec, z: float) -> Body:
    return Body("", Disc(GRAIN), Place(point.x, point.y, z))


def entry_fault(
    draft: Draft, piece: Piece, passage: Passage | None, reach: float, rule: str
) -> Refusal | None:
    """NM-13: within reach of the mouth, wide enough, and nobody hostile at the far side."""
    if passage is None:
        return refuse("NO_DUCT", rule, piece=piece.id)
    base = base_of(draft.board, piece)
    if squeeze(passage.width, 2 * radius_of(base.footprint)) == "blocked":
        return refuse("TOO_NARROW", "NM-27", piece=piece.id, area=passage.area)
    if gap_to(base, passage.near) > reach + GRAIN:
        return refuse("NOT_AT_DUCT", rule, piece=piece.id, area=passage.area)
    for foe in enemies_of(draft.board, piece):
        if gap_to(base_of(draft.board, foe), passage.far) <= 1.0 + GRAIN:
            return refuse("ENEMY_AT_DUCT", "NM-13", piece=piece.id, other=foe.id)
    return None


def exit_fault(draft: Draft, piece: Piece, passage: Passage, place: Place) -> Refusal | None:
    """NM-13, NM-28, NM-29: set up within an inch of the far side, on free ground, an inch from enemies."""
    base = Body(piece.id, piece.footprint, place)
    if gap_to(base, passage.far) > 1.0 + GRAIN:
        return refuse("NOT_AT_DUCT", "NM-13", piece=piece.id, area=passage.area)
    if _on_the_near_side(piece, passage, place):
        return refuse("WRONG_SIDE", "NM-13", piece=piece.id, area=passage.area)
    foes = tuple(base_of(draft.board, foe) for foe in enemies_of(draft.board, piece))
    return standing_fault(draft.board.scene, base, bodies(draft.board, piece.id), foes)


def _on_the_near_side(piece: Piece, passage: Passage, place: Place) -> bool:
    way = passage.far.minus(passage.near)
    return middle(piece.at(place)).minus(passage.far).dot(way) < -GRAIN


def exits(draft: Draft, piece: Piece, passage: Passage) -> tuple[Place, ...]:
    """Return places beyond the far mouth in a fixed order: straight on and near first."""
    way = passage.far.minus(passage.near).unit
    radius = radius_of(piece.footprint)
    found: list[Place] = []
    for away in (radius, radius + 0.5, radius + 1.0):
        for turn in range(TURNS):
            side = (turn + 1) // 2 * (1 if turn % 2 else -1)
            angle = math.atan2(way.y, way.x) + side * 2 * math.pi / TURNS
            at = passage.far.plus(Vec(math.cos(angle), math.sin(angle)).times(away))
            place = on_grain(with_middle(piece, at, piece.place.z))
            if exit_fault(draft, piece, passage, place) is None:
                found.append(place)
    return tuple(found)
