"""The snapshot that a script gets: scene, pieces, options; and how effects change it."""

from collections.abc import Callable

import msgspec

from vttbridge.geometry.footprint import Body
from vttbridge.geometry.scene import Scene
from vttbridge.rules.effects import (
    Broken,
    Damage,
    Effect,
    Fall,
    Gone,
    Hit,
    Move,
    Note,
    Put,
    Retag,
    SetNumber,
    Status,
)
from vttbridge.rules.options import Options
from vttbridge.rules.piece import Number, Piece


class Board(msgspec.Struct, frozen=True):
    """A scene with its pieces (sorted by id) and the table's options."""

    scene: Scene
    pieces: tuple[Piece, ...] = ()
    options: Options = Options()

    def find(self, piece_id: str) -> Piece | None:
        """Return a piece by id, or `None`."""
        return next((piece for piece in self.pieces if piece.id == piece_id), None)

    def piece(self, piece_id: str) -> Piece:
        """Return a piece that must be there; ValueError where it is not."""
        found = self.find(piece_id)
        if found is None:
            raise ValueError(f"no piece {piece_id}")
        return found

    def bodies(self, *, without: tuple[str, ...] = ()) -> tuple[Body, ...]:
        """Return all pieces that fill ground, as geometry sees them (markers fill none)."""
        return tuple(
            piece.solid for piece in self.pieces if piece.kind != "marker" and piece.id not in without
        )

    def with_piece(self, piece: Piece) -> "Board":
        """Return the board with a piece added or replaced."""
        kept = tuple(other for other in self.pieces if other.id != piece.id)
        ordered = tuple(sorted((*kept, piece), key=lambda other: other.id))
        return msgspec.structs.replace(self, pieces=ordered)

    def without_piece(self, piece_id: str) -> "Board":
        """Return the board with a piece gone."""
        return msgspec.structs.replace(
            self, pieces=tuple(piece for piece in self.pieces if piece.id != piece_id)
        )

    def with_scene(self, scene: Scene) -> "Board":
        """Return the board over another state of the scene."""
        return msgspec.structs.replace(self, scene=scene)

    def applied(self, effects: tuple[Effect, ...]) -> "Board":
        """Return the board after effects, one by one; an effect on a piece that has gone changes nothing."""
        board = self
        for effect in effects:
            board = board.after(effect)
        return board

    def after(self, effect: Effect) -> "Board":
        """Return the board after one effect."""
        match effect:
            case Move() | Put() | Fall():
                return self._changed(effect.piece, lambda piece: piece.at(effect.to))
            case Status():
                return self._changed(effect.piece, lambda piece: piece.with_status(effect.status, effect.on))
            case Retag():
                return self._changed(
                    effect.piece,
                    lambda piece: msgspec.structs.replace(piece, tags=tuple(sorted(effect.tags))),
                )
            case Damage():
                if effect.after is None or not effect.number:
                    return self
                return self._numbered(effect.piece, effect.number, effect.after)
            case SetNumber():
                return self._numbered(effect.piece, effect.number, effect.value)
            case Gone():
                return self.without_piece(effect.piece)
            case Broken():
                return self.with_scene(self.scene.with_broken((effect.cut,)))
            case Hit() | Note():
                return self

    def _changed(self, piece_id: str, change: Callable[[Piece], Piece]) -> "Board":
        piece = self.find(piece_id)
        return self if piece is None else self.with_piece(change(piece))

    def _numbered(self, piece_id: str, number: str, value: Number) -> "Board":
        """Set a number on every piece of the same body; a pool's number on every piece of the pool."""
        piece = self.find(piece_id)
        if piece is None:
            return self
        pooled = bool(piece.pool) and number.startswith("pool_")
        board = self
        for other in self.pieces:
            same = other.pool == piece.pool if pooled else other.owns == piece.owns
            if same:
                board = board.with_piece(other.with_number(number, value))
        return board
