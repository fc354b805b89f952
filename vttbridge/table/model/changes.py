"""What a row writes, as absolute values before and after: applied, taken back and compared in one way.

Each change names a thing (a piece, or the scene) and a field of it. Undo asks two rows whether they wrote the
same (thing, field); a whole piece that comes or goes overlaps with every field of that piece.
"""

from typing import Literal

import msgspec

from vttbridge.geometry.footprint import Footprint
from vttbridge.geometry.scene import Cut, DoorState, Scene
from vttbridge.geometry.vec import Place
from vttbridge.rules.piece import Number, Piece

SCENE = "scene"
"""The word that stands for a scene's geometry where a thing is named."""

WHOLE = "*"
"""The field that overlaps with every other of its thing."""


class Look(msgspec.Struct, frozen=True):
    """All of a piece but its place, numbers, tags and statuses."""

    name: str
    kind: Literal["creature", "object", "marker"]
    footprint: Footprint
    owner: str
    side: str
    body: str
    pool: str
    hidden: bool


class Placed(msgspec.Struct, frozen=True, tag="place"):
    """A piece stands elsewhere."""

    piece: str
    before: Place
    after: Place


class Numbered(msgspec.Struct, frozen=True, tag="number"):
    """A number of a piece changes; `None` is a number that it does not have."""

    piece: str
    number: str
    before: Number | None
    after: Number | None


class StatusTurned(msgspec.Struct, frozen=True, tag="status"):
    """A status begins or ends."""

    piece: str
    status: str
    before: bool
    after: bool


class Tagged(msgspec.Struct, frozen=True, tag="tags"):
    """A piece shows other tags."""

    piece: str
    before: tuple[str, ...]
    after: tuple[str, ...]


class Redrawn(msgspec.Struct, frozen=True, tag="look"):
    """A piece's name, footprint, owner or the like changes."""

    piece: str
    before: Look
    after: Look


class Stood(msgspec.Struct, frozen=True, tag="piece"):
    """A whole piece comes (no `before`) or goes (no `after`)."""

    piece: str
    before: Piece | None
    after: Piece | None


class DoorTurned(msgspec.Struct, frozen=True, tag="door"):
    """A door opens, closes or is locked."""

    wall: str
    before: DoorState
    after: DoorState


class CutTurned(msgspec.Struct, frozen=True, tag="cut"):
    """A part of a wall or of filled ground breaks, or is mended."""

    cut: Cut
    before: bool
    after: bool


PieceChange = Placed | Numbered | StatusTurned | Tagged | Redrawn | Stood
Change = PieceChange | DoorTurned | CutTurned

Field = tuple[str, str]
"""A thing (a piece's id, or `scene`) and a field of it."""


def field_of(change: Change) -> Field:
    """Return what a change writes."""
    match change:
        case Placed():
            return (change.piece, "place")
        case Numbered():
            return (change.piece, f"number:{change.number}")
        case StatusTurned():
            return (change.piece, f"status:{change.status}")
        case Tagged():
            return (change.piece, "tags")
        case Redrawn():
            return (change.piece, "look")
        case Stood():
            return (change.piece, WHOLE)
        case DoorTurned():
            return (SCENE, f"door:{change.wall}")
        case CutTurned(cut=cut):
            where = tuple(cut.cell) if cut.cell is not None else cut.stretch
            return (SCENE, f"cut:{cut.kind}:{cut.id}:{where}")


def overlap(first: tuple[Change, ...], second: tuple[Change, ...]) -> bool:
    """Return whether two sets of changes wrote the same field of the same thing."""
    others = tuple(field_of(change) for change in second)
    return any(_meets(field_of(change), other) for change in first for other in others)


def _meets(first: Field, second: Field) -> bool:
    return first[0] == second[0] and (first[1] == second[1] or WHOLE in {first[1], second[1]})


def inverse(change: Change) -> Change:
    """Return the change that takes this one back."""
    return msgspec.structs.replace(change, before=change.after, after=change.before)


def look_of(piece: Piece) -> Look:
    """Return a piece's look."""
    return Look(
        piece.name,
        piece.kind,
        piece.footprint,
        piece.owner,
        piece.side,
        piece.body,
        piece.pool,
        piece.hidden,
    )


