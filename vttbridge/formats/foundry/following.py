"""What a message of changed documents makes of a scene; told before anything is written.

1. A document that cannot be read, or has no id, is a fault with its place, and then nothing of the message
   counts. Changes of documents that are not there are named and change nothing.
2. Only the tokens that are named are read again, for others may stand elsewhere by now: what a plan did to
   them may still be on its way into the VTT. A change of the scene's settings reads all of them.
3. A token's change that bears the mark of a plan is that plan's own: the documents follow, the piece does
   not.
4. Where walls do no more than open and close, the geometry stays.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from vttbridge.errors import BadScene
from vttbridge.formats.foundry.live import KINDS, Documents, Kind, Record, door_turned, id_of
from vttbridge.formats.plain import Doc
from vttbridge.formats.report import Report
from vttbridge.geometry.allowance import checkpoint
from vttbridge.geometry.spec import DoorState, SceneSpec
from vttbridge.rules.piece import Piece

MAX_DOCUMENTS = 20_000
"""So many documents a scene may have in all."""

MAX_WHOLE = 2**53

MARK = ("flags", "vttbridge", "seq")
"""Where a document bears the number of the row that wrote it."""

UNREADABLE = ("not_a_", "shape_broken", "outline_broken", "wall_id_only")


class DocumentChanges(msgspec.Struct, frozen=True):
    """What happened to the documents of one kind."""

    kind: Kind
    created: tuple[Record, ...] = ()
    updated: tuple[Record, ...] = ()
    deleted: tuple[str, ...] = ()


class Followed(msgspec.Struct, frozen=True):
    """What the changes came to: `spec` where the geometry is another, else the doors that turned."""

    documents: Documents
    report: Report
    spec: SceneSpec | None = None
    doors: tuple[tuple[str, DoorState], ...] = ()
    pieces: tuple[Piece, ...] = ()
    gone: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


class Message(NamedTuple):
    """The changes of one message, and the numbers of rows whose marks are known."""

    changes: tuple[DocumentChanges, ...]
    settings: Record
    known_marks: frozenset[int] = frozenset()


def follow(before: Documents, message: Message, name: str) -> Followed:
    """Take a message; raises BadScene with the place of the first fault."""
    after = before.settings(message.settings) if message.settings else before
    unknown: list[str] = []
    for change in message.changes:
        checkpoint()
        _check_ids(change)
        unknown += _unknown(after, change)
        after = (
            after.created(change.kind, change.created)
            .updated(change.kind, change.updated)
            .deleted(change.kind, change.deleted)
        )
    if after.count > MAX_DOCUMENTS:
        raise BadScene(f"{after.count} documents are more than the {MAX_DOCUMENTS} that a scene may have")
    read = _named_alone(after, message, name)
    doors = _doors(after, message)
    return Followed(
        documents=after,
        report=read.report,
        spec=None if doors is not None else after.ground(name),
        doors=doors or (),
        pieces=after.reading(name).pieces if message.settings else read.pieces,
        gone=_gone(after, message),
        unknown=tuple(unknown),
    )


def _check_ids(change: DocumentChanges) -> None:
    for word, documents in (("created", change.created), ("updated", change.updated)):
        for number, document in enumerate(documents):
            if not id_of(document):
                raise BadScene(f"{change.kind}.{word}[{number}]._id: no id")


def _unknown(documents: Documents, change: DocumentChanges) -> list[str]:
    if not change.updated and not change.deleted:
        return []
    there = {id_of(document) for document in (*documents.of(change.kind), *change.created)}
    named = (*(id_of(document) for document in change.updated), *change.deleted)
    return [f"{change.kind} {one}" for one in named if one not in there]


class _Alone(NamedTuple):
    """The named documents read by themselves."""

    report: Report
    pieces: tuple[Piece, ...]


def _named_alone(after: Documents, message: Message, name: str) -> _Alone:
    """Read the documents that the message names and no others; raises BadScene where one is unreadable."""
    kinds: tuple[Kind, ...] = tuple(dict.fromkeys(change.kind for change in message.changes))
    named: dict[Kind, list[Record]] = {kind: _named(after, kind, message) for kind in kinds}
    reading = after.only(named).reading(name)
    _check_readable(reading.report, named)
    return _Alone(_about(reading.report, tuple(named), whole=bool(message.settings)), reading.pieces)


def _named(after: Documents, kind: Kind, message: Message) -> list[Record]:
    """Return the documents of a kind that are named, but for what a plan wrote itself; of levels, all."""
    ids = {
        id_of(document)
        for change in message.changes
        if change.kind == kind
        for document in (*change.created, *change.updated)
        if not _is_own(change, id_of(document), message.known_marks)
    }
    return [document for document in after.of(kind) if kind == "levels" or id_of(document) in ids]


def _is_own(change: DocumentChanges, document_id: str, known: frozenset[int]) -> bool:
    """Return whether a token's update is what a plan wrote there."""
    if change.kind != "tokens":
        return False
    marks = [mark_of(document) for document in change.updated if id_of(document) == document_id]
    created = any(id_of(document) == document_id for document in change.created)
    return not created and bool(marks) and all(mark in known for mark in marks)


