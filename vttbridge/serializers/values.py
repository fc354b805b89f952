"""A table's values as plain trees, and plain trees as values."""

from collections.abc import Mapping
from functools import cache
from typing import cast

import msgspec

from vttbridge.geometry.vec import Cell, Place, Vec
from vttbridge.rules.values import Facts, Value, as_record, freeze
from vttbridge_protocol import Plain, Tree


def value_of(plain: Plain) -> Value:
    """Read a plain value from the wire; lists become tuples."""
    return freeze(cast("Value", plain))


def fields_of(tree: Tree) -> dict[str, Value]:
    """Read the fields of an action or query."""
    return {name: value_of(tree[name]) for name in sorted(tree)}


def tree_of(named: Mapping[str, Value] | Facts) -> Tree:
    """Return named values as a tree."""
    record = as_record(named) if isinstance(named, tuple) else named
    return {name: plain_of(record[name]) for name in sorted(record)}


def plain_of(value: object) -> Plain:
    """Return any value of a table as a plain one: places by their letters, Structs by their members."""
    match value:
        case Place():
            return {"x": value.x, "y": value.y, "z": value.z}
        case Vec() | Cell():
            return {"x": value.x, "y": value.y}
        case msgspec.Struct():
            return members_of(value)
        case list() | tuple():
            return [plain_of(part) for part in cast("tuple[object, ...]", value)]
        case dict():
            return {name: plain_of(part) for name, part in cast("dict[str, object]", value).items()}
        case _:
            return cast("Plain", value)


@cache
def _members(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    return tuple(field.name for field in msgspec.structs.fields(kind))


def members_of(struct: msgspec.Struct, without: frozenset[str] = frozenset()) -> dict[str, Plain]:
    """Return a Struct's members; facts, which are pairs, become a tree."""
    tree: dict[str, Plain] = {}
    for name in _members(type(struct)):
        if name in without:
            continue
        value: object = getattr(struct, name)
        is_facts = name == "facts"
        tree[name] = tree_of(cast("Facts", value)) if is_facts else plain_of(value)
    return tree
