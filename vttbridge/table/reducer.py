"""The fold: a state and a row give the next state. It applies facts and decides nothing."""

import msgspec

from vttbridge.geometry.scene import Cut, Overlay, SceneSpec
from vttbridge.geometry.vec import Vec
from vttbridge.rules.script import Answer
from vttbridge.table.context import GameContext
from vttbridge.table.model.changes import Change, CutTurned, DoorTurned, after_piece, after_scene
from vttbridge.table.model.events import (
    Acted,
    Answered,
    Applied,
    Approved,
    Asked,
    Cancelled,
    Committed,
    Diverged,
    Expired,
    Held,
    LogEvent,
    Noted,
    PieceChanged,
    PieceGone,
    PiecePut,
    Planned,
    Rejected,
    Rolled,
    SceneChanged,
    SceneGone,
    SceneSet,
    SeatLeft,
    SeatTaken,
    TableSet,
    Undone,
    VttWrite,
)
from vttbridge.table.model.permissions import Seat
from vttbridge.table.model.state import MAX_WRITTEN, Hold, PlacedPiece, SceneState, State, UndoableCommit


def reduce(game: GameContext, state: State, row: LogEvent) -> State:
    """Return the state after a row. ValueError where the row does not follow on the last one."""
    if row.seq != state.seq + 1:
        raise ValueError(f"row {row.seq} does not follow row {state.seq}")
    after = _happened(game, state, row)
    return msgspec.structs.replace(after, seq=row.seq, epoch=row.epoch)


def _happened(game: GameContext, state: State, row: LogEvent) -> State:
    match row.body:
        case TableSet() as body:
            return msgspec.structs.replace(
                state,
                ruleset=body.ruleset,
                settings=body.settings,
                policy=body.policy,
                dice=body.dice,
                name=body.name,
            )
        case SceneSet() | SceneGone() | SceneChanged() | PiecePut() | PieceChanged() | PieceGone():
            return _board_changed(game, state, row)
        case Committed() | Undone() | Applied() | Diverged():
            return _outcome(game, state, row)
        case SeatTaken() as body:
            return _seated(state, Seat(body.seat, body.role, body.label, body.user))
        case SeatLeft(seat=gone):
            kept = tuple(seat for seat in state.seats if seat.id != gone)
            return msgspec.structs.replace(state, seats=kept)
        case Noted(schema=schema):
            return state if schema is None else msgspec.structs.replace(state, schema=schema)
        case _:
            return _hold_moved(state, row)


def _seated(state: State, seat: Seat) -> State:
    kept = tuple(other for other in state.seats if other.id != seat.id)
    return msgspec.structs.replace(state, seats=tuple(sorted((*kept, seat), key=lambda other: other.id)))


def _board_changed(game: GameContext, state: State, row: LogEvent) -> State:
    match row.body:
        case SceneSet() as body:
            return _scene_set(game, state, row.seq, body)
        case SceneGone(scene=gone):
            kept = tuple(scene for scene in state.scenes if scene.id != gone)
            return _forget(msgspec.structs.replace(state, scenes=kept), gone)
        case SceneChanged() as body:
            after = _written(game, state, row, body.scene, body.changes)
            return _renamed(after, body)
        case PiecePut() | PieceChanged() | PieceGone() as body:
            return _written(game, state, row, body.scene, body.changes)
        case _:
            return state


def _scene_set(game: GameContext, state: State, seq: int, body: SceneSet) -> State:
    """Replace the geometry: pieces stay, doors and broken parts are those of the new ground.

    Where it follows the VTT, a wall or area that is the same as before stays broken where it was.
    """
    old = state.scene(body.scene)
    scene = SceneState(
        body.scene,
        body.blob,
        body.name,
        body.home,
        detached=False,
        revision=seq,
        overlay=Overlay((), _still_broken(game, old, body.blob)) if body.follows and old else Overlay(),
        pieces=old.pieces if old else (),
    )
    if body.follows:
        return state.with_scene(scene)
    return _forget(state.with_scene(scene), body.scene)


def _still_broken(game: GameContext, old: SceneState, blob: str) -> tuple[Cut, ...]:
    """Return the broken parts of walls and areas that are where they were."""
    if not old.overlay.broken:
        return ()
    before, after = _shapes(game.bare(old.blob).spec), _shapes(game.bare(blob).spec)
    there = {key for key, shape in after.items() if before.get(key) == shape}
    return tuple(cut for cut in old.overlay.broken if (cut.kind, cut.id) in there)


def _shapes(spec: SceneSpec) -> dict[tuple[str, str], tuple[Vec, ...]]:
    walls = {("wall", wall.id): (wall.a, wall.b) for wall in spec.walls}
    return {**walls, **{("area", area.id): area.outline for area in spec.areas}}


def _forget(state: State, scene: str) -> State:
    """What was written on other ground can no longer be taken back."""
    kept = tuple(row for row in state.written if row.scene != scene)
    return msgspec.structs.replace(state, written=kept)


def _renamed(state: State, body: SceneChanged) -> State:
    scene = state.scene(body.scene)
    if scene is None:
        return state
    name = scene.name if body.name is None else body.name
    detached = scene.detached if body.detached is None else body.detached
    return state.with_scene(msgspec.structs.replace(scene, name=name, detached=detached))


