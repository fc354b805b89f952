"""Who is knocked back first: the figure farthest from the source; who decides ties is the table's choice."""

import msgspec

from vttbridge.rules.draft import Draft
from vttbridge.rules.kinds import OneOf
from vttbridge.rules.script import MOVER, Script, choose, owner_of


class Queued(msgspec.Struct, frozen=True):
    """A figure that waits to be knocked back, with its distance before anything moved (AMB-HC-1)."""

    piece: str
    distance: int


def farthest(draft: Draft, waiting: tuple[Queued, ...]) -> Script[str]:
    """Return who goes next (HC-10)."""
    if len(waiting) == 1:
        return waiting[0].piece
    most = max(one.distance for one in waiting)
    tied = tuple(sorted(one.piece for one in waiting if one.distance == most))
    draft.because("HC-10")
    if len(tied) == 1 or draft.options.is_on("hc_tie", "id_order"):
        return tied[0]
    asked = owner_of(tied[0]) if draft.options.is_on("hc_tie", "owner") else MOVER
    return (yield from choose(asked, "tie", OneOf(tied), tied[0]))
