"""An activation begins: what lasted until then ends, and who is Broken flees."""

import math

import msgspec

from vttbridge.geometry.areas import stretches
from vttbridge.geometry.fall import overhang
from vttbridge.geometry.footprint import Body
from vttbridge.geometry.room import gap
from vttbridge.geometry.sight import sees
from vttbridge.geometry.sweep import advance_place, sweep
from vttbridge.geometry.terrain import Dangerous, Pit, Uneven
from vttbridge.geometry.vec import GRAIN, Place, Vec
from vttbridge.rules.dice import TWO_D6
from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.fields import Path, PieceRef
from vttbridge.rules.kinds import PathOf
from vttbridge.rules.piece import Piece
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.script import Script, choose, owner_of, roll
from vttbridge_necromunda.community.battlefield.bases import bodies, lifted, radius_of
from vttbridge_necromunda.community.battlefield.engagement import settle
from vttbridge_necromunda.community.battlefield.standing import standing_fault
from vttbridge_necromunda.community.paths.meeting import inch_ahead
from vttbridge_necromunda.community.paths.offering import WayOf
from vttbridge_necromunda.community.paths.path import Waypoint, waypoints
from vttbridge_necromunda.table_top.measuring import apart, middle
from vttbridge_necromunda.table_top.sides import enemies_of, is_fighter

STEP = 5
"""Bearings are tried in steps of so many degrees from straight away."""

UNTIL_ACTIVATION = ("booster_spent", "sprinted")
"""Statuses that end when the fighter activates again."""


class Activate(msgspec.Struct, frozen=True, kw_only=True):
    """A fighter activates; a Broken one flees, along `path` where the owner has another way."""

    piece: PieceRef
    path: Path = ()


def activate(draft: Draft, given: Activate) -> Script[Refusal | None]:
    """NM-15, NM-68, NM-114: begin an activation."""
    draft.board = lifted(draft.board)
    piece = draft.piece(given.piece)
    if not is_fighter(piece):
        return refuse("NO_FIGHTER", piece=piece.id)
    for status in UNTIL_ACTIVATION:
        if piece.is_in(status):
            draft.status(piece.id, status, on=False, cause="activation")
    if not piece.is_in("broken"):
        return None
    outcome = yield from _flee(draft, piece, waypoints(given.path))
    return outcome


def _flee(draft: Draft, piece: Piece, given: tuple[Waypoint, ...]) -> Script[Refusal | None]:
    """NM-14, NM-15: 2D6 inches away from the nearest visible enemy, round hazards and other enemies."""
    faces = yield from roll(TWO_D6, "flee", piece.id)
    draft.because("NM-14", "NM-15")
    threat = nearest_seen(draft, piece)
    if threat is None:
        draft.note("NOBODY_TO_FLEE", piece.id, rules=("NM-15",))
        return None
    inches = draft.distance(piece.id, sum(faces))
    proposed = propose(draft, piece, threat, inches)

    def refused(way: tuple[Waypoint, ...]) -> Refusal | None:
        return flight_fault(draft, piece, threat, way, inches)

    if given:
        fault = refused(given)
        if fault is not None:
            return fault
        way = given
    else:
        default = () if proposed is None else (Waypoint(*proposed),)
        offered = ((),) if proposed is None else ((proposed,),)
        kind = WayOf(PathOf(offered=offered))
        way = yield from choose(owner_of(piece.id), "flight", kind, default, piece=piece.id, check=refused)
    places = tuple(Place(point.x, point.y, piece.place.z) for point in way)
    parts = tuple(Part("die", face, "NM-15") for face in faces)
    length = _length(piece.place, places)
    draft.move(
        piece.id, places, "flee", asked=inches, travelled=length, rules=("NM-14", "NM-15"), parts=parts
    )
    settle(draft, piece.id)
    return None


