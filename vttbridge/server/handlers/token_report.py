"""What became of the tokens of a scene, for the reply to whoever sent them."""

from collections.abc import Iterable

from vttbridge.rules.piece import Piece
from vttbridge.server.handlers.scene_import import LeftOut
from vttbridge.table import SceneState
from vttbridge.table.decisions.scenes import followed, gone_pieces, new_pieces
from vttbridge.table.model.changes import between
from vttbridge.table.model.commands import FollowVtt, SetScene
from vttbridge_protocol import Plain


def report_put(scene: SceneState | None, body: SetScene, left: tuple[LeftOut, ...]) -> dict[str, Plain]:
    """Return which tokens of a file become pieces, which stand already, and which are left out and why."""
    new = new_pieces(scene, body.pieces)
    return {
        "put": _ids(new),
        "stand": _ids(_standing(scene, body.pieces)),
        **_left(scene, body.pieces, new, left),
    }


def report_following(
    scene: SceneState | None, body: FollowVtt, left: tuple[LeftOut, ...]
) -> dict[str, Plain]:
    """Return which tokens become pieces, whose pieces change or go, and which are left out and why."""
    new = new_pieces(scene, body.pieces)
    old = {} if scene is None else {one.piece.id: one.piece for one in scene.pieces}
    changed = [
        piece
        for piece in body.pieces
        if piece.id in old and between(old[piece.id], followed(old[piece.id], piece))
    ]
    gone: list[Plain] = [*sorted(gone_pieces(scene, body))]
    return {"put": _ids(new), "changed": _ids(changed), "gone": gone, **_left(scene, body.pieces, new, left)}


def _standing(scene: SceneState | None, pieces: Iterable[Piece]) -> list[Piece]:
    return [] if scene is None else [piece for piece in pieces if scene.find(piece.id) is not None]


def _ids(pieces: Iterable[Piece]) -> list[Plain]:
    return [piece.id for piece in pieces]


def _left(
    scene: SceneState | None, pieces: tuple[Piece, ...], new: tuple[Piece, ...], left: tuple[LeftOut, ...]
) -> dict[str, Plain]:
    there = {piece.id for piece in (*new, *_standing(scene, pieces))}
    crowded = (LeftOut(piece.id, "no_room") for piece in pieces if piece.id not in there)
    told: list[Plain] = [{"token": one.token, "why": one.why} for one in (*left, *crowded)]
    return {"left": told}
