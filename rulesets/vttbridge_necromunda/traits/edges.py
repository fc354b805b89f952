"""The edge of a platform on the way of a knock back: a check to stop there, or a fall (NTX-01).

Only the edge that the base crosses counts. Where the base has no room beyond it, nobody falls.
"""

from vttbridge.geometry.fall import Crossing, crossings, overhang
from vttbridge.geometry.landing import is_beside, land, width
from vttbridge.geometry.sweep import sweep
from vttbridge.geometry.vec import GRAIN, Place, Vec
from vttbridge.rules.draft import Draft
from vttbridge.rules.piece import Piece
from vttbridge.rules.script import Script
from vttbridge_necromunda.table_top.initiative import initiative_check
from vttbridge_necromunda.table_top.ledges import beyond
from vttbridge_necromunda.table_top.measuring import on_grain, shifted

EDGE = ("NTX-01",)

def edge_on_the_way(draft: Draft, target: Piece, way: Vec, inches: float) -> Crossing | None:
    """Return the first edge that some part of the base would cross, `None` when there is none."""
    if inches <= GRAIN:
        return None
    crossed = crossings(draft.board.scene, target.footprint, target.place, way, inches)
    return next((edge for edge in crossed if edge.travelled < inches - GRAIN), None)


def goes_over(draft: Draft, target: str) -> Script[bool]:
    """Say whether a fighter at the edge falls: by an Initiative check, or as the house rule has it."""
    draft.because(*EDGE)
    match draft.options.word("nt_edge"):
        case "auto_fall":
            return True
        case "stop_at_edge":
            return False
        case _:
            stops = yield from initiative_check(draft, target, rules=EDGE)
            return not stops


def drop_place(draft: Draft, target: Piece, way: Vec, edge: Crossing) -> Place | None:
    """Return where a fighter that stands at an edge drops from, `None` where its base has no room to fall.

    That is the first place of its line where the whole base is clear of the edge; where something stands in the
    line, or it leads farther than a base's width or onto ground that does not hold, the nearest point serves.
    """
    ahead = _on_the_line(draft, target, way, edge)
    return ahead or beyond(draft.board.scene, target.footprint, edge, target.place.z)


def _on_the_line(draft: Draft, target: Piece, way: Vec, edge: Crossing) -> Place | None:
    scene, footprint = draft.board.scene, target.footprint
    found = overhang(scene, footprint, target.place, way, 3 * width(footprint))
    if found.wholly is None or not _is_free(draft, target, way, found.wholly):
        return None
    place = on_grain(shifted(target.place, way, found.wholly))
    if not is_beside(scene, footprint, place, edge.point, edge.outward):
        return None
    landing = land(scene, footprint, place, aside=width(footprint)).landing
    return place if landing is None or landing.at == place.at else None


def _is_free(draft: Draft, target: Piece, way: Vec, inches: float) -> bool:
    if inches <= GRAIN:
        return True
    bodies = draft.board.bodies(without=(target.id,))
    contact = sweep(draft.board.scene, target.footprint, target.place, way, inches, bodies)
    return contact is None or contact.travelled >= inches - GRAIN
