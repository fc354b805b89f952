"""What 0.1 wrote of every kind is read, and written again in the same bytes."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import msgspec
import pytest
from msgspec import inspect

from golden.record_rows import unpacked
from vttbridge.geometry.scene import SceneSpec
from vttbridge.storage.codec import decode, decode_header, encode
from vttbridge.storage.snapshots import StateSnapshot
from vttbridge.table.model.events import LogEvent
from vttbridge.table.model.state import State
from vttbridge_protocol import TRANSFER, Encoding, decode_value

PINNED = json.loads((Path(__file__).parent / "rows.json").read_text("ascii"))
ROWS: dict[str, list[bytes]] = {
    kind: [unpacked(text) for text in texts] for kind, texts in PINNED["rows"].items()
}
WHOLE: list[tuple[type[msgspec.Struct], bytes]] = [
    (shape, unpacked(text))
    for name, shape in (("scenes", SceneSpec), ("states", State), ("kept_states", StateSnapshot))
    for text in PINNED[name]
]
HEADERS = [unpacked(text) for text in PINNED["headers"]]


def within(shape: inspect.Type) -> Iterator[inspect.Type]:
    """Give the types of which a type is made, one level down."""
    match shape:
        case inspect.StructType(fields=fields) | inspect.NamedTupleType(fields=fields):
            yield from (field.type for field in fields)
        case inspect.UnionType(types=types) | inspect.TupleType(item_types=types):
            yield from types
        case inspect.VarTupleType(item_type=item):
            yield item
        case inspect.DictType(value_type=value):
            yield value
        case _:
            pass


def kinds_of(shape: inspect.Type) -> set[type]:
    """Give every Struct that can stand in a value of a type."""
    found: set[type] = set()
    left = [shape]
    while left:
        one = left.pop()
        if isinstance(one, inspect.StructType):
            if one.cls in found:
                continue
            found.add(one.cls)
        left += within(one)
    return found


def kinds_in(value: object) -> set[type]:
    """Give every Struct that stands in a value."""
    if isinstance(value, msgspec.Struct):
        return {type(value)}.union(*(kinds_in(getattr(value, name)) for name in value.__struct_fields__))
    if isinstance(value, tuple):
        return set[type]().union(*map(kinds_in, cast("tuple[object, ...]", value)))
    if isinstance(value, dict):
        return set[type]().union(*map(kinds_in, cast("dict[str, object]", value).values()))
    return set()


def lacking(shape: type[msgspec.Struct], pinned: list[bytes]) -> set[type]:
    """Give the kinds of a shape that no pinned bytes show."""
    shown = set[type]().union(*(kinds_in(decode(data, shape)) for data in pinned))
    return kinds_of(inspect.type_info(shape)) - shown


@pytest.mark.parametrize("kind", ROWS)
def test_a_row_is_read_and_written_in_the_same_bytes(kind: str) -> None:
    """It is still of its kind."""
    for data in ROWS[kind]:
        row = decode(data, LogEvent)
        assert (row.kind, encode(row)) == (kind, data)


@pytest.mark.parametrize(("shape", "data"), WHOLE, ids=[shape.__name__ for shape, _ in WHOLE])
def test_a_whole_is_read_and_written_in_the_same_bytes(shape: type[msgspec.Struct], data: bytes) -> None:
    """Scenes and states are known by the hashes of their bytes."""
    assert encode(decode(data, shape)) == data


def test_a_header_says_what_it_said() -> None:
    """A later version may say more in a header, for its own bytes are kept beside the log."""
    for data in HEADERS:
        pinned, now = (
            cast("dict[str, object]", decode_value(spelled, Encoding.MSGPACK, TRANSFER))
            for spelled in (data, encode(decode_header(data)))
        )
        assert {name: now.get(name) for name in pinned} == pinned


def test_every_kind_is_pinned() -> None:
    """A new kind of row, change, effect, edit or terrain needs bytes here before anybody keeps such logs."""
    assert lacking(LogEvent, [data for datas in ROWS.values() for data in datas]) == set()
    for shape, _ in WHOLE:
        assert lacking(shape, [data for other, data in WHOLE if other is shape]) == set()
