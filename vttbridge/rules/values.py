"""Plain values: what travels in answers, facts and question data.

Lists become tuples on the way in, so that a value once read never changes.
"""

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    Value: TypeAlias = "bool | int | float | str | tuple[Value, ...] | list[Value] | dict[str, Value] | None"
else:  # the typed messages read it as "anything plain"; the recursion is for the checkers alone
    Value = object

Facts = tuple[tuple[str, Value], ...]
"""Named values in a fixed order."""


def freeze(value: Value) -> Value:
    """Turn every list inside into a tuple and order every mapping by its keys."""
    if isinstance(value, list | tuple):
        return tuple(freeze(part) for part in value)
    if isinstance(value, dict):
        return {key: freeze(value[key]) for key in sorted(value)}
    return value


def facts(**named: Value) -> Facts:
    """Return some values, sorted by name."""
    return tuple((name, freeze(named[name])) for name in sorted(named))


def as_record(named: Facts) -> dict[str, Value]:
    """Return facts as a mapping for a client."""
    return dict(named)


def from_record(record: Mapping[str, Value]) -> Facts:
    """Read facts from a mapping."""
    return tuple((name, freeze(record[name])) for name in sorted(record))


def is_number(value: object) -> bool:
    """Return whether a value is a number that can be measured with: no truth value, not endless, not NaN."""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def is_measurable(value: Value) -> bool:
    """Return whether every number anywhere inside a value is finite."""
    match value:
        case float():
            return math.isfinite(value)
        case list() | tuple():
            return all(is_measurable(part) for part in value)
        case dict():
            return all(is_measurable(part) for part in value.values())
        case _:
            return True
