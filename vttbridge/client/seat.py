"""What one seat knows of its table, beside what it may want of it."""

import vttbridge_protocol as wire
from vttbridge.client.commands import Commands
from vttbridge.client.replica import Replica
from vttbridge_protocol import Reply, TableMirror, Tree, Welcome


class Seat(Commands):
    """A seat with its own copy of the table."""

    def __init__(self) -> None:
        self._replica = Replica()

    @property
    def welcome(self) -> Welcome | None:
        """What the table said of itself."""
        return self._replica.welcome

    @property
    def state(self) -> TableMirror:
        """This client's copy of the table."""
        return self._replica.state

    @property
    def state_hash(self) -> str:
        """The hash of this client's copy of the table."""
        return wire.state_hash(self.state)

    @property
    def ground(self) -> Tree:
        """The geometry of each scene by its id, as of the last snapshot."""
        return self._replica.ground

    @property
    def holds(self) -> dict[str, wire.WireHold]:
        """What waits, by the name of its hold."""
        return self._replica.holds

    @property
    def asked(self) -> dict[str, wire.Asked]:
        """What this seat is asked, by the name of its hold."""
        return self._replica.asked

    @property
    def seq(self) -> int:
        """The number of the last event that was heard."""
        return self._replica.seq

    @property
    def epoch(self) -> int:
        """The log's epoch."""
        return self._replica.epoch

    @property
    def head(self) -> str:
        """The last event's hash or mark."""
        return self._replica.head

    @property
    def resyncs(self) -> list[str]:
        """Why this client had to start over, each time."""
        return self._replica.resyncs

    async def look(self) -> TableMirror | Reply:
        """Ask for the whole state, or hear why not; afterwards it is in `state`, the geometry in `ground`."""
        answer = await self._asking(wire.Look(), wire.Snapshot)
        return answer if isinstance(answer, Reply) else self.state
