"""Involuntary movement in a straight line: obstructions, ledges and pits, enemies nearby, Pinned.

1. The first wall, solid thing, table edge or fighter stops the target, with a hit of the whole distance.
2. The point at which the base is over an edge or a pit comes before that: there it leaves the line to fall.
3. A fighter that ends within one inch of enemies is moved into contact with the nearest.
4. What is still Active is Pinned; then it falls, or checks near a ledge.
"""

import msgspec

from vttbridge.geometry.areas import areas_over
from vttbridge.geometry.fall import Crossing, centre_crossings, crossings, ground, overhang
from vttbridge.geometry.landing import room_beyond
from vttbridge.geometry.room import nearest_clear
from vttbridge.geometry.sweep import Contact, advance_place, sweep
from vttbridge.geometry.terrain import Pit
from vttbridge.geometry.vec import GRAIN, Vec
from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.kinds import PiecesOf
from vttbridge.rules.piece import Piece
from vttbridge.rules.script import MOVER, Script, choose
from vttbridge_necromunda.community.battlefield.bases import apart_flat, with_middle
from vttbridge_necromunda.community.battlefield.engagement import (
    apart,
    is_active,
    is_engaged,
    near_enemies,
    settle,
)
from vttbridge_necromunda.community.battlefield.falling import (
    check_ledge,
    clear_below,
    fall_from,
    is_bottomless,
)
from vttbridge_necromunda.table_top.landing import can_be_hit
from vttbridge_necromunda.table_top.measuring import CONTACT, middle, on_grain
from vttbridge_necromunda.table_top.sides import are_enemies, is_fighter, is_standing
from vttbridge_necromunda.table_top.survival import still_on_battlefield


class Trait(msgspec.Struct, frozen=True):
    """What Knockback and Drag do alike, under their own rule ids."""

    cause: str
    moved: tuple[str, ...]
    obstruction: tuple[str, ...]
    wounded: tuple[str, ...]
    drawn: tuple[str, ...]
    pinned: tuple[str, ...]
    off_edge: tuple[str, ...]
    near_edge: tuple[str, ...]
    stops_at_enemies: bool = False


KNOCKED = Trait(
    cause="knock_back",
    moved=("NM-80", "NM-14", "NM-17"),
    obstruction=("NM-18", "NM-82", "NM-83", "NM-84"),
    wounded=("NM-85",),
    drawn=("NM-86", "NM-87"),
    pinned=("NM-88",),
    off_edge=("NM-89", "NM-91"),
    near_edge=("NM-90", "NMX-02"),
)
DRAGGED = Trait(
    cause="drag",
    moved=("NM-95", "NM-14", "NM-17"),
    obstruction=("NM-18", "NM-96"),
    wounded=("NM-96",),
    drawn=("NM-98",),
    pinned=("NM-100",),
    off_edge=("NM-97",),
    near_edge=("NM-97", "NMX-02"),
    stops_at_enemies=True,
)


class Shove(msgspec.Struct, frozen=True):
    """A target, the way it goes and how far, with the terms of that distance."""

    target: str
    way: Vec
    distance: float
    strength: int
    parts: tuple[Part, ...]
    rules: tuple[str, ...]


class _Stop(msgspec.Struct, frozen=True):
    travelled: float
    contact: Contact | None
    drop: bool


def shove(draft: Draft, order: Shove, trait: Trait) -> Script[None]:
    """Move a target by a trait, with all that comes of it."""
    target = draft.piece(order.target)
    stop = _stop(draft, target, order)
    key = _go(draft, target, order, trait, stop)
    if stop.contact is not None and not stop.drop:
        stays = yield from _obstructed(draft, order, trait, stop.contact, key)
        if not stays:
            settle(draft, order.target)
            return
    if not is_fighter(target):
        if stop.drop:
            yield from _fall_off(draft, order, trait)
        return
    if not stop.drop:
        yield from _drawn(draft, order.target, trait)
    became_pinned = False if _chute_prevents(draft, order, stop) else _pin(draft, order.target, trait, stop)
    if stop.drop:
        yield from _fall_off(draft, order, trait)
    elif became_pinned:
        yield from _near_ledge(draft, order.target, trait)
    settle(draft, order.target)


