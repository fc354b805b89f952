"""Bytes to messages and back, in both encodings, and the one canonical form.

Decoding is three steps: a library makes plain values within the limits and refuses a key met twice; the
shared walk checks and cleans them; msgspec makes the Struct that the envelope's word names. Whatever a
library raises on the way ends as a ProtocolError. This module alone knows msgpack, and `Any` stands in no
other.
"""

import enum
import json
import re
from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any, NoReturn, TypeGuard, TypeVar, cast

import msgpack
import msgspec

from .errors import Fault, ProtocolError, Side, Unsupported
from .limits import FROM_SERVER, INTEGER_LIMIT, LIVE, Limits
from .messages import CLIENT_MESSAGES, COMMANDS, REQUESTS, Envelope, Message, word_of
from .plain import Plain
from .validation import walk

__all__ = [
    "SUBPROTOCOLS",
    "Encoding",
    "body_hash",
    "canonical_bytes",
    "decode",
    "decode_value",
    "encode",
    "encode_numbered",
    "encode_value",
    "encoding_of",
]


class Encoding(enum.Enum):
    """How values are written; the value is the WebSocket subprotocol that chooses it."""

    MSGPACK = "vttbridge.v1.msgpack"
    """Binary frames only."""
    JSON = "vttbridge.v1.json"
    """Text frames only."""


SUBPROTOCOLS: tuple[str, ...] = tuple(encoding.value for encoding in Encoding)
"""The subprotocols on offer, the preferred one first."""


def encoding_of(subprotocol: str | None) -> Encoding | None:
    """Return the encoding that a subprotocol names, none for any other name."""
    return next((encoding for encoding in Encoding if encoding.value == subprotocol), None)


class _Head(msgspec.Struct, frozen=True):
    """The envelope before its body is read."""

    type: str
    id: str | None = None
    re: str | None = None
    seq: int | None = None
    n: int | None = None
    body: dict[str, Any] = {}


# msgpack publishes no types: these two lines are where they are given
_pack = cast("Callable[[Any], bytes]", msgpack.packb)  # pyright: ignore[reportUnknownMemberType]
_unpack = cast("Callable[..., Any]", msgpack.unpackb)  # pyright: ignore[reportUnknownMemberType]

_T = TypeVar("_T", bound=msgspec.Struct)
_N = _pack("n")
_ID = re.compile("[0-9a-f]{32}")
_LENGTH = re.compile(r"exceeds max_(str|array|map|bin|ext)_len")
_LENGTH_FAULT = {
    "str": Fault.TEXT_TOO_LONG,
    "array": Fault.ARRAY_TOO_LONG,
    "map": Fault.MAP_TOO_LONG,
    "bin": Fault.NOT_PLAIN,
    "ext": Fault.NOT_PLAIN,
}
_WHERE = re.compile(r" - at `(\$[\w.\[\]]*)")
_TYPE_SHOWN = 64


class _KeyTwiceError(ValueError):
    """A map held a key twice."""


