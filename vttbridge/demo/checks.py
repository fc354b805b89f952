"""What must hold of everything that happened, whatever the dice and the people did.

Nothing here knows how a fight should go: each check compares two things that were made independently of one
another, or a thing with a law that every rule book keeps.
"""

from collections.abc import Iterator

import msgspec

from vttbridge.demo.runner import Happened
from vttbridge.geometry.footprint import Cells, centre
from vttbridge.geometry.ray import ray
from vttbridge.geometry.steps import filled
from vttbridge.geometry.vec import Place
from vttbridge.rules.board import Board
from vttbridge.rules.effects import Damage, Move
from vttbridge.table.model.events import Committed
from vttbridge.table.visibility.view import Transition
from vttbridge_protocol import Event, WireEffect, WirePlan

ENDS = {"approve": "committed", "edit": "committed", "reject": "rejected"}


def of_beat(happened: Happened, event: Event | None) -> Iterator[str]:
    """Return what went otherwise than the people at the table wanted it."""
    beat = happened.beat
    wanted = "done" if happened.state == "done" else ENDS[beat.verdict]
    if happened.state != wanted:
        yield f"'{beat.title}' ended as {happened.state} and not as {wanted}"
    if beat.verdict != "reject" and happened.seq is None:
        yield f"'{beat.title}' was not committed"
    if beat.then == "undo" and not happened.undone:
        yield f"'{beat.title}' was not taken back"
    if happened.shown is not None and event is not None and not _is_same(happened.shown, event):
        yield f"'{beat.title}': what was committed is not what was shown"


def _is_same(shown: WirePlan, event: Event) -> bool:
    """Return whether an event pushed exactly the lines of the plan that was shown."""
    return shown.effects == msgspec.convert(event.data.get("effects"), tuple[WireEffect, ...])


def of_commit(board: Board, step: Transition, body: Committed) -> Iterator[str]:
    """Return what a committed outcome did that no rule book allows."""
    for effect in body.effects:
        if isinstance(effect, Move):
            yield from _of_move(board, effect, step.row.seq)
        elif isinstance(effect, Damage):
            yield from _of_damage(effect, step.row.seq)
        board = board.after(effect)


def _of_move(board: Board, move: Move, seq: int) -> Iterator[str]:
    piece = board.find(move.piece)
    if piece is None or not isinstance(piece.footprint, Cells):
        return
    if move.asked and len(move.path) > move.asked:
        yield f"row {seq}: {move.piece} went {len(move.path)} of {move.asked:g} squares"
    at = piece.place
    for place in move.path:
        if filled(board.scene, piece.footprint, place):
            yield f"row {seq}: {move.piece} stands in filled ground at {place.x:g}, {place.y:g}"
        start, end = centre(piece.footprint, at), centre(piece.footprint, place)
        if _is_straight(at, place) and ray(board.scene, start, end, low=place.z, high=place.z + 0.5):
            yield f"row {seq}: {move.piece} went through a wall to {place.x:g}, {place.y:g}"
        at = place


def _is_straight(at: Place, to: Place) -> bool:
    """Diagonal steps have corner rules of their own; those along a row or column must meet no wall."""
    return at.x == to.x or at.y == to.y


def _of_damage(damage: Damage, seq: int) -> Iterator[str]:
    if damage.parts and round(sum(part.amount for part in damage.parts)) != damage.amount:
        yield f"row {seq}: the parts of {damage.piece}'s damage are not its {damage.amount}"
    if damage.amount > damage.dealt:
        yield f"row {seq}: {damage.piece} takes more than was dealt"
