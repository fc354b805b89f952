"""Every command goes through here: who may, then the page that decides it. Pure; nothing is changed.

Steps in order: the seat, its right, the command's own page. Whether a command came before is looked up by
`Table`, which knows the ids of all commands.
"""

from vttbridge.rules.refusal import refuse
from vttbridge.table.decisions import board, holds
from vttbridge.table.decisions.act import act
from vttbridge.table.decisions.decision import Decided, Decision, DecisionContext, refusing
from vttbridge.table.decisions.scenes import follow_vtt, set_scene
from vttbridge.table.decisions.undo import undo
from vttbridge.table.model.commands import (
    Act,
    AnswerQuestion,
    Approve,
    BoardCommandBody,
    CarryOut,
    ChangePiece,
    ChangeScene,
    EndSeat,
    FollowVtt,
    ManualCommandBody,
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
    permission_for,
)
from vttbridge.table.model.permissions import SERVER, may


def decide(context: DecisionContext) -> Decided:
    """Decide a command: rows and a reply, or the roll that must be drawn first."""
    sender = context.command.seat
    seat = None if sender is SERVER else context.state.seat(sender)
    unknown = sender is not SERVER and seat is None
    if unknown or not may(seat, permission_for(context.command.body)):
        return refusing(refuse("NOT_ALLOWED", seat=context.seat))
    match context.command.body:
        case Act() as body:
            return act(context, body)
        case AnswerQuestion() as body:
            return holds.answer(context, body)
        case Approve() as body:
            return holds.approve(context, body)
        case Reject() as body:
            return holds.reject(context, body)
        case Waited() as body:
            return holds.waited(context, body)
        case CarryOut() as body:
            return holds.carry_out(context, body)
        case Undo() as body:
            return undo(context.game, context.state, body)
        case body:
            return _by_hand(context, body)


def _by_hand(context: DecisionContext, body: ManualCommandBody) -> Decision:
    match body:
        case (
            SetScene()
            | FollowVtt()
            | ChangeScene()
            | RemoveScene()
            | PutPiece()
            | ChangePiece()
            | RemovePiece()
        ):
            return _on_the_board(context, body)
        case SetTable():
            return board.set_table(context.game, context.state, body)
        case PutSeat():
            return board.put_seat(context.state, body)
        case EndSeat():
            return board.end_seat(context.state, body)
        case ReportApplied() | ReportDiverged():
            return board.reported(context.state, body, context.live)
        case Remark():
            return board.remark(context.state, body)


def _on_the_board(context: DecisionContext, body: BoardCommandBody) -> Decision:
    match body:
        case SetScene():
            return set_scene(context.game, context.state, body)
        case FollowVtt():
            return follow_vtt(context.game, context.state, body)
        case ChangeScene():
            return board.change_scene(context.game, context.state, body)
        case RemoveScene():
            return board.remove_scene(context.state, body)
        case PutPiece():
            return board.put_piece(context.state, body)
        case ChangePiece():
            return board.change_piece(context.state, body)
        case RemovePiece():
            return board.remove_piece(context.state, body)
