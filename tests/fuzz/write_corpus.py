"""Write the seeds of `fuzz/corpus`: the golden vectors, the hostile frames, and a small log.

Run by hand: `python tests/fuzz/write_corpus.py`, with `.`, `protocol`, `rulesets` and `tests` on the path.
"""

import json
import re
from pathlib import Path
from typing import Any

from support.stored_fight import fight
from table.at_table import ROOM, Sitting
from vttbridge.storage.codec import chained, encode_header, encode_scene
from vttbridge.storage.log_file import written_log
from vttbridge.table import Header
from vttbridge.table.log.chain import first_hash

ROOT = Path(__file__).parents[2]
MAX_BYTES = 8_192
"""Longer frames are hostile by their size alone, and slow to change."""


def _write(folder: str, name: str, content: bytes) -> None:
    if len(content) <= MAX_BYTES:
        file = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
        ROOT.joinpath("fuzz", "corpus", folder, file).write_bytes(content)


def _vectors(page: str) -> list[dict[str, Any]]:
    vectors: list[dict[str, Any]] = json.loads(
        ROOT.joinpath("protocol", "vectors", page).read_text(encoding="utf-8")
    )
    return vectors


def _hostile(vector: dict[str, Any]) -> bytes:
    kind = "hex" if "hex" in vector else "text"
    spelled = "".join(piece * times for piece, times in vector[kind])
    return bytes.fromhex(spelled) if kind == "hex" else spelled.encode("utf-8", "surrogatepass")


def write_frames() -> None:
    """Write each vector as it goes over the wire."""
    for vector in _vectors("golden.json"):
        _write("decode", f"golden {vector['name']} msgpack", bytes.fromhex(vector["msgpack"]))
        _write("decode", f"golden {vector['name']} json", vector["json"].encode())
    for vector in _vectors("hostile.json"):
        _write("decode", f"hostile {vector['name']} {vector['encoding']}", _hostile(vector))


def write_logs() -> None:
    """Write a fight, and a log in which nothing has happened yet."""
    header = encode_header(Header("vttbridge", "0", "heroclix"))
    for name, table in (("fight", fight()), ("opened", Sitting())):
        records = chained(first_hash(header), table.rows)
        _write("log_file", name, written_log(header, records, lambda _blob: encode_scene(ROOM)))
    _write("log_file", "empty", written_log(header, (), lambda _blob: None))


if __name__ == "__main__":
    write_frames()
    write_logs()
