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
    "GivenAnswer",
    "HoldState",
    "LimitDistance",
    "Name",
    "Outcome",
    "PieceState",
    "Policy",
    "QueryInfo",
    "Role",
    "SceneInfo",
    "SetAnswer",
    "SpotRevision",
    "Text",
    "Waits",
    "WireCells",
    "WireChance",
    "WireDisc",
    "WireEffect",
    "WireHold",
    "WireNeed",
    "WireOdds",
    "WireOption",
    "WirePart",
    "WirePlace",
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


class WirePlace(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place in a scene, in its unit; z is the height above the scene's ground."""

    x: Coordinate
    y: Coordinate
    z: Coordinate = 0.0


class WireDisc(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="shape", tag="disc"):
    """A round base; its piece's place is the centre."""

    radius: Coordinate
    height: Coordinate = 1.0


class WireCells(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="shape", tag="cells"):
    """A block of whole cells; its piece's place is the north-west one."""

    width: Count = 1
    depth: Count = 1
    height: Coordinate = 1.0


class PieceState(msgspec.Struct, frozen=True, omit_defaults=True):
    """A token or movable object of one scene.

    `body` names what owns the numbers (two linked tokens, one body), `pool` what several bodies share.
    `owner` is the controlling seat, `side` the team. `numbers` holds what the ruleset's needs name.
    """

    id: str
    place: WirePlace
    name: Name = ""
    kind: Literal["creature", "object", "marker"] = "creature"
    footprint: WireDisc | WireCells = WireCells()
    owner: str = ""
    side: str = ""
    body: str = ""
    pool: str = ""
    numbers: Tree = {}
    tags: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
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


class WireNeed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number, flag or word that the ruleset wants to know of a piece, and where the VTT keeps it."""

    name: str
    kind: Literal["whole", "number", "flag", "word"] = "whole"
    unit: str = ""
    default: Plain = None
    applies: Literal["creature", "object", "any"] = "creature"
    words: tuple[str, ...] = ()
    sentence: str = ""
    paths: tuple[str, ...] = ()


class WireOption(msgspec.Struct, frozen=True, omit_defaults=True):
    """A house rule: its rule, what it may be set to (words, or a number within limits), how it stands."""

    name: str
    value: str
    default: str
    rule: str = ""
    values: tuple[str, ...] = ()
    low: Coordinate | None = None
    high: Coordinate | None = None
    sentence: str = ""


class ActionSchema(msgspec.Struct, frozen=True, omit_defaults=True):
    """An action of the ruleset; a form is made from its JSON Schema `fields` and nothing else."""

    name: str
    fields: Tree = {}
    sentence: str = ""
    voluntary: bool = False


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
