"""Plain values as the text of a TOML file, in the few shapes that our own files have."""

import json
import math
import re
from collections.abc import Mapping, Sequence

from vttbridge.rules.values import Value

BARE = re.compile(r"[A-Za-z0-9_-]+")
WIDE = 100
"""A list that would be longer than this is written one entry a line."""


def table(head: str, *lines: str) -> str:
    """Return a table: its head, and the lines that are not empty."""
    return "".join(f"{one}\n" for one in (head, *lines) if one)


def line(name: str, value: Value | Sequence[Value] | Mapping[str, Value]) -> str:
    """Return a key with its value; a long list is broken into lines."""
    written = inline(value)
    if len(written) > WIDE and isinstance(value, list | tuple):
        return array(name, value)
    return f"{key(name)} = {written}"


def array(name: str, values: Sequence[Value]) -> str:
    """Return a key with a list, one entry a line."""
    if not values:
        return f"{key(name)} = []"
    rows = "".join(f"    {inline(value)},\n" for value in values)
    return f"{key(name)} = [\n{rows}]"


def key(name: str) -> str:
    """Return a key, quoted where it must be."""
    return name if BARE.fullmatch(name) else _quoted(name)


def inline(value: Value | Sequence[Value] | Mapping[str, Value]) -> str:
    """Return a value in one line; what TOML has no word for is left out of lists and tables."""
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float():
            return _number(value)
        case str():
            return _quoted(value)
        case Mapping():
            pairs = (f"{key(name)} = {inline(part)}" for name, part in value.items() if part is not None)
            return f"{{ {', '.join(pairs)} }}"
        case _:
            parts = () if value is None else tuple(value)
            return f"[{', '.join(inline(part) for part in parts if part is not None)}]"


def _number(value: float) -> str:
    """Whole numbers are written without a fraction, as people write them."""
    if math.isinf(value) or math.isnan(value):
        return str(value)
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def _quoted(text: str) -> str:
    """JSON's spelling of a text is TOML's too, but for the one control character that JSON leaves bare."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")
