"""Directly away on an inch table: through the centres, or by the scatter die where there is no direction."""

from collections.abc import Sequence

import msgspec

from vttbridge.geometry.vec import Vec
from vttbridge.rules.dice import HIT, SCATTER
from vttbridge.rules.draft import Draft
from vttbridge.rules.piece import Piece
from vttbridge.rules.script import Script, roll
from vttbridge_necromunda.table_top.measuring import is_within, middle

# Rolling a Hit again and again would make the walk over all outcomes endless; an arrow shows in the end.
_AGAIN = msgspec.structs.replace(SCATTER, outcomes=tuple(face for face in SCATTER.outcomes if face[0] != HIT))


def scatter_arrow(draft: Draft, piece: str, rules: Sequence[str]) -> Script[Vec]:
    """Roll the scatter die for a direction; a Hit is rolled again until an arrow shows."""
    draft.because(*rules)
    arrow = yield from roll(SCATTER, "scatter", piece)
    while arrow is None:
        arrow = yield from roll(_AGAIN, "scatter", piece)
    return arrow


def away_from(
    draft: Draft, origin: Vec, piece: Piece, *, over: float, rules: Sequence[str], scatter: Sequence[str]
) -> Script[Vec]:
    """Return the direction from a point through a base's centre.

    Where the point is within `over` inches of the centre the scatter die decides, by the rules of `scatter`.
    """
    way = middle(piece).minus(origin)
    if is_within(way.length, over):
        arrow = yield from scatter_arrow(draft, piece.id, scatter)
        return arrow
    draft.because(*rules)
    return way.unit
