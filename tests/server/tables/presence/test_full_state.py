"""A table's whole state for one seat, in a frame or as a transfer."""

import pytest

from support.fake_peer import FakePeer
from support.stored_table import StoredTable
from vttbridge.server.tables.presence import full_state
from vttbridge_protocol import Encoding, Snapshot, TransferOpen


def test_a_seat_is_sent_what_it_may_see() -> None:
    """The hidden piece is in a game master's state alone."""
    table = StoredTable()
    state = table.journal.table.state
    for seat, sees in (("s-gm", True), ("s-1", False)):
        peer = FakePeer(seat)
        whole = full_state.full_state(table.journal.game, state, seat, "h", Encoding.JSON)
        full_state.send(peer, whole, re="0" * 32)
        (found,) = peer.replies_to("0" * 32)
        assert isinstance(found, Snapshot)
        assert (found.epoch, found.seq, found.head) == (state.epoch, state.seq, "h")
        assert ("Canary" in str(found.data)) is sees
        assert found.blob is None


def test_a_long_one_goes_as_a_transfer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The snapshot names it, and its opening follows."""
    table, peer = StoredTable(), FakePeer("s-gm")
    whole = full_state.full_state(table.journal.game, table.journal.table.state, "s-gm", "h", Encoding.JSON)
    monkeypatch.setattr(full_state, "MAX_FRAME_BYTES", len(whole.payload) - 1)
    full_state.send(peer, whole)
    snapshot, opening = peer.messages
    assert isinstance(snapshot, Snapshot)
    assert isinstance(opening, TransferOpen)
    assert (snapshot.data, snapshot.blob) == (None, opening.blake2b)
    assert opening.kind == "snapshot"