def _stop(draft: Draft, target: Piece, order: Shove) -> _Stop:
    """Find where the line ends: at the distance, at a contact, or over an edge."""
    board = draft.board
    asked = draft.distance(order.target, order.distance)
    contact = sweep(
        board.scene, target.footprint, target.place, order.way, asked, board.bodies(without=(target.id,))
    )
    reach = asked if contact is None else contact.travelled
    if reach > asked - CONTACT:
        contact = None  # The whole distance was gone: touching what lies beyond is no obstruction.
    edge = _edge(draft, target, order.way, reach)
    if edge is not None:
        return _Stop(edge, contact, drop=True)
    return _Stop(reach, contact, drop=False)


def _edge(draft: Draft, target: Piece, way: Vec, reach: float) -> float | None:
    """AMB-NM-4, AMB-NM-5: give the inches after which the base has left the ground, if it does.

    A gap that has no room for the base is passed over.
    """
    clears = draft.options.is_on("nm_pit", "clears_if_far_enough")
    for edge in _edges(draft, target, way, reach + GRAIN):
        is_pit = _is_pit(draft, edge.area)
        if edge.travelled > reach + (GRAIN / 2 if is_pit else -GRAIN / 2):
            return None
        off: float | None = edge.travelled
        if is_pit and clears:
            off = _beyond_pit(draft, target, way, reach, edge.travelled)
        if off is not None:
            return off
    return None


def _edges(draft: Draft, target: Piece, way: Vec, reach: float) -> list[Crossing]:
    """AMB-NM-4: return where a base leaves the ground, as the house rule says, with room to fall."""
    scene, footprint, place = draft.board.scene, target.footprint, target.place
    match draft.options.word("nm_edge"):
        case "whole_base":
            over = overhang(scene, footprint, place, way, reach)
            middle_of = middle(target)
            return [] if over.wholly is None else [Crossing(over.wholly, middle_of, way, over.area)]
        case "any_part":
            found = crossings(scene, footprint, place, way, reach)
        case _:
            found = centre_crossings(scene, footprint, place, way, reach)
    return [one for one in found if room_beyond(scene, footprint, place.z, one.point, one.outward)]


def _is_pit(draft: Draft, area: str) -> bool:
    return any(one.id == area and isinstance(one.meaning, Pit) for one in draft.board.scene.spec.areas)


def _beyond_pit(draft: Draft, target: Piece, way: Vec, reach: float, off: float) -> float | None:
    """A pit that the distance carries across is cleared; at its far edge exactly it is not."""
    end = middle(target).plus(way.times(reach - GRAIN))
    over_pit = any(isinstance(area.meaning, Pit) for area in areas_over(draft.board.scene, end))
    return max(off, reach) if over_pit else None


def _go(draft: Draft, target: Piece, order: Shove, trait: Trait, stop: _Stop) -> str:
    """Write the movement; what would end partly over an edge is moved back onto flat ground (NM-19)."""
    scene = draft.board.scene
    end = target.place
    if stop.travelled > GRAIN / 2:
        end = advance_place(target.place, order.way, stop.travelled, scene, target.footprint)
    path = [end] if end != target.place else []
    rules = (*trait.moved, *order.rules, *(trait.obstruction[:1] if stop.contact else ()))
    key = draft.move(
        order.target,
        path,
        trait.cause,
        asked=order.distance,
        travelled=stop.travelled,
        rules=rules,
        parts=order.parts,
    )
    if not stop.drop and not ground(scene, target.footprint, end).whole:
        bodies = draft.board.bodies(without=(target.id,))
        back = nearest_clear(scene, target.footprint, end, bodies, whole=True)
        if back is not None and back != end:
            draft.put(order.target, on_grain(back), "onto_flat_ground", rules=("NM-19",))
    return key


def _obstructed(draft: Draft, order: Shove, trait: Trait, contact: Contact, moved: str) -> Script[bool]:
    """NM-82 to NM-85, NM-96: the hit on any target, an object too, and on an obstruction that has Wounds."""
    obstruction = draft.board.find(contact.id) if contact.kind == "body" else None
    enemy = obstruction is not None and are_enemies(draft.piece(order.target), obstruction)
    fighter = obstruction is not None and is_fighter(obstruction)
    if fighter and enemy and trait.stops_at_enemies:
        draft.because(*trait.moved[:1])
        return True
    spared = draft.options.word("nm_fighter_obstruction")
    if fighter and (spared == "no" or (spared == "enemies_no_hit" and enemy)):
        draft.because(trait.obstruction[1])
        return True
    rules = (*trait.obstruction, *(("NM-49",) if fighter else ()))
    rests_on = (moved,)
    _hit(draft, order, order.target, rules, rests_on)
    if obstruction is not None and can_be_hit(obstruction):
        _hit(draft, order, obstruction.id, trait.wounded, rests_on)
    if not can_be_hit(draft.piece(order.target)):
        return True
    stays = yield from still_on_battlefield(draft, order.target, rules=trait.off_edge[-1:])
    if fighter and obstruction is not None:
        yield from still_on_battlefield(draft, obstruction.id, rules=trait.wounded)
    return stays


