"""What a message of changed documents makes of a scene, over real scenes and by hand."""

import itertools
import json
import math
import random
from collections.abc import Iterator
from typing import NamedTuple, cast

import msgspec
import pytest

from formats.sources import Source, of, sources
from support.scale import scaled
from vttbridge.errors import BadScene
from vttbridge.formats.foundry.following import (
    MAX_DOCUMENTS,
    DocumentChanges,
    Followed,
    Message,
    follow,
    mark_of,
)
from vttbridge.formats.foundry.live import KINDS, Documents, Kind, Record, id_of
from vttbridge.geometry.spec import DoorState, SceneSpec
from vttbridge.geometry.terrain import Area, Wall
from vttbridge.rules.piece import Piece

SINGLES = 12
BASE: Record = {
    "_id": "keep",
    "name": "Keep",
    "width": 1000,
    "height": 800,
    "padding": 0,
    "grid": {"type": 1, "size": 100, "distance": 5},
    "walls": [
        {"_id": "w", "c": [300, 0, 300, 800], "move": 20, "door": 1, "ds": 0},
        {"_id": "v", "c": [500, 0, 500, 800], "move": 20},
    ],
    "tokens": [{"_id": "t", "x": 100, "y": 100, "width": 1, "height": 1}],
}


def changed(
    *changes: DocumentChanges, settings: Record | None = None, marks: tuple[int, ...] = ()
) -> Followed:
    """Change the small keep."""
    return follow(Documents(BASE), Message(changes, settings or {}, frozenset(marks)), "keep")


def updated(kind: Kind, *documents: Record) -> DocumentChanges:
    """Update documents."""
    return DocumentChanges(kind, updated=documents)


def test_a_token_that_moves_rebuilds_nothing() -> None:
    """It alone is read, and what it did not say is what it was."""
    found = changed(updated("tokens", {"_id": "t", "x": 400}))
    assert (found.spec, found.doors, found.gone) == (None, (), ())
    assert [(piece.id, piece.place.x, piece.place.y) for piece in found.pieces] == [("t", 4, 1)]
    assert found.report.count("tokens") == 1


def test_a_door_that_turns_rebuilds_nothing() -> None:
    """The documents know it all the same when the scene is next read."""
    found = changed(updated("walls", {"_id": "w", "ds": 1}))
    assert (found.spec, found.doors) == (None, (("w", "open"),))
    wall = follow(found.documents, Message((updated("walls", {"_id": "v", "dir": 1}),), {}), "keep").spec
    assert wall is not None
    assert {one.id: (one.door, one.side) for one in wall.walls} == {"w": ("open", 0), "v": ("none", 1)}


def test_a_door_under_another_wall_is_read_again() -> None:
    """Which of two that lie in one place is left out may change with the state of one."""
    twin = {"_id": "x", "c": [300, 0, 300, 800], "move": 20, "door": 1, "ds": 0}
    both = Documents(BASE).created("walls", [twin])
    found = follow(both, Message((updated("walls", {"_id": "w", "ds": 1}),), {}), "keep")
    assert found.spec is not None
    assert {wall.id: wall.door for wall in found.spec.walls if wall.id in "wx"} == {
        "w": "open",
        "x": "closed",
    }


def test_what_is_not_there_is_named_and_changes_nothing() -> None:
    """By kind and id, updates and deletions alike."""
    found = changed(updated("tokens", {"_id": "nobody", "x": 1}), DocumentChanges("walls", deleted=("gone",)))
    assert found.unknown == ("tokens nobody", "walls gone")
    assert found.documents.of("tokens") == Documents(BASE).of("tokens")
    assert found.pieces == ()


def test_one_that_goes_and_comes_again_is_there() -> None:
    """Only what is no more at the end is gone."""
    again = DocumentChanges("tokens", created=({"_id": "t", "x": 0, "y": 9, "width": 1, "height": 1},))
    then = updated("tokens", {"_id": "t", "y": 0})
    found = changed(DocumentChanges("tokens", deleted=("t",)), again, then)
    assert (found.gone, [(piece.id, piece.place.y) for piece in found.pieces]) == ((), [("t", 0)])
    assert changed(DocumentChanges("tokens", deleted=("t",))).gone == ("t",)


