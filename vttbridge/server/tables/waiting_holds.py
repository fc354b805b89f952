"""The holds of one table: their time passes, and somebody is asked whoever is here."""

from vttbridge.server.tables.hold_timers import HoldTimers
from vttbridge.server.tables.mailbox import Effect, Mailbox
from vttbridge.server.tables.presence.broadcast import Broadcast
from vttbridge.server.tables.presence.members import Members
from vttbridge.storage.journal import TableJournal
from vttbridge.table import Hold
from vttbridge.table.model.commands import Limits, Waited


class WaitingHolds:
    """What waits at one table for somebody's answer or yes."""

    def __init__(
        self, journal: TableJournal, mailbox: Mailbox, members: Members, broadcast: Broadcast, limits: Limits
    ) -> None:
        self._journal = journal
        self._mailbox = mailbox
        self._members = members
        self._broadcast = broadcast
        self._timers = HoldTimers(limits)

    def remaining(self, hold: Hold) -> int | None:
        """Return how much time is left, `None` where none runs."""
        return self._timers.remaining(hold)

    def advance(self, elapsed_ms: int, now_ms: int) -> tuple[Waited, ...]:
        """Let time pass; returns the commands for holds whose time is over."""
        state, here = self._journal.table.state, self._members.connected()
        gm = self._members.gm_is_here(state)
        self._timers.advance(
            state,
            elapsed_ms,
            lambda hold: gm or any(here.get(seat, False) for seat in hold.seats),
            gm=gm,
        )
        return self._timers.due(state, now_ms)

    def stopping(self, now_ms: int) -> tuple[Waited, ...]:
        """Return the commands that write down time used, before the server stops."""
        return self._timers.stopping(self._journal.table.state, now_ms)

    def ask_for_absent(self, seat: str | None = None) -> None:
        """Ask the game masters where nobody of a question's audience is here: of one seat that left, or all.

        It is asked again when the table is loaded again, should these rows not be stored.
        """
        state, here = self._journal.table.state, self._members.connected()
        held = tuple(
            hold
            for hold in state.holds
            if any(seat in {None, asked} and not here.get(asked, False) for asked in hold.seats)
        )

        def on_stored() -> None:
            for hold in held:
                for peer in self._members.peers:
                    if state.is_gm(peer.seat):
                        self._broadcast.send_hold(peer, state, hold, self.remaining(hold))

        self._mailbox.after_stored(Effect(on_stored, lambda _: None))