def nearest_seen(draft: Draft, piece: Piece) -> Piece | None:
    """Return the nearest visible enemy, the lowest id where two are equally near."""
    eyes = piece.place.z + piece.footprint.height
    seen = [
        (round(apart(piece, foe), 3), foe.id, foe)
        for foe in enemies_of(draft.board, piece)
        if sees(draft.board.scene, middle(piece), middle(foe), eyes)
    ]
    return min(seen)[2] if seen else None


def propose(draft: Draft, piece: Piece, threat: Piece, inches: float) -> Place | None:
    """AMB-NM-15: straight away, or the nearest bearing that is free; else the bearing that leads farthest."""
    away = middle(piece).minus(middle(threat))
    straight = math.atan2(away.y, away.x) if away.length > GRAIN else 0.0
    best = (0.0, piece.place)
    for number in range(1 + 180 // STEP):
        for side in (1, -1)[: 2 if number else 1]:
            angle = straight + side * math.radians(number * STEP)
            way = Vec(math.cos(angle), math.sin(angle))
            free = _free_inches(draft, piece, way, inches)
            if free <= GRAIN:
                continue
            end = advance_place(piece.place, way, free, draft.board.scene, piece.footprint)
            if flight_fault(draft, piece, threat, (Waypoint(*end),), inches) is not None:
                continue
            if free >= inches - GRAIN:
                return end
            if free > best[0] + GRAIN:
                best = (free, end)
    return None if best[0] <= GRAIN else best[1]


def _free_inches(draft: Draft, piece: Piece, way: Vec, inches: float) -> float:
    """Return how far a bearing leads before a wall, a fighter, edge, hazard or the inch round an enemy."""
    scene = draft.board.scene
    reach = inches
    met = sweep(scene, piece.footprint, piece.place, way, inches, bodies(draft.board, piece.id))
    if met is not None:
        reach = min(reach, met.travelled)
    over = overhang(scene, piece.footprint, piece.place, way, reach)
    if over.partly is not None:
        reach = min(reach, over.partly - GRAIN)
    begin = middle(piece)
    for stretch in stretches(scene, begin, begin.plus(way.times(max(reach, GRAIN)))):
        if isinstance(stretch.area.meaning, Dangerous | Pit | Uneven):
            reach = min(reach, stretch.start - radius_of(piece.footprint))
    near = [foe.solid for foe in enemies_of(draft.board, piece) if apart(piece, foe) >= 1.0 - GRAIN]
    entry = inch_ahead(piece.solid, way, max(reach, 0.0), tuple(near))
    return max(0.0, reach if entry is None else min(reach, entry.inch))


def _length(start: Place, places: tuple[Place, ...]) -> float:
    return sum(to.at.minus(at.at).length for at, to in zip((start, *places), places, strict=False))


def flight_fault(
    draft: Draft, piece: Piece, threat: Piece, way: tuple[Waypoint, ...], inches: float
) -> Refusal | None:
    """Return why a way is no flight: too long, blocked, hazardous, or no farther from the threat."""
    at = piece
    for point in way:
        to = Place(point.x, point.y, piece.place.z)
        leg = to.at.minus(at.place.at)
        if leg.length <= GRAIN:
            continue
        if _free_inches(draft, at, leg.unit, leg.length) < leg.length - 2 * GRAIN:
            return refuse("NO_FREE_WAY", "NM-15", piece=piece.id)
        at = at.at(to)
    if _length(piece.place, tuple(Place(p.x, p.y) for p in way)) > inches + 2 * GRAIN:
        return refuse("TOO_FAR", "NM-15", piece=piece.id, limit=inches)
    if not way:
        return None
    if draft.options.is_on("nm_flee", "engine_proposes") and _is_nearer(piece, at, threat):
        return refuse("TOWARDS_ENEMY", "NM-15", piece=piece.id, other=threat.id)
    return standing_fault(
        draft.board.scene, Body(piece.id, piece.footprint, at.place), bodies(draft.board, piece.id)
    )


def _is_nearer(start: Piece, end: Piece, threat: Piece) -> bool:
    return gap(end.solid, threat.solid) < gap(start.solid, threat.solid) - GRAIN
