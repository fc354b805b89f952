"""Sentences of a language: codes to text with named gaps. Reading the files is the registry's work."""

from collections.abc import Mapping

import msgspec

from vttbridge.rules.values import Value


class _Gaps(dict[str, object]):
    """Leaves a gap visible where a fact is missing, rather than failing in front of people."""

    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


class Language(msgspec.Struct, frozen=True):
    """A language's name and its sentences by dotted code."""

    name: str
    sentences: dict[str, str]

    def has(self, code: str) -> bool:
        """Return whether there is a sentence for a code."""
        return code in self.sentences

    def say(self, code: str, named: Mapping[str, Value] | None = None) -> str:
        """Return the sentence with its gaps filled; a code without one is given as it is."""
        sentence = self.sentences.get(code)
        if sentence is None:
            return code
        return sentence.format_map(_Gaps({key: spoken(value) for key, value in (named or {}).items()}))


def spoken(value: Value) -> str:
    """Write a value as people read it: numbers without needless zeros, lists with commas."""
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, tuple | list):
        return ", ".join(spoken(part) for part in value)
    return str(value)


def printable(text: str) -> str:
    """Return a text without what would command a terminal or stand in no XML: names may hold anything."""
    return "".join(one if one.isprintable() else "\ufffd" for one in text)


def flattened(table: Mapping[str, object], prefix: str = "") -> dict[str, str]:
    """Turn nested tables of texts into dotted codes."""
    flat: dict[str, str] = {}
    for key, value in table.items():
        code = f"{prefix}.{key}" if prefix else key
        if isinstance(value, Mapping):
            flat |= flattened({str(name): part for name, part in value.items()}, code)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        else:
            flat[code] = str(value)
    return flat
