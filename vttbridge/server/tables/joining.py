"""How somebody comes to a table: welcomed, and told the whole state or exactly what was missed."""

import asyncio
from collections.abc import Callable

import msgspec
import structlog

from vttbridge.errors import VttbridgeError
from vttbridge.geometry.allowance import GivenUp
from vttbridge.rules.registry import language, languages
from vttbridge.serializers.welcome import Standing, welcome_of
from vttbridge.server.runtime.workers import Pace, reckon
from vttbridge.server.tables.backlog import Missed, is_to_be_read, missed
from vttbridge.server.tables.full_state import Whole, send, taken
from vttbridge.server.tables.hold_timers import Patience
from vttbridge.server.tables.mailbox import Hub, Telling
from vttbridge.server.tables.members import Crowd, Numbered, pass_on
from vttbridge.server.transport.peer import Link
from vttbridge.session.event_mac import head_for
from vttbridge.session.resume import GoOn, Known, StartOver, come_back
from vttbridge.storage.journal import Ledger
from vttbridge_protocol import CloseCode, Live, Message, Resume, Resumed, Resync

log = structlog.get_logger()

Keep = Callable[[asyncio.Future[None]], None]


class Coming(msgspec.Struct, frozen=True):
    """How somebody comes: from where it goes on, the session's name, and what is said before the welcome."""

    resume: Resume | None
    session: str
    before: tuple[Message, ...] = ()


async def whole_for(ledger: Ledger, link: Link, head: str) -> Whole:
    """Take the whole state as a client's seat sees it, beside the event loop."""
    state = ledger.table.state
    return await asyncio.to_thread(taken, ledger.book, state, link.seat_id, head, link.session.encoding)


class Room(msgspec.Struct, frozen=True):
    """What whoever comes is led into: the table's log, its people, its mailbox and what waits there."""

    ledger: Ledger
    key: bytes
    crowd: Crowd
    hub: Hub
    patience: Patience


class Arrivals:
    """Seats whoever comes to one table; `keep` remembers what goes on beside its mailbox."""

    def __init__(self, room: Room, replay_seconds: float, keep: Keep) -> None:
        self.ledger, self.key = room.ledger, room.key
        self.crowd, self.hub, self.patience = room.crowd, room.hub, room.patience
        self._pace = Pace(0.0, replay_seconds)
        self._keep = keep
        self._late = asyncio.Lock()

    def join(self, link: Link, coming: Coming) -> None:
        """Seat a client: it is welcomed, told the state or what it missed, and hears all from then on."""
        resume = coming.resume
        if resume is None or not is_to_be_read(self.ledger, resume):
            self.hub.post(lambda: self._join(link, coming))
            return
        self._keep(asyncio.ensure_future(self._join_late(link, coming, resume)))

    async def _join_late(self, link: Link, coming: Coming, resume: Resume) -> None:
        """Read what was missed from the log, beside whatever the table does meanwhile."""
        earlier = None
        try:
            async with self._late:
                earlier = await reckon(lambda: missed(self.ledger, self.key, link, resume), self._pace)
        except (GivenUp, VttbridgeError) as fault:
            log.warning("log not read", table=self.ledger.tag, kind=type(fault).__name__)
        self.hub.post(lambda: self._join(link, coming, earlier))

    async def _join(self, link: Link, coming: Coming, earlier: Missed | None = None) -> None:
        state, view = self.ledger.table.state, self.ledger.table.view(link.seat_id)
        head = head_for(self.key, self.ledger.hash, whole=state.is_gm(link.seat))
        back = None if coming.resume is None else self._back(link, coming.resume, earlier)
        goes_on = isinstance(back, GoOn)
        whole = None if goes_on else await whole_for(self.ledger, link, head)
        frames = self._missed_by(link, back, earlier) if isinstance(back, GoOn) else ()
        standing = Standing(self.ledger.name, coming.session, state.epoch, state.seq, head)

        def told() -> None:
            if link.is_gone:
                return
            for message in coming.before:
                link.say(message)
            self.crowd.links.append(link)
            ruleset, connected = self.ledger.book.ruleset, self.crowd.connected()
            words, spoken = language(ruleset.package), languages(ruleset.package)
            link.say(welcome_of(view, ruleset, words, standing, connected, languages=spoken))
            if isinstance(back, StartOver):
                link.say(Resync(back.reason))
            if whole is not None:
                send(link, whole)
            else:
                link.say(Resumed(coming.session, state.epoch, len(frames)))
                pass_on(link, frames)
            for hold in state.holds:
                self.crowd.show(link, state, hold, self.patience.remaining(hold))
            link.say(Live(state.seq))

        self.hub.tell(Telling(told, lambda _: link.end(CloseCode.INTERNAL)))

    def _missed_by(self, link: Link, back: GoOn, earlier: Missed | None) -> tuple[Numbered, ...]:
        """Give what a client missed: what was read from the log, and then the rows at hand."""
        read = () if earlier is None else earlier.frames
        since = back.seq if earlier is None else earlier.last
        return (*read, *self.crowd.frames(link, self.ledger.window.since(since)))

    def _back(self, link: Link, resume: Resume, earlier: Missed | None) -> GoOn | StartOver:
        read = earlier if earlier is not None and earlier.joins(self.ledger) else None
        whole = self.ledger.table.state.is_gm(link.seat)

        def head_at(seq: int) -> str | None:
            if read is not None:
                return read.head
            chain = self.ledger.hash_at(seq)
            return None if chain is None else head_for(self.key, chain, whole=whole)

        oldest = self.ledger.window.oldest if read is None else resume.seq
        back = come_back(resume, Known(self.ledger.table.state.epoch, self.ledger.seq, oldest), head_at)
        if isinstance(back, StartOver):
            log.warning(
                "resync",
                connection=link.id,
                table=self.ledger.tag,
                reason="ahead of the log" if back.ahead else back.reason,
                seq=resume.seq,
            )
        return back
