"""The register of message types: the word in the envelope, and the Struct of its body.

A Struct is chosen by the word alone, never by trying one after another. A side decodes with the register of
what the *other* side may say, so that a client cannot speak as a server.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

import msgspec

from . import client_messages, server_messages, shared_messages

__all__ = [
    "CLIENT_MESSAGES",
    "COMMANDS",
    "FIRST_MESSAGES",
    "MESSAGES",
    "REQUESTS",
    "SERVER_MESSAGES",
    "Envelope",
    "Message",
    "word_of",
]

Message: TypeAlias = msgspec.Struct
"""Any body that stands in a register."""

_BOTH: dict[str, type[Message]] = {
    "heartbeat": shared_messages.Heartbeat,
    "goodbye": shared_messages.Goodbye,
    "transfer_open": shared_messages.TransferOpen,
    "transfer_more": shared_messages.TransferMore,
    "transfer_part": shared_messages.TransferPart,
    "transfer_done": shared_messages.TransferDone,
    "transfer_stop": shared_messages.TransferStop,
}

_FIRST: dict[str, type[Message]] = {
    "pair": client_messages.Pair,
    "auth": client_messages.Auth,
    "knock": client_messages.Knock,
}

_COMMANDS: dict[str, type[Message]] = {
    "act": client_messages.Act,
    "answer": client_messages.Answer,
    "approve": client_messages.Approve,
    "reject": client_messages.Reject,
    "undo": client_messages.Undo,
    "scene_set": client_messages.SceneSet,
    "documents": client_messages.Documents,
    "scene_changed": client_messages.SceneChanged,
    "scene_gone": client_messages.SceneGone,
    "piece_put": client_messages.PiecePut,
    "piece_changed": client_messages.PieceChanged,
    "piece_gone": client_messages.PieceGone,
    "table_set": client_messages.TableSet,
    "applied": client_messages.Applied,
    "diverged": client_messages.Diverged,
    "admit": client_messages.Admit,
    "revoke": client_messages.Revoke,
}

_REQUESTS: dict[str, type[Message]] = {
    "preview": client_messages.Preview,
    "ask": client_messages.Ask,
    "log": client_messages.Log,
    "look": client_messages.Look,
    "executor": client_messages.Executor,
    "seats": client_messages.Seats,
    "invite": client_messages.Invite,
}

_NOTICES: dict[str, type[Message]] = {
    "hello": server_messages.Hello,
    "paired": server_messages.Paired,
    "admitted": server_messages.Admitted,
    "renewed": server_messages.Renewed,
    "knocked": server_messages.Knocked,
    "knocking": server_messages.Knocking,
    "welcome": server_messages.Welcome,
    "reply": server_messages.Reply,
    "resolved": server_messages.Resolved,
    "event": server_messages.Event,
    "asked": server_messages.Asked,
    "held": server_messages.Held,
    "preview_result": server_messages.PreviewResult,
    "answer_result": server_messages.AnswerResult,
    "snapshot": server_messages.Snapshot,
    "resumed": server_messages.Resumed,
    "resync": server_messages.Resync,
    "live": server_messages.Live,
    "executor_state": server_messages.ExecutorState,
    "invited": server_messages.Invited,
    "seat_list": server_messages.SeatList,
    "error": server_messages.Error,
    "draining": server_messages.Draining,
}

COMMANDS: frozenset[str] = frozenset(_COMMANDS)
"""Types that change the table; their `id` makes a retry harmless."""

REQUESTS: frozenset[str] = frozenset(_REQUESTS)
"""Types that only read; their `id` ties the answer to them."""

FIRST_MESSAGES: frozenset[str] = frozenset(_FIRST)
"""Types by which a client says who it is; one of them comes first."""

CLIENT_MESSAGES: Mapping[str, type[Message]] = MappingProxyType(_FIRST | _COMMANDS | _REQUESTS | _BOTH)
"""What a client may say."""

SERVER_MESSAGES: Mapping[str, type[Message]] = MappingProxyType(_NOTICES | _BOTH)
"""What a server may say."""

MESSAGES: Mapping[str, type[Message]] = MappingProxyType(_FIRST | _COMMANDS | _REQUESTS | _NOTICES | _BOTH)
"""Everything."""

_WORDS = {struct: word for word, struct in MESSAGES.items()}


class Envelope(msgspec.Struct, frozen=True):
    """One message as it travels.

    Attributes:
        body: What is said; its Struct decides the word in `type`.
        id: The client's name for a command or request: 32 hexadecimal digits, the same in each retry.
        re: The `id` that this answers.
        seq: The log's number of an event; a view may skip some.
        n: The connection's own counter over what the server sent as events; a gap in it is loss.
    """

    body: Message
    id: str | None = None
    re: str | None = None
    seq: int | None = None
    n: int | None = None


def word_of(body: Message) -> str:
    """Return the word that stands for a message's Struct in the envelope."""
    word = _WORDS.get(type(body))
    if word is None:
        raise TypeError(f"{type(body).__name__} is no message")
    return word
