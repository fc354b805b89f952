"""Every command goes through here: who may, then the page that decides it. Pure; nothing is changed.

Steps in order: the seat, its right, the command's own page. Whether a command came before is looked up by
`Table`, which knows the ids of all commands.
"""

from vttbridge.rules.refusal import refuse
from vttbridge.table.decisions import board, holds
from vttbridge.table.decisions.act import act
from vttbridge.table.decisions.decision import Case, Decided, Decision, refusing
from vttbridge.table.decisions.scenes import follow_vtt, set_scene
from vttbridge.table.decisions.undo import undo
from vttbridge.table.model.commands import (
    Act,
    AnswerQuestion,
    Approve,
    BoardWish,
    ByHand,
    CarryOut,
    ChangePiece,
    ChangeScene,
    EndSeat,
    FollowVtt,
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
    deed_of,
)
from vttbridge.table.model.permissions import SERVER, may


def decide(case: Case) -> Decided:
    """Decide a command: rows and a reply, or the roll that must be drawn first."""
    sender = case.command.seat
    seat = None if sender is SERVER else case.state.seat(sender)
    unknown = sender is not SERVER and seat is None
    if unknown or not may(seat, deed_of(case.command.wish)):
        return refusing(refuse("NOT_ALLOWED", seat=case.seat))
    match case.command.wish:
        case Act() as wish:
            return act(case, wish)
        case AnswerQuestion() as wish:
            return holds.answer(case, wish)
        case Approve() as wish:
            return holds.approve(case, wish)
        case Reject() as wish:
            return holds.reject(case, wish)
        case Waited() as wish:
            return holds.waited(case, wish)
        case CarryOut() as wish:
            return holds.carry_out(case, wish)
        case Undo() as wish:
            return undo(case.book, case.state, wish)
        case wish:
            return _by_hand(case, wish)


def _by_hand(case: Case, wish: ByHand) -> Decision:
    match wish:
        case (
            SetScene()
            | FollowVtt()
            | ChangeScene()
            | RemoveScene()
            | PutPiece()
            | ChangePiece()
            | RemovePiece()
        ):
            return _on_the_board(case, wish)
        case SetTable():
            return board.set_table(case.book, case.state, wish)
        case PutSeat():
            return board.put_seat(case.state, wish)
        case EndSeat():
            return board.end_seat(case.state, wish)
        case ReportApplied() | ReportDiverged():
            return board.reported(case.state, wish, case.live)
        case Remark():
            return board.remark(case.state, wish)


def _on_the_board(case: Case, wish: BoardWish) -> Decision:
    match wish:
        case SetScene():
            return set_scene(case.book, case.state, wish)
        case FollowVtt():
            return follow_vtt(case.book, case.state, wish)
        case ChangeScene():
            return board.change_scene(case.book, case.state, wish)
        case RemoveScene():
            return board.remove_scene(case.state, wish)
        case PutPiece():
            return board.put_piece(case.state, wish)
        case ChangePiece():
            return board.change_piece(case.state, wish)
        case RemovePiece():
            return board.remove_piece(case.state, wish)
