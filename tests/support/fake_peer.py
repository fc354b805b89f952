"""A client without a socket: what it would be sent is kept, to be looked at."""

from collections.abc import Callable
from typing import cast

from vttbridge.server.transport.peer import Peer
from vttbridge.server.transport.send_queue import SendQueue
from vttbridge.session.actions import Close, Send
from vttbridge.session.session import Session
from vttbridge.table import hash_of
from vttbridge_protocol import (
    FROM_SERVER,
    SERVER_MESSAGES,
    CloseCode,
    Encoding,
    Envelope,
    Message,
    decode,
)


def id_of(name: str) -> str:
    """Return the id, as the wire wants it, of a command or request that a test calls by a name."""
    return hash_of(name.encode())


class Outbox:
    """Stands for a send queue: it keeps everything and sends nothing."""

    def __init__(self) -> None:
        self.steps: list[Send | Close] = []
        self.on_put: Callable[[], None] = lambda: None

    def put(self, step: Send | Close) -> None:
        """Keep a frame or the end."""
        self.steps.append(step)
        self.on_put()


class FakePeer(Peer):
    """A client that sits at a table, as the table knows it."""

    def __init__(self, seat: str | None = None, name: str = "c1", encoding: Encoding = Encoding.JSON) -> None:
        self.outbox = Outbox()
        super().__init__(name, Session(encoding, 0), cast("SendQueue", self.outbox), "127.0.0.1", "")
        self.seat = seat

    @property
    def envelopes(self) -> list[Envelope]:
        """What it was sent, in order."""
        found = [
            decode(step.frame, self.session.encoding, FROM_SERVER, SERVER_MESSAGES)
            for step in self.outbox.steps
            if isinstance(step, Send)
        ]
        return [one for one in found if isinstance(one, Envelope)]

    @property
    def messages(self) -> list[Message]:
        """The bodies of what it was sent."""
        return [one.body for one in self.envelopes]

    @property
    def closes(self) -> list[CloseCode]:
        """The codes with which it was closed."""
        return [step.code for step in self.outbox.steps if isinstance(step, Close)]

    def replies_to(self, command_id: str) -> list[Message]:
        """Return what was answered to one of its commands or requests."""
        return [one.body for one in self.envelopes if one.re == command_id]
