"""The rows of a log: facts, each with who caused it and who may see it. State is their fold.

The kind of a row is the tag of its body. `Row` is what is stored; an `Entry` is a row before it has a number.
"""

from typing import Literal

import msgspec

from vttbridge.rules.effects import Effect, NamedFact, Plan
from vttbridge.rules.options import Setting
from vttbridge.rules.plan_edits import Edit
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.script import Answer, Question
from vttbridge.rules.values import Facts, Value
from vttbridge.table.model.changes import Change
from vttbridge.table.model.permissions import Role

Policy = Literal["players", "all", "none"]
"""Whose commands wait for a game master."""

Dice = Literal["server", "people"]
"""Who rolls what a command does not carry: the server, or whoever moves."""

Waits = Literal["question", "approval", "executor"]
Home = Literal["table", "vtt"]


class VttWrite(msgspec.Struct, frozen=True):
    """One write into the VTT as it happened."""

    document: str
    path: str
    before: Value = None
    after: Value = None


class Found(msgspec.Struct, frozen=True):
    """A place in the VTT that a person changed meanwhile."""

    document: str
    path: str
    expected: Value = None
    found: Value = None


class TableSet(msgspec.Struct, frozen=True, tag="table_set"):
    """How the table plays from now on: all of it, not only what changed."""

    ruleset: str
    settings: tuple[Setting, ...] = ()
    policy: Policy = "players"
    dice: Dice = "server"
    name: str = ""


class SceneSet(msgspec.Struct, frozen=True, tag="scene_set"):
    """A scene has this geometry from now on: a blob by its BLAKE2b.

    `follows`: it is the same scene after a change in the VTT, so what was written on it can still be undone.
    """

    scene: str
    blob: str
    name: str = ""
    home: Home = "table"
    follows: bool = False


class SceneChanged(msgspec.Struct, frozen=True, tag="scene_changed"):
    """Doors turn, walls break or are mended; the scene is renamed, or cut off from the VTT."""

    scene: str
    changes: tuple[Change, ...] = ()
    name: str | None = None
    detached: bool | None = None


class SceneGone(msgspec.Struct, frozen=True, tag="scene_gone"):
    """A scene leaves the table with all that stands on it."""

    scene: str


class PiecePut(msgspec.Struct, frozen=True, tag="piece_put"):
    """A piece comes into a scene, or several at once."""

    scene: str
    changes: tuple[Change, ...]


class PieceChanged(msgspec.Struct, frozen=True, tag="piece_changed"):
    """A piece is changed by hand, or some were in the VTT."""

    scene: str
    changes: tuple[Change, ...]


class PieceGone(msgspec.Struct, frozen=True, tag="piece_gone"):
    """A piece leaves a scene, or several at once."""

    scene: str
    changes: tuple[Change, ...]


class Acted(msgspec.Struct, frozen=True, tag="act"):
    """A seat asks for an action; `hold` names the matter in all rows that follow."""

    hold: str
    scene: str
    action: str
    fields: dict[str, Value]
    answers: tuple[Answer, ...] = ()
    rolls: tuple[Answer, ...] = ()


class Asked(msgspec.Struct, frozen=True, tag="asked"):
    """A question is open; `seats` may answer it beside the game masters.

    `seen` is the question as these seats may see it, where that is another.
    """

    hold: str
    question: Question
    seats: tuple[str, ...] = ()
    seen: Question | None = None


class Answered(msgspec.Struct, frozen=True, tag="answered"):
    """A question is answered; `by` is a seat, or `time` where the default was taken."""

    hold: str
    key: str
    value: Value
    by: str


class Rolled(msgspec.Struct, frozen=True, tag="rolled"):
    """A roll fell, once for its command and key; `by` is a seat, or `server`."""

    hold: str
    key: str
    die: str
    value: Value
    by: str


class Planned(msgspec.Struct, frozen=True, tag="planned"):
    """There is a complete plan. `gained` and `lost` are the lines by which it differs from the one before.

    `seen` is the plan as whoever acts may see it, where that is another.
    """

    hold: str
    plan: Plan
    hash: str
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    seen: Plan | None = None


class Held(msgspec.Struct, frozen=True, tag="held"):
    """The matter waits; the milliseconds are those already used while somebody could have answered."""

    hold: str
    waits: Waits
    asked_ms: int = 0
    watched_ms: int = 0


