"""What a session wants of whoever holds the socket."""

import msgspec

from vttbridge_protocol import Auth, CloseCode, Knock, Message, Pair, TransferKind


class Send(msgspec.Struct, frozen=True):
    """Send a frame; `part`: it belongs to something long, which goes at the receiver's pace."""

    frame: bytes | str
    part: bool = False


class Close(msgspec.Struct, frozen=True):
    """Close the connection."""

    code: CloseCode
    reason: str = ""


class Authenticate(msgspec.Struct, frozen=True):
    """Somebody says who they are; look it up, then call `seated`, `knocked` or end it."""

    first: Pair | Auth | Knock


class RunCommand(msgspec.Struct, frozen=True):
    """A command for the table."""

    id: str
    body: Message
    digest: str


class RunRequest(msgspec.Struct, frozen=True):
    """A request that only reads."""

    id: str
    body: Message


class Upload(msgspec.Struct, frozen=True):
    """A transfer came in whole."""

    kind: TransferKind
    digest: str
    payload: bytes


Action = Send | Close | Authenticate | RunCommand | RunRequest | Upload
