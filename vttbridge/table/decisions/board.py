"""Pieces, scenes, table settings, seats and the executor's reports: changed by hand, each in one row."""

import msgspec

from vttbridge.geometry.scene import Cut, Scene
from vttbridge.rules.piece import Number, Numbers, Piece
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.table.context import GameContext
from vttbridge.table.decisions.decision import Decision, Live, conflict, no_rows, refusing, stale, with_rows
from vttbridge.table.decisions.hold_events import about
from vttbridge.table.model.changes import between, between_scenes, door_of
from vttbridge.table.model.commands import (
    ChangePiece,
    ChangeScene,
    EndSeat,
    PieceRequest,
    PutPiece,
    PutSeat,
    Remark,
    RemovePiece,
    RemoveScene,
    ReportApplied,
    ReportDiverged,
    SetTable,
)
from vttbridge.table.model.events import (
    GMS,
    Applied,
    Cancelled,
    Diverged,
    NewEvent,
    Noted,
    PieceChanged,
    PieceGone,
    PiecePut,
    SceneChanged,
    SceneGone,
    SeatLeft,
    SeatTaken,
    TableSet,
)
from vttbridge.table.model.replies import done, invalid
from vttbridge.table.model.state import State

MAX_PIECES = 1_000
"""So many pieces may stand on a scene."""


def remove_scene(state: State, body: RemoveScene) -> Decision:
    """Take a scene away; what was open on it is cancelled."""
    if state.scene(body.scene) is None:
        return refusing(refuse("NO_SUCH_SCENE", scene=body.scene))
    ended = tuple(
        entry
        for hold in state.holds
        if hold.scene == body.scene
        for entry in about(hold, Cancelled(hold.id, refuse("NO_SUCH_SCENE", scene=body.scene), GMS))
    )
    return with_rows(state, (NewEvent(SceneGone(body.scene)), *ended))


def change_scene(game: GameContext, state: State, body: ChangeScene) -> Decision:
    """Turn doors, break and mend walls, rename, detach."""
    scene = state.scene(body.scene)
    if scene is None:
        return refusing(refuse("NO_SUCH_SCENE", scene=body.scene))
    spots = stale(scene, body.revisions)
    if spots:
        return conflict(spots)
    ground = game.ground(scene)
    after = _rebuilt(ground, body)
    if isinstance(after, Refusal):
        return refusing(after)
    name = None if body.name == scene.name else body.name
    detached = None if body.detached == scene.detached else body.detached
    changes = between_scenes(ground, after)
    if not changes and name is None and detached is None:
        return no_rows(done())
    return with_rows(state, (NewEvent(SceneChanged(scene.id, changes, name, detached)),))


def _rebuilt(ground: Scene, body: ChangeScene) -> Scene | Refusal:
    for wall, door in body.doors:
        if door_of(ground, wall) is None:
            return refuse("NO_SUCH_DOOR", wall=wall)
        ground = ground.with_door(wall, door)
    known = {wall.id for wall in ground.spec.walls}
    for wall in (*body.walls_gone, *body.walls_mended):
        if wall not in known:
            return refuse("NO_SUCH_WALL", wall=wall)
    mended = tuple(
        cut for cut in ground.overlay.broken if cut.kind != "wall" or cut.id not in body.walls_mended
    )
    gone = tuple(Cut("wall", wall, None, (0.0, 1.0)) for wall in body.walls_gone)
    broken = (*mended, *(cut for cut in gone if cut not in mended))
    return ground.with_overlay(msgspec.structs.replace(ground.overlay, broken=broken))


def put_piece(state: State, body: PutPiece) -> Decision:
    """Put a piece, or put one in the place of another with its id."""
    scene = state.scene(body.scene)
    if scene is None:
        return refusing(refuse("NO_SUCH_SCENE", scene=body.scene))
    old = scene.find(body.piece.id)
    if old is None and len(scene.pieces) >= MAX_PIECES:
        return refusing(refuse("TOO_MANY_PIECES", most=MAX_PIECES))
    changes = between(old.piece if old else None, tidied(body.piece))
    if not changes:
        return no_rows(done())
    return with_rows(state, (NewEvent(PiecePut(scene.id, changes)),))


