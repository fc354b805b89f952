"""The documents of the scenes that follow a VTT, kept while the client that sent them is there.

They are in no log: whoever comes anew sends the scene again. What the log keeps is what they came to.
"""

from typing import NamedTuple

from vttbridge.formats.foundry.following import DocumentChanges, Followed, Message, follow
from vttbridge.formats.foundry.live import Documents, Record
from vttbridge.table import State
from vttbridge_protocol import Applied, Diverged
from vttbridge_protocol import Documents as Changed

DOCUMENT_FIELDS = "Token."


MAX_SCENES = 8
"""The documents of so many scenes are kept; those of the others are to be sent again."""

MAX_CHANGED_BYTES = 16 * 1024 * 1024
"""After so many bytes of changes a scene is to be sent again: it may have grown by all of them."""


class TrackedScene(NamedTuple):
    """A scene's documents, the connection that keeps them true, and the bytes of what was merged since."""

    documents: Documents
    by: str
    merged_bytes: int = 0


class VttDocuments:
    """The documents of one table's scenes."""

    def __init__(self) -> None:
        self._scenes: dict[str, TrackedScene] = {}

    def keep(self, scene: str, documents: Documents, by: str) -> None:
        """Remember a scene's documents as a connection has them."""
        self._scenes.pop(scene, None)
        self._scenes[scene] = TrackedScene(documents, by)
        while len(self._scenes) > MAX_SCENES:
            del self._scenes[next(iter(self._scenes))]

    def changed(self, scene: str, documents: Documents, merged_bytes: int) -> None:
        """Remember what some bytes of changes made of them, unless that has become too much."""
        known = self._scenes.pop(scene, None)
        if known is not None and known.merged_bytes + merged_bytes <= MAX_CHANGED_BYTES:
            self._scenes[scene] = TrackedScene(documents, known.by, known.merged_bytes + merged_bytes)

    def of(self, scene: str, by: str) -> Documents | None:
        """Return a scene's documents, if this connection keeps them true."""
        known = self._scenes.get(scene)
        return known.documents if known is not None and known.by == by else None

    def forget(self, scene: str | None = None) -> None:
        """Forget a scene, or all; who goes on with one must send it whole."""
        if scene is None:
            self._scenes.clear()
        else:
            self._scenes.pop(scene, None)

    def left(self, by: str) -> None:
        """A connection is gone: nobody keeps its documents true."""
        self._scenes = {scene: known for scene, known in self._scenes.items() if known.by != by}

    def confirm(self, state: State, report: Applied | Diverged) -> None:
        """Take along what the executor wrote into tokens, so that later changes are merged into that."""
        row = state.row(report.seq)
        known = None if row is None else self._scenes.get(row.scene)
        if row is None or known is None:
            return
        changes: list[Record] = [
            {"_id": write.document.removeprefix(DOCUMENT_FIELDS), write.path: write.after}
            for write in report.writes
            if write.document.startswith(DOCUMENT_FIELDS)
        ]
        documents = known.documents
        for change in changes:
            documents = documents.updated("tokens", [change])
        self._scenes[row.scene] = known._replace(documents=documents)


def merged_documents(documents: Documents, wanted: Changed, state: State) -> Followed:
    """Read what changed documents come to; BadScene with the place of the first fault."""
    changes = tuple(
        DocumentChanges(one.kind, one.created, one.updated, one.deleted) for one in wanted.changes
    )
    marks = frozenset(
        row.seq for row in state.written if row.scene == wanted.scene and row.kind in {"committed", "undone"}
    )
    return follow(documents, Message(changes, wanted.settings, marks), wanted.scene)