def mark_of(change: Record) -> int | None:
    """Return the number of the row that made a change, as the change itself bears it."""
    for depth in range(1, len(MARK) + 1):  # the first words may be joined by dots
        found = Doc(dict(change)).get(".".join(MARK[:depth]))
        for word in MARK[depth:]:
            found = found.get(word)
        if isinstance(found.value, int) and not isinstance(found.value, bool):
            return found.value
    return None


def _check_readable(report: Report, named: dict[Kind, list[Record]]) -> None:
    for dropped in report.dropped:
        if not dropped.rule.startswith(UNREADABLE):
            continue
        for place in dropped.places:
            kind = next((kind for kind in KINDS if place.startswith(f"{kind}[")), None)
            if kind is not None and kind in named:
                raise BadScene(_with_id(place, kind, sorted(named[kind], key=id_of)))


def _with_id(place: str, kind: Kind, documents: Sequence[Record]) -> str:
    """Return which document it is by its id: its number among those that were read means nothing outside."""
    number, _, rest = place.removeprefix(f"{kind}[").partition("]")
    return f"{kind}[{id_of(documents[int(number)])}]{rest}"


def _about(report: Report, kinds: tuple[Kind, ...], *, whole: bool) -> Report:
    """Leave out what the report says of other things than the named documents."""
    if whole:
        return report
    starts = tuple(f"{kind}[" for kind in kinds)
    return msgspec.structs.replace(
        report,
        counts=tuple(pair for pair in report.counts if pair[0] in kinds),
        doubts=tuple(doubt for doubt in report.doubts if doubt.places[0].startswith(starts)),
        dropped=tuple(left for left in report.dropped if left.places[0].startswith(starts)),
    )


def _doors(after: Documents, message: Message) -> tuple[tuple[str, DoorState], ...] | None:
    """Return the doors that turned where nothing else happened to the geometry, `None` where it did."""
    if message.settings:
        return None
    turned: list[tuple[str, DoorState]] = []
    for change in message.changes:
        if change.kind == "tokens":
            continue
        doors = [door_turned(document) for document in change.updated]
        if change.kind != "walls" or change.created or change.deleted or None in doors:
            return None
        turned += [door for door in doors if door is not None]
    return None if _lies_twice(after, dict(turned)) else tuple(dict(turned).items())


def _lies_twice(documents: Documents, doors: dict[str, DoorState]) -> bool:
    """Return whether another wall lies where one of these doors is, left out as its copy perhaps."""
    walls = documents.of("walls") if doors else ()
    times = Counter(_ends(wall) for wall in walls)
    return any(id_of(wall) in doors and times[_ends(wall)] > 1 for wall in walls)


def _ends(wall: Record) -> str:
    """Spell where a wall lies; 1 and 1.0 are one place."""
    ends = (one.value for one in Doc(wall.get("c")).items())
    return str([float(one) if isinstance(one, int) and abs(one) < MAX_WHOLE else one for one in ends])


def _gone(after: Documents, message: Message) -> tuple[str, ...]:
    deleted = (one for change in message.changes if change.kind == "tokens" for one in change.deleted)
    there = after.ids("tokens")
    return tuple(one for one in dict.fromkeys(deleted) if one not in there)
