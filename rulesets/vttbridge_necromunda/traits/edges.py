"""The edge of a platform on the way of a knock back: a check to stop there, or a fall (NTX-01)."""

from vttbridge.geometry.fall import Overhang, overhang, rim_distance
from vttbridge.geometry.sweep import sweep
from vttbridge.geometry.vec import GRAIN, Place, Vec
from vttbridge.rules.draft import Draft
from vttbridge.rules.piece import Piece
from vttbridge.rules.script import Script
from vttbridge_necromunda.table_top.initiative import initiative_check
from vttbridge_necromunda.table_top.ledges import beyond
from vttbridge_necromunda.table_top.measuring import on_grain, shifted

EDGE = ("NTX-01",)

FAR = 12.0
"""How far along its line a base is looked after until it is wholly clear of the edge."""


def edge_on_the_way(draft: Draft, target: Piece, way: Vec, inches: float) -> float | None:
    """Return after how many inches some part of the base would cross an edge, `None` when none would."""
    if inches <= GRAIN:
        return None
    found = overhang(draft.board.scene, target.footprint, target.place, way, inches)
    if found.partly is None or found.partly >= inches - GRAIN:
        return None
    return found.partly


def goes_over(draft: Draft, target: str) -> Script[bool]:
    """Return whether a fighter at the edge falls: by an Initiative check, or as the house rule has it."""
    draft.because(*EDGE)
    match draft.options.word("nt_edge"):
        case "auto_fall":
            return True
        case "stop_at_edge":
            return False
        case _:
            stops = yield from initiative_check(draft, target, rules=EDGE)
            return not stops


def drop_place(draft: Draft, target: Piece, way: Vec) -> Place | None:
    """Return the first place of the line, seen from the edge, where the whole base is clear of it.

    Where the line never comes clear, or something stands in it, the nearest point of the edge serves.
    """
    scene, footprint = draft.board.scene, target.footprint
    found = overhang(scene, footprint, target.place, way, FAR)
    if found.wholly is not None and _is_free(draft, target, way, found):
        return on_grain(shifted(target.place, way, found.wholly))
    rim = rim_distance(scene, footprint, target.place)
    return None if rim is None else beyond(footprint, rim, target.place.z)


def _is_free(draft: Draft, target: Piece, way: Vec, found: Overhang) -> bool:
    wholly = found.wholly or 0.0
    if wholly <= GRAIN:
        return True
    bodies = draft.board.bodies(without=(target.id,))
    contact = sweep(draft.board.scene, target.footprint, target.place, way, wholly, bodies)
    return contact is None or contact.travelled >= wholly - GRAIN
