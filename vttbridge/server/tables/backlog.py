"""What a client missed before the rows at hand: read from the log beside the event loop, ready to be sent."""

import msgspec

from vttbridge.server.tables.members import Numbered, frame_for
from vttbridge.server.transport.peer import Link
from vttbridge.session.event_mac import head_for
from vttbridge.storage.journal import Ledger
from vttbridge.storage.log_reader import MOST_ROWS, book_apart, rows_after
from vttbridge_protocol import Resume


class Missed(msgspec.Struct, frozen=True):
    """Frames of the rows after where the client stood, the last of these rows, and what it must know.

    `head` is what the client's seat was told of the row on which it stood.
    """

    head: str
    last: int
    frames: tuple[Numbered, ...]

    def joins(self, ledger: Ledger) -> bool:
        """Say whether the rows at hand follow on these without a gap."""
        return self.last >= ledger.window.oldest


def is_to_be_read(ledger: Ledger, resume: Resume) -> bool:
    """Say whether a client stood before the rows at hand, and not so far that its whole state is less."""
    state, window = ledger.table.state, ledger.window
    return resume.epoch == state.epoch and state.seq - MOST_ROWS <= resume.seq < window.oldest


def missed(ledger: Ledger, key: bytes, link: Link, resume: Resume) -> Missed:
    """Read what a client missed from the log."""
    book = book_apart(ledger)
    then = rows_after(ledger, book, resume.seq)
    head = head_for(key, then.hash, whole=ledger.table.state.is_gm(link.seat))
    last, frames = then.state.seq, list[Numbered]()
    for told in then.rows:
        last = told.seq
        frame = frame_for(book, key, told, link)
        if frame is not None:
            frames.append(frame)
    return Missed(head, last, tuple(frames))