@pytest.mark.parametrize(
    ("change", "mark"),
    [
        ({"flags": {"vttbridge": {"seq": 7}}}, 7),
        ({"flags.vttbridge.seq": 7}, 7),
        ({"flags.vttbridge": {"seq": 7}}, 7),
        ({"flags": {"vttbridge": {"seq": True}}}, None),
        ({"flags": {"vttbridge": 7}}, None),
        ({"x": 7}, None),
    ],
)
def test_a_mark_is_read_in_each_spelling(change: Record, mark: int | None) -> None:
    """As the tabletop's own updates may be written."""
    assert mark_of(change) == mark


def test_a_known_mark_moves_the_documents_and_no_piece() -> None:
    """An unknown one moves both, and so does a later change without one."""
    written: Record = {"_id": "t", "x": 400, "flags": {"vttbridge": {"seq": 7}}}
    own = changed(updated("tokens", written), marks=(7,))
    assert own.pieces == ()
    assert own.documents.of("tokens")[0]["x"] == 400
    assert changed(updated("tokens", written), marks=(8,)).pieces != ()
    dragged = follow(
        own.documents, Message((updated("tokens", {"_id": "t", "y": 0}),), {}, frozenset({7})), "k"
    )
    assert [(piece.place.x, piece.place.y) for piece in dragged.pieces] == [(4, 0)]
    both = changed(updated("tokens", written), updated("tokens", {"_id": "t", "x": 500}), marks=(7,))
    assert [piece.place.x for piece in both.pieces] == [5]


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (DocumentChanges("walls", created=({"_id": "x", "c": [1, 2, math.inf, 3]},)), "walls[x].c: not four"),
        (updated("walls", {"_id": "v", "c": None}), "walls[v].c: not four"),
        (updated("tokens", {"_id": "t", "height": "tall"}), "tokens[t].height"),
        (
            DocumentChanges("levels", created=({"_id": "l", "elevation": {"top": "sky"}},)),
            "levels[l].elevation",
        ),
        (DocumentChanges("tokens", created=({"x": 1},)), "tokens.created[0]._id: no id"),
        (updated("walls", {"ds": 1}), "walls.updated[0]._id: no id"),
    ],
)
def test_the_first_fault_is_named_with_its_place(change: DocumentChanges, place: str) -> None:
    """The kind, the document's own id and the member."""
    with pytest.raises(BadScene) as fault:
        changed(updated("tokens", {"_id": "t", "x": 300}), change)
    assert str(fault.value).startswith(place)


def test_doubts_are_those_of_the_named_documents() -> None:
    """A message about one wall says nothing of the others."""
    doubtful = Documents(BASE).created("walls", [{"_id": "x", "c": [0, 0, 9, 9], "dir": 9}])
    found = follow(doubtful, Message((updated("walls", {"_id": "v", "dir": 8}),), {}), "keep")
    assert [(doubt.code, doubt.times) for doubt in found.report.doubts] == [("dir_unknown", 1)]
    quiet = follow(doubtful, Message((updated("tokens", {"_id": "t", "x": 300}),), {}), "keep")
    assert quiet.report.doubts == ()


def test_there_are_not_more_documents_than_may_be() -> None:
    """However they come."""
    crowd = tuple({"_id": f"d{number}"} for number in range(MAX_DOCUMENTS))
    with pytest.raises(BadScene, match="more than the"):
        changed(DocumentChanges("drawings", created=crowd))


def live_scenes() -> list[str]:
    """Return the real scenes whose documents all have ids of their own; none where the material is absent."""
    found = [source for source in sources() if source.folder == "foundry"]
    return [source.name for source in found if _is_live(document_of(source))]


def document_of(source: Source) -> Record:
    """Read a real scene."""
    loaded: object = json.loads(source.path.read_text("utf-8"))
    assert isinstance(loaded, dict)
    return cast(Record, loaded)


