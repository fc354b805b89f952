"""One connected client as the tables know it: its session, its queue, its seat."""

from collections.abc import Iterable

from vttbridge.server.runtime.clock import now_ms
from vttbridge.server.transport.send_queue import SendQueue
from vttbridge.session.actions import Action, Close, Send
from vttbridge.session.session import Session
from vttbridge_protocol import CloseCode, Message


class Peer:
    """A client; `id` is the connection's name in the log, `session` counts and translates, `out` sends."""

    def __init__(self, name: str, session: Session, out: SendQueue, address: str, origin: str) -> None:
        self.id = name
        self.session = session
        self.queue = out
        self.address = address
        self.origin = origin
        self.seat: str | None = None
        self.client = ""
        self.is_gone = False
        self.sent_ms = now_ms()

    @property
    def seat_id(self) -> str:
        """The seat of a client that sits at a table; LookupError where it does not sit yet."""
        if self.seat is None:
            raise LookupError("nobody sits here yet")
        return self.seat

    def send(self, message: Message, re: str | None = None) -> None:
        """Send a message."""
        self.sent_ms = now_ms()
        self.queue.put(self.session.send(message, re))

    def send_frame(self, steps: Iterable[Action]) -> None:
        """Send what a session gave to send."""
        for step in steps:
            if isinstance(step, Send | Close):
                self.queue.put(step)

    def close(self, code: CloseCode, reason: str = "") -> None:
        """Close after what is queued."""
        self.queue.put(Close(code, reason))
