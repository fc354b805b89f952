"""Taking rows back. Free while no later row, itself not undone, wrote the same field of the same thing."""

from vttbridge.rules.piece import Piece
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.table.context import GameContext
from vttbridge.table.decisions.decision import Decision, no_rows, refusing, with_rows
from vttbridge.table.model.changes import Change, between_pieces, between_scenes, inverse, overlap
from vttbridge.table.model.commands import Undo
from vttbridge.table.model.events import EVERYONE, NewEvent, Undone, VttWrite
from vttbridge.table.model.replies import Reply
from vttbridge.table.model.state import SceneState, State, UndoableCommit
from vttbridge.table.reducer import with_changes

OTHERS_FIRST = "others_first"
"""The code of a conflict whose `seqs`, sent as one undo, would go through."""


def undo(game: GameContext, state: State, body: Undo) -> Decision:
    """Decide to take rows back, newest first."""
    rows = _named(state, body.seqs)
    if isinstance(rows, Refusal):
        return refusing(rows)
    scene = state.scene(rows[0].scene)
    if scene is None or any(row.scene != scene.id for row in rows):
        return refusing(refuse("ONE_SCENE_AT_A_TIME", seqs=tuple(row.seq for row in rows)))
    needed = resting_on(state, rows)
    if len(needed) > len(rows):
        return no_rows(Reply("conflict", OTHERS_FIRST, seqs=tuple(row.seq for row in needed)))
    return with_rows(state, (NewEvent(_undone(game, scene, rows), EVERYONE),))


def _named(state: State, seqs: tuple[int, ...]) -> tuple[UndoableCommit, ...] | Refusal:
    """Return the rows to undo, newest first, or say which one cannot be."""
    found: list[UndoableCommit] = []
    for seq in sorted(set(seqs), reverse=True):
        row = state.row(seq)
        if row is None or row.kind == "undone":
            return refuse("NOTHING_TO_UNDO", seq=seq)
        if row.undone:
            return refuse("ALREADY_UNDONE", seq=seq)
        found.append(row)
    return tuple(found) or refuse("NOTHING_TO_UNDO", seq=0)


def resting_on(state: State, rows: tuple[UndoableCommit, ...]) -> tuple[UndoableCommit, ...]:
    """Return the rows with every later one that must be undone before them, newest first."""
    needed = {row.seq: row for row in rows}
    oldest = min(needed)
    for later in state.written:  # oldest first, so whatever rests on a found row is found after it
        if later.seq <= oldest or later.undone or later.kind == "undone" or later.seq in needed:
            continue
        if any(_rests(later, row) for row in needed.values()):
            needed[later.seq] = later
    return tuple(needed[seq] for seq in sorted(needed, reverse=True))


def _rests(later: UndoableCommit, row: UndoableCommit) -> bool:
    return later.seq > row.seq and later.scene == row.scene and overlap(later.changes, row.changes)


def _undone(game: GameContext, scene: SceneState, rows: tuple[UndoableCommit, ...]) -> Undone:
    before = scene
    for row in rows:
        back = tuple(inverse(change) for change in reversed(row.changes))
        before = with_changes(game, before, back, 0)
    writes = tuple(_back(write) for row in rows for write in reversed(row.writes))
    seqs = tuple(row.seq for row in rows)
    return Undone(seqs, scene.id, net_changes(game, scene, before), writes)


def net_changes(game: GameContext, first: SceneState, second: SceneState) -> tuple[Change, ...]:
    """Return what leads from one state of a scene to another."""
    pieces = between_pieces(_pieces(first), _pieces(second))
    return (*pieces, *between_scenes(game.ground(first), game.ground(second)))


def _pieces(scene: SceneState) -> tuple[Piece, ...]:
    return tuple(standing.piece for standing in scene.pieces)


def _back(write: VttWrite) -> VttWrite:
    return VttWrite(write.document, write.path, write.after, write.before)
