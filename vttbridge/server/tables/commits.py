"""What is done with each command: decide, write down, answer, tell the others."""

import asyncio
from collections.abc import Callable
from time import perf_counter

import structlog

from vttbridge.errors import StoreFault
from vttbridge.geometry.allowance import BudgetExceeded
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.serializers.commands import command_body
from vttbridge.serializers.results import reply_of
from vttbridge.server.runtime.config import Config
from vttbridge.server.runtime.entropy import command_id, uniform
from vttbridge.server.runtime.workers import TimeBudget, run_in_worker
from vttbridge.server.tables.executor_lease import ExecutorLease
from vttbridge.server.tables.mailbox import Effect, Mailbox
from vttbridge.server.tables.presence.broadcast import Broadcast
from vttbridge.server.tables.previews import RETRY_MS
from vttbridge.server.tables.replies import NOT_STORED, OrderedReplies
from vttbridge.server.tables.vtt_documents import VttDocuments
from vttbridge.server.transport.peer import Peer
from vttbridge.storage.journal import MAX_ROW_BYTES, ROWS_A_STATE, TableJournal, TooLarge
from vttbridge.storage.recent_events import LoggedStep
from vttbridge.table import SERVER, CommandKnown, Hold, ReadOnly, Reply, Sender
from vttbridge.table.decisions.decision import Decision, no_rows
from vttbridge.table.log.store import UNCHANGED, AccessChanges
from vttbridge.table.model.commands import Command, CommandBody, Reject, Waited
from vttbridge.table.model.replies import busy, invalid, refused
from vttbridge_protocol import Applied, Diverged, Message, SceneChanged, SceneGone

log = structlog.get_logger()


class Commits:
    """Decides the commands of one table one after another, and commits what they come to."""

    def __init__(
        self,
        journal: TableJournal,
        mailbox: Mailbox,
        broadcast: Broadcast,
        *,
        lease: ExecutorLease,
        remaining: Callable[[Hold], int | None],
        config: Config,
    ) -> None:
        self.vtt_documents = VttDocuments()
        self._journal = journal
        self._mailbox = mailbox
        self._broadcast = broadcast
        self._lease = lease
        self._remaining = remaining
        self._config = config
        self._time_budget = TimeBudget(config.geometry_seconds, config.decision_seconds)
        self._replies = OrderedReplies(mailbox)

    async def run(self, peer: Peer, command_id: str, body: Message, digest: str) -> None:
        """Decide what a client wants; what is no command of the table is answered as such."""
        wanted = command_body(body)
        if wanted is None:
            self._replies.send(peer, command_id, reply_of(invalid("unsupported")))
        elif isinstance(wanted, Refusal):
            self._replies.send(peer, command_id, reply_of(invalid(wanted.code, **dict(wanted.facts))))
        else:
            command = Command(command_id, peer.seat_id, wanted, digest)
            reply = await self.decide(command, lambda reply: peer.send(reply_of(reply), re=command_id))
            if reply.outcome == "done" and not reply.dup:
                self._track_documents(body)

    def submit_own(
        self,
        body: CommandBody,
        then: Callable[[Reply], None] = lambda _: None,
        by: Sender = SERVER,
        access: AccessChanges = UNCHANGED,
    ) -> None:
        """Take a command into the mailbox that the server makes, for itself or for a seat that wants it."""
        command = Command(command_id(), by, body)
        self._mailbox.post(lambda: self.decide(command, then, access))

    async def ordered(self, body: CommandBody, access: AccessChanges = UNCHANGED) -> Reply:
        """Do what the server wants; returns the reply when it is stored, or why it cannot be.

        BudgetExceeded where the server stops: a mailbox that nobody empties any more answers nothing.
        """
        if self._mailbox.is_stopping:
            raise BudgetExceeded
        answered: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self.submit_own(body, answered.set_result, access=access)
        return await answered

    async def decide(
        self, command: Command, then: Callable[[Reply], None], access: AccessChanges = UNCHANGED
    ) -> Reply:
        """Decide a command, and have it answered and told when it is stored; returns what was decided.

        `access` is stored with the command's rows, or not at all where it has none.
        """
        began = perf_counter()
        decision = await self._decided(command)
        took = round(perf_counter() - began, 6)
        about = {"table": self._journal.tag, "command": command.id, "kind": type(command.body).__name__}
        log.info("decided", outcome=decision.reply.outcome, seconds=took, **about)
        if took > self._config.geometry_seconds:
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
            self._journal.table.cache_reply(command, decision)
            self._mailbox.after_stored(Effect(lambda: then(decision.reply), on_failed))
            return decision.reply
        written = self._journal.write(command, decision, access)
        if isinstance(written, TooLarge):
            self._give_up_waiting(command.body)
            no = refuse("OUTCOME_TOO_LARGE", bytes=written.bytes, most=MAX_ROW_BYTES)
            return self._commit(command, no_rows(refused(no)), then)

        def on_stored() -> None:
            self._on_stored(written.steps, lambda: then(decision.reply))

        self._mailbox.after_stored(Effect(on_stored, on_failed, written.stored))
        return decision.reply

    async def _decided(self, command: Command) -> Decision:
        """Decide in a worker thread; what takes far too long, or fails, is told to its asker."""
        live = self._lease.live
        try:
            return await run_in_worker(
                lambda: self._journal.decide(command, uniform, live), self._time_budget
            )
        except BudgetExceeded:
            log.warning("given up", table=self._journal.tag, command=command.id)
            return no_rows(busy("geometry_time", RETRY_MS))
        except Exception as fault:  # noqa: BLE001 - a rule book's bug must not end its table
            log.error(  # noqa: TRY400 - tracebacks show secrets; the line names the fault
                "decision failed", table=self._journal.tag, command=command.id, error=repr(fault)
            )
            return no_rows(invalid("rules_failed", kind=type(fault).__name__))

    def _on_stored(self, steps: tuple[LoggedStep, ...], answer: Callable[[], None]) -> None:
        answer()
        self._broadcast.send(steps, self._remaining)
        for one in steps:
            if one.seq % ROWS_A_STATE == 0:
                self._mailbox.keep(
                    asyncio.get_running_loop().run_in_executor(None, self._journal.save_state, one)
                )

    def _on_failed(self, command: Command, fault: StoreFault) -> Reply:
        """Return the reply to a command whose rows, or rows before it, could not be stored."""
        if isinstance(fault, CommandKnown):
            return self._journal.stored_reply(command)
        if isinstance(fault, ReadOnly):
            return refused(refuse("READ_ONLY", reason=str(fault)))
        return NOT_STORED

    def _give_up_waiting(self, body: CommandBody) -> None:
        """A hold whose time is over, and whose default leads to more than can be written, ends with a no."""
        if isinstance(body, Waited):
            self.submit_own(Reject(body.hold))

    def _track_documents(self, body: Message) -> None:
        """Keep what is known of the VTT's documents true, or forget it."""
        match body:
            case Applied() | Diverged():
                self.vtt_documents.confirm(self._journal.table.state, body)
            case SceneChanged(scene=scene, detached=bool()) | SceneGone(scene=scene):
                self.vtt_documents.forget(scene)
            case _:
                pass
