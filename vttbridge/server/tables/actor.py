"""What is done with each thing that a client wants: decide, write down, answer, tell the others."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from itertools import takewhile
from time import perf_counter

import structlog

from vttbridge.errors import StoreFault
from vttbridge.geometry.allowance import BudgetExceeded
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.serializers.commands import command_body
from vttbridge.serializers.results import reply_of
from vttbridge.serializers.welcome import seats_of
from vttbridge.server.runtime.clock import now_ms
from vttbridge.server.runtime.config import Config
from vttbridge.server.runtime.entropy import command_id, uniform
from vttbridge.server.runtime.workers import CancellableJob, TimeBudget, run_in_worker
from vttbridge.server.tables.executor_lease import ExecutorLease
from vttbridge.server.tables.full_state import send
from vttbridge.server.tables.hold_timers import HoldTimers
from vttbridge.server.tables.joining import JoinContext, Joining, JoinRequest, full_state_for
from vttbridge.server.tables.mailbox import Effect, Mailbox
from vttbridge.server.tables.members import Members
from vttbridge.server.tables.previews import RETRY_MS, PreviewService
from vttbridge.server.tables.vtt_documents import VttDocuments
from vttbridge.server.transport.peer import Peer
from vttbridge.session.event_mac import head_for
from vttbridge.storage.journal import MAX_ROW_BYTES, ROWS_A_STATE, TableJournal, TooLarge
from vttbridge.storage.log_reader import replay_after, separate_context
from vttbridge.storage.recent_events import LoggedStep
from vttbridge.table import SERVER, CommandKnown, Hold, ReadOnly, Reply, Sender, State
from vttbridge.table.decisions.decision import Decision, no_rows
from vttbridge.table.log.store import UNCHANGED, AccessChanges
from vttbridge.table.model.commands import (
    CarryOut,
    ChangePiece,
    Command,
    CommandBody,
    Limits,
    PieceRequest,
    Reject,
    Waited,
)
from vttbridge.table.model.replies import busy, invalid, refused
from vttbridge_protocol import (
    Applied,
    Ask,
    CloseCode,
    Diverged,
    Executor,
    Look,
    Message,
    Preview,
    Resume,
    SceneChanged,
    SceneGone,
    SeatList,
    Seats,
)
from vttbridge_protocol import Reply as WireReply

log = structlog.get_logger()

NOT_STORED = busy("storage_full", RETRY_MS)
"""What is said to everything behind a failed write."""


class TableActor:
    """One table with whoever sits at it."""

    def __init__(self, journal: TableJournal, key: bytes, config: Config) -> None:
        self.journal = journal
        self.key = key
        self.config = config
        self.members = Members(journal.game, key)
        self.mailbox = Mailbox(journal.name, self._reload)
        self.lease = ExecutorLease(now_ms())
        self.time_budget = TimeBudget(config.geometry_seconds, config.decision_seconds)
        self.previews = PreviewService(journal, self.time_budget)
        self.vtt_documents = VttDocuments()
        self._saving: set[asyncio.Future[None]] = set()
        self._sending_state: set[Peer] = set()
        self.hold_timers = HoldTimers(
            Limits(
                config.question_seconds * 1000,
                config.approval_seconds * 1000,
                config.approval_days * 24 * 60 * 60_000,
            )
        )
        context = JoinContext(journal, key, self.members, self.mailbox, self.hold_timers)
        self.joining = Joining(context, config.replay_seconds, self._save_state)

    @property
    def state(self) -> State:
        """The table's present state."""
        return self.journal.table.state

    def submit(self, peer: Peer, command_id: str, body: Message, digest: str) -> None:
        """Take a client's command into the mailbox."""
        self.mailbox.post(lambda: self._run_command(peer, command_id, body, digest))

    async def _run_command(self, peer: Peer, command_id: str, body: Message, digest: str) -> None:
        wanted = command_body(body)
        if wanted is None:
            self.answer(peer, command_id, invalid("unsupported"))
        elif isinstance(wanted, Refusal):
            self.answer(peer, command_id, invalid(wanted.code, **dict(wanted.facts)))
        else:
            command = Command(command_id, peer.seat_id, wanted, digest)
            reply = await self.decide(command, lambda reply: peer.send(reply_of(reply), re=command_id))
            if reply.outcome == "done" and not reply.dup:
                self._track_documents(body)

    def _track_documents(self, body: Message) -> None:
        """Keep what is known of the VTT's documents true, or forget it."""
        match body:
            case Applied() | Diverged():
                self.vtt_documents.confirm(self.state, body)
            case SceneChanged(scene=scene, detached=bool()) | SceneGone(scene=scene):
                self.vtt_documents.forget(scene)
            case _:
                pass

    def cached_reply(self, command: Command) -> Reply | None:
        """Return the reply to a retry, `None` for a new command."""
        return self.journal.table.reply_cache.lookup(command)

    def answer(self, peer: Peer, command_id: str, reply: Reply) -> None:
        """Answer without any row, in the order of the log."""
        self._result(peer, command_id, reply_of(reply))

    def submit_own(
        self,
        body: CommandBody,
        then: Callable[[Reply], None] = lambda _: None,
        by: Sender = SERVER,
        access: AccessChanges = UNCHANGED,
    ) -> None:
        """Take a command into the mailbox that the server makes, for itself or for a seat that wants it."""
        command = Command(command_id(), by, body)
        self.mailbox.post(lambda: self.decide(command, then, access))

    async def decide(
        self, command: Command, then: Callable[[Reply], None], access: AccessChanges = UNCHANGED
    ) -> Reply:
        """Decide a command, and have it answered and told when it is stored; returns what was decided.

        `access` is stored with the command's rows, or not at all where it has none.
        """
        began = perf_counter()
        decision = await self._decided(command)
        took = round(perf_counter() - began, 6)
        about = {"table": self.journal.tag, "command": command.id, "kind": type(command.body).__name__}
        log.info("decided", outcome=decision.reply.outcome, seconds=took, **about)
        if took > self.config.geometry_seconds:
            log.warning("slow decision", seconds=took, **about)
        return self._commit(command, decision, then, access)

    def _commit(
        self,
        command: Command,
        decision: Decision,
        then: Callable[[Reply], None],
        access: AccessChanges = UNCHANGED,
    ) -> Reply:
        """Write down what was decided, and have it answered and told when it is stored; returns the reply."""

        def on_failed(fault: StoreFault) -> None:
            self.vtt_documents.forget()
            then(self._on_failed(command, fault))

        if not decision.rows:
            self.journal.table.cache_reply(command, decision)
            self.mailbox.after_stored(Effect(lambda: then(decision.reply), on_failed))
            return decision.reply
        written = self.journal.write(command, decision, access)
        if isinstance(written, TooLarge):
            self._give_up_waiting(command.body)
            no = refuse("OUTCOME_TOO_LARGE", bytes=written.bytes, most=MAX_ROW_BYTES)
            return self._commit(command, no_rows(refused(no)), then)

        def on_stored() -> None:
            self._on_stored(written.steps, lambda: then(decision.reply))

        self.mailbox.after_stored(Effect(on_stored, on_failed, written.stored))
        return decision.reply

    async def _reload(self) -> None:
        """Load the table from its log, in a worker thread; what was to be told of its people is told."""
        self.journal.restore(await CancellableJob().run(self.journal.read))
        if self.members.executor is not self.lease.holder:
            self.mailbox.post(self._new_executor)
        self.mailbox.post(self._ask_for_absent)

    def _give_up_waiting(self, body: CommandBody) -> None:
        """A hold whose time is over, and whose default leads to more than can be written, ends with a no."""
        if isinstance(body, Waited):
            self.submit_own(Reject(body.hold))

    async def _decided(self, command: Command) -> Decision:
        """Decide in a worker thread; what takes far too long, or fails, is told to its asker."""
        live = self.lease.live
        try:
            return await run_in_worker(lambda: self.journal.decide(command, uniform, live), self.time_budget)
        except BudgetExceeded:
            log.warning("given up", table=self.journal.tag, command=command.id)
            return no_rows(busy("geometry_time", RETRY_MS))
        except Exception as fault:  # noqa: BLE001 - a rule book's bug must not end its table
            log.error(  # noqa: TRY400 - tracebacks show secrets; the line names the fault
                "decision failed", table=self.journal.tag, command=command.id, error=repr(fault)
            )
            return no_rows(invalid("rules_failed", kind=type(fault).__name__))

    def _on_stored(self, steps: tuple[LoggedStep, ...], answer: Callable[[], None]) -> None:
        answer()
        self.members.broadcast(steps, self.hold_timers.remaining)
        for one in steps:
            if one.seq % ROWS_A_STATE == 0:
                self._save_state(
                    asyncio.get_running_loop().run_in_executor(None, self.journal.save_state, one)
                )

    def _save_state(self, working: asyncio.Future[None]) -> None:
        """Remember what goes on beside the mailbox until it is done."""
        self._saving.add(working)
        working.add_done_callback(self._saving.discard)

    def _on_failed(self, command: Command, fault: StoreFault) -> Reply:
        """Return the reply to a command whose rows, or rows before it, could not be stored."""
        if isinstance(fault, CommandKnown):
            return self.journal.stored_reply(command)
        if isinstance(fault, ReadOnly):
            return refused(refuse("READ_ONLY", reason=str(fault)))
        return NOT_STORED

    def request(self, peer: Peer, command_id: str, body: Message) -> None:
        """Take a client's request into the mailbox; what takes long may not pile up."""
        if self._is_overloaded(peer, body):
            peer.send(WireReply("busy", code="too_many_in_flight", retry_after_ms=RETRY_MS), re=command_id)
        else:
            self.mailbox.post(
                lambda: self._answer_failure(peer, command_id, self._run_request(peer, command_id, body))
            )

    def _is_overloaded(self, peer: Peer, body: Message) -> bool:
        match body:
            case Look():
                looks = peer in self._sending_state
                self._sending_state.add(peer)
                return looks
            case Preview() | Ask():
                return not self.previews.accept(peer)
            case _:
                return False

    async def _answer_failure(self, peer: Peer, command_id: str, reading: Awaitable[None]) -> None:
        try:
            await reading
        except Exception as fault:  # noqa: BLE001 - a rule book's bug is told to its asker and ends nothing
            log.error(  # noqa: TRY400 - tracebacks show secrets; the line names the fault
                "request failed", table=self.journal.tag, connection=peer.id, error=repr(fault)
            )
            self.answer(peer, command_id, invalid("rules_failed", kind=type(fault).__name__))

    async def _run_request(self, peer: Peer, command_id: str, body: Message) -> None:
        match body:
            case Preview() | Ask():
                previews = self._preview(peer, command_id, body, self.state)
                self._save_state(asyncio.ensure_future(self._answer_failure(peer, command_id, previews)))
            case Look():
                await self._send_state(peer, command_id)
            case Seats():
                view = self.journal.table.view(peer.seat_id)
                self._result(peer, command_id, SeatList(seats_of(view, self.members.connected())))
            case Executor():
                self._executor(peer, command_id, body)
            case _:
                self._result(peer, command_id, WireReply("invalid", code="unsupported"))

    async def _preview(self, peer: Peer, command_id: str, body: Preview | Ask, state: State) -> None:
        failures = self.mailbox.failures
        found = await self.previews.preview(peer, body, state)
        if self.mailbox.failures != failures:
            # the state that this was computed from may never have been stored
            peer.send(reply_of(NOT_STORED), re=command_id)
        elif found is not None:
            self._result(peer, command_id, found)

    def _result(self, peer: Peer, command_id: str, message: Message) -> None:
        self._tell(peer, command_id, lambda: peer.send(message, re=command_id))

    def _tell(self, peer: Peer, command_id: str, on_stored: Callable[[], None]) -> None:
        """Have a request answered in the order of the log; busy where what it stands on is not stored."""
        self.mailbox.after_stored(Effect(on_stored, lambda _: peer.send(reply_of(NOT_STORED), re=command_id)))

    def join(self, peer: Peer, resume: Resume | None, session: str, before: tuple[Message, ...] = ()) -> None:
        """Seat a client: it is welcomed, told the state or what it missed, and hears all from then on."""
        self.joining.join(peer, JoinRequest(resume, session, before))

    async def _send_state(self, peer: Peer, command_id: str) -> None:
        self._sending_state.discard(peer)
        head = head_for(self.key, self.journal.hash, whole=self.state.is_gm(peer.seat))
        whole = await full_state_for(self.journal, peer, head)
        self._tell(peer, command_id, lambda: send(peer, whole, re=command_id))

    def leave(self, peer: Peer) -> None:
        """A client is gone."""
        peer.is_gone = True
        self.mailbox.post(lambda: self._leave(peer))

    def _leave(self, peer: Peer) -> None:
        self.vtt_documents.left(peer.id)
        if peer in self.members.peers:
            self.members.peers.remove(peer)
        if self.members.executor is peer:
            self.members.set_executor(None, self.lease.term)
        if self.lease.leave(peer):
            self.mailbox.post(self._new_executor)
        self._ask_for_absent(peer.seat_id)

    def _ask_for_absent(self, seat: str | None = None) -> None:
        """Ask the game masters where nobody of a question's audience is here: of one seat that left, or all.

        It is asked again when the table is loaded again, should these rows not be stored.
        """
        state, here = self.state, self.members.connected()
        held = tuple(
            hold
            for hold in state.holds
            if any(seat in {None, asked} and not here.get(asked, False) for asked in hold.seats)
        )

        def on_stored() -> None:
            for hold in held:
                self._ask_gms(state, hold)

        self.mailbox.after_stored(Effect(on_stored, lambda _: None))

    def _ask_gms(self, state: State, hold: Hold) -> None:
        for other in self.members.peers:
            if state.is_gm(other.seat):
                self.members.send_state(other, state, hold, self.hold_timers.remaining(hold))

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
        for peer in tuple(self.members.peers):
            if peer.seat == seat:
                peer.close(CloseCode.REVOKED)

    def _executor(self, peer: Peer, command_id: str, body: Executor) -> None:
        if not self.state.is_gm(peer.seat):
            self._result(peer, command_id, WireReply("refused", code="NOT_ALLOWED"))
            return
        if not body.claim and self.members.executor is peer:
            self.members.set_executor(None, self.lease.term)
        changed = self.lease.claim(peer, force=body.force) if body.claim else self.lease.leave(peer)
        self._result(peer, command_id, self.lease.state_for(peer))
        if changed:
            self.mailbox.post(self._new_executor)

    async def _new_executor(self) -> None:
        """Send the new executor its term and what nobody confirmed, and carry out what waits."""
        holder, term = self.lease.holder, self.lease.term
        if holder is None:
            return
        again = await self._unconfirmed()

        def on_stored() -> None:
            self.members.set_executor(holder, term)
            holder.send(self.lease.state_for(holder))
            self.members.backlog(holder, again)

        # where this is not told, it is tried again when the table has been loaded again
        self.mailbox.after_stored(Effect(on_stored, lambda _: None))
        for hold in self.journal.table.waiting_for_executor():
            self.submit_own(CarryOut(hold.id))

    async def _unconfirmed(self) -> tuple[LoggedStep, ...]:
        """Return the rows that nobody confirmed; what is no longer in memory is read from the log."""
        seqs = frozenset(written.seq for written in self.journal.table.unapplied())
        here = tuple(on_stored for on_stored in self.journal.recent_events if on_stored.seq in seqs)
        if len(here) == len(seqs):
            return here
        first, end, long = (
            min(seqs),
            self.journal.recent_events.oldest,
            TimeBudget(0.0, self.config.replay_seconds),
        )

        def earlier() -> tuple[LoggedStep, ...]:
            rows = replay_after(self.journal, separate_context(self.journal), first - 1).rows
            return tuple(
                on_stored
                for on_stored in takewhile(lambda on_stored: on_stored.seq <= end, rows)
                if on_stored.seq in seqs
            )

        return (*await run_in_worker(earlier, long), *here)

    def tick(self, elapsed_ms: int) -> None:
        """Let time pass for what waits."""
        self.mailbox.post(lambda: self._tick(elapsed_ms))

    async def _tick(self, elapsed_ms: int) -> None:
        here = self.members.connected()
        gm = self.members.gm_is_here(self.state)
        self.hold_timers.advance(
            self.state,
            elapsed_ms,
            lambda hold: gm or any(here.get(seat, False) for seat in hold.seats),
            gm=gm,
        )
        for waited in self.hold_timers.due(self.state, now_ms()):
            await self.decide(Command(command_id(), SERVER, waited), lambda _: None)

    async def stop(self) -> None:
        """Write down how long things have waited, finish, and end."""
        for waited in self.hold_timers.stopping(self.state, now_ms()):
            self.submit_own(waited)
        await self.mailbox.stop()
        await asyncio.gather(*self._saving, return_exceptions=True)
        with contextlib.suppress(StoreFault):
            await asyncio.to_thread(self.journal.save_last_state)
