"""Long things in parts, without any socket: the sender cuts, the receiver paces, checks and joins.

    sender                                    receiver
    transfer_open {kind, bytes, blake2b}  ->
                                          <-  transfer_more {index, count}
    transfer_part {index, text} x count   ->
                                          <-  transfer_more …                  until all parts are there
    transfer_done                         ->

Either side may end it with `transfer_stop {code}`. One transfer a direction and connection at a time.
"""

import binascii
from base64 import b64decode, b64encode
from hashlib import blake2b
from typing import Literal, TypeAlias

from .errors import Fault, ProtocolError
from .messages.shared import TransferDone, TransferMore, TransferOpen, TransferPart, TransferStop

__all__ = [
    "MAX_TRANSFER_BYTES",
    "PART_BYTES",
    "WINDOW_PARTS",
    "TransferIn",
    "TransferKind",
    "TransferOut",
    "digest",
    "refusal_of",
]

MAX_TRANSFER_BYTES = 16 * 1024 * 1024
"""What a receiver takes unless told otherwise."""

PART_BYTES = 24_576
"""What one part carries: 32 KiB of base64."""

WINDOW_PARTS = 4
"""How many parts a receiver asks for at once."""

TransferKind: TypeAlias = Literal["scene", "snapshot", "log", "map", "destinations", "file"]
"""What a transfer carries."""


def digest(payload: bytes) -> str:
    """Return the name of a payload: BLAKE2b with 32 bytes of output, in hexadecimal."""
    return blake2b(payload, digest_size=32).hexdigest()


def part_count(size: int) -> int:
    """Return how many parts a payload of this many bytes takes."""
    return -(-size // PART_BYTES)


def refusal_of(opening: TransferOpen, max_bytes: int = MAX_TRANSFER_BYTES) -> TransferStop | None:
    """Return the answer to an opening that is too large, none to one that may come."""
    return TransferStop(code="too_large") if opening.bytes > max_bytes else None


class TransferOut:
    """The sending side of one transfer."""

    def __init__(self, kind: TransferKind, payload: bytes, name: str = "") -> None:
        self._payload = payload
        self._next = 0
        self._finished = False
        self.opening = TransferOpen(kind=kind, bytes=len(payload), blake2b=digest(payload), name=name)

    @property
    def is_finished(self) -> bool:
        """Whether the last part and `transfer_done` have been given out."""
        return self._finished

    def more(self, wanted: TransferMore) -> tuple[TransferPart | TransferDone, ...]:
        """Return what the receiver asked for, and `transfer_done` after the last part.

        Raises:
            ProtocolError: The receiver asked out of order, or after the end.
        """
        if wanted.index != self._next or self._finished:
            raise ProtocolError(Fault.TRANSFER_ORDER, "$.body.index")
        parts = part_count(len(self._payload))
        last = min(self._next + wanted.count, parts)
        given = tuple(self._part(index) for index in range(self._next, last))
        self._next = last
        self._finished = last == parts
        return (*given, TransferDone()) if self._finished else given

    def _part(self, index: int) -> TransferPart:
        piece = self._payload[index * PART_BYTES : (index + 1) * PART_BYTES]
        return TransferPart(index=index, text=b64encode(piece).decode("ascii"))


class TransferIn:
    """The receiving side of one transfer; it holds no more bytes than the opening announced."""

    def __init__(self, opening: TransferOpen, max_bytes: int = MAX_TRANSFER_BYTES) -> None:
        """Begin.

        Raises:
            ProtocolError: More than `max_bytes` is announced; `refusal_of` gives the polite answer.
        """
        if opening.bytes > max_bytes:
            raise ProtocolError(Fault.FRAME_TOO_LARGE, "$.body.bytes")
        self.opening = opening
        self._parts: list[bytes] = []
        self._asked = min(WINDOW_PARTS, max(1, part_count(opening.bytes)))

    def begin(self) -> TransferMore:
        """Return the first request for parts."""
        return TransferMore(index=0, count=self._asked)

    def receive(self, part: TransferPart) -> TransferMore | None:
        """Take a part, and give the next request when all that were asked for are there.

        Raises:
            ProtocolError: The part is out of order, was not asked for, is no base64 or has the wrong size.
        """
        index = len(self._parts)
        if part.index != index or index >= self._asked or index >= part_count(self.opening.bytes):
            raise ProtocolError(Fault.TRANSFER_ORDER, "$.body.index")
        self._parts.append(self._decoded(part, index))
        return self._next_request()

    def _decoded(self, part: TransferPart, index: int) -> bytes:
        try:
            data = b64decode(part.text, validate=True)
        except (binascii.Error, ValueError):
            raise ProtocolError(Fault.MALFORMED, "$.body.text") from None
        if len(data) != min(PART_BYTES, self.opening.bytes - index * PART_BYTES):
            raise ProtocolError(Fault.TRANSFER_SIZE, "$.body.text")
        return data

    def _next_request(self) -> TransferMore | None:
        index = len(self._parts)
        missing = part_count(self.opening.bytes) - index
        if index < self._asked or missing == 0:
            return None
        count = min(WINDOW_PARTS, missing)
        self._asked += count
        return TransferMore(index=index, count=count)

    def finish(self) -> bytes:
        """Return the whole payload after `transfer_done`.

        Raises:
            ProtocolError: Parts are missing, or the bytes are not those that the opening named.
        """
        payload = b"".join(self._parts)
        if len(payload) != self.opening.bytes:
            raise ProtocolError(Fault.TRANSFER_SIZE)
        if digest(payload) != self.opening.blake2b:
            raise ProtocolError(Fault.TRANSFER_HASH)
        return payload
