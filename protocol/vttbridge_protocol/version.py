"""Which versions of the protocol this package speaks, and how two peers agree on one."""

__all__ = ["FEATURES", "PROTOCOL_MAX", "PROTOCOL_MIN", "choose", "speaks"]

PROTOCOL_MIN = 1
"""The oldest version spoken."""

PROTOCOL_MAX = 1
"""The newest version spoken; the major is in the subprotocol's name too."""

FEATURES: tuple[str, ...] = ("documents", "odds", "resume", "transfers", "undo")
"""What a peer may count on beyond the version, by name; `hello` carries it."""


def choose(their_min: int, their_max: int) -> int | None:
    """Return the newest version that both sides speak, none where there is none."""
    newest = min(PROTOCOL_MAX, their_max)
    return newest if newest >= max(PROTOCOL_MIN, their_min) else None


def speaks(version: int) -> bool:
    """Return whether this package speaks a version that a client picked."""
    return PROTOCOL_MIN <= version <= PROTOCOL_MAX
