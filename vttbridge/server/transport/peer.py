"""One connected client as the tables know it: its session, its queue, its seat."""

from collections.abc import Iterable

from vttbridge.server.runtime.clock import now_ms
from vttbridge.server.transport.send_queue import Outbound
from vttbridge.session.actions import End, Say, Step
from vttbridge.session.session import Session
from vttbridge_protocol import CloseCode, Message


class Link:
    """A client; `id` is the connection's name in the log, `session` counts and translates, `out` sends."""

    def __init__(self, name: str, session: Session, out: Outbound, address: str, origin: str) -> None:
        self.id = name
        self.session = session
        self.out = out
        self.address = address
        self.origin = origin
        self.seat: str | None = None
        self.client = ""
        self.is_gone = False
        self.said_ms = now_ms()

    @property
    def seat_id(self) -> str:
        """The seat of a client that sits at a table; LookupError where it does not sit yet."""
        if self.seat is None:
            raise LookupError("nobody sits here yet")
        return self.seat

    def say(self, message: Message, re: str | None = None) -> None:
        """Send a message."""
        self.said_ms = now_ms()
        self.out.put(self.session.say(message, re))

    def pass_on(self, steps: Iterable[Step]) -> None:
        """Send what a session gave to send."""
        for step in steps:
            if isinstance(step, Say | End):
                self.out.put(step)

    def end(self, code: CloseCode, reason: str = "") -> None:
        """Close after what is queued."""
        self.out.put(End(code, reason))
