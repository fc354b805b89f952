"""Rows, headers, states and scenes to bytes and back, in the one canonical spelling.

What comes out of the bytes equals what went in: lists become tuples again, and a whole number that was
written as a float compares equal. Limits are those of what this server wrote itself.
"""

from collections.abc import Iterable, Iterator
from typing import TypeVar, cast

import msgspec

from vttbridge.errors import BadLog, NewerVersion
from vttbridge.geometry.scene import SceneSpec
from vttbridge.rules.values import Value, freeze
from vttbridge.table.log.chain import FORMAT, SCHEMA, Header, Record, checked, command_key, next_hash
from vttbridge.table.model.events import LogEvent
from vttbridge.table.model.state import State
from vttbridge_protocol import TRANSFER, Encoding, ProtocolError, canonical_bytes, decode_value

T = TypeVar("T", bound=msgspec.Struct)


def encode(value: msgspec.Struct) -> bytes:
    """Return the one spelling of a Struct in bytes; BadLog where it is larger than what is read back."""
    try:
        return canonical_bytes(msgspec.to_builtins(value), TRANSFER)
    except ProtocolError as fault:
        raise BadLog(f"this {type(value).__name__} cannot be written: {fault}") from fault


def decode(data: bytes, shape: type[T]) -> T:
    """Read a Struct; BadLog where the bytes are none of that shape."""
    try:
        plain = freeze(cast("Value", decode_value(data, Encoding.MSGPACK, TRANSFER)))
        return msgspec.convert(plain, shape)
    except (ProtocolError, msgspec.ValidationError) as fault:
        raise BadLog(f"these bytes are no {shape.__name__}: {fault}") from fault


def encode_row(row: LogEvent) -> bytes:
    """Return a row's bytes."""
    return encode(row)


def decode_row(data: bytes) -> LogEvent:
    """Read a row; BadLog where it is none."""
    return decode(data, LogEvent)


def encode_header(header: Header) -> bytes:
    """Return a header's bytes."""
    return encode(header)


def decode_header(data: bytes) -> Header:
    """Read a header; BadLog where it is none, NewerVersion where a later version wrote it."""
    header = decode(data, Header)
    if not header.format.startswith("vttbridge log "):
        raise BadLog("this is no vttbridge log")
    if header.format != FORMAT or header.schema > SCHEMA:
        raise NewerVersion(
            f"this log has format {header.format!r} and schema {header.schema}; this version reads up to "
            f"{FORMAT!r} and schema {SCHEMA}: install a later vttbridge"
        )
    return header


def encode_state(state: State) -> bytes:
    """Return a state's bytes."""
    return encode(state)


def decode_state(data: bytes) -> State:
    """Read a state; BadLog where it is none."""
    return decode(data, State)


def encode_scene(spec: SceneSpec) -> bytes:
    """Return a scene's bytes; their hash is the blob's name."""
    return encode(spec)


def decode_scene(data: bytes) -> SceneSpec:
    """Read a scene; BadLog where it is none."""
    return decode(data, SceneSpec)


def chained(previous: str, rows: Iterable[LogEvent]) -> tuple[Record, ...]:
    """Return rows as records, each hashed over the one before; `previous` is the hash of the head."""
    records: list[Record] = []
    for row in rows:
        data = encode_row(row)
        previous = next_hash(previous, data)
        records.append(Record(row.seq, row.epoch, data, previous, command_key(row)))
    return tuple(records)


def rows_of(header: bytes, records: Iterable[Record]) -> Iterator[LogEvent]:
    """Return the rows of a whole log after checking its chain; BadLog names the first bad row."""
    for record in checked(header, records):
        yield row_of(record)


def row_of(record: Record) -> LogEvent:
    """Read one record; BadLog where its bytes are no row, or not the row that the record says."""
    row, told = read_row(record.seq, record.data, record.hash)
    if told != record:
        raise BadLog(f"row {record.seq} says that it is another", record.seq)
    return row


def read_row(seq: int, data: bytes, hash_then: str) -> tuple[LogEvent, Record]:
    """Read the bytes of row `seq`, with the record that they make; BadLog where they are not that row's."""
    try:
        row = decode_row(data)
    except BadLog as fault:
        raise BadLog(f"row {seq} cannot be read: {fault}", seq) from fault
    if row.seq != seq:
        raise BadLog(f"row {seq} says that it is row {row.seq}", seq)
    return row, Record(seq, row.epoch, data, hash_then, command_key(row))
