"""Random bytes and numbers of the operating system; no seed of theirs stands in any log or message."""

import secrets


def random_bytes(count: int) -> bytes:
    """Return unguessable bytes."""
    return secrets.token_bytes(count)


def uniform(below: int) -> int:
    """Return an unguessable whole number from 0 to below - 1; dice are drawn with it."""
    return secrets.randbelow(below)


def command_id() -> str:
    """Return a new 128-bit id as 32 hex digits."""
    return secrets.token_hex(16)
