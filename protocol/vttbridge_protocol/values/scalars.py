"""Names, counts and the words of a table: what single fields of messages may hold."""

from typing import Annotated, Literal, TypeAlias

import msgspec

from vttbridge_protocol.limits import COORDINATE_LIMIT, INTEGER_LIMIT

__all__ = ["Coordinate", "Count", "HoldState", "Name", "Outcome", "Policy", "Role", "Text", "Waits"]

Name: TypeAlias = Annotated[str, msgspec.Meta(max_length=100)]
"""A name a person gave."""


Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=2_000)]
"""A sentence a person wrote."""


Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=INTEGER_LIMIT)]
"""A whole number from zero: a sequence number, a revision, milliseconds, bytes."""


Coordinate: TypeAlias = Annotated[float, msgspec.Meta(ge=-COORDINATE_LIMIT, le=COORDINATE_LIMIT)]
"""A place or length in the scene's unit (square or inch)."""


Role: TypeAlias = Literal["gm", "player", "observer"]
"""What a seat may do."""


Policy: TypeAlias = Literal["players", "all", "none"]
"""Whose commands wait for a GM."""


Outcome: TypeAlias = Literal["done", "refused", "conflict", "invalid", "busy", "pending"]
"""The six replies to a command; finer words are codes."""


Waits: TypeAlias = Literal["question", "approval", "executor"]
"""What a pending command waits for."""


HoldState: TypeAlias = Literal[
    "asking", "planned", "approved", "committed", "rejected", "expired", "cancelled"
]
"""Where a hold stands; the last four are its ends."""
