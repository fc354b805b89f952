"""Places at the table, and who may do what: the one page that decides it.

* A game master may do everything.
* A player may act with pieces of their own (another's may be the target), answer what they are asked, and
  take back what they asked for. Whether a player's action happens at once is the table's policy, not a right.
* An observer looks.
* The server itself seats people, keeps time, carries out what was approved, and withdraws what nobody
  answered and no row could hold. It is no seat; only the log's rows write "" for it.
"""

import enum
from typing import Final, Literal

import msgspec

Role = Literal["gm", "player", "observer"]


class Server(enum.Enum):
    """The server, who is not at the table."""

    SERVER = "server"


SERVER: Final = Server.SERVER
"""Who sends the server's own commands."""

Sender = str | Server
"""The id of a seat, or the server."""

Permission = Literal[
    "act",
    "answer",
    "approve",
    "reject",
    "withdraw",
    "undo",
    "change_board",
    "change_table",
    "report_vtt",
    "seat",
    "keep_time",
]

_PLAYER: frozenset[Permission] = frozenset({"act", "answer", "withdraw"})
_SERVER: frozenset[Permission] = frozenset({"seat", "keep_time", "change_table", "change_board", "withdraw"})


class Seat(msgspec.Struct, frozen=True):
    """A place at the table. `user` is the VTT's own name for whoever sits there."""

    id: str
    role: Role
    label: str = ""
    user: str = ""


def sender_of(actor: str) -> Sender:
    """Return who sent a command, by the actor that its rows name."""
    return actor or SERVER


def actor_of(sender: Sender) -> str:
    """Return the name of a sender in the log's rows: none for the server."""
    return "" if sender is SERVER else sender


def may(seat: Seat | None, permission: Permission) -> bool:
    """Return whether a seat (`None`: the server) may do such a thing at all."""
    if seat is None:
        return permission in _SERVER
    match seat.role:
        case "gm":
            return permission != "keep_time"
        case "player":
            return permission in _PLAYER
        case "observer":
            return False
