"""Answers without rows of their own, each in the order of the log."""

from collections.abc import Callable

from vttbridge.serializers.results import reply_of
from vttbridge.server.tables.mailbox import Effect, Mailbox
from vttbridge.server.tables.previews import RETRY_MS
from vttbridge.server.transport.peer import Peer
from vttbridge.table.model.replies import busy
from vttbridge_protocol import Message

NOT_STORED = busy("storage_full", RETRY_MS)
"""What is said to everything behind a failed write."""


class OrderedReplies:
    """What one table answers; nobody hears of a state that is not stored yet."""

    def __init__(self, mailbox: Mailbox) -> None:
        self._mailbox = mailbox

    def send(self, peer: Peer, command_id: str, message: Message) -> None:
        """Answer with a message."""
        self.when_stored(peer, command_id, lambda: peer.send(message, re=command_id))

    def when_stored(self, peer: Peer, command_id: str, on_stored: Callable[[], None]) -> None:
        """Have something answered in the order of the log; busy where what it stands on is not stored."""
        self._mailbox.after_stored(
            Effect(on_stored, lambda _: peer.send(reply_of(NOT_STORED), re=command_id))
        )