def _outcome(game: GameContext, state: State, row: LogEvent) -> State:
    match row.body:
        case Committed() as body:
            hold = state.hold(body.hold)
            by = (hold.approved_by or hold.seat) if hold else row.actor
            after = _written(game, state, row, body.scene, body.changes)
            return after.without_hold(body.hold, "committed", by, row.seq)
        case Undone() as body:
            after = _written(game, state, row, body.scene, body.changes)
            return _marked_undone(after, body.seqs)
        case Applied(of=of, writes=writes) | Diverged(of=of, writes=writes):
            return _carried_out(state, of, writes)
        case _:
            return state


def _marked_undone(state: State, seqs: tuple[int, ...]) -> State:
    rows = tuple(
        msgspec.structs.replace(row, undone=True) if row.seq in seqs else row for row in state.written
    )
    return msgspec.structs.replace(state, written=rows)


def _carried_out(state: State, of: int, writes: tuple[VttWrite, ...]) -> State:
    rows = tuple(
        msgspec.structs.replace(row, awaits_executor=False, writes=writes) if row.seq == of else row
        for row in state.written
    )
    return msgspec.structs.replace(state, written=rows)


def _written(
    game: GameContext, state: State, row: LogEvent, changed: str, changes: tuple[Change, ...]
) -> State:
    """Write changes on a scene, and remember that they were written."""
    scene = state.scene(changed)
    if scene is None:
        raise ValueError(f"row {row.seq} writes on scene {changed}, which is not there")
    elsewhere = scene.is_carried_out_elsewhere and row.kind in {"committed", "undone"}
    after = state.with_scene(with_changes(game, scene, changes, row.seq))
    if not changes and row.kind != "committed":
        return after
    mark = UndoableCommit(row.seq, row.kind, changed, changes, awaits_executor=elsewhere)
    written = (*state.written, mark)[-MAX_WRITTEN:]
    return msgspec.structs.replace(after, written=written)


def with_changes(game: GameContext, scene: SceneState, changes: tuple[Change, ...], seq: int) -> SceneState:
    """Return a scene after changes; whatever they touch gets `seq` as its revision."""
    pieces = {standing.piece.id: standing for standing in scene.pieces}
    overlay, revision = scene.overlay, scene.revision
    for change in changes:
        if isinstance(change, DoorTurned | CutTurned):
            ground = game.bare(scene.blob).with_overlay(overlay)
            overlay, revision = after_scene(ground, change).overlay, seq
            continue
        old = pieces.get(change.piece)
        piece = after_piece(old.piece if old else None, change)
        if piece is None:
            pieces.pop(change.piece, None)
        else:
            pieces[change.piece] = PlacedPiece(piece, seq)
    ordered = tuple(pieces[key] for key in sorted(pieces))
    return msgspec.structs.replace(scene, overlay=overlay, revision=revision, pieces=ordered)


def _hold_moved(state: State, row: LogEvent) -> State:
    match row.body:
        case Acted() as body:
            return state.with_hold(
                Hold(body.hold, row.actor, row.cause, body.scene, body.action, body.fields, row.time_ms)
            )
        case Rejected(hold=ended, by=by):
            return state.without_hold(ended, "rejected", by, row.seq)
        case Expired(hold=ended):
            return state.without_hold(ended, "expired", "time", row.seq)
        case Cancelled(hold=ended, by=by):
            return state.without_hold(ended, "cancelled", by, row.seq)
        case Asked() | Answered() | Rolled() | Planned() | Held() | Approved() as body:
            hold = state.hold(body.hold)
            return state if hold is None else state.with_hold(hold_after(hold, body))
        case _:
            return state


def hold_after(hold: Hold, body: Asked | Answered | Rolled | Planned | Held | Approved) -> Hold:
    """Return a hold after one of its rows."""
    match body:
        case Asked():
            return msgspec.structs.replace(
                hold,
                state="asking",
                question=body.question,
                question_seen=body.seen,
                seats=body.seats,
                plan=None,
                plan_seen=None,
                hash="",
                asked_ms=0,
                watched_ms=0,
            )
        case Answered():
            return hold.knows(Answer(body.key, body.value))
        case Rolled():
            known = hold.knows(Answer(body.key, body.value))
            return msgspec.structs.replace(known, rolled=(*hold.rolled, body.key))
        case Planned():
            return msgspec.structs.replace(
                hold,
                state="planned",
                question=None,
                question_seen=None,
                seats=(),
                plan=body.plan,
                plan_seen=body.seen,
                hash=body.hash,
                gained=body.gained,
                lost=body.lost,
                approved_by="",
                watched_ms=0,
            )
        case Held():
            return msgspec.structs.replace(hold, asked_ms=body.asked_ms, watched_ms=body.watched_ms)
        case Approved():
            return msgspec.structs.replace(
                hold,
                state="approved",
                question=None,
                question_seen=None,
                plan_seen=None,
                seats=(),
                edits=body.edits,
                approved_by=body.by,
                hash=body.hash,
                plan=body.plan or hold.plan,
            )
