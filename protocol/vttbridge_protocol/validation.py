"""The one walk over plain values that both encodings share.

1. It runs after the bytes became plain values and before any Struct is made; nothing else checks sizes twice.
2. It refuses what one of the two encodings, JavaScript, or a person reading a log could be hurt by.
3. It returns a clean copy: -0.0 is 0.0, and text has lost its control characters (tab and newline stay) and
   the marks that turn the direction of writing, so that a name can neither forge a log line nor read
   backwards.
4. It recurses, and is safe to: depth is refused before it can grow.
"""

import re
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import cast

from .errors import Fault, ProtocolError, Side
from .limits import COORDINATE_LIMIT, INTEGER_LIMIT, Limits
from .plain import Plain

__all__ = ["FORBIDDEN_KEYS", "walk"]

FORBIDDEN_KEYS = frozenset({"__proto__", "constructor", "prototype"})
"""Keys that reach a JavaScript object's own machinery."""

_KEY_SHOWN = 24  # longer keys may be secrets in the wrong place, and places end in logs

_ARRAYS = (list, tuple)  # a union written in place would be made anew for every value

_UNREADABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


class _Found(Exception):
    """A fault, and the way back up from it: the place is spelled only when it is needed."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault
        self.way: list[str] = []


class _Walk:
    """One walk: its limits, and the nodes met so far."""

    def __init__(self, limits: Limits, text_bytes: int) -> None:
        self.limits = limits
        self.text_bytes = text_bytes
        self.nodes_left = limits.nodes

    def value(self, value: object, depth: int) -> Plain:
        self.nodes_left -= 1
        if self.nodes_left < 0:
            raise _Found(Fault.TOO_MANY_NODES)
        if isinstance(value, str):
            return _text(value, self.text_bytes)
        if isinstance(value, dict):
            return self.map(cast("Mapping[object, object]", value), depth + 1)
        if isinstance(value, _ARRAYS):
            return self.array(cast("Sequence[object]", value), depth + 1)
        return _single(value)

    def array(self, value: Sequence[object], depth: int) -> list[Plain]:
        if depth > self.limits.depth:
            raise _Found(Fault.TOO_DEEP)
        if len(value) > self.limits.array_length:
            raise _Found(Fault.ARRAY_TOO_LONG)
        clean: list[Plain] = []
        try:
            for item in value:
                clean.append(self.value(item, depth))  # noqa: PERF401  its length is the place of a fault
        except _Found as found:
            found.way.append(f"[{len(clean)}]")
            raise
        return clean

    def map(self, value: Mapping[object, object], depth: int) -> dict[str, Plain]:
        if depth > self.limits.depth:
            raise _Found(Fault.TOO_DEEP)
        if len(value) > self.limits.map_length:
            raise _Found(Fault.MAP_TOO_LONG)
        clean: dict[str, Plain] = {}
        for key, item in value.items():
            name = self.key(key)
            try:
                clean[name] = self.value(item, depth)
            except _Found as found:
                found.way.append(_below(name))
                raise
        return clean

    def key(self, key: object) -> str:
        if not isinstance(key, str):
            raise _Found(Fault.KEY_NOT_TEXT)
        if _size(key) > self.limits.key_bytes:
            raise _Found(Fault.KEY_TOO_LONG)
        if key in FORBIDDEN_KEYS or (not key.isprintable() and _UNREADABLE.search(key)):
            raise _Found(Fault.FORBIDDEN_KEY)
        return key


def _single(value: object) -> Plain:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        if not -INTEGER_LIMIT <= value <= INTEGER_LIMIT:
            raise _Found(Fault.OUT_OF_RANGE)
        return value
    if isinstance(value, float):
        if not isfinite(value):
            raise _Found(Fault.NOT_FINITE)
        if not -COORDINATE_LIMIT <= value <= COORDINATE_LIMIT:
            raise _Found(Fault.OUT_OF_RANGE)
        return value + 0.0
    raise _Found(Fault.NOT_PLAIN)


def _text(value: str, limit: int) -> str:
    if _size(value) > limit:
        raise _Found(Fault.TEXT_TOO_LONG)
    if value.isprintable():  # most text by far
        return value
    return _UNREADABLE.sub("", value)


def _size(value: str) -> int:
    try:
        return len(value) if value.isascii() else len(value.encode())
    except UnicodeEncodeError:  # half of a surrogate pair, which JSON can spell and UTF-8 cannot
        raise _Found(Fault.TEXT_NOT_UNICODE) from None


def _below(key: str) -> str:
    return f".{key}" if len(key) <= _KEY_SHOWN and key.isidentifier() else ".*"


def walk(value: object, limits: Limits, *, text_bytes: int | None = None, side: Side = Side.REMOTE) -> Plain:
    """Check plain values against the limits and give a clean copy.

    Args:
        value: What a decoder made of a frame, or what is about to be encoded.
        limits: How big it may be.
        text_bytes: Another limit for text, for the one message whose text is long.
        side: Whose fault a failure is.

    Raises:
        ProtocolError: With the first fault met and its place.
    """
    try:
        return _Walk(limits, limits.text_bytes if text_bytes is None else text_bytes).value(value, 0)
    except _Found as found:
        raise ProtocolError(found.fault, "$" + "".join(reversed(found.way)), side) from None
