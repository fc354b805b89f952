"""One game's table: commands and state in, rows and replies out. Pure: no clock, no dice, no bytes.

What the server does with it, in order:

1. `GameContext(ruleset, shelf, encode)` joins a rule book with the scenes of the blobs
   (`SceneShelf.put(hash, spec)`).
2. `Table.load(game, rows)` folds a log. A new table's first command is the server's own `SetTable()`.
3. `decision = table.decide_with(command, uniform, live)`; `uniform(n)` draws from 0 to n - 1, and is
   not called where the command carries faces, the hold knows them or nothing is rolled. (`table.decide`
   asks for each face.)
4. `rows = table.numbered(command, decision, time_ms)`; the store appends them; only when that is done are the
   reply and the rows told. `table.apply(rows)` folds them at once, so that the next command can be decided
   while the store writes; if the append fails, the table is thrown away and loaded again.
   A decision without rows: `table.cache_reply(command, decision)`, then reply.
5. For each step that `apply` gives: `table.seen(step, seat)` is the row for a seat or `None`;
   `resolved(step)` is the end of a waiting command.
6. `table.view(seat)`, `spec_seen`, `table.preview(seat, PreviewRequest(...))`, `table.ask(seat, Query(...))`
   only read.
7. Time: the server sends `Waited(hold, ...)` with the time used so far, when a limit is reached and before it
   stops; and `CarryOut(hold)` for each of `table.waiting_for_executor()` when an executor comes.

`replay` and `log` read logs again; `Store` is what keeps them.
"""

from vttbridge.table.context import GameContext, SceneShelf, SceneSource, hash_of, open_spec
from vttbridge.table.decisions.decision import NOW, Decided, Decision, DecisionContext, Live, NeedsFaces
from vttbridge.table.decisions.dispatch import decide
from vttbridge.table.decisions.preview import Preview, PreviewRequest, Query
from vttbridge.table.log.chain import Head, Header, Record
from vttbridge.table.log.store import (
    AccessChanges,
    AccessRecord,
    CommandKnown,
    ReadOnly,
    SeqTaken,
    Snapshot,
    StorageFull,
    Store,
)
from vttbridge.table.model.events import EventBody, LogEvent, NewEvent
from vttbridge.table.model.permissions import SERVER, Role, Seat, Sender
from vttbridge.table.model.replies import Reply
from vttbridge.table.model.state import Hold, PlacedPiece, SceneState, State, UndoableCommit
from vttbridge.table.reducer import reduce
from vttbridge.table.table import Resolved, Table, drawn, resolved
from vttbridge.table.visibility.view import Transition, View, seen, spec_seen, view

__all__ = [
    "NOW",
    "SERVER",
    "AccessChanges",
    "AccessRecord",
    "CommandKnown",
    "Decided",
    "Decision",
    "DecisionContext",
    "EventBody",
    "GameContext",
    "Head",
    "Header",
    "Hold",
    "Live",
    "LogEvent",
    "NeedsFaces",
    "NewEvent",
    "PlacedPiece",
    "Preview",
    "PreviewRequest",
    "Query",
    "ReadOnly",
    "Record",
    "Reply",
    "Resolved",
    "Role",
    "SceneShelf",
    "SceneSource",
    "SceneState",
    "Seat",
    "Sender",
    "SeqTaken",
    "Snapshot",
    "State",
    "StorageFull",
    "Store",
    "Table",
    "Transition",
    "UndoableCommit",
    "View",
    "decide",
    "drawn",
    "hash_of",
    "open_spec",
    "reduce",
    "resolved",
    "seen",
    "spec_seen",
    "view",
]
