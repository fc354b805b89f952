"""What goes wrong between two peers.

    ProtocolError           remote: the peer broke the protocol, `close_code` says how to end it
                            local: our own side tried to say what the protocol forbids, nothing was sent
    Unsupported             a value, no error: a well formed message of a type that this version does not know

Codes are words, never sentences; whoever shows them to a person has the sentence.
"""

import enum

import msgspec

__all__ = ["CloseCode", "Fault", "ProtocolError", "Retry", "Side", "Unsupported"]


class Retry(enum.Enum):
    """What a client does after a close."""

    NEVER = "never"
    """Not without a person: the same connection would fail again."""
    NOW = "now"
    """At once, with resume."""
    BACK_OFF = "back_off"
    """After a random part of a pause that doubles from 0.5 s to 30 s; after `retry_after_ms` if given."""


class CloseCode(enum.IntEnum):
    """Why a connection ends."""

    NORMAL = 1000
    TOO_BIG = 1009
    INTERNAL = 1011
    RESTART = 1012
    MALFORMED = 4400
    NOT_ACCEPTED = 4401
    REVOKED = 4403
    AUTH_TIMEOUT = 4408
    EXECUTOR_MOVED = 4409
    TOO_LARGE = 4413
    TOO_FAST = 4429
    TOO_SLOW = 4430
    DRAINING = 4503

    @property
    def retry(self) -> Retry:
        """What the client does next; after EXECUTOR_MOVED it comes back, but not as executor."""
        return _RETRY.get(self, Retry.NEVER)


_RETRY = {
    CloseCode.INTERNAL: Retry.BACK_OFF,
    CloseCode.RESTART: Retry.BACK_OFF,
    CloseCode.AUTH_TIMEOUT: Retry.BACK_OFF,
    CloseCode.EXECUTOR_MOVED: Retry.NOW,
    CloseCode.TOO_FAST: Retry.BACK_OFF,
    CloseCode.TOO_SLOW: Retry.NOW,
    CloseCode.DRAINING: Retry.BACK_OFF,
}


class Fault(enum.StrEnum):
    """What is wrong with a frame, a value or a transfer."""

    FRAME_TOO_LARGE = "frame_too_large"
    FRAME_KIND = "frame_kind"
    MALFORMED = "malformed"
    DUPLICATE_KEY = "duplicate_key"
    FORBIDDEN_KEY = "forbidden_key"
    KEY_NOT_TEXT = "key_not_text"
    KEY_TOO_LONG = "key_too_long"
    TEXT_TOO_LONG = "text_too_long"
    TEXT_NOT_UNICODE = "text_not_unicode"
    ARRAY_TOO_LONG = "array_too_long"
    MAP_TOO_LONG = "map_too_long"
    TOO_DEEP = "too_deep"
    TOO_MANY_NODES = "too_many_nodes"
    NOT_FINITE = "not_finite"
    OUT_OF_RANGE = "out_of_range"
    NOT_PLAIN = "not_plain"
    NOT_AN_ENVELOPE = "not_an_envelope"
    MISSING_ID = "missing_id"
    BAD_SHAPE = "bad_shape"
    TRANSFER_ORDER = "transfer_order"
    TRANSFER_SIZE = "transfer_size"
    TRANSFER_HASH = "transfer_hash"


class Side(enum.Enum):
    """Whose fault it is."""

    LOCAL = "local"
    REMOTE = "remote"


class ProtocolError(Exception):
    """The protocol was broken.

    Attributes:
        fault: What is wrong.
        where: The place inside the message, such as `$.body.scene`; short key names are all it tells.
        side: Whose fault it is.
    """

    def __init__(self, fault: Fault, where: str = "$", side: Side = Side.REMOTE) -> None:
        super().__init__(f"{fault.value} at {where}")
        self.fault = fault
        self.where = where
        self.side = side

    @property
    def close_code(self) -> CloseCode:
        """The code to close the connection with, when the peer is at fault."""
        return CloseCode.TOO_LARGE if self.fault is Fault.FRAME_TOO_LARGE else CloseCode.MALFORMED


class Unsupported(msgspec.Struct, frozen=True):
    """A well formed message of a type unknown here: answered `invalid {unsupported}`, never closed for."""

    type: str
    id: str | None
