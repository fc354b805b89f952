"""How somebody comes to a table: welcomed, and told the whole state or exactly what was missed."""

import asyncio
from collections.abc import Callable

import msgspec
import structlog

from vttbridge.errors import VttbridgeError
from vttbridge.geometry.allowance import BudgetExceeded
from vttbridge.rules.registry import language, languages
from vttbridge.serializers.welcome import LogPosition, welcome_of
from vttbridge.server.runtime.workers import TimeBudget, run_in_worker
from vttbridge.server.tables.mailbox import Effect, Mailbox
from vttbridge.server.tables.presence.backlog import Backlog, backlog, is_to_be_read
from vttbridge.server.tables.presence.broadcast import Broadcast, Numbered, send_frame
from vttbridge.server.tables.presence.full_state import FullState, full_state, send
from vttbridge.server.tables.presence.members import Members
from vttbridge.server.transport.peer import Peer
from vttbridge.session.event_mac import head_for
from vttbridge.session.resume import Restart, ResumeFrom, ServerPosition, resume_from
from vttbridge.storage.journal import TableJournal
from vttbridge.table import Hold
from vttbridge_protocol import CloseCode, Live, Message, Resume, Resumed, Resync

log = structlog.get_logger()


class JoinRequest(msgspec.Struct, frozen=True):
    """How somebody comes: from where it goes on, the session's name, and what is said before the welcome."""

    resume: Resume | None
    session: str
    before: tuple[Message, ...] = ()


async def full_state_for(journal: TableJournal, peer: Peer, head: str) -> FullState:
    """Take the whole state as a client's seat sees it, in a worker thread."""
    state = journal.table.state
    return await asyncio.to_thread(full_state, journal.game, state, peer.seat_id, head, peer.session.encoding)


class Joining:
    """Seats whoever comes to one table; `remaining` says how much time a hold has left."""

    def __init__(
        self,
        journal: TableJournal,
        mailbox: Mailbox,
        broadcast: Broadcast,
        members: Members,
        *,
        key: bytes,
        remaining: Callable[[Hold], int | None],
        replay_seconds: float,
    ) -> None:
        self._journal, self._key = journal, key
        self._mailbox, self._broadcast, self._members = mailbox, broadcast, members
        self._remaining = remaining
        self._time_budget = TimeBudget(0.0, replay_seconds)
        self._late = asyncio.Lock()

    def join(self, peer: Peer, request: JoinRequest) -> None:
        """Seat a client: it is welcomed, told the state or what it missed, and hears all from then on."""
        resume = request.resume
        if resume is None or not is_to_be_read(self._journal, resume):
            self._mailbox.post(lambda: self._join(peer, request))
            return
        self._mailbox.keep(asyncio.ensure_future(self._join_late(peer, request, resume)))

    async def _join_late(self, peer: Peer, request: JoinRequest, resume: Resume) -> None:
        """Read what was missed from the log, beside whatever the table does meanwhile."""
        earlier = None
        try:
            async with self._late:
                earlier = await run_in_worker(
                    lambda: backlog(self._journal, self._key, peer, resume), self._time_budget
                )
        except (BudgetExceeded, VttbridgeError) as fault:
            log.warning("log not read", table=self._journal.tag, kind=type(fault).__name__)
        self._mailbox.post(lambda: self._join(peer, request, earlier))

    async def _join(self, peer: Peer, request: JoinRequest, earlier: Backlog | None = None) -> None:
        state, view = self._journal.table.state, self._journal.table.view(peer.seat_id)
        head = head_for(self._key, self._journal.hash, whole=state.is_gm(peer.seat))
        back = None if request.resume is None else self._resume(peer, request.resume, earlier)
        goes_on = isinstance(back, ResumeFrom)
        whole = None if goes_on else await full_state_for(self._journal, peer, head)
        frames = self._backlog_of(peer, back, earlier) if isinstance(back, ResumeFrom) else ()
        standing = LogPosition(self._journal.name, request.session, state.epoch, state.seq, head)

        def on_stored() -> None:
            if peer.is_gone:
                return
            for message in request.before:
                peer.send(message)
            self._members.peers.append(peer)
            ruleset, connected = self._journal.game.ruleset, self._members.connected()
            words, spoken = language(ruleset.package), languages(ruleset.package)
            peer.send(welcome_of(view, ruleset, words, standing, connected, languages=spoken))
            if isinstance(back, Restart):
                peer.send(Resync(back.reason))
            if whole is not None:
                send(peer, whole)
            else:
                peer.send(Resumed(request.session, state.epoch, len(frames)))
                send_frame(peer, frames)
            for hold in state.holds:
                self._broadcast.send_hold(peer, state, hold, self._remaining(hold))
            peer.send(Live(state.seq))

        self._mailbox.after_stored(Effect(on_stored, lambda _: peer.close(CloseCode.INTERNAL)))

    def _backlog_of(self, peer: Peer, back: ResumeFrom, earlier: Backlog | None) -> tuple[Numbered, ...]:
        """Return what a client missed: what was read from the log, and then the rows in memory."""
        read = () if earlier is None else earlier.frames
        since = back.seq if earlier is None else earlier.last
        return (*read, *self._broadcast.frames(peer, self._journal.recent_events.since(since)))

    def _resume(self, peer: Peer, resume: Resume, earlier: Backlog | None) -> ResumeFrom | Restart:
        read = earlier if earlier is not None and earlier.joins(self._journal) else None
        whole = self._journal.table.state.is_gm(peer.seat)

        def head_at(seq: int) -> str | None:
            if read is not None:
                return read.head
            chain = self._journal.hash_at(seq)
            return None if chain is None else head_for(self._key, chain, whole=whole)

        oldest = self._journal.recent_events.oldest if read is None else resume.seq
        back = resume_from(
            resume, ServerPosition(self._journal.table.state.epoch, self._journal.seq, oldest), head_at
        )
        if isinstance(back, Restart):
            log.warning(
                "resync",
                connection=peer.id,
                table=self._journal.tag,
                reason="ahead of the log" if back.ahead else back.reason,
                seq=resume.seq,
            )
        return back
