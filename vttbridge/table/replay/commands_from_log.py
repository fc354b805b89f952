"""The rows of one command, and the command that they came from."""

from collections.abc import Iterable, Iterator

from vttbridge.geometry.scene import DoorState
from vttbridge.rules.piece import Piece
from vttbridge.rules.script import Answer
from vttbridge.table.decisions.decision import Faces, Live
from vttbridge.table.decisions.run_script import DICE
from vttbridge.table.model.changes import Change, CutTurned, DoorTurned, look_of
from vttbridge.table.model.commands import (
    Act,
    AnswerQuestion,
    Approve,
    CarryOut,
    ChangePiece,
    ChangeScene,
    Command,
    CommandBody,
    EndSeat,
    FollowVtt,
    Limits,
    PieceRequest,
    PutPiece,
    PutSeat,
    Reject,
    Remark,
    RemovePiece,
    RemoveScene,
    ReportApplied,
    ReportDiverged,
    SetScene,
    SetTable,
    Undo,
    Waited,
)
from vttbridge.table.model.events import (
    Acted,
    Answered,
    Applied,
    Approved,
    Cancelled,
    Diverged,
    EventBody,
    Expired,
    Held,
    LogEvent,
    Noted,
    PieceChanged,
    PieceGone,
    PiecePut,
    Rejected,
    Rolled,
    SceneChanged,
    SceneGone,
    SceneSet,
    SeatLeft,
    SeatTaken,
    TableSet,
    Undone,
)
from vttbridge.table.model.permissions import SERVER, sender_of
from vttbridge.table.model.state import State

OVER = Limits(0, 0, 0)
"""The log says that a time was over; which limit was in force then does not matter any more."""


def commands_from_log(rows: Iterable[LogEvent]) -> Iterator[tuple[LogEvent, ...]]:
    """Return a log's rows command by command; a row with a digest is a command's first."""
    batch: list[LogEvent] = []
    for row in rows:
        if row.digest and batch:
            yield tuple(batch)
            batch = []
        batch.append(row)
    if batch:
        yield tuple(batch)


def faces_in(batch: tuple[LogEvent, ...]) -> Faces:
    """Return the faces that the server drew for a command."""
    bodies = (row.body for row in batch)
    return tuple(
        Answer(body.key, body.value) for body in bodies if isinstance(body, Rolled) and body.by == DICE
    )


def live_of(batch: tuple[LogEvent, ...]) -> Live:
    """Return what must have been true when a command was decided: was there an executor, of which term."""
    waited = any(isinstance(row.body, Held) and row.body.waits == "executor" for row in batch)
    terms = [row.body.term for row in batch if isinstance(row.body, Applied | Diverged)]
    return Live(executor=not waited, term=terms[0] if terms else 0)


def command_of(before: State, after: State, batch: tuple[LogEvent, ...]) -> Command | None:
    """Return the command that wrote a batch, `None` where no command could have."""
    first = batch[0]
    body = _set_or_followed(after, batch) or _command_body(before, after, first)
    return None if body is None else Command(first.cause, sender_of(first.actor), body, first.digest)


def _command_body(before: State, after: State, row: LogEvent) -> CommandBody | None:
    match row.body:
        case Acted() as body:
            return Act(body.scene, body.action, body.fields, (), body.answers, body.rolls)
        case Undone(seqs=seqs):
            return Undo(seqs)
        case TableSet() as body:
            return SetTable(body.settings, body.policy, body.dice, body.name)
        case SceneGone(scene=scene):
            return RemoveScene(scene)
        case SceneChanged() as body:
            return _scene_body(body)
        case PiecePut() | PieceChanged() | PieceGone() as body:
            return _piece_body(before, after, body)
        case body:
            return _seat_or_report(body) or _hold_body(before, row)


def _set_or_followed(after: State, batch: tuple[LogEvent, ...]) -> SetScene | FollowVtt | None:
    """Return the command behind a scene that was put, or that followed the VTT in several things at once."""
    bodies = tuple(row.body for row in batch)
    first = bodies[0]
    named = {kind: _pieces_of(bodies, kind) for kind in (PiecePut, PieceChanged, PieceGone)}
    if isinstance(first, SceneSet) and not first.follows:
        put = _pieces_in(after, first.scene, named[PiecePut])
        return SetScene(first.scene, first.blob, first.name, first.home, put)
    if not isinstance(first, SceneSet | SceneChanged | PiecePut | PieceChanged | PieceGone):
        return None
    if len(bodies) == 1 and not isinstance(first, SceneSet) and sum(map(len, named.values())) < 2:
        return None
    blob, name = (first.blob, first.name) if isinstance(first, SceneSet) else ("", "")
    doors: tuple[tuple[str, DoorState], ...] = tuple(
        (change.wall, change.after)
        for body in bodies
        if isinstance(body, SceneChanged)
        for change in body.changes
        if isinstance(change, DoorTurned)
    )
    there = _pieces_in(after, first.scene, (*named[PiecePut], *named[PieceChanged]))
    return FollowVtt(first.scene, blob, name, doors, there, named[PieceGone])


