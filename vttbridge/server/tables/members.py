"""Who sits at a table now, and how each is told what happened: one frame a view, numbered for each."""

from collections.abc import Callable, Iterable, Iterator

import msgspec
import structlog

from vttbridge.serializers.results import asked_of, held_of, resolved_of
from vttbridge.serializers.state import event_of, unseen_ground
from vttbridge.serializers.vtt_updates import updates_of
from vttbridge.server.transport.peer import Link
from vttbridge.session.event_mac import head_for
from vttbridge.storage.recent_events import Told
from vttbridge.table import Book, Hold, State, resolved, seen
from vttbridge.table.visibility.view import hold_seen
from vttbridge_protocol import Encoding, Envelope, Message, encode_numbered

log = structlog.get_logger()

Numbered = Callable[[int], bytes | str]


def holds_in(told: Iterable[Told]) -> tuple[str, ...]:
    """Name the holds that some rows are about, each once."""
    named: dict[str, None] = {}
    for one in told:
        hold: object = getattr(one.step.row.body, "hold", None)
        if isinstance(hold, str):
            named[hold] = None
    return tuple(named)


class Crowd:
    """The connections at one table."""

    def __init__(self, book: Book, key: bytes) -> None:
        self.book = book
        self._key = key
        self.links: list[Link] = []
        self.executor: Link | None = None
        self.term = 0

    def connected(self) -> dict[str, bool]:
        """Say which seats somebody sits on."""
        return {link.seat_id: True for link in self.links}

    def gm_is_here(self, state: State) -> bool:
        """Say whether a game master is connected."""
        return any(state.is_gm(link.seat) for link in self.links)

    def tell(self, told: tuple[Told, ...], remaining: Callable[[Hold], int | None]) -> None:
        """Tell everybody of a command's rows, and then how the holds in them stand."""
        if not told:
            return
        for one in told:
            self._tell_row(one)
        for hold in holds_in(told):
            self._tell_hold(told, hold, remaining)

    def missed(self, link: Link, told: Iterable[Told]) -> None:
        """Tell one client what it missed, at its own pace."""
        pass_on(link, self.frames(link, told))

    def frames(self, link: Link, told: Iterable[Told]) -> tuple[Numbered, ...]:
        """Give the events of some rows as one client is told of them."""
        frames = (frame_for(self.book, self._key, one, link, self._term_for(link)) for one in told)
        return tuple(frame for frame in frames if frame is not None)

    def appoint(self, link: Link | None, term: int) -> None:
        """Say who writes into the VTT from now on; events to be written carry its term."""
        self.executor, self.term = link, term

    def _tell_row(self, one: Told) -> None:
        ready: dict[tuple[str, Encoding, bool], Numbered | None] = {}
        for link in self.links:
            view = "" if one.step.after.is_gm(link.seat) else link.seat_id
            place = (view, link.session.encoding, link is self.executor)
            if place not in ready:
                ready[place] = frame_for(self.book, self._key, one, link, self._term_for(link))
            frame = ready[place]
            if frame is not None:
                link.out.put(link.session.tell(frame))

    def _term_for(self, link: Link) -> int | None:
        return self.term if link is self.executor else None

    def _tell_hold(self, told: tuple[Told, ...], hold: str, remaining: Callable[[Hold], int | None]) -> None:
        now = told[-1].step.after
        standing = now.hold(hold)
        if standing is not None:
            for link in self.links:
                self.show(link, now, standing, remaining(standing))
            return
        for one in told:
            end = resolved(one.step)
            if end is not None and end.hold == hold:
                before = one.step.before.hold(hold)
                for link in self._concerned(one.step.before, before):
                    link.say(resolved_of(end), re=end.command)

    def _concerned(self, state: State, hold: Hold | None) -> Iterator[Link]:
        for link in self.links:
            if hold is not None and hold_seen(self.book, state, hold, link.seat_id) is not None:
                yield link

    def show(self, link: Link, state: State, hold: Hold, remaining_ms: int | None) -> None:
        """Show a hold to a seat that may know of it, and put its question to whoever may answer it now."""
        shown = hold_seen(self.book, state, hold, link.seat_id)
        if shown is None:
            return
        link.say(held_of(shown, remaining_ms))
        if shown.question is not None and self.is_asked(link.seat_id, state, hold):
            link.say(asked_of(shown, shown.question, remaining_ms))

    def is_asked(self, seat: str, state: State, hold: Hold) -> bool:
        """Say whether a seat is asked: a question's audience, and game masters where none of it is here."""
        if seat in hold.seats:
            return True
        here = self.connected()
        return state.is_gm(seat) and not any(here.get(asked, False) for asked in hold.seats)

    def say_to_gms(self, state: State, message: Message) -> None:
        """Tell all game masters."""
        for link in self.links:
            if state.is_gm(link.seat):
                link.say(message)


def pass_on(link: Link, frames: Iterable[Numbered]) -> None:
    """Send events that are to be taken at the client's own pace, like a transfer."""
    for frame in frames:
        link.out.put(link.session.tell(frame, paced=True))


def frame_for(book: Book, key: bytes, one: Told, link: Link, term: int | None = None) -> Numbered | None:
    """Give the event of a row as a client is told of it, but for its number; `None` where it is told nothing.

    `term` is the executor's, where the client is the one.
    """
    whole = one.step.after.is_gm(link.seat)
    row = seen(book, one.step, link.seat_id)
    event = unseen_ground(book, one.step) if row is None else event_of(book, one.step, row, whole=whole)
    if event is None:
        return None
    head = head_for(key, one.hash, whole=whole)
    event = msgspec.structs.replace(event, hash=head if whole else None, mark=None if whole else head)
    if term is not None and _is_to_be_applied(one):
        event = msgspec.structs.replace(event, term=term, updates=updates_of(book, one.step))
    return encode_numbered(Envelope(event, seq=one.seq), link.session.encoding)


def _is_to_be_applied(one: Told) -> bool:
    written = one.step.after.row(one.step.row.seq)
    return written is not None and written.awaits_executor