def tidied(piece: Piece) -> Piece:
    """Return a piece with its numbers, tags and statuses in order, each once."""
    return msgspec.structs.replace(
        piece,
        numbers=tuple(sorted(dict(piece.numbers).items())),
        tags=tuple(sorted(set(piece.tags))),
        statuses=tuple(sorted(set(piece.statuses))),
    )


def change_piece(state: State, body: ChangePiece) -> Decision:
    """Change some of a piece."""
    scene = state.scene(body.scene)
    standing = scene.find(body.piece) if scene else None
    if scene is None or standing is None:
        return refusing(refuse("NO_SUCH_PIECE", piece=body.piece))
    spots = stale(scene, body.revisions)
    if spots:
        return conflict(spots)
    changes = between(standing.piece, with_wanted(standing.piece, body.wanted))
    if not changes:
        return no_rows(done())
    return with_rows(state, (NewEvent(PieceChanged(scene.id, changes)),))


def with_wanted(piece: Piece, body: PieceRequest) -> Piece:
    """Return a piece as it is wished."""
    changed = msgspec.structs.replace(
        piece,
        name=piece.name if body.name is None else body.name,
        kind=body.kind or piece.kind,
        footprint=body.footprint or piece.footprint,
        place=piece.place if body.place is None else body.place,
        owner=piece.owner if body.owner is None else body.owner,
        side=piece.side if body.side is None else body.side,
        body=piece.body if body.body is None else body.body,
        pool=piece.pool if body.pool is None else body.pool,
        numbers=_renumbered(piece.numbers, body.numbers),
        tags=piece.tags if body.tags is None else body.tags,
        statuses=piece.statuses if body.statuses is None else body.statuses,
        hidden=piece.hidden if body.hidden is None else body.hidden,
    )
    return tidied(changed)


def _renumbered(numbers: Numbers, wishes: tuple[tuple[str, Number | None], ...]) -> Numbers:
    named = dict(numbers)
    for name, value in wishes:
        if value is None:
            named.pop(name, None)
        else:
            named[name] = value
    return tuple(sorted(named.items()))


def remove_piece(state: State, body: RemovePiece) -> Decision:
    """Take a piece away."""
    scene = state.scene(body.scene)
    standing = scene.find(body.piece) if scene else None
    if scene is None or standing is None:
        return refusing(refuse("NO_SUCH_PIECE", piece=body.piece))
    return with_rows(state, (NewEvent(PieceGone(scene.id, between(standing.piece, None))),))


def set_table(game: GameContext, state: State, body: SetTable) -> Decision:
    """Set house rules and how the table plays."""
    options = game.options(state).with_settings(body.settings)
    if isinstance(options, Refusal):
        return refusing(options)
    row = TableSet(
        game.ruleset.name,
        options.settings,
        body.policy or state.policy,
        body.dice or state.dice,
        state.name if body.name is None else body.name,
    )
    return with_rows(state, (NewEvent(row),))


def put_seat(state: State, body: PutSeat) -> Decision:
    """Return or change a seat."""
    if not body.seat or body.seat in {GMS, "server", "time"}:
        return no_rows(invalid("no_seat_name", seat=body.seat))
    return with_rows(state, (NewEvent(SeatTaken(body.seat, body.role, body.label, body.user)),))


def end_seat(state: State, body: EndSeat) -> Decision:
    """End a seat; its pieces stay, and questions that were its own fall to the game masters."""
    if state.seat(body.seat) is None:
        return refusing(refuse("NO_SUCH_SEAT", seat=body.seat))
    return with_rows(state, (NewEvent(SeatLeft(body.seat)),))


def remark(state: State, body: Remark) -> Decision:
    """Note something about the log."""
    return with_rows(state, (NewEvent(Noted(body.code, body.facts, body.schema), (GMS,)),))


def reported(state: State, body: ReportApplied | ReportDiverged, live: Live) -> Decision:
    """Take the executor's word for what it wrote; the word of an earlier executor counts no more."""
    if body.term != live.term:
        return no_rows(invalid("old_term", term=body.term, now=live.term))
    row = state.row(body.of)
    if row is None or not row.awaits_executor:
        return refusing(refuse("NOTHING_TO_APPLY", seq=body.of))
    if isinstance(body, ReportApplied):
        return with_rows(state, (NewEvent(Applied(body.of, body.term, body.writes), (GMS,)),))
    return with_rows(state, (NewEvent(Diverged(body.of, body.term, body.places, body.writes), (GMS,)),))
