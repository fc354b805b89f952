"""What the server turned away unlooked-at goes out again when it said; everything else is the answer."""

from collections.abc import Iterator

import pytest

from vttbridge.client.turned_away import (
    MAX_PAUSE_S,
    OFFER_PAUSE_S,
    is_turned_away,
    offer_pause_s,
    pause_s,
    until_offer_taken,
    until_taken,
)
from vttbridge_protocol import Message, Reply, RoleRate, SeatList, TransferStop

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


async def test_whoever_is_to_wait_long_hears_so_at_once() -> None:
    """A pause of the longest length is waited; one that is longer is for the caller to decide."""
    longest = Reply("busy", code="too_fast", retry_after_ms=round(MAX_PAUSE_S * 1000))
    longer = Reply("busy", code="too_fast", retry_after_ms=round(MAX_PAUSE_S * 1000) + 1)
    assert await asked([longest, DONE]) == (DONE, [MAX_PAUSE_S], [])
    assert await asked([longer, DONE]) == (longer, [], [DONE])


def test_what_was_turned_away_says_when_to_come_again() -> None:
    """In milliseconds; where it does not say, at once."""
    assert is_turned_away(busy("too_fast"))
    assert not is_turned_away(busy("storage_full"))
    assert pause_s(busy("too_fast")) == 0.75
    assert pause_s(Reply("busy")) == 0.0


async def offered(stops: list[TransferStop | None], tries: int = 3) -> tuple[TransferStop | None, int]:
    """Return what came of an offer, and how many pauses were made."""
    coming = iter(stops)
    pauses: list[None] = []

    async def offer() -> TransferStop | None:
        return next(coming)

    async def pause() -> None:
        pauses.append(None)

    return await until_offer_taken(offer, pause, tries), len(pauses)


async def test_a_transfer_is_offered_again_to_a_busy_server() -> None:
    """So many times at most; any other word ends it."""
    busy_stop, refused = TransferStop("busy"), TransferStop("not_allowed")
    assert await offered([busy_stop, busy_stop, None]) == (None, 2)
    assert await offered([busy_stop] * 3) == (busy_stop, 2)
    assert await offered([refused, None]) == (refused, 0)


def test_an_offer_waits_until_the_rate_has_refilled() -> None:
    """The rate of the own role; never longer than the longest pause."""
    rates = (RoleRate("gm", 10, 20), RoleRate("player", 0.001, 20), RoleRate("observer", 0, 1))
    assert offer_pause_s(rates, "gm") == 2.0
    assert offer_pause_s(rates, "player") == MAX_PAUSE_S
    assert offer_pause_s(rates, "observer") == offer_pause_s((), "gm") == OFFER_PAUSE_S