def _is_live(document: Record) -> bool:
    try:
        Documents(document).check_ids()
    except BadScene:
        return False
    return "pixelsPerTile" not in document


def history(document: Record, dice: random.Random) -> list[DocumentChanges]:
    """Make every document on its own, some in two steps, with some that come and go, in any order."""
    whole = Documents(document)
    made = {kind: [list(making(kind, one, dice)) for one in whole.of(kind)] for kind in KINDS}
    levels, rest = made.pop("levels"), [steps for some in made.values() for steps in some]
    dice.shuffle(levels)
    dice.shuffle(rest)
    return [step for steps in (*levels, *rest) for step in steps]


def making(kind: Kind, document: Record, dice: random.Random) -> Iterator[DocumentChanges]:
    """Make one document: at once, at its second try, or as something else that is then put right."""
    start: Record | None = None
    if kind == "tokens":
        start = {**document, "x": 0, "y": 0}
    elif kind == "walls" and document.get("door") in {1, 2}:
        start = {**document, "ds": 2}
    way = dice.randrange(4)
    if way == 0 and start is not None:
        yield DocumentChanges(kind, created=(start,))
        changes = {name: document.get(name) for name in start if start[name] != document.get(name)}
        yield updated(kind, {"_id": id_of(document), **changes})
        return
    if way == 1:
        yield DocumentChanges(kind, created=(document,))
        yield DocumentChanges(kind, deleted=(id_of(document),))
    yield DocumentChanges(kind, created=(document,))


class Table(NamedTuple):
    """What a table would have made of the messages so far."""

    documents: Documents
    spec: SceneSpec
    doors: dict[str, DoorState]
    pieces: dict[str, Piece]

    def after(self, message: tuple[DocumentChanges, ...]) -> "Table":
        """Take a message along."""
        found = follow(self.documents, Message(message, {}), "keep")
        spec, doors = (self.spec, self.doors) if found.spec is None else (found.spec, {})
        pieces = {**self.pieces, **{piece.id: piece for piece in found.pieces}}
        left = {name: piece for name, piece in pieces.items() if name not in found.gone}
        return Table(found.documents, spec, {**doors, **dict(found.doors)}, left)

    def states(self) -> dict[str, str]:
        """Return how the walls stand now."""
        return {
            wall.id: wall.door if wall.door == "none" else self.doors.get(wall.id, wall.door)
            for wall in self.spec.walls
        }


def cut(steps: list[DocumentChanges], dice: random.Random) -> Iterator[tuple[DocumentChanges, ...]]:
    """Cut a history into messages, the last steps each on its own."""
    bulk, singles = steps[:-SINGLES], steps[-SINGLES:]
    places = sorted({0, len(bulk), *(dice.randrange(len(bulk) + 1) for _ in range(6))})
    for start, end in itertools.pairwise(places):
        yield tuple(bulk[start:end])
    yield from ((step,) for step in singles)


def shape(spec: SceneSpec) -> tuple[list[Wall], tuple[Area, ...]]:
    """Return a scene's walls without how they stand, and its areas."""
    walls = [msgspec.structs.replace(wall, door="none") for wall in spec.walls]
    return sorted(walls, key=lambda wall: wall.id), spec.areas


@pytest.mark.shared
@pytest.mark.parametrize("name", live_scenes())
def test_documents_one_by_one_make_the_scene_that_the_whole_is(name: str) -> None:
    """Whatever their order, and whatever came and went between: the same ground, doors and pieces."""
    (document,) = [document_of(source) for source in of("foundry") if source.name == name]
    whole = Documents(document).reading("keep")
    bare = Documents({**document, **{str(kind): [] for kind in KINDS}})
    dice = random.Random(name)
    for _ in range(scaled(10)):
        table = Table(bare, bare.ground("keep"), {}, {})
        for message in cut(history(document, dice), dice):
            table = table.after(message)
        assert table.documents.reading("keep").spec == whole.spec
        assert shape(table.spec) == shape(whole.spec)
        assert table.states() == {wall.id: wall.door for wall in whole.spec.walls}
        assert tuple(table.pieces[id_] for id_ in sorted(table.pieces)) == whole.pieces
