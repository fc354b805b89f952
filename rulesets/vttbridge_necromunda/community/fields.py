"""Field kinds that several actions of this book share."""

from typing import Annotated

from msgspec import Meta

from vttbridge.rules.fields import MARK, Names, count

__all__ = ["Face", "Legs", "Names", "Rocket", "Strength"]

Strength = Annotated[int, count(0, 20)]
"""An attack's Strength."""

Legs = Annotated[
    tuple[Annotated[int, Meta(ge=1, le=200)], ...],
    Meta(max_length=20, extra_json_schema={MARK: "counts"}),
]
"""Legs of a path, counted from 1."""

Rocket = Annotated[int, count(0, 200)]
"""The number of a leg, 0 for none."""

Face = Annotated[int, count(0, 6)]
"""A face of a six-sided die, 0 where it is not given."""
