"""Records the bytes of rows, of a header, a scene and a state: every kind, every member filled.

Run by hand with the version that is to be remembered: `python tests/golden/record_rows.py FILE`. A value that
one type can have in several shapes is recorded in each of them.
"""

import base64
import json
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import inspect

from vttbridge.geometry.scene import SceneSpec
from vttbridge.storage.codec import encode
from vttbridge.storage.snapshots import StateSnapshot
from vttbridge.table.log.chain import FORMAT, SCHEMA, Header
from vttbridge.table.model.events import LogEvent
from vttbridge.table.model.state import State

S = TypeVar("S", bound=msgspec.Struct)

ANYTHING: object = {"amount": 2, "far": 1.5, "list": [1, "two", None, True], "word": "é"}

PLAIN: dict[type[inspect.Type], list[object]] = {
    inspect.AnyType: [ANYTHING],
    inspect.CustomType: [ANYTHING],
    inspect.BoolType: [True, False],
    inspect.FloatType: [1.5],
    inspect.IntType: [7],
    inspect.NoneType: [None],
    inspect.StrType: ["text"],
}


def samples(shape: inspect.Type) -> list[object]:
    """Give plain values that together show every shape of a type."""
    match shape:
        case inspect.StructType(fields=fields):
            return _records(shape, {field.encode_name: samples(field.type) for field in fields})
        case inspect.UnionType(types=types):
            return [value for one in types for value in samples(one)]
        case inspect.VarTupleType(item_type=item):
            return [samples(item)]
        case inspect.TupleType(item_types=items):
            return [[samples(item)[0] for item in items]]
        case inspect.NamedTupleType(fields=fields):
            return [[samples(field.type)[0] for field in fields]]
        case inspect.DictType(value_type=value):
            return [{"key": samples(value)[0]}]
        case inspect.LiteralType(values=values):
            return list(values)
        case _:
            return PLAIN[type(shape)]


def _records(shape: inspect.StructType, members: dict[str, list[object]]) -> list[object]:
    """Give as many records as the member with the most shapes has."""
    tag = {} if shape.tag_field is None else {shape.tag_field: shape.tag}
    count = max((len(values) for values in members.values()), default=1)
    return [
        tag | {name: values[turn % len(values)] for name, values in members.items()} for turn in range(count)
    ]


def _bytes_of(shape: type[S], change: Callable[[S], S] = lambda value: value) -> list[tuple[S, str]]:
    values = [change(msgspec.convert(plain, shape)) for plain in samples(inspect.type_info(shape))]
    return [(value, packed(encode(value))) for value in values]


def packed(data: bytes) -> str:
    """Write bytes in few letters; they repeat themselves."""
    return base64.b64encode(zlib.compress(data, 9)).decode("ascii")


def unpacked(text: str) -> bytes:
    """Read what `packed` wrote."""
    return zlib.decompress(base64.b64decode(text))


def _known(header: Header) -> Header:
    return msgspec.structs.replace(header, format=FORMAT, schema=SCHEMA)


def recorded() -> dict[str, object]:
    """Give everything as it lies in the file."""
    rows: dict[str, list[str]] = {}
    for row, written in _bytes_of(LogEvent):
        rows.setdefault(row.kind, []).append(written)
    return {
        "headers": [written for _, written in _bytes_of(Header, _known)],
        "rows": rows,
        "scenes": [written for _, written in _bytes_of(SceneSpec)],
        "states": [written for _, written in _bytes_of(State)],
        "kept_states": [written for _, written in _bytes_of(StateSnapshot)],
    }


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(recorded(), indent=1) + "\n", encoding="ascii")
