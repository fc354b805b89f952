"""Who writes into the VTT is told its term, what nobody confirmed, and gets what waits carried out."""

from collections.abc import Callable
from itertools import takewhile

from vttbridge.server.runtime.workers import TimeBudget, run_in_worker
from vttbridge.server.tables.executor_lease import ExecutorLease
from vttbridge.server.tables.mailbox import Effect, Mailbox
from vttbridge.server.tables.presence.broadcast import Broadcast
from vttbridge.server.tables.presence.members import Members
from vttbridge.server.transport.peer import Peer
from vttbridge.storage.journal import TableJournal
from vttbridge.storage.log_reader import replay_after, separate_context
from vttbridge.storage.recent_events import LoggedStep
from vttbridge.table.model.commands import CarryOut
from vttbridge_protocol import Executor, ExecutorState


class ExecutorHandover:
    """Hands the lease of one table from client to client; `carry_out` takes what waited for one."""

    def __init__(
        self,
        journal: TableJournal,
        mailbox: Mailbox,
        members: Members,
        broadcast: Broadcast,
        *,
        lease: ExecutorLease,
        carry_out: Callable[[CarryOut], None],
        replay_seconds: float,
    ) -> None:
        self.lease = lease
        self._journal = journal
        self._mailbox = mailbox
        self._members = members
        self._broadcast = broadcast
        self._carry_out = carry_out
        self._time_budget = TimeBudget(0.0, replay_seconds)

    def claim(self, peer: Peer, wanted: Executor) -> ExecutorState:
        """Take the lease for a client or from it; returns how it stands for the client then."""
        if not wanted.claim:
            self.leave(peer)
        elif self.lease.claim(peer, force=wanted.force):
            self._mailbox.post(self._hand_over)
        return self.lease.state_for(peer)

    def leave(self, peer: Peer) -> None:
        """A client no longer writes; the next one in line does."""
        if self._members.executor is peer:
            self._members.set_executor(None, self.lease.term)
        if self.lease.leave(peer):
            self._mailbox.post(self._hand_over)

    def resume(self) -> None:
        """Tell the holder again, where it was not told because rows before could not be stored."""
        if self._members.executor is not self.lease.holder:
            self._mailbox.post(self._hand_over)

    async def _hand_over(self) -> None:
        """Send the new executor its term and what nobody confirmed, and carry out what waits."""
        holder, term = self.lease.holder, self.lease.term
        if holder is None:
            return
        again = await self._unconfirmed()

        def on_stored() -> None:
            self._members.set_executor(holder, term)
            holder.send(self.lease.state_for(holder))
            self._broadcast.send_backlog(holder, again)

        # where this is not told, it is tried again when the table has been loaded again
        self._mailbox.after_stored(Effect(on_stored, lambda _: None))
        for hold in self._journal.table.waiting_for_executor():
            self._carry_out(CarryOut(hold.id))

    async def _unconfirmed(self) -> tuple[LoggedStep, ...]:
        """Return the rows that nobody confirmed; what is no longer in memory is read from the log."""
        seqs = frozenset(written.seq for written in self._journal.table.unapplied())
        here = tuple(logged for logged in self._journal.recent_events if logged.seq in seqs)
        if len(here) == len(seqs):
            return here
        first, end = min(seqs), self._journal.recent_events.oldest

        def earlier() -> tuple[LoggedStep, ...]:
            rows = replay_after(self._journal, separate_context(self._journal), first - 1).rows
            return tuple(
                logged for logged in takewhile(lambda logged: logged.seq <= end, rows) if logged.seq in seqs
            )

        return (*await run_in_worker(earlier, self._time_budget), *here)
