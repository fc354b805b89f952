"""The six replies to a command. A reply to one that wrote rows is a function of those rows."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from vttbridge.rules.refusal import Refusal
from vttbridge.rules.values import Facts, Value, facts
from vttbridge.table.model.commands import Spot
from vttbridge.table.model.events import (
    Acted,
    Approved,
    Asked,
    Cancelled,
    Committed,
    EventBody,
    Held,
    Planned,
    Rolled,
    Waits,
)

Outcome = Literal["done", "refused", "conflict", "invalid", "busy", "pending"]

GROUND_CHANGED = "ground_changed"
PLAN_CHANGED = "plan_changed"
ALREADY_RESOLVED = "already_resolved"


class Reply(msgspec.Struct, frozen=True):
    """How a command went: exactly one for each. `dup` marks the stored reply to a retry."""

    outcome: Outcome
    code: str = ""
    facts: Facts = ()
    rule: str = ""
    seq: int | None = None
    hold: str | None = None
    waits: Waits | None = None
    revisions: tuple[Spot, ...] = ()
    seqs: tuple[int, ...] = ()
    retry_after_ms: int | None = None
    dup: bool = False


def done(seq: int | None = None) -> Reply:
    """It happened."""
    return Reply("done", seq=seq)


def refused(refusal: Refusal) -> Reply:
    """The rules, or the rules of the table, say no."""
    return Reply("refused", refusal.code, refusal.facts, refusal.rule)


def invalid(code: str, **named: Value) -> Reply:
    """It cannot be taken at all."""
    return Reply("invalid", code, facts(**named))


def busy(code: str, retry_after_ms: int) -> Reply:
    """Not now; the same command may be sent again."""
    return Reply("busy", code, retry_after_ms=retry_after_ms)


def reply_to(bodies: Sequence[EventBody], first_seq: int) -> Reply:
    """Return the reply to a command by the rows that it wrote, numbered from `first_seq`."""
    first, last = bodies[0], bodies[-1]
    match first:
        case Acted() | Approved():
            return _by_last(first.hold, bodies, first_seq)
        case Asked() | Planned() | Cancelled(by="") | Rolled(by="server"):
            return _ground_changed(last)
        case _:
            seqs = [first_seq + place for place, body in enumerate(bodies) if isinstance(body, Committed)]
            return done(seqs[0] if seqs else first_seq)


def _by_last(hold: str, bodies: Sequence[EventBody], first_seq: int) -> Reply:
    match bodies[-1]:
        case Cancelled(because=because):
            return refused(because)
        case Asked():
            return Reply("pending", hold=hold, waits="question")
        case Held(waits=waits):
            return Reply("pending", hold=hold, waits=waits)
        case _:
            return done(first_seq + len(bodies) - 1)


def _ground_changed(last: EventBody) -> Reply:
    match last:
        case Cancelled(because=because, hold=hold):
            named = facts(reason=because.code)
            return Reply("conflict", GROUND_CHANGED, named, because.rule, hold=hold)
        case Asked(hold=hold):
            return Reply("conflict", GROUND_CHANGED, hold=hold, waits="question")
        case Held(hold=hold, waits=waits):
            return Reply("conflict", GROUND_CHANGED, hold=hold, waits=waits)
        case _:
            return Reply("conflict", GROUND_CHANGED)
