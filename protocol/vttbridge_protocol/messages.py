"""The register of message types: the word in the envelope, and the Struct of its body.

A Struct is chosen by the word alone, never by trying one after another. A side decodes with the register of
what the *other* side may say, so that a client cannot speak as a server.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

import msgspec

from . import both_ways, commands, notices

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
    "heartbeat": both_ways.Heartbeat,
    "goodbye": both_ways.Goodbye,
    "transfer_open": both_ways.TransferOpen,
    "transfer_more": both_ways.TransferMore,
    "transfer_part": both_ways.TransferPart,
    "transfer_done": both_ways.TransferDone,
    "transfer_stop": both_ways.TransferStop,
}

_FIRST: dict[str, type[Message]] = {
    "pair": commands.Pair,
    "auth": commands.Auth,
    "knock": commands.Knock,
}

_COMMANDS: dict[str, type[Message]] = {
    "act": commands.Act,
    "answer": commands.Answer,
    "approve": commands.Approve,
    "reject": commands.Reject,
    "undo": commands.Undo,
    "scene_set": commands.SceneSet,
    "documents": commands.Documents,
    "scene_changed": commands.SceneChanged,
    "scene_gone": commands.SceneGone,
    "piece_put": commands.PiecePut,
    "piece_changed": commands.PieceChanged,
    "piece_gone": commands.PieceGone,
    "table_set": commands.TableSet,
    "applied": commands.Applied,
    "diverged": commands.Diverged,
    "admit": commands.Admit,
    "revoke": commands.Revoke,
}

_REQUESTS: dict[str, type[Message]] = {
    "preview": commands.Preview,
    "ask": commands.Ask,
    "log": commands.Log,
    "look": commands.Look,
    "executor": commands.Executor,
    "seats": commands.Seats,
    "invite": commands.Invite,
}

_NOTICES: dict[str, type[Message]] = {
    "hello": notices.Hello,
    "paired": notices.Paired,
    "admitted": notices.Admitted,
    "renewed": notices.Renewed,
    "knocked": notices.Knocked,
    "knocking": notices.Knocking,
    "welcome": notices.Welcome,
    "reply": notices.Reply,
    "resolved": notices.Resolved,
    "event": notices.Event,
    "asked": notices.Asked,
    "held": notices.Held,
    "preview_result": notices.PreviewResult,
    "answer_result": notices.AnswerResult,
    "snapshot": notices.Snapshot,
    "resumed": notices.Resumed,
    "resync": notices.Resync,
    "live": notices.Live,
    "executor_state": notices.ExecutorState,
    "invited": notices.Invited,
    "seat_list": notices.SeatList,
    "error": notices.Error,
    "draining": notices.Draining,
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
    """Give the word that stands for a message's Struct in the envelope."""
    word = _WORDS.get(type(body))
    if word is None:
        raise TypeError(f"{type(body).__name__} is no message")
    return word