class Approved(msgspec.Struct, frozen=True, tag="approved"):
    """A game master said yes to the plan `saw`; edited, the approved one is `plan` with its own hash.

    The hash is empty where the edits raise a question or need a roll: the plan that comes of it needs a new
    yes.
    """

    hold: str
    by: str
    saw: str
    edits: tuple[Edit, ...] = ()
    hash: str = ""
    plan: Plan | None = None


class Rejected(msgspec.Struct, frozen=True, tag="rejected"):
    """A game master said no."""

    hold: str
    by: str
    reason: str = ""


class Expired(msgspec.Struct, frozen=True, tag="expired"):
    """Nobody said yes in time; nothing is applied."""

    hold: str
    watched_ms: int
    all_ms: int


class Cancelled(msgspec.Struct, frozen=True, tag="cancelled"):
    """The matter ended without effect: taken back, or the rules now say no."""

    hold: str
    because: Refusal
    by: str = ""


class Committed(msgspec.Struct, frozen=True, tag="committed"):
    """A whole outcome happens at once: its lines, and what they write."""

    hold: str
    scene: str
    action: str
    effects: tuple[Effect, ...]
    facts: tuple[NamedFact, ...] = ()
    rules: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()


class Applied(msgspec.Struct, frozen=True, tag="applied"):
    """The executor wrote the row `of` into the VTT."""

    of: int
    term: int
    writes: tuple[VttWrite, ...] = ()


class Diverged(msgspec.Struct, frozen=True, tag="diverged"):
    """The executor found places of the VTT changed by a person, and left those alone."""

    of: int
    term: int
    places: tuple[Found, ...] = ()
    writes: tuple[VttWrite, ...] = ()


class Undone(msgspec.Struct, frozen=True, tag="undone"):
    """Rows are taken back, newest first; `writes` are what goes back into the VTT."""

    seqs: tuple[int, ...]
    scene: str
    changes: tuple[Change, ...] = ()
    writes: tuple[VttWrite, ...] = ()


class SeatTaken(msgspec.Struct, frozen=True, tag="seat_taken"):
    """Somebody has a seat, or has it otherwise than before."""

    seat: str
    role: Role
    label: str = ""
    user: str = ""


class SeatLeft(msgspec.Struct, frozen=True, tag="seat_left"):
    """A seat is gone for good."""

    seat: str


class Noted(msgspec.Struct, frozen=True, tag="note"):
    """Something about the log itself: a raised schema, a new epoch and why."""

    code: str
    facts: Facts = ()
    schema: int | None = None


EventBody = (
    TableSet
    | SceneSet
    | SceneChanged
    | SceneGone
    | PiecePut
    | PieceChanged
    | PieceGone
    | Acted
    | Asked
    | Answered
    | Rolled
    | Planned
    | Held
    | Approved
    | Rejected
    | Expired
    | Cancelled
    | Committed
    | Applied
    | Diverged
    | Undone
    | SeatTaken
    | SeatLeft
    | Noted
)

EVERYONE: tuple[str, ...] = ()
GMS = "gm"


class NewEvent(msgspec.Struct, frozen=True):
    """A fact that has been decided; `audience` is empty for everyone, else `gm` and seats."""

    body: EventBody
    audience: tuple[str, ...] = EVERYONE


class LogEvent(msgspec.Struct, frozen=True):
    """A fact with its place in the log.

    `cause` is the command's id and `actor` its seat (empty: the server). The first row of a command carries
    the `digest` of what it said, so that a retry is known from a reused id. `time_ms` is for people, never a
    rule.
    """

    seq: int
    epoch: int
    time_ms: int
    cause: str
    actor: str
    body: EventBody
    audience: tuple[str, ...] = EVERYONE
    digest: str = ""

    @property
    def kind(self) -> str:
        """The word for what happened."""
        return str(self.body.__struct_config__.tag)


def changes_in(body: EventBody) -> tuple[Change, ...]:
    """Return what a row writes on its scene."""
    match body:
        case SceneChanged() | PiecePut() | PieceChanged() | PieceGone() | Committed() | Undone():
            return body.changes
        case _:
            return ()
