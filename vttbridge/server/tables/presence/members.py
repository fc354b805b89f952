"""Who sits at a table now, and who of them writes into the VTT."""

from vttbridge.server.transport.peer import Peer
from vttbridge.table import Hold, State
from vttbridge_protocol import CloseCode, Message


class Members:
    """The connections at one table."""

    def __init__(self) -> None:
        self.peers: list[Peer] = []
        self.executor: Peer | None = None
        self.term = 0

    def leave(self, peer: Peer) -> None:
        """A connection is gone; it may never have been seated."""
        if peer in self.peers:
            self.peers.remove(peer)

    def close(self, seat: str) -> None:
        """Close whatever is connected for a seat that was ended."""
        for peer in tuple(self.peers):
            if peer.seat == seat:
                peer.close(CloseCode.REVOKED)

    def connected(self) -> dict[str, bool]:
        """Return which seats somebody sits on."""
        return {peer.seat_id: True for peer in self.peers}

    def gm_is_here(self, state: State) -> bool:
        """Return whether a game master is connected."""
        return any(state.is_gm(peer.seat) for peer in self.peers)

    def set_executor(self, peer: Peer | None, term: int) -> None:
        """Set who writes into the VTT from now on; events to be written carry its term."""
        self.executor, self.term = peer, term

    def term_for(self, peer: Peer) -> int | None:
        """Return the term that a connection writes with, `None` where it is not the executor."""
        return self.term if peer is self.executor else None

    def is_asked(self, seat: str, state: State, hold: Hold) -> bool:
        """Return whether a seat is asked: a question's audience, and game masters where none is here."""
        if seat in hold.seats:
            return True
        here = self.connected()
        return state.is_gm(seat) and not any(here.get(asked, False) for asked in hold.seats)

    def send_to_gms(self, state: State, message: Message) -> None:
        """Send to all game masters."""
        for peer in self.peers:
            if state.is_gm(peer.seat):
                peer.send(message)
