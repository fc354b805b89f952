"""What a client says first: who it is, and where it stood."""

import msgspec

from vttbridge_protocol.values.scalars import Count, Name

__all__ = ["Auth", "Knock", "Pair", "Resume"]


class Resume(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a client stood: `head` is the last event's `hash` (a GM's) or `mark` (anybody else's)."""

    session: str
    epoch: Count
    seq: Count
    head: str = ""


class Pair(msgspec.Struct, frozen=True, omit_defaults=True):
    """First message with a code: a pairing line's or an invite's."""

    code: str
    protocol: Count = 1
    label: Name = ""
    client: Name = ""


class Auth(msgspec.Struct, frozen=True, omit_defaults=True):
    """First message with a token, and where to resume."""

    token: str
    protocol: Count = 1
    client: Name = ""
    resume: Resume | None = None


class Knock(msgspec.Struct, frozen=True, omit_defaults=True):
    """First message with nothing: asks a GM to be let in as a player."""

    label: Name
    protocol: Count = 1
    client: Name = ""
    user: Name = ""
    table: str = ""
