"""How everybody at a table is told what happened: one frame a view, numbered for each connection."""

from collections.abc import Callable, Iterable, Iterator

import msgspec

from vttbridge.serializers.events import event_for
from vttbridge.serializers.results import asked_of, held_of, resolved_of
from vttbridge.serializers.vtt_updates import updates_of
from vttbridge.server.tables.presence.members import Members
from vttbridge.server.transport.peer import Peer
from vttbridge.session.event_mac import head_for
from vttbridge.storage.recent_events import LoggedStep
from vttbridge.table import GameContext, Hold, State, resolved
from vttbridge.table.visibility.view import hold_seen
from vttbridge_protocol import Encoding, Envelope, encode_numbered

Numbered = Callable[[int], bytes | str]
"""An event as bytes, but for its number on the connection."""


class Broadcast:
    """Tells the members of one table."""

    def __init__(self, game: GameContext, key: bytes, members: Members) -> None:
        self._game = game
        self._key = key
        self._members = members

    def send(self, steps: tuple[LoggedStep, ...], remaining: Callable[[Hold], int | None]) -> None:
        """Send everybody a command's rows, and then how the holds in them stand."""
        if not steps:
            return
        for one in steps:
            self._broadcast_event(one)
        for hold in holds_in(steps):
            self._broadcast_hold(steps, hold, remaining)

    def send_backlog(self, peer: Peer, steps: Iterable[LoggedStep]) -> None:
        """Send one client what it missed, at its own pace."""
        send_frame(peer, self.frames(peer, steps))

    def frames(self, peer: Peer, steps: Iterable[LoggedStep]) -> tuple[Numbered, ...]:
        """Return the events of some rows as one client is told of them."""
        frames = (frame_for(self._game, self._key, one, peer, self._members.term_for(peer)) for one in steps)
        return tuple(frame for frame in frames if frame is not None)

    def send_hold(self, peer: Peer, state: State, hold: Hold, remaining_ms: int | None) -> None:
        """Show a hold to a seat that may know of it, and put its question to whoever may answer it now."""
        shown = hold_seen(self._game, state, hold, peer.seat_id)
        if shown is None:
            return
        peer.send(held_of(shown, remaining_ms))
        if shown.question is not None and self._members.is_asked(peer.seat_id, state, hold):
            peer.send(asked_of(shown, shown.question, remaining_ms))

    def _broadcast_event(self, one: LoggedStep) -> None:
        ready: dict[tuple[str, Encoding, bool], Numbered | None] = {}
        for peer in self._members.peers:
            view = "" if one.step.after.is_gm(peer.seat) else peer.seat_id
            connection = (view, peer.session.encoding, peer is self._members.executor)
            if connection not in ready:
                ready[connection] = frame_for(self._game, self._key, one, peer, self._members.term_for(peer))
            frame = ready[connection]
            if frame is not None:
                peer.queue.put(peer.session.send_event(frame))

    def _broadcast_hold(
        self, steps: tuple[LoggedStep, ...], hold: str, remaining: Callable[[Hold], int | None]
    ) -> None:
        now = steps[-1].step.after
        standing = now.hold(hold)
        if standing is not None:
            for peer in self._members.peers:
                self.send_hold(peer, now, standing, remaining(standing))
            return
        for one in steps:
            end = resolved(one.step)
            if end is not None and end.hold == hold:
                before = one.step.before.hold(hold)
                for peer in self._recipients(one.step.before, before):
                    peer.send(resolved_of(end), re=end.command)

    def _recipients(self, state: State, hold: Hold | None) -> Iterator[Peer]:
        for peer in self._members.peers:
            if hold is not None and hold_seen(self._game, state, hold, peer.seat_id) is not None:
                yield peer


def holds_in(steps: Iterable[LoggedStep]) -> tuple[str, ...]:
    """Return the holds that some rows are about, each once."""
    named: dict[str, None] = {}
    for one in steps:
        hold: object = getattr(one.step.row.body, "hold", None)
        if isinstance(hold, str):
            named[hold] = None
    return tuple(named)


def send_frame(peer: Peer, frames: Iterable[Numbered]) -> None:
    """Send events that are to be taken at the client's own pace, like a transfer."""
    for frame in frames:
        peer.queue.put(peer.session.send_event(frame, paced=True))


def frame_for(
    game: GameContext, key: bytes, one: LoggedStep, peer: Peer, term: int | None = None
) -> Numbered | None:
    """Return the event of a row as a client is told of it, but for its number; `None` for nothing.

    `term` is the executor's, where the client is the one.
    """
    whole = one.step.after.is_gm(peer.seat)
    event = event_for(game, one.step, peer.seat_id)
    if event is None:
        return None
    head = head_for(key, one.hash, whole=whole)
    event = msgspec.structs.replace(event, hash=head if whole else None, mark=None if whole else head)
    if term is not None and _is_to_be_applied(one):
        event = msgspec.structs.replace(event, term=term, updates=updates_of(game, one.step))
    return encode_numbered(Envelope(event, seq=one.seq), peer.session.encoding)


def _is_to_be_applied(one: LoggedStep) -> bool:
    written = one.step.after.row(one.step.row.seq)
    return written is not None and written.awaits_executor
