"""What a server turned away unlooked-at is sent again, when it said to come back.

Other kinds of `busy` (a full disk, a plan that takes too long) are for people to hear about at once.
"""

from collections.abc import Awaitable, Callable, Iterable
from typing import TypeGuard

from vttbridge_protocol import Message, Reply, Role, RoleRate, TransferStop

UNLOOKED_AT = frozenset({"too_fast", "too_many_in_flight"})
"""Codes of `busy` that say something of the sender's haste, and nothing of what was sent."""


MAX_PAUSE_S = 30.0
"""Whoever is told to come again later than that decides for themselves whether to."""

OFFER_PAUSE_S = 4.0
"""The pause before a transfer is offered again to a server that does not say its rates."""


async def until_taken(
    send: Callable[[], Awaitable[Message]], pause: Callable[[float], Awaitable[None]], tries: int
) -> Message:
    """Return what answers a request that is sent again while it is turned away, so many times at most."""
    answer = await send()
    for _ in range(tries - 1):
        if not is_turned_away(answer) or pause_s(answer) > MAX_PAUSE_S:
            break
        await pause(pause_s(answer))
        answer = await send()
    return answer


def pause_s(reply: Reply) -> float:
    """Return how long a server wants to be left alone."""
    return (reply.retry_after_ms or 0) / 1000


def is_turned_away(answer: Message) -> TypeGuard[Reply]:
    """Return whether a request was answered before anybody looked at it."""
    return isinstance(answer, Reply) and answer.outcome == "busy" and answer.code in UNLOOKED_AT


async def until_offer_taken(
    offer: Callable[[], Awaitable[TransferStop | None]],
    pause: Callable[[], Awaitable[None]],
    tries: int,
) -> TransferStop | None:
    """Return why a transfer ended early, `None` where it was taken; a busy server is offered it again."""
    stop = await offer()
    for _ in range(tries - 1):
        if stop is None or stop.code != "busy":
            break
        await pause()
        stop = await offer()
    return stop


def offer_pause_s(rates: Iterable[RoleRate], role: Role) -> float:
    """Return the pause before a transfer is offered again, as a stop does not say when to come.

    A rate that has refilled whole is never overdrawn, so whoever waits that long is not cut off.
    """
    for rate in rates:
        if rate.role == role and rate.per_second > 0:
            return min(MAX_PAUSE_S, rate.burst / rate.per_second)
    return OFFER_PAUSE_S
