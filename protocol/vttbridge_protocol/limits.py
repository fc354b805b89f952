"""How big a peer's words may be: three sets of limits, one for each stage of a connection."""

import msgspec

__all__ = [
    "COORDINATE_LIMIT",
    "FROM_SERVER",
    "INTEGER_LIMIT",
    "LIVE",
    "PRE_AUTH",
    "TRANSFER",
    "Limits",
]

INTEGER_LIMIT = 2**53 - 1
"""The largest whole number that JavaScript holds exactly; ids and hashes above it are strings."""

COORDINATE_LIMIT = 10_000_000.0
"""The largest size of a number with a fraction; such numbers are lengths and places on this wire."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What one frame may hold. Bytes are those of UTF-8; depth counts the envelope as 1."""

    frame_bytes: int = 65_536
    text_bytes: int = 4_096
    part_text_bytes: int = 32_768
    key_bytes: int = 256
    array_length: int = 1_024
    map_length: int = 128
    depth: int = 16
    nodes: int = 20_000


LIVE = Limits()
"""For frames of a client that is known."""

PRE_AUTH = Limits(frame_bytes=4_096)
"""For frames of a client that has not said yet who it is."""

TRANSFER = Limits(
    frame_bytes=16 * 1024 * 1024,
    text_bytes=65_536,
    part_text_bytes=65_536,
    array_length=20_000,
    map_length=1_024,
    depth=32,
    nodes=2_000_000,
)
"""For the value inside a finished transfer."""

FROM_SERVER = Limits(
    frame_bytes=1024 * 1024,
    text_bytes=65_536,
    part_text_bytes=65_536,
    array_length=20_000,
    map_length=1_024,
    depth=32,
    nodes=200_000,
)
"""What a client grants the server that it chose to trust, and what the server holds itself to."""
