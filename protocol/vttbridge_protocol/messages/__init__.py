"""The register of message types: the word in the envelope, and the Struct of its body.

A Struct is chosen by the word alone, never by trying one after another. A side decodes with the register of
what the *other* side may say, so that a client cannot speak as a server.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

import msgspec

from . import client_commands, client_entry, client_requests, server_entry, server_play, shared

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
    "heartbeat": shared.Heartbeat,
    "goodbye": shared.Goodbye,
    "transfer_open": shared.TransferOpen,
    "transfer_more": shared.TransferMore,
    "transfer_part": shared.TransferPart,
    "transfer_done": shared.TransferDone,
    "transfer_stop": shared.TransferStop,
}

_FIRST: dict[str, type[Message]] = {
    "pair": client_entry.Pair,
    "auth": client_entry.Auth,
    "knock": client_entry.Knock,
}

_COMMANDS: dict[str, type[Message]] = {
    "act": client_commands.Act,
    "answer": client_commands.Answer,
    "approve": client_commands.Approve,
    "reject": client_commands.Reject,
    "undo": client_commands.Undo,
    "scene_set": client_commands.SceneSet,
    "documents": client_commands.Documents,
    "scene_changed": client_commands.SceneChanged,
    "scene_gone": client_commands.SceneGone,
    "piece_put": client_commands.PiecePut,
    "piece_changed": client_commands.PieceChanged,
    "piece_gone": client_commands.PieceGone,
    "table_set": client_commands.TableSet,
    "applied": client_commands.Applied,
    "diverged": client_commands.Diverged,
    "admit": client_commands.Admit,
    "revoke": client_commands.Revoke,
}

_REQUESTS: dict[str, type[Message]] = {
    "preview": client_requests.Preview,
    "ask": client_requests.Ask,
    "log": client_requests.Log,
    "look": client_requests.Look,
    "executor": client_requests.Executor,
    "seats": client_requests.Seats,
    "invite": client_requests.Invite,
}

_NOTICES: dict[str, type[Message]] = {
    "hello": server_entry.Hello,
    "paired": server_entry.Paired,
    "admitted": server_entry.Admitted,
    "renewed": server_entry.Renewed,
    "knocked": server_entry.Knocked,
    "knocking": server_entry.Knocking,
    "welcome": server_entry.Welcome,
    "reply": server_play.Reply,
    "resolved": server_play.Resolved,
    "event": server_play.Event,
    "asked": server_play.Asked,
    "held": server_play.Held,
    "preview_result": server_play.PreviewResult,
    "answer_result": server_play.AnswerResult,
    "snapshot": server_play.Snapshot,
    "resumed": server_entry.Resumed,
    "resync": server_entry.Resync,
    "live": server_entry.Live,
    "executor_state": server_play.ExecutorState,
    "invited": server_play.Invited,
    "seat_list": server_play.SeatList,
    "error": server_entry.Error,
    "draining": server_entry.Draining,
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
