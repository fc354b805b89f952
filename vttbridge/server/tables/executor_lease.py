"""Who writes into the VTT: one client at a time, with a term that grows with every change."""

from vttbridge.server.transport.peer import Peer
from vttbridge.table import Live
from vttbridge_protocol import CloseCode, ExecutorState


class ExecutorLease:
    """The executor's slot of one table; who comes first has it, the others wait in line."""

    def __init__(self, term: int) -> None:
        self.term = term
        self._holder: Peer | None = None
        self._queue: list[Peer] = []

    @property
    def holder(self) -> Peer | None:
        """Who has the lease."""
        return self._holder

    def is_free_for(self, peer: Peer) -> bool:
        """Return whether nobody else writes into the VTT."""
        return self._holder is None or self._holder is peer

    @property
    def live(self) -> Live:
        """What a decision needs to know of it."""
        return Live(executor=self._holder is not None, term=self.term)

    def claim(self, peer: Peer, *, force: bool) -> bool:
        """Ask for the lease; returns whether it changed hands."""
        if self._holder is peer:
            return False
        if self._holder is None or force:
            return self._take(peer)
        if peer not in self._queue:
            self._queue.append(peer)
        return False

    def _take(self, peer: Peer) -> bool:
        before, self._holder = self._holder, peer
        self._queue = [other for other in self._queue if other is not peer]
        self.term += 1
        if before is not None:
            before.close(CloseCode.EXECUTOR_MOVED)
        return True

    def leave(self, peer: Peer) -> bool:
        """Return the lease back; returns whether somebody else has it now."""
        self._queue = [other for other in self._queue if other is not peer]
        if self._holder is not peer:
            return False
        self._holder = None
        return self._take(self._queue[0]) if self._queue else False

    def state_for(self, peer: Peer) -> ExecutorState:
        """Return how the lease stands for a client."""
        if self._holder is peer:
            return ExecutorState("yours", self.term)
        if peer in self._queue:
            return ExecutorState("waiting", self.term)
        return ExecutorState("none" if self._holder is None else "taken", self.term)
