"""The edge of a platform on the way of a knock back: a check to stop there, or a fall (NTX-01).

Only the edge that the base crosses counts. Where the base has no room beyond it, nobody falls.
"""

from vttbridge.geometry.fall import Crossing, crossings
from vttbridge.geometry.vec import GRAIN, Vec
from vttbridge.rules.draft import Draft
from vttbridge.rules.piece import Piece
from vttbridge.rules.script import Script
from vttbridge_necromunda.table_top.initiative import initiative_check

EDGE = ("NTX-01",)


def edge_on_the_way(draft: Draft, target: Piece, way: Vec, inches: float) -> Crossing | None:
    """Return the first edge that some part of the base would cross, `None` when there is none."""
    if inches <= GRAIN:
        return None
    crossed = crossings(draft.board.scene, target.footprint, target.place, way, inches)
    return next((edge for edge in crossed if edge.travelled < inches - GRAIN), None)


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
