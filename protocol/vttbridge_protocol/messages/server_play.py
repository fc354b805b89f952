"""What the server says of the game: how a command went, what happened, what is asked of you."""

from typing import Literal

import msgspec

from vttbridge_protocol.plain import Plain, Tree
from vttbridge_protocol.values.offers import WireSeat
from vttbridge_protocol.values.plans import (
    SpotRevision,
    WireHold,
    WireOdds,
    WirePlan,
    WireQuestion,
    WireRefusal,
)
from vttbridge_protocol.values.scalars import Count, HoldState, Outcome, Role, Waits
from vttbridge_protocol.values.vtt import VttUpdate

__all__ = [
    "AnswerResult",
    "Asked",
    "Event",
    "ExecutorState",
    "Held",
    "Invited",
    "PreviewResult",
    "Reply",
    "Resolved",
    "SeatList",
    "Snapshot",
]


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a command or request went: exactly one for each, tied to it by the envelope's `re`.

    done: `seq` is the committed event's, where there is one. refused: `code`, `facts` and the `rule`'s id.
    conflict: `code`, and `revisions` or `seqs` to settle first. invalid: `code`. busy: `code`,
    `retry_after_ms`. pending: `hold` and what it `waits` for; one `resolved` follows. `dup` marks a stored
    reply to a retry.
    """

    outcome: Outcome
    code: str = ""
    facts: Tree = {}
    rule: str = ""
    seq: Count | None = None
    hold: str | None = None
    waits: Waits | None = None
    revisions: tuple[SpotRevision, ...] = ()
    seqs: tuple[Count, ...] = ()
    retry_after_ms: Count | None = None
    dup: bool = False


class Resolved(msgspec.Struct, frozen=True, omit_defaults=True):
    """The one end of a hold; `re` is the waiting command's id."""

    hold: str
    state: HoldState
    seq: Count | None = None
    code: str = ""
    facts: Tree = {}
    by: str = ""


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fact of the log, as this seat may see it; the envelope carries its `seq` and the connection's `n`.

    `cause` is a command's id. GMs get the chain's `hash`, others its `mark`. `kind` is a log row's kind and
    `data` its body, by `schema`. `term` says that it is to be written into the VTT, by `updates` where it
    moves tokens: the executor alone gets them.
    """

    epoch: Count
    kind: str
    data: Tree = {}
    schema: Count = 1
    time_ms: Count = 0
    cause: str | None = None
    actor: str | None = None
    hash: str | None = None
    mark: str | None = None
    state_hash: str | None = None
    term: Count | None = None
    updates: tuple[VttUpdate, ...] = ()


class Asked(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question is open, and this seat may answer it."""

    hold: str
    command: str
    scene: str
    action: str
    question: WireQuestion
    seat: str = ""
    remaining_ms: Count | None = None


class Held(msgspec.Struct, frozen=True):
    """A hold as it now stands: sent when it changes, and all open ones before `live`."""

    hold: WireHold


class PreviewResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """What would happen, as far as it can be known.

    A `plan`; or a `refusal`; or the `question` or the `roll` (its purpose) that comes first, with what is
    `known` till then; with `odds` where they were asked for and are few. `as_seen`: reckoned from what this
    seat may see.
    """

    plan: WirePlan | None = None
    refusal: WireRefusal | None = None
    question: WireQuestion | None = None
    roll: str | None = None
    known: WirePlan | None = None
    odds: WireOdds | None = None
    as_seen: bool = False


class AnswerResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a ruleset's query gave."""

    value: Plain = None
    refusal: WireRefusal | None = None


class Snapshot(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table's state as this seat may see it, up to `seq`: in `data`, or large ones in transfer `blob`."""

    epoch: Count
    seq: Count
    head: str = ""
    state_hash: str = ""
    data: Tree | None = None
    blob: str | None = None


class ExecutorState(msgspec.Struct, frozen=True):
    """Who writes into the VTT: you, somebody else while you wait, or nobody. Confirmations carry `term`."""

    state: Literal["yours", "waiting", "taken", "none"]
    term: Count


class Invited(msgspec.Struct, frozen=True):
    """The code of an invite, and for how long it holds."""

    code: str
    role: Role
    uses: Count
    expires_ms: Count


class SeatList(msgspec.Struct, frozen=True):
    """The table's seats."""

    seats: tuple[WireSeat, ...]
