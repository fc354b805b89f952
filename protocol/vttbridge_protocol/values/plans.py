"""What an action comes to: refusals, questions, plans, their odds, and the edits of a game master."""

from typing import Literal, TypeAlias

import msgspec

from vttbridge_protocol.plain import Plain, Tree

from .scalars import Coordinate, Count, HoldState, Waits

__all__ = [
    "DropEffect",
    "Edit",
    "GivenAnswer",
    "LimitDistance",
    "SetAnswer",
    "SpotRevision",
    "WireChance",
    "WireEffect",
    "WireHold",
    "WireOdds",
    "WirePart",
    "WirePlan",
    "WireQuestion",
    "WireRefusal",
]


class WireRefusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """The rules say no: a code, the facts its sentence needs, and the id of the rule."""

    code: str
    facts: Tree = {}
    rule: str = ""


class SpotRevision(msgspec.Struct, frozen=True):
    """Which revision of a thing the sender had seen; `thing` is a piece id, or `scene` for its geometry."""

    thing: str
    revision: Count


class GivenAnswer(msgspec.Struct, frozen=True):
    """An answer to a question, or the faces of a roll that fell elsewhere, by the question's key."""

    key: str
    value: Plain


class SetAnswer(msgspec.Struct, frozen=True, tag_field="edit", tag="answer"):
    """An edit: the plan as if this had been answered."""

    key: str
    value: Plain


class LimitDistance(msgspec.Struct, frozen=True, tag_field="edit", tag="limit"):
    """An edit: the plan as if the piece had been moved at most this far."""

    piece: str
    distance: Coordinate


class DropEffect(msgspec.Struct, frozen=True, tag_field="edit", tag="drop"):
    """An edit: the plan without one effect, named by its key."""

    key: str


Edit: TypeAlias = SetAnswer | LimitDistance | DropEffect
"""What a GM changes in a plan before approving it."""


class WireQuestion(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question that only people may decide, or dice.

    `key` names it for the answer: a name, then `:` and a piece, then `#` and a number where it is asked
    again. `audience` is `gm`, `mover`, or the `owner` of `piece`. `data` is what a client needs to offer the
    choice: limits, cells or region, the engine's proposal. After a refused answer the question stays open and
    `because` says why.
    """

    key: str
    audience: Literal["gm", "owner", "mover"]
    kind: Literal["one_of", "count", "order", "pieces", "direction", "point", "path", "yes_no", "roll"]
    piece: str = ""
    data: Tree = {}
    default: Plain = None
    because: WireRefusal | None = None


class WirePart(msgspec.Struct, frozen=True, omit_defaults=True):
    """One term of a number: what it is called, how much it adds, and the rule behind it."""

    code: str
    amount: Coordinate
    rule: str = ""


class WireEffect(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a plan.

    `key` is stable under edits. `kind` is move, place, fall, damage, hit, status, number, tags, gone,
    wall_broken or note, and decides what `fields` holds. `rests_on` are the effects without which it would
    not happen. `assumed` names numbers of which our copy was used while their truth lies in the VTT.
    """

    key: str
    kind: str
    piece: str = ""
    fields: Tree = {}
    rules: tuple[str, ...] = ()
    parts: tuple[WirePart, ...] = ()
    rests_on: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()


class WirePlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """The complete outcome of an action, nothing of it applied; `hash` names exactly this outcome."""

    hash: str
    effects: tuple[WireEffect, ...] = ()
    facts: Tree = {}
    rules: tuple[str, ...] = ()


class WireChance(msgspec.Struct, frozen=True, omit_defaults=True):
    """One possible outcome, its odds as `part` of `whole`, and a word for it."""

    part: Count
    whole: Count
    label: str
    plan: WirePlan | None = None
    refusal: WireRefusal | None = None


class WireOdds(msgspec.Struct, frozen=True, omit_defaults=True):
    """All outcomes, likeliest first; not `exact` where a die without faces was sampled."""

    chances: tuple[WireChance, ...]
    exact: bool = True


class WireHold(msgspec.Struct, frozen=True, omit_defaults=True):
    """A command that waits, as the receiving seat may see it.

    `command` is the id of the waiting command. `remaining_ms` counts down only while somebody who could
    answer is connected. `gained` and `lost` are the effect keys by which a re-planned outcome differs from
    the one shown before.
    """

    hold: str
    command: str
    seat: str
    scene: str
    action: str
    state: HoldState
    waits: Waits | None = None
    fields: Tree = {}
    question: WireQuestion | None = None
    plan: WirePlan | None = None
    edits: tuple[Edit, ...] = ()
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    since_ms: Count = 0
    remaining_ms: Count | None = None
