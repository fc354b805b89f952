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
from typing import cast

from .errors import Fault, ProtocolError, Side
from .limits import COORDINATE_LIMIT, INTEGER_LIMIT, Limits
from .plain import Plain

__all__ = ["FORBIDDEN_KEYS", "walk"]

FORBIDDEN_KEYS = frozenset({"__proto__", "constructor", "prototype"})
"""Keys that reach a JavaScript object's own machinery."""

_KEY_SHOWN = 24  # longer keys may be secrets in the wrong place, and places end in logs

_UNREADABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


class _Walk:
    """One walk: its limits, and the nodes met so far."""

    def __init__(self, limits: Limits, text_bytes: int, side: Side) -> None:
        self.limits = limits
        self.text_bytes = text_bytes
        self.side = side
        self.nodes = 0

    def fail(self, fault: Fault, where: str) -> ProtocolError:
        return ProtocolError(fault, where, self.side)

    def value(self, value: object, where: str, depth: int) -> Plain:
        self.nodes += 1
        if self.nodes > self.limits.nodes:
            raise self.fail(Fault.TOO_MANY_NODES, where)
        match value:
            case None | bool():
                return value
            case str():
                return self.text(value, where)
            case int():
                return self.whole(value, where)
            case float():
                return self.fraction(value, where)
            case dict():
                return self.map(cast("Mapping[object, object]", value), where, depth + 1)
            case list() | tuple():
                return self.array(cast("Sequence[object]", value), where, depth + 1)
            case _:
                raise self.fail(Fault.NOT_PLAIN, where)

    def text(self, value: str, where: str) -> str:
        if self.size(value, where) > self.text_bytes:
            raise self.fail(Fault.TEXT_TOO_LONG, where)
        return _UNREADABLE.sub("", value)

    def size(self, value: str, where: str) -> int:
        try:
            return len(value) if value.isascii() else len(value.encode())
        except UnicodeEncodeError:  # half of a surrogate pair, which JSON can spell and UTF-8 cannot
            raise self.fail(Fault.TEXT_NOT_UNICODE, where) from None

    def whole(self, value: int, where: str) -> int:
        if not -INTEGER_LIMIT <= value <= INTEGER_LIMIT:
            raise self.fail(Fault.OUT_OF_RANGE, where)
        return value

    def fraction(self, value: float, where: str) -> float:
        if value - value != 0.0:  # infinite, or no number
            raise self.fail(Fault.NOT_FINITE, where)
        if not -COORDINATE_LIMIT <= value <= COORDINATE_LIMIT:
            raise self.fail(Fault.OUT_OF_RANGE, where)
        return value + 0.0

    def array(self, value: Sequence[object], where: str, depth: int) -> list[Plain]:
        if depth > self.limits.depth:
            raise self.fail(Fault.TOO_DEEP, where)
        if len(value) > self.limits.array_length:
            raise self.fail(Fault.ARRAY_TOO_LONG, where)
        return [self.value(item, f"{where}[{index}]", depth) for index, item in enumerate(value)]

    def map(self, value: Mapping[object, object], where: str, depth: int) -> dict[str, Plain]:
        if depth > self.limits.depth:
            raise self.fail(Fault.TOO_DEEP, where)
        if len(value) > self.limits.map_length:
            raise self.fail(Fault.MAP_TOO_LONG, where)
        return {
            self.key(key, where): self.value(item, self.below(where, key), depth)
            for key, item in value.items()
        }

    def key(self, key: object, where: str) -> str:
        if not isinstance(key, str):
            raise self.fail(Fault.KEY_NOT_TEXT, where)
        if self.size(key, where) > self.limits.key_bytes:
            raise self.fail(Fault.KEY_TOO_LONG, where)
        if key in FORBIDDEN_KEYS or _UNREADABLE.search(key):
            raise self.fail(Fault.FORBIDDEN_KEY, where)
        return key

    @staticmethod
    def below(where: str, key: object) -> str:
        named = isinstance(key, str) and len(key) <= _KEY_SHOWN and key.isidentifier()
        return f"{where}.{key}" if named else f"{where}.*"


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
    return _Walk(limits, limits.text_bytes if text_bytes is None else text_bytes, side).value(value, "$", 0)
