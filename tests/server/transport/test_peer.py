"""A client as its table knows it."""

import pytest

from support.edge import QueuedPeer
from vttbridge.session.actions import Close, Send
from vttbridge_protocol import CloseCode, Heartbeat


def test_only_who_sits_has_a_seat() -> None:
    """The others raise instead of being nobody."""
    assert QueuedPeer("s1").seat_id == "s1"
    with pytest.raises(LookupError):
        QueuedPeer().seat_id  # noqa: B018 - it raises


def test_what_is_sent_is_queued_in_order() -> None:
    """Messages, frames and the end."""
    peer = QueuedPeer()
    peer.sent_ms = 0
    peer.send(Heartbeat())
    peer.send_frame((Send(b"x"),))
    peer.close(CloseCode.RESTART, "soon")
    assert isinstance(peer.steps[0], Send)
    assert peer.steps[1:] == [Send(b"x"), Close(CloseCode.RESTART, "soon")]
    assert peer.sent_ms > 0
