"""A row as the event that one seat is told: the same when it happens and when it is read from the log."""

from vttbridge.serializers.state import event_of, unseen_ground
from vttbridge.table import GameContext, Transition, seen
from vttbridge_protocol import Event


def event_for(
    game: GameContext, step: Transition, seat: str, judged: Transition | None = None
) -> Event | None:
    """Return the event of a row as a seat is told of it, `None` for nothing.

    `judged` is the same step with the seats by which it is told what the seat may see, where these are not
    those of its time: who reads the past has the role of today.
    """
    by = step if judged is None else judged
    row = seen(game, by, seat)
    if row is None:
        return unseen_ground(game, step)
    return event_of(game, step, row, whole=by.after.is_gm(seat))
