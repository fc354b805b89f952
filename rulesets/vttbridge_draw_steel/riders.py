"""Riders and mounts (DSX-11): a rider is knocked off, a mount carries whoever sits on it."""

from vttbridge.geometry.vec import Place
from vttbridge.rules.board import Board
from vttbridge.rules.draft import Draft
from vttbridge.rules.kinds import YesNo
from vttbridge.rules.piece import Piece
from vttbridge.rules.script import GM, Script, choose


def riders_of(board: Board, mount: str) -> tuple[Piece, ...]:
    """Return whoever rides a piece, by id."""
    return tuple(piece for piece in board.pieces if piece.text("riding") == mount)


def carried_with(board: Board, piece: Piece) -> tuple[str, ...]:
    """Return the pieces a target does not run into: its riders, its mount and whoever else rides that."""
    mount = piece.text("riding")
    fellows = riders_of(board, mount) if mount else ()
    return (*(one.id for one in (*riders_of(board, piece.id), *fellows)), *((mount,) if mount else ()))


def carry(draft: Draft, mount: str, start: Place, key: str) -> None:
    """Take the riders along with a mount that was moved."""
    now = draft.piece(mount).place
    shift = (now.x - start.x, now.y - start.y, now.z - start.z)
    if shift == (0.0, 0.0, 0.0):
        return
    for rider in riders_of(draft.board, mount):
        at = rider.place
        to = Place(at.x + shift[0], at.y + shift[1], at.z + shift[2])
        draft.put(rider.id, to, "carried", rules=("DSX-11",), rests_on=(key,) if key else ())


def unseat(draft: Draft, rider: str, key: str) -> Script[None]:
    """Knock a rider that was moved off its mount; the Director says whether the test for landing is made."""
    if not draft.piece(rider).text("riding"):
        return
    rests = (key,) if key else ()
    draft.number(rider, "riding", "", "knocked_off", rules=("DSX-11",), rests_on=rests)
    draft.note("LANDING_TEST", rider, rules=("DSX-11",), rests_on=rests)
    lands = yield from choose(GM, "lands_on_feet", YesNo(), False, piece=rider)
    if not lands and not draft.piece(rider).is_in("prone"):
        draft.status(rider, "prone", cause="knocked_off", rules=("DSX-11",), rests_on=rests)
