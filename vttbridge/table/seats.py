"""Places at the table, and who may do what: the one page that decides it.

* A game master may do everything.
* A player may act with pieces of their own (another's may be the target), answer what they are asked, and
  take back what they asked for. Whether a player's action happens at once is the table's policy, not a right.
* An observer looks.
* The server itself (an empty seat) seats people, keeps time and carries out what was approved.
"""

from typing import Literal

import msgspec

Role = Literal["gm", "player", "observer"]

SERVER = ""
"""The seat of the server's own commands."""

Deed = Literal[
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

_PLAYER: frozenset[Deed] = frozenset({"act", "answer", "withdraw"})
_SERVER: frozenset[Deed] = frozenset({"seat", "keep_time", "change_table", "change_board"})


class Seat(msgspec.Struct, frozen=True):
    """A place at the table. `user` is the VTT's own name for whoever sits there."""

    id: str
    role: Role
    label: str = ""
    user: str = ""


def may(seat: Seat | None, deed: Deed) -> bool:
    """Say whether a seat (`None`: the server) may do such a thing at all."""
    if seat is None:
        return deed in _SERVER
    match seat.role:
        case "gm":
            return deed != "keep_time"
        case "player":
            return deed in _PLAYER
        case "observer":
            return False
