"""What either side may say: signs of life, long things in parts, and goodbye."""

from typing import Annotated, Literal

import msgspec

from vttbridge_protocol.values.scalars import Count, Name

__all__ = [
    "Goodbye",
    "Heartbeat",
    "TransferDone",
    "TransferMore",
    "TransferOpen",
    "TransferPart",
    "TransferStop",
]

Digest = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
"""BLAKE2b with 32 bytes of output, in hexadecimal."""


class Heartbeat(msgspec.Struct, frozen=True):
    """I am here; each side says so when it has said nothing for 20 seconds."""


class Goodbye(msgspec.Struct, frozen=True):
    """I am leaving on purpose; the seat counts as empty at once."""


class TransferOpen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A long thing is ready to come in parts; the receiver asks for them."""

    kind: Literal["scene", "snapshot", "log", "map", "destinations", "file"]
    bytes: Count
    blake2b: Digest
    name: Name = ""


class TransferMore(msgspec.Struct, frozen=True):
    """Send `count` parts from `index` on."""

    index: Count
    count: Annotated[int, msgspec.Meta(ge=1, le=64)]


class TransferPart(msgspec.Struct, frozen=True):
    """One part, in base64; each but the last decodes to 24,576 bytes."""

    index: Count
    text: str


class TransferDone(msgspec.Struct, frozen=True):
    """All parts were sent."""


class TransferStop(msgspec.Struct, frozen=True):
    """The transfer ends early, at the wish of either side."""

    code: Literal["too_large", "not_allowed", "busy", "timeout", "damaged", "unwanted"]
