"""A client's copy of the table: what a snapshot says, what each event makes of it, and one hash to compare.

A client that follows events by `after_event` holds the same as the server's view for its seat. Maps and
geometry are not part of it: they change by whole scenes, and a client looks again when a scene is set.
"""

from functools import cache
from hashlib import blake2b
from typing import Literal, cast

import msgspec

from .codec import canonical_bytes
from .limits import TRANSFER
from .messages.server_play import Event, Snapshot
from .plain import Plain, Tree
from .values.scalars import Coordinate, Count, Policy, Role, Text
from .values.scenes import DoorState, PieceState

__all__ = [
    "BrokenPart",
    "Changed",
    "GroundState",
    "SceneMirror",
    "SeatMirror",
    "TableMirror",
    "after_event",
    "in_full",
    "mirror_of",
    "state_hash",
]


class BrokenPart(msgspec.Struct, frozen=True):
    """A broken part of the ground: a stretch of a wall (fractions of its length) or one cell of an area."""

    kind: Literal["wall", "area"]
    id: str
    cell: tuple[int, int] | None = None
    stretch: tuple[Coordinate, Coordinate] | None = None


class GroundState(msgspec.Struct, frozen=True):
    """What of a scene changes while its geometry stays: its name, doors, broken parts."""

    revision: Count = 0
    name: str = ""
    home: Literal["table", "vtt"] = "table"
    detached: bool = False
    doors: tuple[DoorState, ...] = ()
    broken: tuple[BrokenPart, ...] = ()


class SceneMirror(msgspec.Struct, frozen=True):
    """A scene with its pieces, sorted by id."""

    scene: str
    ground: GroundState = GroundState()
    pieces: tuple[PieceState, ...] = ()

    def find(self, piece: str) -> PieceState | None:
        """Return a piece by id."""
        return next((state for state in self.pieces if state.id == piece), None)


class SeatMirror(msgspec.Struct, frozen=True):
    """A seat as the log knows it."""

    seat: str
    role: Role
    label: Text = ""
    user: Text = ""


class TableMirror(msgspec.Struct, frozen=True):
    """The table as one seat may see it; scenes and seats are sorted by id."""

    ruleset: str = ""
    name: str = ""
    policy: Policy = "players"
    dice: Literal["server", "people"] = "server"
    options: Tree = {}
    scenes: tuple[SceneMirror, ...] = ()
    seats: tuple[SeatMirror, ...] = ()

    def scene(self, scene: str) -> SceneMirror | None:
        """Return a scene by id."""
        return next((mirror for mirror in self.scenes if mirror.scene == scene), None)


class Changed(msgspec.Struct, frozen=True):
    """What an event makes of the mirror: things as they now stand, whole, and things that are gone.

    `scene` names the scene of `ground`, `pieces` and `gone`; `put` says that the scene is new or has new
    geometry. `table` replaces the table's own members, `seats` and `seats_gone` change the seats.
    """

    scene: str = ""
    put: bool = False
    scene_gone: bool = False
    ground: GroundState | None = None
    pieces: tuple[PieceState, ...] = ()
    gone: tuple[str, ...] = ()
    table: TableMirror | None = None
    seats: tuple[SeatMirror, ...] = ()
    seats_gone: tuple[str, ...] = ()


@cache
def _members(kind: type[msgspec.Struct]) -> tuple[tuple[str, str], ...]:
    return tuple((field.name, field.encode_name) for field in msgspec.structs.fields(kind))


def in_full(value: object) -> Plain:
    """Return a value as a plain tree with every member written out, also those at their default."""
    if isinstance(value, msgspec.Struct):
        named: dict[str, Plain] = {
            spelled: in_full(getattr(value, name)) for name, spelled in _members(type(value))
        }
        config = value.__struct_config__
        return {str(config.tag_field): str(config.tag), **named} if config.tag_field else named
    if isinstance(value, list | tuple):
        return [in_full(part) for part in cast("tuple[object, ...]", value)]
    if isinstance(value, dict):
        return {key: in_full(part) for key, part in cast("dict[str, object]", value).items()}
    return cast("Plain", value)


def mirror_of(snapshot: Snapshot) -> TableMirror:
    """Read the state out of a snapshot; msgspec.ValidationError where there is none in it."""
    return msgspec.convert((snapshot.data or {}).get("state"), TableMirror)


def state_hash(mirror: TableMirror) -> str:
    """Return the hash by which a client compares its copy with the server's view."""
    return blake2b(canonical_bytes(in_full(mirror), TRANSFER), digest_size=16).hexdigest()


def after_event(mirror: TableMirror, event: Event) -> TableMirror:
    """Return the copy after an event; one that changes nothing leaves it as it is."""
    now = event.data.get("now")
    if now is None:
        return mirror
    changed = msgspec.convert(now, Changed)
    mirror = _seated(_table_set(mirror, changed.table), changed)
    return _scene_changed(mirror, changed) if changed.scene else mirror


def _table_set(mirror: TableMirror, table: TableMirror | None) -> TableMirror:
    if table is None:
        return mirror
    return msgspec.structs.replace(table, scenes=mirror.scenes, seats=mirror.seats)


def _seated(mirror: TableMirror, changed: Changed) -> TableMirror:
    named = {seat.seat: seat for seat in (*mirror.seats, *changed.seats)}
    kept = tuple(named[seat] for seat in sorted(named) if seat not in changed.seats_gone)
    return msgspec.structs.replace(mirror, seats=kept)


def _scene_changed(mirror: TableMirror, changed: Changed) -> TableMirror:
    old = mirror.scene(changed.scene) or SceneMirror(changed.scene)
    kept = tuple(scene for scene in mirror.scenes if scene.scene != changed.scene)
    if changed.scene_gone:
        return msgspec.structs.replace(mirror, scenes=kept)
    pieces = {piece.id: piece for piece in (*old.pieces, *changed.pieces)}
    standing = tuple(pieces[piece] for piece in sorted(pieces) if piece not in changed.gone)
    new = SceneMirror(changed.scene, changed.ground or old.ground, standing)
    scenes = tuple(sorted((*kept, new), key=lambda scene: scene.scene))
    return msgspec.structs.replace(mirror, scenes=scenes)
