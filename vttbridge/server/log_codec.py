"""Rows, headers, states and scenes to bytes and back, in the one canonical spelling.

What comes out of the bytes equals what went in: lists become tuples again, and a whole number that was
written as a float compares equal. Limits are those of what this server wrote itself.
"""

from typing import TypeVar, cast

import msgspec

from vttbridge.errors import BadLog, NewerVersion
from vttbridge.geometry.scene import SceneSpec
from vttbridge.rules.values import Value, freeze
from vttbridge.table.events import Row
from vttbridge.table.log import FORMAT, SCHEMA, Header
from vttbridge.table.state import State
from vttbridge_protocol import TRANSFER, Encoding, ProtocolError, canonical_bytes, decode_value

T = TypeVar("T", bound=msgspec.Struct)


def encode(value: msgspec.Struct) -> bytes:
    """Give the one spelling of a Struct in bytes."""
    return canonical_bytes(msgspec.to_builtins(value))


def decode(data: bytes, shape: type[T]) -> T:
    """Read a Struct; BadLog where the bytes are none of that shape."""
    try:
        plain = freeze(cast("Value", decode_value(data, Encoding.MSGPACK, TRANSFER)))
        return msgspec.convert(plain, shape)
    except (ProtocolError, msgspec.ValidationError) as fault:
        raise BadLog(f"these bytes are no {shape.__name__}: {fault}") from fault


def encode_row(row: Row) -> bytes:
    """Give a row's bytes."""
    return encode(row)


def decode_row(data: bytes) -> Row:
    """Read a row; BadLog where it is none."""
    return decode(data, Row)


def encode_header(header: Header) -> bytes:
    """Give a header's bytes."""
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
    """Give a state's bytes."""
    return encode(state)


def decode_state(data: bytes) -> State:
    """Read a state; BadLog where it is none."""
    return decode(data, State)


def encode_scene(spec: SceneSpec) -> bytes:
    """Give a scene's bytes; their hash is the blob's name."""
    return encode(spec)


def decode_scene(data: bytes) -> SceneSpec:
    """Read a scene; BadLog where it is none."""
    return decode(data, SceneSpec)
