"""A scene's documents as they change: created, updated, deleted; the next scene is read by the same code.

1. An update is a record of what changed. Records inside it are merged, lists and plain values replace, a key
   that begins with `-=` removes, and a key with dots reaches inside.
2. An update of an unknown document, and a document without id, change nothing and are told as not done.
3. Documents are read in the order of their ids, so that the same documents give the same scene, whichever
   came first. Those without id come before the others, as they stand.
4. A door that only opens or closes is told apart, so that a caller need not read the scene again.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, cast

import msgspec

from vttbridge.errors import BadScene
from vttbridge.formats.foundry.canvas import read_canvas
from vttbridge.formats.foundry.read import read_document, read_spec
from vttbridge.formats.foundry.walls import DOORS
from vttbridge.formats.plain import Doc
from vttbridge.formats.report import Notebook, Reading
from vttbridge.geometry.spec import DoorState, SceneSpec

Kind = Literal["walls", "tokens", "regions", "levels", "tiles", "drawings"]
Record = Mapping[str, object]
KINDS: tuple[Kind, ...] = ("walls", "tokens", "regions", "levels", "tiles", "drawings")
MAX_LIVE = 20


class Documents(msgspec.Struct, frozen=True):
    """A scene document with its embedded ones; every change gives a new one."""

    scene: Record

    def reading(self, name: str) -> Reading:
        """Read the scene as it is now; raises BadScene where its settings are unusable."""
        return read_document(self._ordered(), name)

    def ground(self, name: str) -> SceneSpec:
        """Read everything but the tokens; raises BadScene where the settings are unusable."""
        document, notes = self._ordered(), Notebook()
        return read_spec(document, read_canvas(document, notes), name, notes)

    def only(self, named: Mapping[Kind, Sequence[Record]]) -> "Documents":
        """Return the scene with no other documents than these, but for its levels, which others refer to."""
        emptied: dict[str, object] = {kind: [] for kind in KINDS if kind != "levels"}
        left: dict[str, object] = {str(kind): list(some) for kind, some in named.items()}
        scene: Record = {**self.scene, **emptied, **left}
        return Documents(scene)

    def check_ids(self) -> None:
        """Raise BadScene for the first document without an id of its own: it cannot be followed."""
        for kind in KINDS:
            ids: set[str] = set()
            for number, document in enumerate(self.of(kind)):
                if not id_of(document) or id_of(document) in ids:
                    raise BadScene(f"{kind}[{number}]._id: no id of its own")
                ids.add(id_of(document))

    @property
    def count(self) -> int:
        """How many documents the scene has."""
        return sum(len(self.of(kind)) for kind in KINDS)

    def _ordered(self) -> Doc:
        """Return the whole document with everything in it in the order of ids."""
        scene = dict(self.scene)
        for kind in KINDS:
            if scene.get(kind):
                scene[kind] = sorted(self.of(kind), key=id_of)
        return Doc(scene)

    def settings(self, changes: Record) -> "Documents":
        """Return the scene with other settings; its embedded documents stay."""
        kept = {key: value for key, value in changes.items() if key.split(".")[0] not in KINDS}
        return Documents(merged(self.scene, kept))

    def created(self, kind: Kind, documents: Sequence[Record]) -> "Documents":
        """Return the scene with new documents; one that has the id of another takes its place."""
        new = {id_of(document): document for document in documents if id_of(document)}
        if not new:
            return self
        kept = [document for document in self.of(kind) if id_of(document) not in new]
        return self._with(kind, [*kept, *new.values()])

    def updated(self, kind: Kind, changes: Sequence[Record]) -> "Documents":
        """Return the scene with changes to documents that it has."""
        by_id = {id_of(change): change for change in changes if id_of(change)}
        if not by_id:
            return self
        return self._with(
            kind,
            [
                merged(document, by_id[id_of(document)]) if id_of(document) in by_id else document
                for document in self.of(kind)
            ],
        )

    def deleted(self, kind: Kind, ids: Sequence[str]) -> "Documents":
        """Return the scene without some documents."""
        if not ids:
            return self
        gone = frozenset(ids)
        return self._with(kind, [document for document in self.of(kind) if id_of(document) not in gone])

    def of(self, kind: Kind) -> tuple[Record, ...]:
        """Return the documents of a kind."""
        return tuple(_records(self.scene.get(kind)))

    def ids(self, kind: Kind) -> frozenset[str]:
        """Return the ids of the documents of a kind."""
        return frozenset(id_of(document) for document in self.of(kind))

    def _with(self, kind: Kind, documents: list[Record]) -> "Documents":
        return Documents({**self.scene, kind: documents})


def _records(value: object) -> Iterator[Record]:
    for item in Doc(value).items():
        if item.is_record():
            yield cast(Record, item.value)  # parsed JSON: its keys are texts


def id_of(document: Record) -> str:
    """Return a document's id, or nothing."""
    found = document.get("_id") or document.get("id")
    return found if isinstance(found, str) else ""


def merged(old: Record, changes: Record, depth: int = 0) -> Record:
    """Return a record with changes, by the first rule of this module."""
    new = dict(old)
    for key, value in changes.items():
        name, _, rest = key.partition(".")
        if name.startswith("-="):
            new.pop(name[2:], None)
        elif rest:
            new[name] = (
                merged(_record(new.get(name)), {rest: value}, depth + 1) if depth < MAX_LIVE else value
            )
        elif Doc(value).is_record() and depth < MAX_LIVE:
            new[name] = merged(_record(new.get(name)), _record(value), depth + 1)
        else:
            new[name] = value
    return new


def _record(value: object) -> Record:
    document = Doc(value)
    return {name: document.get(name).value for name in document.names()}


def door_turned(change: Record) -> tuple[str, DoorState] | None:
    """Return the door and its new state where a wall's update changes nothing else."""
    names = set(change) - {"_id", "id"}
    state = change.get("ds")
    if names != {"ds"} or not id_of(change) or not isinstance(state, int) or state not in DOORS:
        return None
    return id_of(change), DOORS[state]
