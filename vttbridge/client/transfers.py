"""Long things in both directions, one at a time each way; whoever uses this sends what it gives."""

import asyncio

import msgspec

import vttbridge_protocol as wire
from vttbridge_protocol import Encoding, Envelope, Message, Tree


class File(msgspec.Struct, frozen=True):
    """A file, which answers a request as a message does."""

    data: bytes


class Received:
    """Something long that came in whole, and the request that it answers."""

    def __init__(self, kind: wire.TransferKind, tree: Tree, re: str | None, file: File | None = None) -> None:
        self.kind = kind
        self.tree = tree
        self.re = re
        self.file = file


class Transfers:
    """The transfers of one client."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._incoming: wire.TransferIn | None = None
        self._re: str | None = None
        self._outgoing: wire.TransferOut | None = None
        self._ended: asyncio.Future[wire.TransferStop | None] | None = None
        self.turn = asyncio.Lock()
        self.arrived: Received | None = None

    def connected(self) -> None:
        """A new link begins: what was half received will not go on."""
        self._incoming = None

    def ended(self, why: Exception) -> None:
        """The last link has ended: what is being sent will not be taken."""
        if self._ended is not None and not self._ended.done():
            self._ended.set_exception(why)
            self._ended.exception()

    def announced(self, re: str | None) -> None:
        """A snapshot named a transfer that follows; it answers a request, perhaps."""
        self._re = re

    def send(self, out: wire.TransferOut) -> "asyncio.Future[wire.TransferStop | None]":
        """Begin to send; the future says why it ended early, `None` where the server took it.

        One thing goes out at a time: whoever sends holds `turn` till the end.
        """
        self._outgoing = out
        self._ended = asyncio.get_running_loop().create_future()
        return self._ended

    def receive(self, given: Envelope) -> tuple[Message, ...]:
        """Take a message of a transfer; returns what is to be sent, and sets `arrived` at the end."""
        match given.body:
            case wire.TransferOpen() as opening:
                self._incoming = wire.TransferIn(opening)
                self._re = given.re or self._re
                return (self._incoming.begin(),)
            case wire.TransferPart() as part if self._incoming is not None:
                more = self._incoming.receive(part)
                return () if more is None else (more,)
            case wire.TransferDone() if self._incoming is not None:
                self._arrived(self._incoming)
            case wire.TransferStop() as stop:
                self._settle(stop)
            case wire.TransferMore() as wanted:
                return self._more(wanted)
            case _:
                pass
        return ()

    def _arrived(self, incoming: wire.TransferIn) -> None:
        payload = incoming.finish()
        if incoming.opening.kind == "file":
            self.arrived = Received("file", {}, self._re, File(payload))
            self._incoming = self._re = None
            return
        frame = payload if self._encoding is Encoding.MSGPACK else payload.decode()
        value = wire.decode_value(frame, self._encoding, wire.TRANSFER)
        self.arrived = Received(incoming.opening.kind, value if isinstance(value, dict) else {}, self._re)
        self._incoming = self._re = None

    def _more(self, wanted: wire.TransferMore) -> tuple[Message, ...]:
        if self._outgoing is None:
            return ()
        parts = self._outgoing.more(wanted)
        if self._outgoing.is_finished:
            self._settle(None)
        return parts

    def _settle(self, stop: wire.TransferStop | None) -> None:
        if self._ended is not None and not self._ended.done():
            self._ended.set_result(stop)