def _pieces_of(
    bodies: tuple[EventBody, ...], kind: type[PiecePut | PieceChanged | PieceGone]
) -> tuple[str, ...]:
    """Return the pieces that rows of a kind are about."""
    changes = (change for body in bodies if isinstance(body, kind) for change in body.changes)
    named = (change.piece for change in changes if not isinstance(change, DoorTurned | CutTurned))
    return tuple(dict.fromkeys(named))


def _pieces_in(state: State, scene: str, ids: tuple[str, ...]) -> tuple[Piece, ...]:
    found = (_piece_in(state, scene, one) for one in ids)
    return tuple(piece for piece in found if piece is not None)


def _seat_or_report(body: EventBody) -> CommandBody | None:
    match body:
        case Applied():
            return ReportApplied(body.of, body.term, body.writes)
        case Diverged():
            return ReportDiverged(body.of, body.term, body.places, body.writes)
        case SeatTaken():
            return PutSeat(body.seat, body.role, body.label, body.user)
        case SeatLeft():
            return EndSeat(body.seat)
        case Noted():
            return Remark(body.code, body.facts, body.schema)
        case _:
            return None


def _scene_body(body: SceneChanged) -> ChangeScene:
    doors: list[tuple[str, DoorState]] = []
    gone: list[str] = []
    mended: list[str] = []
    for change in body.changes:
        match change:
            case DoorTurned():
                doors.append((change.wall, change.after))
            case CutTurned(cut=cut, after=True):
                gone.append(cut.id)
            case CutTurned(cut=cut):
                mended.append(cut.id)
            case _:
                continue
    unique = tuple(dict.fromkeys(mended))
    return ChangeScene(body.scene, tuple(doors), tuple(gone), unique, body.name, body.detached)


def _piece_body(before: State, after: State, body: PiecePut | PieceChanged | PieceGone) -> CommandBody | None:
    piece_id = _piece_of(body.changes)
    match body:
        case PieceGone():
            return RemovePiece(body.scene, piece_id)
        case PiecePut():
            piece = _piece_in(after, body.scene, piece_id)
            return None if piece is None else PutPiece(body.scene, piece)
        case PieceChanged():
            old, new = _piece_in(before, body.scene, piece_id), _piece_in(after, body.scene, piece_id)
            return (
                None
                if old is None or new is None
                else ChangePiece(body.scene, piece_id, whole_piece(old, new))
            )


def _piece_of(changes: tuple[Change, ...]) -> str:
    first = changes[0]
    return "" if isinstance(first, DoorTurned | CutTurned) else first.piece


def _piece_in(state: State, scene: str, piece_id: str) -> Piece | None:
    found = state.scene(scene)
    standing = found.find(piece_id) if found else None
    return standing.piece if standing else None


def whole_piece(old: Piece, new: Piece) -> PieceRequest:
    """Return the command that makes one piece of another."""
    look = look_of(new)
    lost = tuple((name, None) for name, _ in old.numbers if new.raw(name) is None)
    return PieceRequest(
        name=look.name,
        kind=look.kind,
        footprint=look.footprint,
        place=new.place,
        owner=look.owner,
        side=look.side,
        body=look.body,
        pool=look.pool,
        numbers=(*new.numbers, *lost),
        tags=new.tags,
        statuses=new.statuses,
        hidden=look.hidden,
    )


def _hold_body(before: State, row: LogEvent) -> CommandBody | None:
    match row.body:
        case (
            Answered(hold=hold, key=key, value=value, by=by) | Rolled(hold=hold, key=key, value=value, by=by)
        ) if by == row.actor:
            return AnswerQuestion(hold, key, value)
        case Rolled(hold=hold, key=key, by=by) if by == DICE and _is_open_roll(before, hold, key):
            by_server = sender_of(row.actor) is SERVER
            return _again(before, row, hold) if by_server else AnswerQuestion(hold, key, None)
        case Approved(hold=hold, saw=saw, edits=edits):
            held = before.hold(hold)
            return Approve(hold, saw, edits[len(held.edits) :] if held else edits)
        case Rejected(hold=hold, reason=reason):
            return Reject(hold, reason)
        case Cancelled(hold=hold, by=by) if by:
            return Reject(hold)
        case Expired(hold=hold, watched_ms=watched, all_ms=overall):
            return Waited(hold, 0, watched, overall, limits=OVER)
        case Held(hold=hold, asked_ms=asked, watched_ms=watched):
            return Waited(hold, asked, watched)
        case body:
            return _again(before, row, str(getattr(body, "hold", "")))


def _is_open_roll(before: State, hold_id: str, key: str) -> bool:
    """Return whether people had been asked for this roll, so that somebody left it to the server."""
    hold = before.hold(hold_id)
    return hold is not None and hold.question is not None and hold.question.key == key


def _again(before: State, row: LogEvent, command_id: str) -> CommandBody | None:
    """The ground had changed: what was said did not matter, only that the script ran again."""
    hold = before.hold(command_id)
    if hold is None:
        return None
    if hold.state == "approved":
        return CarryOut(command_id)
    if sender_of(row.actor) is SERVER:
        return Waited(command_id, limits=OVER)
    if hold.state == "planned":
        return Approve(command_id, hold.hash)
    return AnswerQuestion(command_id, hold.question.key if hold.question else "", None)
