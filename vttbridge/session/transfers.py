"""The long things of one connection: one at a time comes in, and those that go out wait for one another."""

from collections import deque
from typing import TypeAlias

from vttbridge.session.actions import Action, Send, Upload
from vttbridge_protocol import (
    Encoding,
    Envelope,
    Fault,
    Message,
    ProtocolError,
    TransferDone,
    TransferIn,
    TransferMore,
    TransferOpen,
    TransferOut,
    TransferPart,
    TransferStop,
    encode,
    refusal_of,
)

TransferMessage: TypeAlias = TransferOpen | TransferMore | TransferPart | TransferDone | TransferStop
"""What belongs to a transfer."""


class Transfers:
    """Transfers in and out of one connection."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._incoming: TransferIn | None = None
        self._gave_up = False
        self._outgoing: deque[tuple[TransferOut, str | None]] = deque()

    @property
    def is_receiving(self) -> bool:
        """Something long is coming in."""
        return self._incoming is not None

    @property
    def is_sending(self) -> bool:
        """Something long is on its way out, or waits to be."""
        return bool(self._outgoing)

    def expects(self, body: Message) -> bool:
        """Return whether we asked for a message, or offered what it asks for.

        Such messages come at the pace of whoever asked, and count against no rate.
        """
        match body:
            case TransferPart() | TransferDone():
                return self.is_receiving
            case TransferMore():
                return self.is_sending
            case _:
                return False

    def send(self, transfer: TransferOut, re: str | None = None) -> tuple[Action, ...]:
        """Begin to send something long, after whatever long things are on their way."""
        self._outgoing.append((transfer, re))
        return self._open() if len(self._outgoing) == 1 else ()

    def receive(self, body: TransferMessage, *, may_upload: bool) -> tuple[Action, ...]:
        """Take a message of a transfer; `may_upload`: this seat may send long things.

        Raises:
            ProtocolError: Parts that nobody asked for, out of order, or other bytes than were announced.
        """
        match body:
            case TransferOpen():
                return (self._answer(body, may_upload=may_upload),)
            case TransferPart():
                return self._part(body)
            case TransferDone():
                return self._finish()
            case TransferMore():
                return self._more(body)
            case TransferStop():
                return self._stop()

    def drop_incoming(self) -> Send | None:
        """Give up a transfer that takes too long."""
        if self._incoming is None:
            return None
        self._incoming = None
        # parts that we asked for may be on their way still: they are let pass till another one begins
        self._gave_up = True
        return self._frame(TransferStop(code="timeout"))

    def _frame(self, body: Message) -> Send:
        return Send(encode(Envelope(body), self._encoding))

    def _answer(self, opening: TransferOpen, *, may_upload: bool) -> Send:
        refused = refusal_of(opening)
        if not may_upload:
            refused = TransferStop(code="not_allowed")
        elif self._incoming is not None:
            refused = TransferStop(code="busy")
        if refused is not None:
            return self._frame(refused)
        self._incoming = TransferIn(opening)
        self._gave_up = False
        return self._frame(self._incoming.begin())

    def _part(self, part: TransferPart) -> tuple[Action, ...]:
        if self._incoming is None:
            return self._unasked()
        more = self._incoming.receive(part)
        return () if more is None else (self._frame(more),)

    def _unasked(self) -> tuple[Action, ...]:
        """What was under way when we stopped a transfer is let pass; nobody asked for anything else."""
        if self._gave_up:
            return ()
        raise ProtocolError(Fault.TRANSFER_ORDER)

    def _finish(self) -> tuple[Action, ...]:
        if self._incoming is None:
            return self._unasked()
        incoming, self._incoming = self._incoming, None
        return (Upload(incoming.opening.kind, incoming.opening.blake2b, incoming.finish()),)

    def _more(self, wanted: TransferMore) -> tuple[Action, ...]:
        if not self._outgoing:
            return ()
        transfer, _ = self._outgoing[0]
        parts = tuple(
            Send(encode(Envelope(part), self._encoding), part=True) for part in transfer.more(wanted)
        )
        return (*parts, *self._next()) if transfer.is_finished else parts

    def _stop(self) -> tuple[Action, ...]:
        """End whichever transfer is under way: what we send, or what we receive."""
        self._incoming = None
        return self._next() if self._outgoing else ()

    def _next(self) -> tuple[Action, ...]:
        self._outgoing.popleft()
        return self._open() if self._outgoing else ()

    def _open(self) -> tuple[Action, ...]:
        transfer, re = self._outgoing[0]
        return (Send(encode(Envelope(transfer.opening, re=re), self._encoding)),)
