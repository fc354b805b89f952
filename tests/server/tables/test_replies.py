"""Answers come in the order of the log, and nothing is answered over rows that were not stored."""

from concurrent.futures import Future

import pytest

from support.fake_peer import FakePeer, id_of
from vttbridge.errors import StoreFault
from vttbridge.server.tables.mailbox import Effect, Mailbox
from vttbridge.server.tables.replies import OrderedReplies
from vttbridge_protocol import Live, Reply


async def nothing_to_load() -> None:
    """Load nothing."""


@pytest.mark.parametrize("is_stored", [True, False])
async def test_an_answer_waits_for_the_rows_before_it(*, is_stored: bool) -> None:
    """It is busy where they could not be stored."""
    mailbox, peer, written = Mailbox("night", nothing_to_load), FakePeer("s-1"), Future[None]()
    replies = OrderedReplies(mailbox)
    mailbox.start()
    mailbox.after_stored(Effect(lambda: None, lambda _: None, written))
    replies.send(peer, id_of("r"), Live(1))
    replies.when_stored(peer, id_of("s"), lambda: peer.send(Live(2)))
    assert peer.messages == []
    if is_stored:
        written.set_result(None)
    else:
        written.set_exception(StoreFault("no room"))
    await mailbox.stop()
    if is_stored:
        assert peer.messages == [Live(1), Live(2)]
        assert peer.replies_to(id_of("r")) == [Live(1)]
    else:
        busy = Reply("busy", code="storage_full", retry_after_ms=2_000)
        assert peer.replies_to(id_of("r")) == peer.replies_to(id_of("s")) == [busy]
