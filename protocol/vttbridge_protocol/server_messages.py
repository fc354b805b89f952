"""What the server says: who you are, how your command went, what happened, what is asked of you."""

from typing import Literal

import msgspec

from .plain import Plain, Tree
from .values import (
    ActionSchema,
    Count,
    HoldState,
    Name,
    Outcome,
    Policy,
    QueryInfo,
    Role,
    SceneInfo,
    SpotRevision,
    Waits,
    WireHold,
    WireNeed,
    WireOdds,
    WireOption,
    WirePlan,
    WireQuestion,
    WireRefusal,
    WireSeat,
)
from .vtt_values import VttUpdate

__all__ = [
    "Admitted",
    "AnswerResult",
    "Asked",
    "CloseMeaning",
    "Draining",
    "Error",
    "Event",
    "ExecutorState",
    "FrameLimits",
    "Held",
    "Hello",
    "Invited",
    "Knocked",
    "Knocking",
    "Live",
    "Paired",
    "PreviewResult",
    "Renewed",
    "Reply",
    "Resolved",
    "Resumed",
    "Resync",
    "RoleRate",
    "SeatList",
    "Snapshot",
    "Welcome",
]


class CloseMeaning(msgspec.Struct, frozen=True):
    """What a client does after a close code."""

    code: Count
    retry: Literal["never", "now", "back_off"]


class RoleRate(msgspec.Struct, frozen=True):
    """How many messages a second a role may send, and how many at once after a pause."""

    role: Role
    per_second: float
    burst: float


class FrameLimits(msgspec.Struct, frozen=True, omit_defaults=True):
    """What this server takes from a client that it knows."""

    frame_bytes: Count
    text_bytes: Count
    array_length: Count
    map_length: Count
    depth: Count
    nodes: Count
    transfer_bytes: Count
    commands_in_flight: Count
    rates: tuple[RoleRate, ...] = ()


class Hello(msgspec.Struct, frozen=True, omit_defaults=True):
    """First message of every connection: what the server speaks and takes."""

    protocol_min: Count
    protocol_max: Count
    server: str
    limits: FrameLimits
    closes: tuple[CloseMeaning, ...] = ()
    features: tuple[str, ...] = ()
    auth_ms: Count = 10_000
    heartbeat_ms: Count = 20_000
    silence_ms: Count = 45_000


class Paired(msgspec.Struct, frozen=True):
    """The device's token, said once; keep it where only this device can read it."""

    token: str
    table: str
    role: Role


class Admitted(msgspec.Struct, frozen=True):
    """The knocking device's token, said once."""

    token: str
    table: str
    role: Role


class Renewed(msgspec.Struct, frozen=True):
    """A fresh token in place of an ageing one; the old one ends when the new one is first used."""

    token: str


class Knocked(msgspec.Struct, frozen=True):
    """Your knock waits; the GM sees the same two words."""

    knock: str
    words: str
    wait_ms: Count


class Knocking(msgspec.Struct, frozen=True, omit_defaults=True):
    """To GMs: somebody wants in. `open` is false when the knock ended."""

    knock: str
    label: Name
    words: str
    user: Name = ""
    client: Name = ""
    open: bool = True


class Welcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """You are in: the table, your seat, what can be done here.

    Open holds follow as `asked` and `held`, then `live`. `head` is the log's last `hash` for GMs, its `mark`
    for others; `state_hash` is that of the view of this seat.
    """

    table: str
    seat: str
    role: Role
    session: str
    epoch: Count
    seq: Count
    ruleset: str
    name: Name = ""
    label: Name = ""
    head: str = ""
    state_hash: str = ""
    policy: Policy = "players"
    options: tuple[WireOption, ...] = ()
    needs: tuple[WireNeed, ...] = ()
    actions: tuple[ActionSchema, ...] = ()
    queries: tuple[QueryInfo, ...] = ()
    scenes: tuple[SceneInfo, ...] = ()
    seats: tuple[WireSeat, ...] = ()
    languages: tuple[str, ...] = ()


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


class Resumed(msgspec.Struct, frozen=True):
    """The session goes on: `missed` events follow, then `live`."""

    session: str
    epoch: Count
    missed: Count


class Resync(msgspec.Struct, frozen=True):
    """The session cannot go on from there: forget what you know, a `snapshot` follows."""

    reason: Literal["too_old", "epoch", "hash", "slow"]


class Live(msgspec.Struct, frozen=True):
    """What follows happens now."""

    seq: Count


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


class Error(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something went wrong that is no command's reply; a close often follows."""

    code: str
    facts: Tree = {}
    retry_after_ms: Count | None = None


class Draining(msgspec.Struct, frozen=True):
    """The server is going away on purpose: finish, and come back after this time."""

    retry_after_ms: Count
