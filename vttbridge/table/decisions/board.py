"""Pieces, scenes, table settings, seats and the executor's reports: changed by hand, each in one row."""

import msgspec

from vttbridge.geometry.scene import Cut, Scene
from vttbridge.rules.piece import Number, Numbers, Piece
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.table.context import Book
from vttbridge.table.decisions.decision import Decision, Live, conflict, no_rows, refusing, stale, with_rows
from vttbridge.table.decisions.hold_events import about
from vttbridge.table.model.changes import between, between_scenes, door_of
from vttbridge.table.model.commands import (
    ChangePiece,
    ChangeScene,
    EndSeat,
    PieceWish,
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
    Entry,
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

MOST_PIECES = 1_000
"""So many pieces may stand on a scene."""


def remove_scene(state: State, wish: RemoveScene) -> Decision:
    """Take a scene away; what was open on it is cancelled."""
    if state.scene(wish.scene) is None:
        return refusing(refuse("NO_SUCH_SCENE", scene=wish.scene))
    ended = tuple(
        entry
        for hold in state.holds
        if hold.scene == wish.scene
        for entry in about(hold, Cancelled(hold.id, refuse("NO_SUCH_SCENE", scene=wish.scene), GMS))
    )
    return with_rows(state, (Entry(SceneGone(wish.scene)), *ended))


def change_scene(book: Book, state: State, wish: ChangeScene) -> Decision:
    """Turn doors, break and mend walls, rename, detach."""
    scene = state.scene(wish.scene)
    if scene is None:
        return refusing(refuse("NO_SUCH_SCENE", scene=wish.scene))
    spots = stale(scene, wish.revisions)
    if spots:
        return conflict(spots)
    ground = book.ground(scene)
    after = _rebuilt(ground, wish)
    if isinstance(after, Refusal):
        return refusing(after)
    name = None if wish.name == scene.name else wish.name
    detached = None if wish.detached == scene.detached else wish.detached
    changes = between_scenes(ground, after)
    if not changes and name is None and detached is None:
        return no_rows(done())
    return with_rows(state, (Entry(SceneChanged(scene.id, changes, name, detached)),))


def _rebuilt(ground: Scene, wish: ChangeScene) -> Scene | Refusal:
    for wall, door in wish.doors:
        if door_of(ground, wall) is None:
            return refuse("NO_SUCH_DOOR", wall=wall)
        ground = ground.with_door(wall, door)
    known = {wall.id for wall in ground.spec.walls}
    for wall in (*wish.walls_gone, *wish.walls_mended):
        if wall not in known:
            return refuse("NO_SUCH_WALL", wall=wall)
    mended = tuple(
        cut for cut in ground.overlay.broken if cut.kind != "wall" or cut.id not in wish.walls_mended
    )
    gone = tuple(Cut("wall", wall, None, (0.0, 1.0)) for wall in wish.walls_gone)
    broken = (*mended, *(cut for cut in gone if cut not in mended))
    return ground.with_overlay(msgspec.structs.replace(ground.overlay, broken=broken))


def put_piece(state: State, wish: PutPiece) -> Decision:
    """Put a piece, or put one in the place of another with its id."""
    scene = state.scene(wish.scene)
    if scene is None:
        return refusing(refuse("NO_SUCH_SCENE", scene=wish.scene))
    old = scene.find(wish.piece.id)
    if old is None and len(scene.pieces) >= MOST_PIECES:
        return refusing(refuse("TOO_MANY_PIECES", most=MOST_PIECES))
    changes = between(old.piece if old else None, tidied(wish.piece))
    if not changes:
        return no_rows(done())
    return with_rows(state, (Entry(PiecePut(scene.id, changes)),))


def tidied(piece: Piece) -> Piece:
    """Give a piece with its numbers, tags and statuses in order, each once."""
    return msgspec.structs.replace(
        piece,
        numbers=tuple(sorted(dict(piece.numbers).items())),
        tags=tuple(sorted(set(piece.tags))),
        statuses=tuple(sorted(set(piece.statuses))),
    )


def change_piece(state: State, wish: ChangePiece) -> Decision:
    """Change some of a piece."""
    scene = state.scene(wish.scene)
    standing = scene.find(wish.piece) if scene else None
    if scene is None or standing is None:
        return refusing(refuse("NO_SUCH_PIECE", piece=wish.piece))
    spots = stale(scene, wish.revisions)
    if spots:
        return conflict(spots)
    changes = between(standing.piece, wished(standing.piece, wish.wish))
    if not changes:
        return no_rows(done())
    return with_rows(state, (Entry(PieceChanged(scene.id, changes)),))


def wished(piece: Piece, wish: PieceWish) -> Piece:
    """Give a piece as it is wished."""
    changed = msgspec.structs.replace(
        piece,
        name=piece.name if wish.name is None else wish.name,
        kind=wish.kind or piece.kind,
        footprint=wish.footprint or piece.footprint,
        place=piece.place if wish.place is None else wish.place,
        owner=piece.owner if wish.owner is None else wish.owner,
        side=piece.side if wish.side is None else wish.side,
        body=piece.body if wish.body is None else wish.body,
        pool=piece.pool if wish.pool is None else wish.pool,
        numbers=_renumbered(piece.numbers, wish.numbers),
        tags=piece.tags if wish.tags is None else wish.tags,
        statuses=piece.statuses if wish.statuses is None else wish.statuses,
        hidden=piece.hidden if wish.hidden is None else wish.hidden,
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


def remove_piece(state: State, wish: RemovePiece) -> Decision:
    """Take a piece away."""
    scene = state.scene(wish.scene)
    standing = scene.find(wish.piece) if scene else None
    if scene is None or standing is None:
        return refusing(refuse("NO_SUCH_PIECE", piece=wish.piece))
    return with_rows(state, (Entry(PieceGone(scene.id, between(standing.piece, None))),))


def set_table(book: Book, state: State, wish: SetTable) -> Decision:
    """Set house rules and how the table plays."""
    options = book.options(state).with_settings(wish.settings)
    if isinstance(options, Refusal):
        return refusing(options)
    row = TableSet(
        book.ruleset.name,
        options.settings,
        wish.policy or state.policy,
        wish.dice or state.dice,
        state.name if wish.name is None else wish.name,
    )
    return with_rows(state, (Entry(row),))


def put_seat(state: State, wish: PutSeat) -> Decision:
    """Give or change a seat."""
    if not wish.seat or wish.seat in {GMS, "server", "time"}:
        return no_rows(invalid("no_seat_name", seat=wish.seat))
    return with_rows(state, (Entry(SeatTaken(wish.seat, wish.role, wish.label, wish.user)),))


def end_seat(state: State, wish: EndSeat) -> Decision:
    """End a seat; its pieces stay, and questions that were its own fall to the game masters."""
    if state.seat(wish.seat) is None:
        return refusing(refuse("NO_SUCH_SEAT", seat=wish.seat))
    return with_rows(state, (Entry(SeatLeft(wish.seat)),))


def remark(state: State, wish: Remark) -> Decision:
    """Note something about the log."""
    return with_rows(state, (Entry(Noted(wish.code, wish.facts, wish.schema), (GMS,)),))


def reported(state: State, wish: ReportApplied | ReportDiverged, live: Live) -> Decision:
    """Take the executor's word for what it wrote; the word of an earlier executor counts no more."""
    if wish.term != live.term:
        return no_rows(invalid("old_term", term=wish.term, now=live.term))
    row = state.row(wish.of)
    if row is None or not row.awaits_executor:
        return refusing(refuse("NOTHING_TO_APPLY", seq=wish.of))
    if isinstance(wish, ReportApplied):
        return with_rows(state, (Entry(Applied(wish.of, wish.term, wish.writes), (GMS,)),))
    return with_rows(state, (Entry(Diverged(wish.of, wish.term, wish.places, wish.writes), (GMS,)),))
