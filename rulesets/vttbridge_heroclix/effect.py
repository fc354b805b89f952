"""Knock back by any other effect: its own trigger, its own distance (HC-22)."""

from typing import Annotated

import msgspec

from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.fields import PieceRef, Point, count, pieces
from vttbridge.rules.refusal import refuse
from vttbridge.rules.ruleset import Outcome
from vttbridge_heroclix.checks import figures_fault
from vttbridge_heroclix.knock_back import Knock, knock_back
from vttbridge_heroclix.source import Source, character, point


class KnockBack(msgspec.Struct, frozen=True):
    """An effect knocks characters back so many squares, away from a piece or from a square of the map."""

    targets: Annotated[tuple[str, ...], pieces(1, 20)]
    squares: Annotated[int, count(0, 100)]
    source: PieceRef = ""
    origin: Point | None = None
    from_square: Point | None = None


def effect_knocks_back(draft: Draft, given: KnockBack) -> Outcome:
    """Knock back without any attack; the distance comes from the effect (HC-22)."""
    fault = figures_fault(draft.board, "", given.targets)
    if fault is not None:
        return fault
    source = _source(draft, given)
    if source is None:
        return refuse("NO_SOURCE", "HC-06")
    if given.source in given.targets:
        return refuse("TARGETS_ITSELF", "HC-06", piece=given.source)
    part = Part("effect", given.squares, "HC-22")
    because = ("HC-22", "HCX-13") if source.is_point else ("HC-22",)
    knocks = tuple(Knock(target, given.squares, because, (part,)) for target in given.targets)
    yield from knock_back(draft, draft.start, source, knocks)
    return None


def _source(draft: Draft, given: KnockBack) -> Source | None:
    if given.source:
        return character(draft.piece(given.source), given.from_square)
    return None if given.origin is None else point(given.origin)
