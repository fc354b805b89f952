"""Drag as this book has it: an attempt, force against resistance, straight towards the attacker."""

from typing import Annotated, Literal

import msgspec

from vttbridge.rules.draft import Draft
from vttbridge.rules.fields import Flag, OneOf, PieceRef, pieces
from vttbridge.rules.kinds import YesNo
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.script import MOVER, Script, choose
from vttbridge_necromunda.community.actions.contest import DRAG, contest
from vttbridge_necromunda.community.actions.knock_back import resolved
from vttbridge_necromunda.community.actions.official import official_drag
from vttbridge_necromunda.community.battlefield.bases import lifted
from vttbridge_necromunda.community.battlefield.shove import DRAGGED, Shove, shove
from vttbridge_necromunda.community.fields import Strength
from vttbridge_necromunda.table_top.measuring import middle, way_between


class Drag(msgspec.Struct, frozen=True, kw_only=True):
    """An attack with Drag (X) hit and was resolved.

    `targets` are the fighters hit, in the order of the hits; an `x` of 0 means the attack's Strength.
    """

    attacker: PieceRef
    targets: Annotated[tuple[str, ...], pieces(1, 20)]
    strength: Strength = 3
    x: Strength = 0
    attempt: Annotated[Literal["ask", "yes", "no"], OneOf] = "ask"
    out_of_action: Flag = False
    seriously_injured: Flag = False
    pinned: Flag = False


def drag(draft: Draft, given: Drag) -> Script[Refusal | None]:
    """NM-92 to NM-100: pull the last fighter hit towards the attacker."""
    draft.board = lifted(draft.board)
    target = given.targets[-1]
    if given.attacker == target:
        return refuse("OWN_TARGET", "NM-92", piece=target)
    if len(given.targets) > 1:
        draft.because("NM-99")
    if not resolved(
        draft,
        target,
        "NM-92",
        out=given.out_of_action,
        injured=given.seriously_injured,
        pinned=given.pinned,
    ):
        return None
    if not (yield from _attempts(given)):
        return None
    if draft.options.is_on("drag_rules", "official"):
        yield from _official(draft, given.attacker, target)
        return None
    force = given.x or given.strength
    pulled = yield from contest(draft, target, force, DRAG, "drag_x" if given.x else "strength")
    way = way_between(middle(draft.piece(target)), middle(draft.piece(given.attacker)))
    distance = draft.distance(target, pulled.distance)
    if distance <= 0 or way is None:
        return None
    order = Shove(target, way, distance, int(distance), pulled.parts, pulled.rules)
    yield from shove(draft, order, DRAGGED)
    return None


def _attempts(given: Drag) -> Script[bool]:
    """NM-92: the attacker can attempt the drag, and need not."""
    if given.attempt != "ask":
        return given.attempt == "yes"
    answer = yield from choose(MOVER, "drag", YesNo(), True, piece=given.targets[-1])
    return answer


def _official(draft: Draft, attacker: str, target: str) -> Script[None]:
    way = way_between(middle(draft.piece(target)), middle(draft.piece(attacker)))
    if way is not None:
        yield from official_drag(draft, attacker, target, way)
