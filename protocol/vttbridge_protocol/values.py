"""The parts that several messages share: refusals, questions, plans, edits, pieces, seats."""

from typing import Annotated, Literal, TypeAlias

import msgspec

from .limits import COORDINATE_LIMIT, INTEGER_LIMIT
from .plain import Plain, Tree

__all__ = [
    "ActionSchema",
    "Coordinate",
    "Count",
    "DoorState",
    "DropEffect",
    "Edit",
    "Expectation",
    "Explanation",
    "GivenAnswer",
    "HoldState",
    "LimitDistance",
    "Name",
    "Need",
    "Outcome",
    "PieceState",
    "Policy",
    "QueryInfo",
    "Role",
    "RolledFaces",
    "SceneInfo",
    "SetAnswer",
    "SpotRevision",
    "Text",
    "Waits",
    "WireEffect",
    "WireHold",
    "WireOdds",
    "WirePlan",
    "WireQuestion",
    "WireRefusal",
    "WireSeat",
    "Write",
]

Name: TypeAlias = Annotated[str, msgspec.Meta(max_length=100)]
"""A name a person gave."""

Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=2_000)]
"""A sentence a person wrote."""

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=INTEGER_LIMIT)]
"""A whole number from zero: a sequence number, a revision, milliseconds, bytes."""

Coordinate: TypeAlias = Annotated[float, msgspec.Meta(ge=-COORDINATE_LIMIT, le=COORDINATE_LIMIT)]
"""A place or length in the scene's unit (square or inch)."""

Role: TypeAlias = Literal["gm", "player", "observer"]
"""What a seat may do."""

Policy: TypeAlias = Literal["players", "all", "none"]
"""Whose commands wait for a GM."""

Outcome: TypeAlias = Literal["done", "refused", "conflict", "invalid", "busy", "pending"]
"""The six replies to a command; finer words are codes."""

Waits: TypeAlias = Literal["question", "approval", "executor"]
"""What a pending command waits for."""

HoldState: TypeAlias = Literal[
    "asking", "planned", "approved", "committed", "rejected", "expired", "cancelled"
]
"""Where a hold stands; the last four are its ends."""


class WireRefusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """The rules say no: a code and the facts its sentence needs."""

    code: str
    facts: Tree = {}


class SpotRevision(msgspec.Struct, frozen=True):
    """Which revision of a thing the sender had seen; `thing` is a piece id, or `scene` for its geometry."""

    thing: str
    revision: Count


class RolledFaces(msgspec.Struct, frozen=True):
    """Faces of dice that fell on a real table or in the VTT, for one purpose."""

    purpose: str
    faces: tuple[int, ...]
    piece: str | None = None


class GivenAnswer(msgspec.Struct, frozen=True):
    """An answer to a question, by the question's key."""

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

    effect: str


Edit: TypeAlias = SetAnswer | LimitDistance | DropEffect
"""What a GM changes in a plan before approving it."""


class WireQuestion(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question that only people may decide.

    `key` names it for the answer. `audience` is `gm`, `owner` or `mover`, and `piece` says whose. `data` is
    what a client needs to offer the choice: limits, cells or region, the engine's proposal. After a refused
    answer the question stays open and `because` says why.
    """

    key: str
    name: str
    audience: Literal["gm", "owner", "mover"]
    kind: Literal["one_of", "count", "order", "pieces", "direction", "point", "path", "yes_no", "roll"]
    piece: str | None = None
    data: Tree = {}
    default: Plain = None
    because: WireRefusal | None = None


class Explanation(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why: a code of the ruleset's language file, the facts of its sentence, the rule ids that decided."""

    code: str
    facts: Tree = {}
    rules: tuple[str, ...] = ()


class WireEffect(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a plan.

    `key` is stable under edits. `kind` is move, place, fall, damage, hit, status, number, gone, wall_broken
    or note, or a ruleset's own word. `fields` depends on the kind. `assumed` marks a line that used our copy
    of a number whose truth lies in the VTT.
    """

    key: str
    kind: str
    piece: str | None = None
    fields: Tree = {}
    because: tuple[Explanation, ...] = ()
    assumed: bool = False


class WirePlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """The complete outcome of an action, nothing of it applied; `hash` names exactly this outcome."""

    hash: str
    effects: tuple[WireEffect, ...] = ()
    facts: Tree = {}
    explanations: tuple[Explanation, ...] = ()


class WireOdds(msgspec.Struct, frozen=True):
    """One possible outcome and its share of all rolls, `ways` of `of`."""

    ways: Count
    of: Count
    plan: WirePlan | None = None
    refusal: WireRefusal | None = None


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


class PieceState(msgspec.Struct, frozen=True, omit_defaults=True):
    """A token or movable object of one scene.

    `x` and `y` are the centre, `elevation` its underside, `size` the side of a square or the diameter of a
    disc, `height` how tall it stands; all in the scene's unit. `body` owns the numbers, `pool` is shared by
    several bodies. `numbers` is what the ruleset's needs name. `owners` are seat ids.
    """

    piece: str
    x: Coordinate
    y: Coordinate
    name: Name = ""
    elevation: Coordinate = 0.0
    shape: Literal["square", "disc"] = "square"
    size: Coordinate = 1.0
    height: Coordinate = 1.0
    body: str | None = None
    pool: str | None = None
    numbers: Tree = {}
    tags: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()
    hidden: bool = False
    revision: Count = 0


class DoorState(msgspec.Struct, frozen=True):
    """How a door of the scene now stands."""

    wall: str
    state: Literal["open", "closed", "locked"]


class SceneInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A scene of the table: where its truth lies, which blob is its geometry, whether the VTT is cut off."""

    scene: str
    name: Name = ""
    home: Literal["table", "vtt"] = "table"
    blob: str = ""
    revision: Count = 0
    detached: bool = False


class Need(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number or tag that the ruleset needs of a piece, and where the VTT's system is known to keep it."""

    name: str
    kind: str
    unit: str = ""
    default: Plain = None
    sentence: str = ""
    paths: tuple[str, ...] = ()


class ActionSchema(msgspec.Struct, frozen=True, omit_defaults=True):
    """An action of the ruleset; a form is made from its JSON Schema and nothing else."""

    name: str
    fields: Tree = {}
    sentence: str = ""


class QueryInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A pure question that the ruleset can be asked."""

    name: str
    fields: Tree = {}
    sentence: str = ""


class WireSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place at the table; `device` is the token's public id, never its secret."""

    seat: str
    role: Role
    label: Name = ""
    connected: bool = False
    device: str = ""
    user: str = ""


class Write(msgspec.Struct, frozen=True, omit_defaults=True):
    """One write into the VTT as it happened."""

    document: str
    path: str
    before: Plain = None
    after: Plain = None


class Expectation(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place in the VTT that a person changed meanwhile: what was expected there, and what was found."""

    document: str
    path: str
    expected: Plain = None
    found: Plain = None
