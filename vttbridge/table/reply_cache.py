"""Which commands came already, what they said and how they were answered."""

from collections import OrderedDict

import msgspec

from vttbridge.table.model.commands import Command
from vttbridge.table.model.events import LogEvent
from vttbridge.table.model.replies import Reply, invalid, reply_to

MAX_REMEMBERED = 10_000
"""So many commands are answered from memory; older ones are found in the store."""

ID_REUSED = "id_reuse"


class CachedReply(msgspec.Struct, frozen=True):
    """A command that came before. `logged` ones have rows."""

    digest: str
    reply: Reply
    logged: bool

    def reply_to(self, command: Command) -> Reply:
        """Return the stored reply where the command says the same again, else that its id is used."""
        if self.digest != command.digest:
            return invalid(ID_REUSED, id=command.id)
        return msgspec.structs.replace(self.reply, dup=True)


def known_by(rows: tuple[LogEvent, ...]) -> CachedReply:
    """Return what is known of a command by the rows that it wrote."""
    bodies = tuple(row.body for row in rows)
    return CachedReply(rows[0].digest, reply_to(bodies, rows[0].seq), logged=True)


class ReplyCache:
    """Remembers commands by seat and id, the latest ones."""

    def __init__(self, most: int = MAX_REMEMBERED) -> None:
        self._most = most
        self._known: OrderedDict[tuple[str, str], CachedReply] = OrderedDict()

    def lookup(self, command: Command) -> Reply | None:
        """Return the reply to a retry, the refusal of a reused id, or `None` for a new command."""
        known = self._known.get((command.actor, command.id))
        return None if known is None else known.reply_to(command)

    def store(self, seat: str, command_id: str, known: CachedReply) -> None:
        """Remember a command; the oldest one is forgotten when there are too many."""
        self._known[seat, command_id] = known
        self._known.move_to_end((seat, command_id))
        while len(self._known) > self._most:
            self._known.popitem(last=False)

    def forget(self, seat: str, command_id: str) -> None:
        """Forget a command whose rows could not be stored."""
        self._known.pop((seat, command_id), None)