def _hit(draft: Draft, order: Shove, piece: str, rules: tuple[str, ...], rests_on: tuple[str, ...]) -> None:
    parts = (Part("whole_distance", order.strength, rules[-1]),)
    draft.hit(piece, order.strength, 0, 1, "obstruction", rules=rules, parts=parts, rests_on=rests_on)


def _drawn(draft: Draft, target: str, trait: Trait) -> Script[None]:
    """NM-87, NM-98: a fighter within one inch of enemies is moved into base contact with the nearest."""
    moved = draft.piece(target)
    near = near_enemies(draft.board, moved)
    draft.because(*trait.drawn[:1])
    if not near:
        return
    nearest = [
        foe.id for foe in near if apart(draft.board, moved, foe) <= apart(draft.board, moved, near[0]) + GRAIN
    ]
    chosen = nearest[0]
    if len(nearest) > 1:
        answer = yield from choose(
            MOVER, "contact", PiecesOf(tuple(sorted(nearest))), (min(nearest),), piece=target
        )
        chosen = answer[0]
    _into_contact(draft, moved, draft.piece(chosen), trait)
    _stand_in_contact(draft, target)


def _into_contact(draft: Draft, moved: Piece, foe: Piece, trait: Trait) -> None:
    inches = apart_flat(draft.board, moved, foe)
    if inches <= GRAIN:
        draft.because(*trait.drawn)
        return
    way = middle(foe).minus(middle(moved)).unit
    bodies = draft.board.bodies(without=(moved.id,))
    met = sweep(draft.board.scene, moved.footprint, moved.place, way, inches + GRAIN, bodies)
    travelled = inches if met is None or met.id == foe.id else met.travelled
    at = middle(moved).plus(way.times(travelled))
    end = on_grain(with_middle(moved, at, moved.place.z))
    if end != moved.place:
        draft.move(moved.id, [end], "into_contact", travelled=travelled, rules=trait.drawn)


def _stand_in_contact(draft: Draft, target: str) -> None:
    """NMX-09: nobody is both Pinned and Engaged; a Pinned fighter brought into contact stands up free."""
    moved = draft.piece(target)
    if not moved.is_in("pinned") or not draft.options.is_on("nm_pinned_in_contact", "stands"):
        return
    if is_engaged(draft.board, moved):
        draft.status(target, "pinned", on=False, cause="stands_up", rules=("NMX-09",))


def _pin(draft: Draft, target: str, trait: Trait, stop: _Stop) -> bool:
    """NM-88, NM-100: whoever is Active at the end of the move is Pinned (in mid-air nobody is Engaged)."""
    moved = draft.piece(target)
    active = is_standing(moved) and is_fighter(moved) if stop.drop else is_active(draft.board, moved)
    draft.because(*trait.pinned)
    if active and not (stop.drop and is_bottomless(draft, moved, moved.place)):
        draft.status(target, "pinned", cause="pinned", rules=trait.pinned)
        return True
    return False


def _chute_prevents(draft: Draft, order: Shove, stop: _Stop) -> bool:
    """AMB-NM-21: a house rule lets the Grav-chute keep the trait from pinning too."""
    falls_soft = stop.drop and draft.piece(order.target).has("grav_chute")
    return falls_soft and draft.options.is_on("nm_chute_pin", "chute_prevents")


def _fall_off(draft: Draft, order: Shove, trait: Trait) -> Script[None]:
    """NM-89, NM-91, NM-97: fall from where the base left the ground."""
    moved = draft.piece(order.target)
    over = clear_below(draft, moved, moved.place, order.way)
    yield from fall_from(draft, order.target, over, trait.off_edge)


def _near_ledge(draft: Draft, target: str, trait: Trait) -> Script[None]:
    """NM-90: whoever becomes Pinned near a ledge checks Initiative, and falls on a fail."""
    yield from check_ledge(draft, target, trait.near_edge)
