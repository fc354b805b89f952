"""Many documents in one container: lines of a NeDB file, keys of a LevelDB pack; pure, bytes in.

1. A NeDB file is an append log: of each id the last line counts, and a marker deletes. A line that cannot be
   read is left out with its number: usually the last one, cut off while it was written.
2. A LevelDB pack keeps embedded documents under their own keys, `!scenes.walls!<scene>.<wall>`, and in the
   scene only their ids. They are put back in their places, in the order of the ids.
3. Scenes may lie inside adventures. What modules keep as scenes to make folders of is left out.
"""

from collections.abc import Iterable, Iterator, Mapping

from vttbridge.errors import BadScene
from vttbridge.formats.plain import Doc, loaded
from vttbridge.formats.report import Notebook

FOLDER_NAME = "#[CF_tempEntity]"
MAX_SCENES = 1_000
MAX_LINES = 100_000


def is_nedb(data: bytes) -> bool:
    """Return whether bytes look like lines of documents: a whole one on the first line, and more after it."""
    first, _, rest = data.lstrip().partition(b"\n")
    if first[:1] != b"{" or not (rest.strip() or b'"$$' in first):
        return False
    return _record(first) is not None


def _record(line: bytes) -> Doc | None:
    try:
        value = loaded(line)
    except (ValueError, RecursionError):
        return None
    document = Doc(value)
    return document if document.is_record() else None


def nedb_scenes(data: bytes, notes: Notebook) -> tuple[Doc, ...]:
    """Return the scenes of a NeDB file in the order in which they were first written."""
    found: dict[str, Doc] = {}
    lines = data.split(b"\n")
    if len(lines) > MAX_LINES:
        raise BadScene(f"the file has more than {MAX_LINES} lines")
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        document = _record(line)
        if document is None:
            notes.drop("broken_line", f"line {number}")
            continue
        notes.count("lines")
        _apply(document, number, found, notes)
    return _scenes(found.values(), notes)


def _apply(document: Doc, number: int, found: dict[str, Doc], notes: Notebook) -> None:
    own = document.get("_id").text()
    if document.has("$$indexCreated") or document.has("$$indexRemoved"):
        return
    if document.get("$$deleted").flag():
        notes.count("deleted")
        found.pop(own, None)
        return
    if own in found:
        notes.count("rewritten")
    found[own or f"line {number}"] = document


def _scenes(documents: Iterable[Doc], notes: Notebook) -> tuple[Doc, ...]:
    scenes: list[Doc] = []
    for document in documents:
        inner = [scene for scene in document.get("scenes").items() if scene.is_record()]
        if inner and not document.has("width"):
            notes.count("adventures")
        for scene in inner if inner and not document.has("width") else [document]:
            name = scene.get("name").text(scene.path)
            if name == FOLDER_NAME:
                notes.drop("folder_scene", name)
            elif not scene.has("width"):
                notes.drop("no_scene", name)
            elif len(scenes) == MAX_SCENES:
                raise BadScene(f"there are more than {MAX_SCENES} scenes")
            else:
                scenes.append(scene)
    notes.count("scenes", len(scenes))
    return tuple(scenes)


def pack_scenes(values: Mapping[str, bytes], notes: Notebook) -> tuple[Doc, ...]:
    """Return the scenes of a LevelDB pack from its living keys and values, sorted by key."""
    documents: dict[str, Doc] = {}
    for key in sorted(values):
        document = _record(values[key])
        if document is None:
            notes.drop("broken_value", key)
            continue
        kind = key.split("!")[1] if key.count("!") >= 2 else ""
        notes.count(f"keys_{kind}" if kind else "keys_other")
        documents[key] = document
    tops = [(key, doc) for key, doc in documents.items() if key.startswith(("!scenes!", "!adventures!"))]
    others = {key.split("!")[1] for key in documents if key.count("!") >= 2}
    if not tops:
        kinds = ", ".join(sorted(others)) or "nothing"
        raise BadScene(f"the pack holds no scenes; it holds {kinds}")
    return _scenes((_whole(key, doc, documents, notes) for key, doc in tops), notes)


def _whole(key: str, document: Doc, documents: Mapping[str, Doc], notes: Notebook) -> Doc:
    """Return a document with its embedded ones in their places."""
    _, kind, own = key.split("!", 2)
    value = {name: document.get(name).value for name in document.names()}
    for name in document.names():
        part = document.get(name)
        if part.is_list():
            value[name] = list(_parts(part, f"{kind}.{name}", own, documents, notes))
    return Doc(value)


def _parts(part: Doc, kind: str, own: str, documents: Mapping[str, Doc], notes: Notebook) -> Iterator[object]:
    for item in part.items():
        key = f"!{kind}!{own}.{item.text()}"
        if not item.text():
            yield item.value
        elif key in documents:
            yield _whole(key, documents[key], documents, notes).value
        else:
            yield item.value
