"""What a server turned away unlooked-at is sent again, when it said to come back.

Other kinds of `busy` (a full disk, a plan that takes too long) are for people to hear about at once.
"""

from collections.abc import Awaitable, Callable
from typing import TypeGuard

from vttbridge_protocol import Message, Reply

UNLOOKED_AT = frozenset({"too_fast", "too_many_in_flight"})
"""Codes of `busy` that say something of the sender's haste, and nothing of what was sent."""


async def until_taken(
    send: Callable[[], Awaitable[Message]], pause: Callable[[float], Awaitable[None]], tries: int
) -> Message:
    """Return what answers a request that is sent again while it is turned away, so many times at most."""
    answer = await send()
    for _ in range(tries - 1):
        if not is_turned_away(answer):
            break
        await pause((answer.retry_after_ms or 0) / 1000)
        answer = await send()
    return answer


def is_turned_away(answer: Message) -> TypeGuard[Reply]:
    """Return whether a request was answered before anybody looked at it."""
    return isinstance(answer, Reply) and answer.outcome == "busy" and answer.code in UNLOOKED_AT
