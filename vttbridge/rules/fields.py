"""The fields of actions: annotated kinds from which forms and JSON Schema are made, and from nothing else."""

from typing import Annotated, Literal

from msgspec import Meta

Kind = Literal[
    "piece", "pieces", "point", "direction", "distance", "count", "one_of", "flag", "rolls", "path", "text"
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

Path = Annotated[tuple[tuple[float, ...], ...], Meta(max_length=200, extra_json_schema={MARK: "path"})]
"""Places in order, without the start."""

Distance = Annotated[float, Meta(ge=0, le=1000, extra_json_schema={MARK: "distance"})]
"""A length in the scene's unit."""

Flag = Annotated[bool, _marked("flag")]
"""Yes or no."""

Text = Annotated[str, Meta(max_length=200, extra_json_schema={MARK: "text"})]
"""A short text."""

Rolls = Annotated[tuple[int, ...], Meta(max_length=20, extra_json_schema={MARK: "rolls"})]
"""Faces that were rolled at the table."""

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
