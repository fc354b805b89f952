"""Who writes into the VTT: one client at a time, with a term that grows with every change."""

from vttbridge.server.transport.peer import Link
from vttbridge.table import Live
from vttbridge_protocol import CloseCode, ExecutorState


class Slot:
    """The executor's slot of one table; who comes first has it, the others wait in line."""

    def __init__(self, term: int) -> None:
        self.term = term
        self._holder: Link | None = None
        self._line: list[Link] = []

    @property
    def holder(self) -> Link | None:
        """Who has the slot."""
        return self._holder

    def is_free_for(self, link: Link) -> bool:
        """Say whether nobody else writes into the VTT."""
        return self._holder is None or self._holder is link

    @property
    def live(self) -> Live:
        """What a decision needs to know of it."""
        return Live(executor=self._holder is not None, term=self.term)

    def claim(self, link: Link, *, force: bool) -> bool:
        """Ask for the slot; gives whether it changed hands."""
        if self._holder is link:
            return False
        if self._holder is None or force:
            return self._take(link)
        if link not in self._line:
            self._line.append(link)
        return False

    def _take(self, link: Link) -> bool:
        before, self._holder = self._holder, link
        self._line = [other for other in self._line if other is not link]
        self.term += 1
        if before is not None:
            before.end(CloseCode.EXECUTOR_MOVED)
        return True

    def leave(self, link: Link) -> bool:
        """Give the slot back; gives whether somebody else has it now."""
        self._line = [other for other in self._line if other is not link]
        if self._holder is not link:
            return False
        self._holder = None
        return self._take(self._line[0]) if self._line else False

    def state_for(self, link: Link) -> ExecutorState:
        """Tell a client how the slot stands."""
        if self._holder is link:
            return ExecutorState("yours", self.term)
        if link in self._line:
            return ExecutorState("waiting", self.term)
        return ExecutorState("none" if self._holder is None else "taken", self.term)