def after_piece(piece: Piece | None, change: PieceChange) -> Piece | None:
    """Return a piece after a change; one that is not there stays away unless it comes whole."""
    if isinstance(change, Stood):
        return change.after
    if piece is None:
        return None
    match change:
        case Placed():
            return piece.at(change.after)
        case Numbered():
            kept = tuple(pair for pair in piece.numbers if pair[0] != change.number)
            now = kept if change.after is None else (*kept, (change.number, change.after))
            return msgspec.structs.replace(piece, numbers=tuple(sorted(now)))
        case StatusTurned():
            return piece.with_status(change.status, change.after)
        case Tagged():
            return msgspec.structs.replace(piece, tags=change.after)
        case Redrawn(after=look):
            return msgspec.structs.replace(
                piece,
                name=look.name,
                kind=look.kind,
                footprint=look.footprint,
                owner=look.owner,
                side=look.side,
                body=look.body,
                pool=look.pool,
                hidden=look.hidden,
            )


def between_pieces(before: tuple[Piece, ...], after: tuple[Piece, ...]) -> tuple[Change, ...]:
    """Return what changed from one set of pieces to another, by piece id."""
    old = {piece.id: piece for piece in before}
    new = {piece.id: piece for piece in after}
    changes: list[Change] = []
    for piece_id in sorted({*old, *new}):
        changes.extend(between(old.get(piece_id), new.get(piece_id)))
    return tuple(changes)


def between(before: Piece | None, after: Piece | None) -> tuple[Change, ...]:
    """Return what changed about one piece."""
    if before is after:  # nearly always: most pieces of a board are the very same value
        return ()
    if before is None or after is None:
        piece_id = before.id if before else after.id if after else ""
        return (Stood(piece_id, before, after),)
    changes: list[Change] = []
    if look_of(before) != look_of(after):
        changes.append(Redrawn(after.id, look_of(before), look_of(after)))
    if before.place != after.place:
        changes.append(Placed(after.id, before.place, after.place))
    if before.tags != after.tags:
        changes.append(Tagged(after.id, before.tags, after.tags))
    return (*changes, *_numbers(before, after), *_statuses(before, after))


def _numbers(before: Piece, after: Piece) -> tuple[Change, ...]:
    names = sorted({name for name, _ in (*before.numbers, *after.numbers)})
    pairs = ((name, before.raw(name), after.raw(name)) for name in names)
    return tuple(Numbered(after.id, name, old, new) for name, old, new in pairs if old != new)


def _statuses(before: Piece, after: Piece) -> tuple[Change, ...]:
    turned = sorted(set(before.statuses) ^ set(after.statuses))
    return tuple(
        StatusTurned(after.id, status, status in before.statuses, status in after.statuses)
        for status in turned
    )


def door_of(scene: Scene, wall: str) -> DoorState | None:
    """Return the state of a door now; `None` for a wall that is none, or not there."""
    try:
        state = scene.wall(wall).door
    except KeyError:
        return None
    return None if state == "none" else state


def between_scenes(before: Scene, after: Scene) -> tuple[Change, ...]:
    """Return what changed on the ground: doors by wall id, then cuts in the order in which they were made."""
    changes: list[Change] = []
    for wall in sorted({door for door, _ in (*before.overlay.doors, *after.overlay.doors)}):
        old, new = door_of(before, wall), door_of(after, wall)
        if old is not None and new is not None and old != new:
            changes.append(DoorTurned(wall, old, new))
    old_cuts, new_cuts = before.overlay.broken, after.overlay.broken
    changes.extend(CutTurned(cut, before=True, after=False) for cut in old_cuts if cut not in new_cuts)
    changes.extend(CutTurned(cut, before=False, after=True) for cut in new_cuts if cut not in old_cuts)
    return tuple(changes)


def after_scene(scene: Scene, change: DoorTurned | CutTurned) -> Scene:
    """Return the ground after a change; a door in the state it was built in leaves no trace."""
    overlay = scene.overlay
    match change:
        case DoorTurned():
            doors = {**dict(overlay.doors), change.wall: change.after}
            if door_of(scene.with_overlay(type(overlay)()), change.wall) == change.after:
                del doors[change.wall]
            return scene.with_overlay(msgspec.structs.replace(overlay, doors=tuple(sorted(doors.items()))))
        case CutTurned():
            kept = tuple(cut for cut in overlay.broken if cut != change.cut)
            broken = (*kept, change.cut) if change.after else kept
            return scene.with_overlay(msgspec.structs.replace(overlay, broken=broken))
