"""Writes a LevelDB pack of one log file, as small as the format allows."""

import json
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path

BLOCK = 32_768
HEADER = 7
FULL, FIRST, MIDDLE, LAST = 1, 2, 3, 4

Change = tuple[str, object]
"""A key and its value; `None` deletes it."""


def write_pack(folder: Path, changes: Sequence[Change], *, manifest: bool = True) -> Path:
    """Write changes in their order, each with the next sequence number."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "CURRENT").write_bytes(b"MANIFEST-000002\n")
    if manifest:
        (folder / "MANIFEST-000002").write_bytes(b"")
    batches = [_batch(number, key, value) for number, (key, value) in enumerate(changes, start=1)]
    (folder / "000003.log").write_bytes(_framed(batches))
    return folder


def scene_changes(scene: Mapping[str, object], **parts: Sequence[Mapping[str, object]]) -> list[Change]:
    """Return the keys of a scene whose embedded documents lie under keys of their own."""
    own = str(scene["_id"])
    ids = {kind: [str(document["_id"]) for document in documents] for kind, documents in parts.items()}
    changes: list[Change] = [(f"!scenes!{own}", {**scene, **ids})]
    for kind, documents in parts.items():
        changes += [(f"!scenes.{kind}!{own}.{document['_id']}", document) for document in documents]
    return changes


def _batch(sequence: int, key: str, value: object) -> bytes:
    name = key.encode()
    body = struct.pack("<QI", sequence, 1)
    if value is None:
        return body + b"\x00" + _varint(len(name)) + name
    text = value if isinstance(value, bytes) else json.dumps(value).encode()
    return body + b"\x01" + _varint(len(name)) + name + _varint(len(text)) + text


def _varint(number: int) -> bytes:
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes((*out, number))


def _framed(batches: Sequence[bytes]) -> bytes:
    out = bytearray()
    for batch in batches:
        left, is_first = batch, True
        while left or is_first:
            room = BLOCK - len(out) % BLOCK
            if room < HEADER:
                out += bytes(room)
                room = BLOCK
            part, left = left[: room - HEADER], left[room - HEADER :]
            kind = (FULL if not left else FIRST) if is_first else (LAST if not left else MIDDLE)
            out += struct.pack("<IHB", 0, len(part), kind) + part
            is_first = False
    return bytes(out)
