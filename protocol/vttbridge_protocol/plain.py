"""The plain values of the wire: what both encodings can say, and nothing else.

A tree of this kind stands in a message only where a ruleset owns the shape (the fields of an action, the data
of a question, the facts of a refusal). Whoever owns the shape converts it to a Struct of its own.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

__all__ = ["Plain", "Tree"]

if TYPE_CHECKING:
    Plain: TypeAlias = bool | int | float | str | Sequence["Plain"] | Mapping[str, "Plain"] | None
    Tree: TypeAlias = Mapping[str, Plain]
else:
    # msgspec cannot read a type that names itself; the walk has proved these values before it sees them
    Plain = Any
    Tree = dict[str, Any]
