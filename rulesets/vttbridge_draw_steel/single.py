"""Small actions on one piece: a fall from where it is, a status decided at the table."""

from vttbridge.rules.draft import Draft
from vttbridge.rules.ruleset import Outcome
from vttbridge_draw_steel.actions import Drop, SetStatus
from vttbridge_draw_steel.falling import settle


def drop(draft: Draft, fall: Drop) -> Outcome:
    """Let a piece fall if nothing holds it up (DSX-01)."""
    yield from settle(draft, fall.piece, ("DSX-01",))
    return None


def set_status(draft: Draft, change: SetStatus) -> Outcome:
    """Begin or end a status; a flyer that can no longer stay up falls (DSX-13)."""
    if draft.piece(change.piece).is_in(change.status) != change.on:
        draft.status(change.piece, change.status, on=change.on, cause="table")
    yield from settle(draft, change.piece, ("DSX-13",))
    return None
