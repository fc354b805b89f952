"""What a client missed before the rows in memory: read from the log in a worker thread, ready to be sent."""

import msgspec

from vttbridge.server.tables.presence.broadcast import Numbered, frame_for
from vttbridge.server.transport.peer import Peer
from vttbridge.session.event_mac import head_for
from vttbridge.storage.journal import TableJournal
from vttbridge.storage.log_reader import MAX_ROWS, replay_after, separate_context
from vttbridge_protocol import Resume


class Backlog(msgspec.Struct, frozen=True):
    """Frames of the rows after where the client stood, the last of these rows, and what it must know.

    `head` is what the client's seat was told of the row on which it stood.
    """

    head: str
    last: int
    frames: tuple[Numbered, ...]

    def joins(self, journal: TableJournal) -> bool:
        """Return whether the rows in memory follow on these without a gap."""
        return self.last >= journal.recent_events.oldest


def is_to_be_read(journal: TableJournal, resume: Resume) -> bool:
    """Return whether a client stood before the rows in memory, not so far that its whole state is less."""
    state, window = journal.table.state, journal.recent_events
    return resume.epoch == state.epoch and state.seq - MAX_ROWS <= resume.seq < window.oldest


def backlog(journal: TableJournal, key: bytes, peer: Peer, resume: Resume) -> Backlog:
    """Read what a client missed from the log."""
    game = separate_context(journal)
    then = replay_after(journal, game, resume.seq)
    head = head_for(key, then.hash, whole=journal.table.state.is_gm(peer.seat))
    last, frames = then.state.seq, list[Numbered]()
    for logged in then.rows:
        last = logged.seq
        frame = frame_for(game, key, logged, peer)
        if frame is not None:
            frames.append(frame)
    return Backlog(head, last, tuple(frames))
