"""A client's commands and requests as what a table is asked. A scene's blob is found by the server first."""

from collections.abc import Iterable

from vttbridge.geometry.spec import DoorState
from vttbridge.rules.options import Setting
from vttbridge.rules.plan_edits import AnswerEdit, Drop, Edit, Limit
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.script import Answer
from vttbridge.serializers.pieces import changes_of, piece_of
from vttbridge.serializers.values import fields_of, value_of
from vttbridge.table import PreviewRequest, Query
from vttbridge.table.model import commands as bodies
from vttbridge.table.model.events import Found, VttWrite
from vttbridge_protocol import (
    Act,
    Applied,
    Approve,
    Ask,
    Diverged,
    DropEffect,
    Expectation,
    GivenAnswer,
    LimitDistance,
    Message,
    PieceChanged,
    PieceGone,
    PiecePut,
    PieceState,
    Plain,
    Preview,
    Reject,
    SceneChanged,
    SceneGone,
    SetAnswer,
    SpotRevision,
    TableSet,
    Undo,
    Write,
)
from vttbridge_protocol import Answer as WireAnswer
from vttbridge_protocol import Edit as WireEdit


def command_body(message: Message) -> bodies.CommandBody | Refusal | None:
    """Return what a command asks of the table; a refusal where a member is no good, `None` for none."""
    match message:
        case Act() | WireAnswer() | Approve() | Reject() | Undo():
            return _about_holds(message)
        case SceneChanged() | SceneGone() | PiecePut() | PieceChanged() | PieceGone():
            return _about_the_board(message)
        case TableSet():
            settings: tuple[Setting, ...] = tuple(
                (name, setting(message.options[name])) for name in sorted(message.options)
            )
            return bodies.SetTable(settings, message.policy, message.dice, message.name)
        case Applied():
            return bodies.ReportApplied(
                message.seq, message.term, tuple(_write(one) for one in message.writes)
            )
        case Diverged():
            writes = tuple(_write(one) for one in message.writes)
            places = tuple(_found(one) for one in message.places)
            return bodies.ReportDiverged(message.seq, message.term, places, writes)
        case _:
            return None


def _about_holds(message: Act | WireAnswer | Approve | Reject | Undo) -> bodies.CommandBody:
    match message:
        case Act():
            return bodies.Act(
                message.scene,
                message.action,
                fields_of(message.fields),
                _spots(message.revisions),
                _answers(message.answers),
                _answers(message.rolls),
            )
        case WireAnswer():
            return bodies.AnswerQuestion(message.hold, message.key, value_of(message.value))
        case Approve():
            return bodies.Approve(message.hold, message.plan, edits_of(message.edits))
        case Reject():
            return bodies.Reject(message.hold, message.reason)
        case Undo():
            return bodies.Undo(message.seqs)


def _about_the_board(
    message: SceneChanged | SceneGone | PiecePut | PieceChanged | PieceGone,
) -> bodies.CommandBody | Refusal:
    match message:
        case SceneChanged():
            doors: tuple[tuple[str, DoorState], ...] = tuple(
                (door.wall, door.state) for door in message.doors
            )
            return bodies.ChangeScene(
                message.scene,
                doors,
                message.walls_gone,
                message.walls_mended,
                message.name,
                message.detached,
            )
        case SceneGone():
            return bodies.RemoveScene(message.scene)
        case PiecePut(piece=PieceState(id="")):
            return refuse("NO_ID")
        case PiecePut():
            piece = piece_of(message.piece)
            return piece if isinstance(piece, Refusal) else bodies.PutPiece(message.scene, piece)
        case PieceChanged():
            changes = changes_of(message.changes)
            if isinstance(changes, Refusal):
                return changes
            return bodies.ChangePiece(message.scene, message.piece, changes, _spots(message.revisions))
        case PieceGone():
            return bodies.RemovePiece(message.scene, message.piece)


def preview_request(message: Preview) -> PreviewRequest:
    """Return what a preview asks."""
    return PreviewRequest(
        message.scene,
        message.action,
        fields_of(message.fields),
        _answers(message.answers),
        message.hold,
        edits_of(message.edits),
        message.odds,
    )


def query_of(message: Ask) -> Query:
    """Return what a query asks."""
    return Query(message.scene, message.query, fields_of(message.fields))


def edits_of(edits: Iterable[WireEdit]) -> tuple[Edit, ...]:
    """Read a game master's edits."""
    return tuple(_edit(edit) for edit in edits)


def _edit(edit: WireEdit) -> Edit:
    match edit:
        case SetAnswer(key=key, value=value):
            return AnswerEdit(key, value_of(value))
        case LimitDistance(piece=piece, distance=distance):
            return Limit(piece, distance)
        case DropEffect(key=key):
            return Drop(key)


def _answers(given: Iterable[GivenAnswer]) -> tuple[Answer, ...]:
    return tuple(Answer(answer.key, value_of(answer.value)) for answer in given)


def _spots(spots: Iterable[SpotRevision]) -> tuple[bodies.Spot, ...]:
    return tuple(bodies.Spot(spot.thing, spot.revision) for spot in spots)


def setting(value: Plain) -> str:
    """Return an option's value as the text that the rule book reads; a list's words are joined by commas."""
    match value:
        case bool():
            return "yes" if value else "no"
        case int() | float():
            return f"{value:g}"
        case str():
            return value
        case list() | tuple():
            return ",".join(setting(part) for part in value)
        case _:
            return ""


def _write(write: Write) -> VttWrite:
    return VttWrite(write.document, write.path, value_of(write.before), value_of(write.after))


def _found(place: Expectation) -> Found:
    return Found(place.document, place.path, value_of(place.expected), value_of(place.found))
