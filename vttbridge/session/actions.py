"""What a session wants of whoever holds the socket."""

import msgspec

from vttbridge_protocol import Auth, CloseCode, Knock, Message, Pair, TransferKind


class Say(msgspec.Struct, frozen=True):
    """Send a frame; `part`: it belongs to something long, which goes at the receiver's pace."""

    frame: bytes | str
    part: bool = False


class End(msgspec.Struct, frozen=True):
    """Close the connection."""

    code: CloseCode
    reason: str = ""


class Enter(msgspec.Struct, frozen=True):
    """Somebody says who they are; look it up, then call `seated`, `knocked` or end it."""

    first: Pair | Auth | Knock


class Do(msgspec.Struct, frozen=True):
    """A command for the table."""

    id: str
    body: Message
    digest: str


class Read(msgspec.Struct, frozen=True):
    """A request that only reads."""

    id: str
    body: Message


class Uploaded(msgspec.Struct, frozen=True):
    """A transfer came in whole."""

    kind: TransferKind
    digest: str
    payload: bytes


Step = Say | End | Enter | Do | Read | Uploaded
