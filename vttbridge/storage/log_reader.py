"""Rows of a table that are no longer in memory, read from its log with the states on both sides of each.

The table is folded anew from the nearest state that was kept before them, with a book of its own, so all of
this may run in a worker thread. What is not stored yet is not there.
"""

from collections.abc import Iterator

import msgspec

from vttbridge.storage.codec import encode
from vttbridge.storage.journal import TableJournal, folded
from vttbridge.storage.recent_events import LoggedStep
from vttbridge.storage.snapshots import latest, records_after
from vttbridge.table import GameContext, State, Table

MAX_ROWS = 20_000
"""Whoever comes back is told so many rows at most; from further away the whole state is less work."""


class ReplayPoint(msgspec.Struct, frozen=True):
    """The state after a row, that row's hash, and the rows that follow, each folded as it is taken."""

    state: State
    hash: str
    rows: Iterator[LoggedStep]


def separate_context(journal: TableJournal) -> GameContext:
    """Return a book that shares nothing that changes with the table's own."""
    return GameContext(journal.game.ruleset, journal.game.library, encode)


def replay_after(journal: TableJournal, game: GameContext, seq: int) -> ReplayPoint:
    """Return how it stood after a row, and what followed; BadLog where the log is damaged."""
    kept = latest(journal.store, journal.name, at_most=seq)
    table = Table(game, None if kept is None else kept.state)
    told = folded(table, records_after(journal.store, journal.name, kept))
    state, hash_then = table.state, journal.first_hash if kept is None else kept.chain
    while state.seq < seq:
        one = next(told, None)
        if one is None:
            break
        state, hash_then = one.step.after, one.hash
    return ReplayPoint(state, hash_then, told)
