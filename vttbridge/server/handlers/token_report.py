"""What became of the tokens of a scene, for the reply to whoever sent them."""

from collections.abc import Iterable

from vttbridge.rules.piece import Piece
from vttbridge.server.handlers.scene_import import Left
from vttbridge.table import SceneState
from vttbridge.table.decisions.scenes import followed, gone_pieces, new_pieces
from vttbridge.table.model.changes import between
from vttbridge.table.model.commands import FollowVtt, SetScene
from vttbridge_protocol import Plain


def told_put(scene: SceneState | None, wish: SetScene, left: tuple[Left, ...]) -> dict[str, Plain]:
    """Tell which tokens of a file become pieces, which stand already, and which are left out and why."""
    new = new_pieces(scene, wish.pieces)
    return {
        "put": _ids(new),
        "stand": _ids(_standing(scene, wish.pieces)),
        **_left(scene, wish.pieces, new, left),
    }


def told_following(scene: SceneState | None, wish: FollowVtt, left: tuple[Left, ...]) -> dict[str, Plain]:
    """Tell which tokens become pieces, whose pieces change or go, and which are left out and why."""
    new = new_pieces(scene, wish.pieces)
    old = {} if scene is None else {one.piece.id: one.piece for one in scene.pieces}
    changed = [
        piece
        for piece in wish.pieces
        if piece.id in old and between(old[piece.id], followed(old[piece.id], piece))
    ]
    gone: list[Plain] = [*sorted(gone_pieces(scene, wish))]
    return {"put": _ids(new), "changed": _ids(changed), "gone": gone, **_left(scene, wish.pieces, new, left)}


def _standing(scene: SceneState | None, pieces: Iterable[Piece]) -> list[Piece]:
    return [] if scene is None else [piece for piece in pieces if scene.find(piece.id) is not None]


def _ids(pieces: Iterable[Piece]) -> list[Plain]:
    return [piece.id for piece in pieces]


def _left(
    scene: SceneState | None, pieces: tuple[Piece, ...], new: tuple[Piece, ...], left: tuple[Left, ...]
) -> dict[str, Plain]:
    there = {piece.id for piece in (*new, *_standing(scene, pieces))}
    crowded = (Left(piece.id, "no_room") for piece in pieces if piece.id not in there)
    told: list[Plain] = [{"token": one.token, "why": one.why} for one in (*left, *crowded)]
    return {"left": told}
