"""What the server turned away unlooked-at goes out again when it said; everything else is the answer."""

from collections.abc import Iterator

import pytest

from vttbridge.client.turned_away import until_taken
from vttbridge_protocol import Message, Reply, SeatList

pytestmark = pytest.mark.asyncio

DONE = Reply("done", seq=7)


def busy(code: str) -> Reply:
    """Return a reply that says when to come again."""
    return Reply("busy", code=code, retry_after_ms=750)


async def asked(answers: list[Message], tries: int = 3) -> tuple[Message, list[float], list[Message]]:
    """Return the answer in the end, the pauses before it, and what would have been answered after it."""
    backoff: list[float] = []
    coming: Iterator[Message] = iter(answers)

    async def send() -> Message:
        return next(coming)

    async def pause(seconds: float) -> None:
        backoff.append(seconds)

    return await until_taken(send, pause, tries), backoff, list(coming)


@pytest.mark.parametrize("code", ["too_fast", "too_many_in_flight"])
async def test_it_is_sent_again_after_the_pause_that_was_asked_for(code: str) -> None:
    """Twice turned away and once taken is done, after two pauses."""
    assert await asked([busy(code), busy(code), DONE]) == (DONE, [0.75, 0.75], [])


@pytest.mark.parametrize(
    "answer", [DONE, SeatList(()), Reply("refused", code="too_fast"), busy("storage_full")]
)
async def test_what_was_looked_at_is_the_answer(answer: Message) -> None:
    """A full disk, as any answer, is told to whoever asked at once."""
    assert await asked([answer, DONE]) == (answer, [], [DONE])


async def test_it_ends_after_so_many_tries() -> None:
    """The last busy is the answer."""
    assert await asked([busy("too_fast")] * 4) == (busy("too_fast"), [0.75, 0.75], [busy("too_fast")])
