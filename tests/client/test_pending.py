"""Whoever waits for the server gets the answer, or learns that there will be none."""

import pytest

from vttbridge.client.pending import PendingReplies
from vttbridge.client.settings import Closed
from vttbridge_protocol import CloseCode, Envelope, Look, Reply, Resolved

pytestmark = pytest.mark.asyncio

DONE = Reply("done")
END = Resolved("h-1", "committed")


def request(name: str) -> Envelope:
    """Return a request of that id."""
    return Envelope(Look(), id=name)


async def test_what_got_no_answer_is_kept_to_be_sent_again() -> None:
    """In the order in which it was asked first; an answer ends that, also where nobody waits any longer."""
    pending = PendingReplies()
    given_up = pending.answer_to(request("a"))
    pending.answer_to(request("b"))
    pending.answer_to(request("a"))
    assert [one.id for one in pending.unanswered] == ["a", "b"]
    given_up.cancel()
    pending.answered("a", DONE)
    assert [one.id for one in pending.unanswered] == ["b"]


async def test_an_answer_reaches_whoever_waits_for_it_once() -> None:
    """Only the wait of that name ends; a second answer, or one for nobody, changes nothing."""
    pending = PendingReplies()
    mine, other = pending.answer_to(request("a")), pending.answer_to(request("b"))
    pending.answered("a", DONE)
    pending.answered("a", Reply("invalid"))
    pending.answered("nobody", DONE)
    assert await mine is DONE
    assert not other.done()


async def test_an_end_may_come_before_anybody_waits_for_it() -> None:
    """The end of a pending command is kept, and the first one counts."""
    pending = PendingReplies()
    pending.resolved("a", END)
    pending.resolved("a", Resolved("h-1", "cancelled"))
    assert await pending.end_of("a") is END


async def test_nobody_waits_for_a_link_that_is_over() -> None:
    """All open waits end with the reason; what had come stays."""
    waits = PendingReplies()
    open_one, come, pending = waits.answer_to(request("a")), waits.answer_to(request("b")), waits.end_of("c")
    waits.answered("b", DONE)
    waits.over(Closed(int(CloseCode.REVOKED)))
    assert await come is DONE
    for wait in (open_one, pending):
        with pytest.raises(Closed):
            await wait