def _pairs(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _KeyTwiceError
    return found


def _no_constant(_name: str) -> NoReturn:
    raise ProtocolError(Fault.NOT_FINITE)


def _from_msgpack(frame: bytes, limits: Limits) -> Any:
    try:
        return _unpack(
            frame,
            raw=False,
            use_list=True,
            timestamp=0,
            strict_map_key=True,
            object_pairs_hook=_pairs,
            max_str_len=max(limits.text_bytes, limits.part_text_bytes),
            max_bin_len=0,
            max_ext_len=0,
            max_array_len=limits.array_length,
            max_map_len=limits.map_length,
        )
    except Exception as error:  # noqa: BLE001  the library raises many kinds, some not ValueError
        raise ProtocolError(_fault_of(error)) from None


def _from_json(frame: str, _limits: Limits) -> Any:
    try:
        return json.loads(frame, object_pairs_hook=_pairs, parse_constant=_no_constant)
    except ProtocolError:
        raise
    except Exception as error:  # noqa: BLE001  deep nesting and huge numbers raise kinds of their own
        raise ProtocolError(_fault_of(error)) from None


def _fault_of(error: Exception) -> Fault:
    match error:
        case _KeyTwiceError():
            return Fault.DUPLICATE_KEY
        case UnicodeDecodeError():
            return Fault.TEXT_NOT_UNICODE
        case RecursionError() | msgpack.StackError():
            return Fault.TOO_DEEP
        case _:
            length = _LENGTH.search(str(error))
            if length is not None:
                return _LENGTH_FAULT[length[1]]
            return Fault.KEY_NOT_TEXT if "for map key" in str(error) else Fault.MALFORMED


def _plain(frame: bytes | str, encoding: Encoding, limits: Limits) -> Any:
    """Do the first step: bytes of the right kind and size to whatever values they hold."""
    match encoding, frame:
        case Encoding.MSGPACK, bytes():
            if len(frame) > limits.frame_bytes:
                raise ProtocolError(Fault.FRAME_TOO_LARGE)
            return _from_msgpack(frame, limits)
        case Encoding.JSON, str():
            if len(frame) > limits.frame_bytes or len(frame.encode(errors="replace")) > limits.frame_bytes:
                raise ProtocolError(Fault.FRAME_TOO_LARGE)
            return _from_json(frame, limits)
        case _:
            raise ProtocolError(Fault.FRAME_KIND)


def _shaped(value: Any, shape: type[_T], root: str) -> _T:
    try:
        return msgspec.convert(value, shape)
    except Exception as error:  # noqa: BLE001  a pattern or a bound may raise more than ValidationError
        place = _WHERE.search(str(error))
        raise ProtocolError(Fault.BAD_SHAPE, root + (place[1][1:] if place else "")) from None


def _is_map(value: Any) -> TypeGuard[dict[Any, Any]]:
    return isinstance(value, dict)


def _is_array(value: Any) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def _head(value: Any, limits: Limits) -> _Head:
    if not _is_map(value):
        raise ProtocolError(Fault.NOT_AN_ENVELOPE)
    is_part = value.get("type") == "transfer_part"
    clean = walk(value, limits, text_bytes=limits.part_text_bytes if is_part else None)
    head = _shaped(clean, _Head, "$")
    for word, given in (("id", head.id), ("re", head.re)):
        if given is not None and _ID.fullmatch(given) is None:
            raise ProtocolError(Fault.BAD_SHAPE, f"$.{word}")
    for word, number in (("seq", head.seq), ("n", head.n)):
        if number is not None and number < 0:
            raise ProtocolError(Fault.BAD_SHAPE, f"$.{word}")
    return head


def decode(
    frame: bytes | str,
    encoding: Encoding,
    limits: Limits = LIVE,
    register: Mapping[str, type[Message]] = CLIENT_MESSAGES,
) -> Envelope | Unsupported:
    """Read one frame.

    Args:
        frame: The frame's payload, `bytes` of a binary or `str` of a text frame.
        encoding: What the subprotocol chose.
        limits: How big the frame may be at this stage of the connection.
        register: What the peer may say: `CLIENT_MESSAGES` in a server, `SERVER_MESSAGES` in a client.

    Raises:
        ProtocolError: The frame is not a message; `close_code` says how to end the connection.
    """
    head = _head(_plain(frame, encoding, limits), limits)
    shape = register.get(head.type)
    if shape is None:
        return Unsupported(head.type[:_TYPE_SHOWN], head.id)
    if head.id is None and (head.type in COMMANDS or head.type in REQUESTS):
        raise ProtocolError(Fault.MISSING_ID, "$.id")
    body = _shaped(head.body, shape, "$.body")
    return Envelope(body=body, id=head.id, re=head.re, seq=head.seq, n=head.n)


def encode(envelope: Envelope, encoding: Encoding) -> bytes | str:
    """Write one frame: `bytes` for a binary one, `str` for a text one.

    Raises:
        ProtocolError: Local: the message says what the protocol forbids.
        TypeError: The body is no message.
    """
    head: dict[str, Any] = {"type": word_of(envelope.body)}
    for word in ("id", "re", "seq", "n"):
        given: Any = getattr(envelope, word)
        if given is not None:
            head[word] = given
    body: Any = msgspec.to_builtins(envelope.body)
    if body:
        head["body"] = body
    return encode_value(head, encoding)


def encode_numbered(envelope: Envelope, encoding: Encoding) -> Callable[[int], bytes | str]:
    """Write one frame for many connections; each puts its own `n` into what is ready.

    Raises:
        ProtocolError: Local: the message says what the protocol forbids.
    """
    frame = encode(msgspec.structs.replace(envelope, n=None), encoding)
    if isinstance(frame, str):
        start = frame[:-1]
        return lambda n: f'{start},"n":{n}}}'
    # an envelope has at most six members, so its header is one byte that counts them
    head, rest = bytes((frame[0] + 1,)), frame[1:]
    return lambda n: head + rest + _N + _pack(n)


def encode_value(value: object, encoding: Encoding, limits: Limits = FROM_SERVER) -> bytes | str:
    """Write a plain value, such as the content of a transfer.

    Raises:
        ProtocolError: Local: the value is not plain or not within the limits.
    """
    clean: Any = walk(value, limits, side=Side.LOCAL)
    if encoding is Encoding.MSGPACK:
        return _pack(clean)
    return json.dumps(clean, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def decode_value(frame: bytes | str, encoding: Encoding, limits: Limits) -> Plain:
    """Read a plain value, such as the content of a transfer.

    Raises:
        ProtocolError: The bytes are no plain value within the limits.
    """
    return walk(_plain(frame, encoding, limits), limits)


def _canonical(value: Any) -> Any:
    if _is_map(value):
        return {key: _canonical(value[key]) for key in sorted(value)}
    if _is_array(value):
        return [_canonical(item) for item in value]
    if isinstance(value, float) and value.is_integer() and abs(value) <= INTEGER_LIMIT:
        return int(value)
    return value


def canonical_bytes(value: object, limits: Limits = FROM_SERVER) -> bytes:
    """Return the one spelling of a plain value: msgpack, keys in code point order, whole numbers as integers.

    JavaScript cannot tell 1.0 from 1 and drops the difference on its way, so this form knows none.

    Raises:
        ProtocolError: Local: the value is not plain or not within the limits.
    """
    return _pack(_canonical(walk(value, limits, side=Side.LOCAL)))


def body_hash(body: Message) -> str:
    """Return 32 hexadecimal digits that tell one command's content from another's in either encoding.

    Members at their default do not count, so a member added later changes no older command's hash.
    """
    content = [word_of(body), msgspec.to_builtins(body)]
    return blake2b(canonical_bytes(content), digest_size=16).hexdigest()
