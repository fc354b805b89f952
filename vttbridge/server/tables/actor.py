"""One table with whoever sits at it: everything that is done there goes through its mailbox."""

import asyncio
import contextlib
from collections.abc import Callable

from vttbridge.errors import StoreFault
from vttbridge.serializers.results import reply_of
from vttbridge.server.runtime.clock import now_ms
from vttbridge.server.runtime.config import Config
from vttbridge.server.runtime.entropy import command_id
from vttbridge.server.runtime.workers import CancellableJob, TimeBudget
from vttbridge.server.tables.commits import Commits
from vttbridge.server.tables.executor_handover import ExecutorHandover
from vttbridge.server.tables.executor_lease import ExecutorLease
from vttbridge.server.tables.mailbox import Mailbox
from vttbridge.server.tables.presence.broadcast import Broadcast
from vttbridge.server.tables.presence.joining import Joining, JoinRequest
from vttbridge.server.tables.presence.members import Members
from vttbridge.server.tables.previews import PreviewService
from vttbridge.server.tables.replies import OrderedReplies
from vttbridge.server.tables.requests import Requests
from vttbridge.server.tables.vtt_documents import VttDocuments
from vttbridge.server.tables.waiting_holds import WaitingHolds
from vttbridge.server.transport.peer import Peer
from vttbridge.storage.journal import TableJournal
from vttbridge.table import SERVER, Reply, Sender, State
from vttbridge.table.log.store import UNCHANGED, AccessChanges
from vttbridge.table.model.commands import ChangePiece, Command, CommandBody, Limits, PieceRequest
from vttbridge_protocol import Message, Resume


class TableActor:
    """One table: its log, its mailbox, its members, and what is done with each thing that they want."""

    def __init__(self, journal: TableJournal, key: bytes, config: Config) -> None:
        self.journal = journal
        self.members = Members()
        self.mailbox = Mailbox(journal.name, self._reload)
        broadcast = Broadcast(journal.game, key, self.members)
        lease = ExecutorLease(now_ms())
        self._holds = WaitingHolds(journal, self.mailbox, self.members, broadcast, _limits(config))
        self._commits = Commits(
            journal, self.mailbox, broadcast, lease=lease, remaining=self._holds.remaining, config=config
        )
        self._handover = ExecutorHandover(
            journal,
            self.mailbox,
            self.members,
            broadcast,
            lease=lease,
            carry_out=self.submit_own,
            replay_seconds=config.replay_seconds,
        )
        previews = PreviewService(journal, TimeBudget(config.geometry_seconds, config.decision_seconds))
        self._requests = Requests(journal, self.mailbox, self.members, previews, self._handover, key=key)
        self._joining = Joining(
            journal,
            self.mailbox,
            broadcast,
            self.members,
            key=key,
            remaining=self._holds.remaining,
            replay_seconds=config.replay_seconds,
        )

    @property
    def state(self) -> State:
        """The table's present state."""
        return self.journal.table.state

    @property
    def lease(self) -> ExecutorLease:
        """Who writes into the VTT."""
        return self._handover.lease

    @property
    def vtt_documents(self) -> VttDocuments:
        """The documents of the scenes that follow a VTT."""
        return self._commits.vtt_documents

    def submit(self, peer: Peer, command_id: str, body: Message, digest: str) -> None:
        """Take a client's command into the mailbox."""
        self.mailbox.post(lambda: self._commits.run(peer, command_id, body, digest))

    def submit_own(
        self,
        body: CommandBody,
        then: Callable[[Reply], None] = lambda _: None,
        by: Sender = SERVER,
        access: AccessChanges = UNCHANGED,
    ) -> None:
        """Take a command into the mailbox that the server makes, for itself or for a seat that wants it."""
        self._commits.submit_own(body, then, by, access)

    async def ordered(self, body: CommandBody, access: AccessChanges = UNCHANGED) -> Reply:
        """Do what the server wants; returns the reply when it is stored, or why it cannot be.

        BudgetExceeded where the server stops.
        """
        return await self._commits.ordered(body, access)

    async def decide(
        self, command: Command, then: Callable[[Reply], None], access: AccessChanges = UNCHANGED
    ) -> Reply:
        """Decide a command now, as a task of the mailbox; `then` is told the reply when it is stored."""
        return await self._commits.decide(command, then, access)

    def cached_reply(self, command: Command) -> Reply | None:
        """Return the reply to a retry, `None` for a new command."""
        return self.journal.table.reply_cache.lookup(command)

    def answer(self, peer: Peer, command_id: str, reply: Reply) -> None:
        """Answer without any row, in the order of the log."""
        OrderedReplies(self.mailbox).send(peer, command_id, reply_of(reply))

    def request(self, peer: Peer, command_id: str, body: Message) -> None:
        """Take a client's request into the mailbox."""
        self._requests.take(peer, command_id, body)

    def join(self, peer: Peer, resume: Resume | None, session: str, before: tuple[Message, ...] = ()) -> None:
        """Seat a client: it is welcomed, told the state or what it missed, and hears all from then on."""
        self._joining.join(peer, JoinRequest(resume, session, before))

    def leave(self, peer: Peer) -> None:
        """A client is gone."""
        peer.is_gone = True
        self.mailbox.post(lambda: self._leave(peer))

    def _leave(self, peer: Peer) -> None:
        self.vtt_documents.left(peer.id)
        self.members.leave(peer)
        self._handover.leave(peer)
        self._holds.ask_for_absent(peer.seat_id)

    async def _reload(self) -> None:
        """Load the table from its log, in a worker thread; what was to be told of its people is told."""
        self.journal.restore(await CancellableJob().run(self.journal.read))
        self._handover.resume()
        self.mailbox.post(self._holds.ask_for_absent)

    def tell_gms(self, message: Message) -> None:
        """Send the game masters something that is no event."""
        self.mailbox.post(lambda: self.members.send_to_gms(self.state, message))

    def grant_executor(self, piece: str, seat: str, by: str) -> None:
        """Let a piece, on whichever scene it stands, belong to a seat, as the game master `by` wants."""
        for scene in self.state.scenes:
            if scene.find(piece) is not None:
                self.submit_own(ChangePiece(scene.id, piece, PieceRequest(owner=seat)), by=by)

    def remove(self, seat: str) -> None:
        """Close whatever is connected for a seat that was ended."""
        self.members.close(seat)

    def tick(self, elapsed_ms: int) -> None:
        """Let time pass for what waits."""
        self.mailbox.post(lambda: self._tick(elapsed_ms))

    async def _tick(self, elapsed_ms: int) -> None:
        for waited in self._holds.advance(elapsed_ms, now_ms()):
            await self.decide(Command(command_id(), SERVER, waited), lambda _: None)

    async def stop(self) -> None:
        """Write down how long things have waited, finish, and end."""
        for waited in self._holds.stopping(now_ms()):
            self.submit_own(waited)
        await self.mailbox.stop()
        with contextlib.suppress(StoreFault):
            await asyncio.to_thread(self.journal.save_last_state)


def _limits(config: Config) -> Limits:
    return Limits(
        config.question_seconds * 1000,
        config.approval_seconds * 1000,
        config.approval_days * 24 * 60 * 60_000,
    )
