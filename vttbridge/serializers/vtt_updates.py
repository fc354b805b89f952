"""What the executor of a VTT is told to write: a row's movements as absolute updates of tokens."""

from vttbridge.formats.foundry.updates import TokenUpdate, Writing, updates, writing_of, written
from vttbridge.rules.effects import Effect, Put
from vttbridge.rules.piece import Piece
from vttbridge.table import GameContext, Transition
from vttbridge.table.model import events as rows
from vttbridge.table.model.changes import Placed
from vttbridge_protocol import COORDINATE_LIMIT, VttSpot, VttUpdate, VttWaypoint


def updates_of(book: GameContext, step: Transition) -> tuple[VttUpdate, ...]:
    """Return the updates that carry out a row; none where its scene does not come from a VTT."""
    body = step.row.body
    if not isinstance(body, rows.Committed | rows.Undone):
        return ()
    scene = step.before.scene(body.scene)
    writing = None if scene is None else writing_of(book.bare(scene.blob).spec)
    if scene is None or writing is None:
        return ()
    pieces = tuple(standing.piece for standing in scene.pieces)
    by_id = {piece.id: piece for piece in pieces}
    found = updates(pieces, _effects(body), writing)
    told = (_update(by_id[update.id], update, writing) for update in found)
    return tuple(update for update in told if max(abs(update.x), abs(update.y)) <= COORDINATE_LIMIT)


def _effects(body: rows.Committed | rows.Undone) -> tuple[Effect, ...]:
    """Return the movements of a row; what is undone is set back without a way."""
    match body:
        case rows.Committed(effects=effects):
            return effects
        case rows.Undone(changes=changes):
            back = (change for change in changes if isinstance(change, Placed))
            return tuple(
                Put(key=f"undo:{one.piece}", piece=one.piece, to=one.after, cause="undo") for one in back
            )


def _update(piece: Piece, update: TokenUpdate, writing: Writing) -> VttUpdate:
    before = written(piece, writing.canvas)
    return VttUpdate(
        token=update.id,
        x=update.x,
        y=update.y,
        elevation=update.elevation,
        was=VttSpot(before.x, before.y, before.elevation),
        level=update.level,
        waypoints=tuple(
            VttWaypoint(
                point.x, point.y, point.elevation, point.action, point.level, point.explicit, point.checkpoint
            )
            for point in update.waypoints
        ),
    )
