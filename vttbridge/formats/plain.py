"""Plain parsed documents read with their place: a fault says `walls[17].c: not four finite numbers`."""

import codecs
import json
import math
import re
from collections.abc import Iterable, Iterator
from typing import NoReturn, TypeGuard

import msgspec

from vttbridge.errors import BadScene

LFS_MARK = b"version https://git-lfs"
MAX_PLAIN = 64


class Doc:
    """A value in a parsed document, and the way to it."""

    __slots__ = ("_inside", "_name", "value")

    def __init__(self, value: object, name: str | int = "", inside: "Doc | None" = None) -> None:
        self.value = value
        self._name = name
        self._inside = inside

    @property
    def path(self) -> str:
        """The way to it, such as `walls[17].c`; worked out only when a fault is told."""
        before = "" if self._inside is None else self._inside.path
        if isinstance(self._name, int):
            return f"{before}[{self._name}]"
        return f"{before}.{self._name}" if before else self._name

    def get(self, name: str) -> "Doc":
        """Return a member; one that is absent has the value `None`."""
        return Doc(self.raw(name), name, self)

    def raw(self, name: str) -> object:
        """Return a member's bare value, without the way to it; `None` where it is absent."""
        value = self.value
        return value.get(name) if _is_mapping(value) else None

    def has(self, name: str) -> bool:
        """Return whether a member is there and not null."""
        return self.raw(name) is not None

    def names(self) -> tuple[str, ...]:
        """Return the member names of a mapping, as they stand."""
        return tuple(str(name) for name in self.value) if _is_mapping(self.value) else ()

    def items(self) -> Iterator["Doc"]:
        """Return the items of a list; anything else has none."""
        if _is_sequence(self.value):
            for number, value in enumerate(self.value):
                yield Doc(value, number, self)

    def is_list(self) -> bool:
        """Return whether it is a list."""
        return isinstance(self.value, list)

    def is_record(self) -> bool:
        """Return whether it is a mapping."""
        return isinstance(self.value, dict)

    def number(self, default: float | None = None) -> float:
        """Return a finite number, also one in a text; raises BadScene where there is none and no default."""
        value = self.value
        if value is None and default is not None:
            return default
        number = _as_number(value)
        if number is None:
            self.fail("not a finite number")
        return number

    def numbers(self, count: int) -> tuple[float, ...]:
        """Return exactly so many finite numbers."""
        value = self.value
        kept: tuple[float, ...] = ()
        if _is_sequence(value) and len(value) == count:
            kept = tuple(number for one in value if (number := _as_number(one)) is not None)
        if len(kept) != count:
            self.fail(f"not {_COUNTS.get(count, str(count))} finite numbers")
        return kept

    def text(self, default: str = "") -> str:
        """Return a text; anything else gives the default."""
        return self.value if isinstance(self.value, str) else default

    def flag(self, default: bool = False) -> bool:
        """Return a truth value; anything else gives the default."""
        return self.value if isinstance(self.value, bool) else default

    def fail(self, what: str) -> NoReturn:
        """Raise BadScene at this place."""
        raise BadScene(f"{self.path or 'the document'}: {what}")


def tags_in(doc: Doc) -> Iterator[str]:
    """Return the tags of a document, written as a list or with commas, in small letters."""
    value = doc.value
    return tags_of(value if isinstance(value, str) else (item.text() for item in doc.items()))


def tags_of(written: str | Iterable[str]) -> Iterator[str]:
    """Return tags in small letters, from a list or a text with commas."""
    words = written.split(",") if isinstance(written, str) else written
    return (word.strip().lower() for word in words if word.strip())


def _is_mapping(value: object) -> TypeGuard[dict[object, object]]:
    return isinstance(value, dict)


def _is_sequence(value: object) -> TypeGuard[list[object]]:
    return isinstance(value, list)


_COUNTS = {2: "two", 4: "four"}


def _as_number(value: object) -> float | None:
    if type(value) is float:
        return value if math.isfinite(value) else None
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, str):
        try:
            return _as_number(float(value))
        except ValueError:
            return None
    if isinstance(value, int | float):
        try:
            number = float(value)
        except OverflowError:
            return None
        return number if math.isfinite(number) else None
    return None


def loaded(data: bytes) -> object:
    """Parse JSON bytes; raises what `json.loads` does.

    The quick way is tried first; what it refuses is left to the slower one, which reads more (any Unicode, a
    mark of its order, numbers that are infinite) and says where it stumbles. Half of a pair of code units is
    no character and could never be written again: it is read as the sign for one that is missing.
    """
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError):
        text = data.decode(json.detect_encoding(data))
        return json.loads(_ESCAPES.sub(_whole_character, text))


_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def unmarked(data: bytes) -> bytes:
    """Return text that begins with a mark of its encoding as UTF-8 without one; what cannot be read stays."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                text = data.decode(encoding)
            except UnicodeDecodeError:
                return data
            return _ENCODING.sub(r"\1", text, count=1).encode()
    return data


_ENCODING = re.compile(r"""(<\?xml[^>]*?)\s+encoding=["'][^"']*["']""")
"""What an XML file says of an encoding that it then no longer has."""

_ESCAPES = re.compile(r"\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u[dD][89a-fA-F]..|\\.")
"""Pairs of code units, lone ones, and every other escape, so that none is begun in its middle."""


def _whole_character(found: re.Match[str]) -> str:
    escape = found.group()
    return r"\ufffd" if len(escape) == len(r"\ufffd") else escape


def parsed(data: bytes, name: str) -> Doc:
    """Parse JSON bytes; raises BadScene with one sentence for whatever is no JSON object or list."""
    if data.removeprefix(codecs.BOM_UTF8).startswith(LFS_MARK):
        raise BadScene(
            f"{name} is a Git LFS pointer and not the map itself: fetch it with 'git lfs pull' first"
        )
    try:
        value = loaded(data)
    except UnicodeDecodeError as fault:
        raise BadScene(f"{name} is no text: byte {fault.start} is not {fault.encoding.upper()}") from None
    except json.JSONDecodeError as fault:
        raise BadScene(f"{name} is no JSON: line {fault.lineno}, column {fault.colno}: {fault.msg}") from None
    except RecursionError:
        raise BadScene(f"{name} is nested too deeply to be a map") from None
    except ValueError:
        raise BadScene(f"{name} is no JSON: a number in it has thousands of digits") from None
    return Doc(value)
