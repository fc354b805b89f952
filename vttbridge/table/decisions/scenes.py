"""Scenes put, and scenes that follow a VTT, with the pieces that come along.

A piece that is new has the numbers that the rule book needs, at their defaults where nobody knows better. One
that stands already keeps what the VTT does not know: its numbers, tags, statuses and owner. The rows come in
a fixed order: the scene, its doors, who is gone, who is new, who is otherwise.
"""

from collections.abc import Iterable

import msgspec

from vttbridge.rules.piece import Number, Numbers, Piece
from vttbridge.rules.refusal import refuse
from vttbridge.rules.ruleset import Need
from vttbridge.table.context import GameContext
from vttbridge.table.decisions.board import MAX_PIECES, tidied
from vttbridge.table.decisions.decision import Decision, no_rows, refusing, with_rows
from vttbridge.table.model.changes import Change, DoorTurned, between, door_of
from vttbridge.table.model.commands import FollowVtt, SetScene
from vttbridge.table.model.events import NewEvent, PieceChanged, PieceGone, PiecePut, SceneChanged, SceneSet
from vttbridge.table.model.replies import done, invalid
from vttbridge.table.model.state import SceneState, State

ROOM_IN_A_ROW = 16_000
"""So many bytes of changed pieces stand in one row, or a single piece."""


def set_scene(game: GameContext, state: State, body: SetScene) -> Decision:
    """Put a scene or replace its geometry; the rule book may refuse to play there."""
    no = _unplayable(game, body.blob)
    if no is not None:
        return no
    scene = state.scene(body.scene)
    new = tuple(with_needs(piece, game.ruleset.needs) for piece in new_pieces(scene, body.pieces))
    row = NewEvent(SceneSet(body.scene, body.blob, body.name, body.home))
    return with_rows(
        state, (row, *_rows(game, PiecePut, body.scene, (between(None, piece) for piece in new)))
    )


def _unplayable(game: GameContext, blob: str) -> Decision | None:
    scene = game.library.scene(blob)
    if scene is None:
        return no_rows(invalid("no_such_blob", blob=blob))
    refused = game.ruleset.plays(scene.spec)
    return None if refused is None else refusing(refused)


def new_pieces(scene: SceneState | None, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Return those of some pieces that do not stand on a scene yet, as many as there is room for."""
    standing = () if scene is None else scene.pieces
    there = {one.piece.id for one in standing}
    return tuple(piece for piece in pieces if piece.id not in there)[: max(0, MAX_PIECES - len(standing))]


def with_needs(piece: Piece, needs: tuple[Need, ...]) -> Piece:
    """Return a piece with every number that a rule book needs of its kind, unset ones at their default."""
    known: dict[str, Number] = {
        need.name: int(need.default) if isinstance(need.default, bool) else need.default
        for need in needs
        if need.applies in {"any", piece.kind}
    }
    return tidied(msgspec.structs.replace(piece, numbers=tuple((known | dict(piece.numbers)).items())))


def follow_vtt(game: GameContext, state: State, body: FollowVtt) -> Decision:
    """Take a scene, or some of it, as it now is in the VTT."""
    no = _unplayable(game, body.blob) if body.blob else None
    scene = state.scene(body.scene)
    if no is not None:
        return no
    if scene is None and not body.blob:
        return refusing(refuse("NO_SUCH_SCENE", scene=body.scene))
    rows = (*_ground_rows(game, scene, body), *_piece_rows(game, scene, body))
    return with_rows(state, rows) if rows else no_rows(done())


def _ground_rows(game: GameContext, scene: SceneState | None, body: FollowVtt) -> tuple[NewEvent, ...]:
    if body.blob:
        is_same = (
            scene is not None
            and (scene.blob, scene.name) == (body.blob, body.name)
            and scene.is_carried_out_elsewhere
            and not scene.overlay.doors
        )
        row = SceneSet(body.scene, body.blob, body.name, "vtt", follows=True)
        return () if is_same else (NewEvent(row),)
    turned = () if scene is None else tuple(_turned(game, scene, body))
    return (NewEvent(SceneChanged(body.scene, turned)),) if turned else ()


def _turned(game: GameContext, scene: SceneState, body: FollowVtt) -> Iterable[Change]:
    """Return the doors that stand otherwise now; a wall that blocks nobody is no door here."""
    ground = game.ground(scene)
    for wall, state in sorted(body.doors):
        before = door_of(ground, wall)
        if before is not None and before != state:
            yield DoorTurned(wall, before, state)


def _piece_rows(game: GameContext, scene: SceneState | None, body: FollowVtt) -> tuple[NewEvent, ...]:
    old = {} if scene is None else {one.piece.id: one.piece for one in scene.pieces}
    gone = sorted(gone_pieces(scene, body))
    left = (
        msgspec.structs.replace(
            scene, pieces=tuple(one for one in scene.pieces if one.piece.id not in set(gone))
        )
        if scene is not None
        else None
    )
    new = sorted(new_pieces(left, body.pieces), key=lambda piece: piece.id)
    kept = sorted((piece for piece in body.pieces if piece.id in old), key=lambda piece: piece.id)
    changed = (between(old[piece.id], followed(old[piece.id], piece)) for piece in kept)
    return (
        *_rows(game, PieceGone, body.scene, (between(old[one], None) for one in gone)),
        *_rows(
            game,
            PiecePut,
            body.scene,
            (between(None, with_needs(piece, game.ruleset.needs)) for piece in new),
        ),
        *_rows(game, PieceChanged, body.scene, changed),
    )


def gone_pieces(scene: SceneState | None, body: FollowVtt) -> frozenset[str]:
    """Return the pieces that are no more; of a whole scene, also tokens that it does not name.

    One that went and came again is not gone.
    """
    if scene is None:
        return frozenset()
    named = {piece.id for piece in body.pieces}
    tokens = {one.piece.id for one in scene.pieces if one.piece.raw("token_x") is not None}
    wanted = {*body.gone, *(tokens if body.whole else ())} - named
    return frozenset(one.piece.id for one in scene.pieces if one.piece.id in wanted)


def followed(piece: Piece, token: Piece) -> Piece:
    """Return a piece with what its token says: name, size, place, side, body, whether hidden, numbers."""
    return msgspec.structs.replace(
        piece,
        name=token.name,
        footprint=token.footprint,
        place=token.place,
        side=token.side,
        body=token.body,
        hidden=token.hidden,
        numbers=merged(piece.numbers, token.numbers),
    )


def merged(numbers: Numbers, over: Numbers) -> Numbers:
    """Return numbers with others over them."""
    return tuple(sorted((dict(numbers) | dict(over)).items()))


def _rows(
    game: GameContext,
    kind: type[PiecePut | PieceChanged | PieceGone],
    scene: str,
    changes: Iterable[tuple[Change, ...]],
) -> tuple[NewEvent, ...]:
    """Return the changes of pieces as rows, as many pieces in each as there is room for."""
    batches: list[list[Change]] = []
    room = 0
    for some in changes:
        taken = sum(game.size(one) for one in some)
        if some and taken > room:
            batches.append([])
            room = ROOM_IN_A_ROW
        if some:
            batches[-1] += some
            room -= taken
    return tuple(NewEvent(kind(scene, tuple(batch))) for batch in batches)
