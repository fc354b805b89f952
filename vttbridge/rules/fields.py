"""The fields of actions: annotated kinds from which forms and JSON Schema are made, and from nothing else."""

from functools import cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from vttbridge.rules.values import Value

Kind = Literal[
    "piece",
    "pieces",
    "point",
    "direction",
    "distance",
    "count",
    "counts",
    "one_of",
    "flag",
    "rolls",
    "path",
    "text",
    "names",
]

MARK = "x-vttbridge-kind"


def _marked(kind: Kind) -> Meta:
    return Meta(extra_json_schema={MARK: kind})


PieceRef = Annotated[str, Meta(max_length=100, extra_json_schema={MARK: "piece"})]
"""One piece by id; an empty text is no piece."""

Point = Annotated[tuple[float, ...], Meta(min_length=2, max_length=3, extra_json_schema={MARK: "point"})]
"""A place: x, y and perhaps z, in the scene's unit."""

Direction = Annotated[
    tuple[float, ...], Meta(min_length=2, max_length=3, extra_json_schema={MARK: "direction"})
]
"""A direction: two or three numbers, not all zero."""

Path = Annotated[
    tuple[Annotated[tuple[float, ...], Meta(min_length=2, max_length=3)], ...],
    Meta(max_length=200, extra_json_schema={MARK: "path"}),
]
"""Places in order, without the start."""

Distance = Annotated[float, Meta(ge=0, le=1000, extra_json_schema={MARK: "distance"})]
"""A length in the scene's unit."""

Flag = Annotated[bool, _marked("flag")]
"""Yes or no."""

Text = Annotated[str, Meta(max_length=200, extra_json_schema={MARK: "text"})]
"""A short text."""

Names = Annotated[
    tuple[Annotated[str, Meta(max_length=100)], ...],
    Meta(max_length=20, extra_json_schema={MARK: "names"}),
]
"""Several names, such as the ids of walls."""

Rolls = Annotated[tuple[int, ...], Meta(max_length=20, extra_json_schema={MARK: "rolls"})]
"""Faces that were rolled at the table."""

Counts = Annotated[
    tuple[Annotated[int, Meta(ge=0, le=1000)], ...],
    Meta(max_length=20, extra_json_schema={MARK: "counts"}),
]
"""Whole numbers: one for each piece of a list in its order, or a single one for all of them."""

OneOf = _marked("one_of")
"""Mark of a field with named choices: `Annotated[Literal["a", "b"], OneOf]`."""


def pieces(low: int, high: int) -> Meta:
    """Mark a field of several pieces.

    For instance `Annotated[tuple[str, ...], pieces(1, 8)]`.
    """
    return Meta(min_length=low, max_length=high, extra_json_schema={MARK: "pieces"})


def count(low: int, high: int) -> Meta:
    """Mark a whole number between limits.

    For instance `Annotated[int, count(0, 20)]`.
    """
    return Meta(ge=low, le=high, extra_json_schema={MARK: "count"})


@cache
def field_kinds(fields: type[msgspec.Struct]) -> tuple[tuple[str, str], ...]:
    """Return the kind of every field, in order, read from the JSON Schema; unmarked fields have none ('')."""
    schema: Value = msgspec.json.schema(fields)
    own = str(_inside(schema, "$ref")).rpartition("/")[2]
    properties = _inside(_inside(_inside(schema, "$defs"), own), "properties")
    return tuple(
        (field.name, _mark_of(_inside(properties, field.encode_name)))
        for field in msgspec.structs.fields(fields)
    )


def _mark_of(node: Value) -> str:
    """Find the mark of a field, which may be one of several alternatives there (`kind | None`)."""
    mark = _inside(node, MARK)
    if isinstance(mark, str):
        return mark
    either = _inside(node, "anyOf")
    marks = [_mark_of(part) for part in either] if isinstance(either, list) else []
    return next((found for found in marks if found), "")


def _inside(node: Value, name: str) -> Value:
    return node.get(name) if isinstance(node, dict) else None
