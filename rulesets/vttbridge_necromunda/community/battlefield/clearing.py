"""Places at one inch from enemies: where who disengages, or lies injured, is moved to."""

import math
from collections.abc import Iterator
from functools import lru_cache

from vttbridge.geometry.footprint import Body
from vttbridge.geometry.room import gap
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.sweep import sweep
from vttbridge.geometry.vec import GRAIN, Place, Vec
from vttbridge.rules.board import Board
from vttbridge.rules.piece import Piece
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge_necromunda.community.battlefield.bases import base_of, bodies, radius_of, with_middle
from vttbridge_necromunda.community.battlefield.standing import standing_fault
from vttbridge_necromunda.table_top.measuring import middle, on_grain
from vttbridge_necromunda.table_top.sides import enemies_of

TURNS = 360
"""So many points of the circle at one inch round an enemy are tried."""

EXACT = 2 * GRAIN
"""Exactly one inch means within this."""

_DETOURS = 16
_DETOUR_LENGTHS = (1.0, 2.0)


def clear_fault(
    board: Board, piece: Piece, place: Place, left: tuple[Piece, ...], rule: str
) -> Refusal | None:
    """NM-39, NM-41: say why a place is not one inch from an enemy left and at least one from all others."""
    base = Body(piece.id, piece.footprint, place)
    gaps = [gap(base, base_of(board, foe)) for foe in left]
    if not any(abs(inches - 1.0) <= EXACT for inches in gaps):
        return refuse("NOT_AN_INCH_AWAY", rule, piece=piece.id, foes=tuple(foe.id for foe in left))
    foes = tuple(base_of(board, foe) for foe in enemies_of(board, piece))
    for foe in foes:
        if gap(base, foe) < 1.0 - EXACT:
            return refuse("ONE_INCH", rule, piece=piece.id, other=foe.id)
    fault = standing_fault(board.scene, base, bodies(board, piece.id))
    if fault is not None:
        return fault
    return None if has_free_way(board, piece, place) else refuse("NO_FREE_WAY", "NM-49", piece=piece.id)


def has_free_way(board: Board, piece: Piece, place: Place) -> bool:
    """AMB-NM-31: say whether a base comes to a place with at most one bend, through nobody and no wall."""
    others = bodies(board, piece.id)
    start, end = middle(piece), middle(piece.at(place))
    if _is_free(board.scene, piece, start, end, others):
        return True
    return any(_is_free(board.scene, piece, bend, end, others) for bend in _free_bends(board, piece))


@lru_cache(maxsize=32)
def _free_bends(board: Board, piece: Piece) -> tuple[Vec, ...]:
    """Return the points near a base that it comes to in a straight line."""
    others, start = bodies(board, piece.id), middle(piece)
    return tuple(bend for bend in _bends(start) if _is_free(board.scene, piece, start, bend, others))


def _bends(start: Vec) -> Iterator[Vec]:
    for length in _DETOUR_LENGTHS:
        for turn in range(_DETOURS):
            angle = 2 * math.pi * turn / _DETOURS
            yield start.plus(Vec(math.cos(angle), math.sin(angle)).times(length))


def _is_free(scene: Scene, piece: Piece, start: Vec, end: Vec, others: tuple[Body, ...]) -> bool:
    way = end.minus(start)
    if way.length <= GRAIN:
        return True
    place = with_middle(piece, start, piece.place.z)
    return sweep(scene, piece.footprint, place, way.unit, way.length - GRAIN, others) is None


def clear_places(board: Board, piece: Piece, left: tuple[Piece, ...], rule: str) -> tuple[Place, ...]:
    """Return the places at one inch from an enemy left, the nearest first; ties go round the lowest id."""
    spots: list[tuple[float, int, Place]] = []
    for number, at in enumerate(_ring(piece, left)):
        place = on_grain(with_middle(piece, at, piece.place.z))
        spots.append((round(at.minus(middle(piece)).length, 6), number, place))
    found: list[Place] = []
    for _, _, place in sorted(spots):
        if clear_fault(board, piece, place, left, rule) is None:
            found.append(place)
            if len(found) == _ENOUGH:
                break
    return tuple(found)


_ENOUGH = 4


def _ring(piece: Piece, left: tuple[Piece, ...]) -> Iterator[Vec]:
    """Points at one inch from each enemy: straight away first, where two rings cross, then all round."""
    at = middle(piece)
    rings = [(middle(foe), _reach(piece, foe)) for foe in left if abs(_height(piece, foe)) <= 1.0]
    for centre, reach in rings:
        away = at.minus(centre)
        if away.length > GRAIN:
            yield centre.plus(away.unit.times(reach))
    for index, one in enumerate(rings):
        for other in rings[index + 1 :]:
            yield from _crossings(*one, *other)
    for centre, reach in rings:
        for turn in range(TURNS):
            angle = 2 * math.pi * turn / TURNS
            yield centre.plus(Vec(math.cos(angle), math.sin(angle)).times(reach))


def _height(piece: Piece, foe: Piece) -> float:
    return piece.place.z - foe.place.z


def _reach(piece: Piece, foe: Piece) -> float:
    """How far the centres are apart on the plane when the bases are one inch apart in space."""
    flat = math.sqrt(1.0 - _height(piece, foe) ** 2)
    return radius_of(piece.footprint) + radius_of(foe.footprint) + flat


def _crossings(a: Vec, a_reach: float, b: Vec, b_reach: float) -> Iterator[Vec]:
    between = b.minus(a)
    apart = between.length
    if apart <= GRAIN or apart > a_reach + b_reach:
        return
    along = (a_reach**2 - b_reach**2 + apart**2) / (2 * apart)
    aside = a_reach**2 - along**2
    if aside < 0:
        return
    foot = a.plus(between.unit.times(along))
    for side in (1.0, -1.0):
        yield foot.plus(between.unit.left.times(side * math.sqrt(aside)))
