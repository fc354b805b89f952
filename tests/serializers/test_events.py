"""A row is the same event when it happens and when it is read from the log."""

import msgspec

from support.stored_table import StoredTable
from vttbridge.serializers.events import event_for
from vttbridge.table import Transition
from vttbridge.table.model.commands import ChangePiece, PieceRequest
from vttbridge.table.model.permissions import Seat


def test_a_seat_is_told_what_it_may_see() -> None:
    """Game masters of a hidden piece, players of none."""
    table = StoredTable()
    (row,) = table.do("s-gm", ChangePiece("room", "spy", PieceRequest(name="Mole")))
    game = table.journal.game
    told = event_for(game, row.step, "s-gm")
    assert told is not None
    assert (told.kind, told.actor) == (row.step.row.kind, "s-gm")
    assert event_for(game, row.step, "s-1") is None


def test_the_past_is_told_by_the_role_of_today() -> None:
    """With the seats of today a player who became a game master sees what game masters saw then."""
    table = StoredTable()
    (row,) = table.do("s-gm", ChangePiece("room", "spy", PieceRequest(name="Mole")))
    states = [
        msgspec.structs.replace(state, seats=(Seat("s-1", "gm"),))
        for state in (row.step.before, row.step.after)
    ]
    judged = Transition(states[0], row.step.row, states[1])
    game = table.journal.game
    assert event_for(game, row.step, "s-1", judged) == event_for(game, row.step, "s-gm")
