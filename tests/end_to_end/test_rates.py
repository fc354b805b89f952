"""Whoever sends faster than their role may, by a clock of the test: it stands still, or runs too fast."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection

import vttbridge_protocol as wire
from end_to_end.at_a_table import JSON, LOCAL, company
from end_to_end.raw import close_code, hear, raw, say
from vttbridge.client import Settings
from vttbridge.client.turned_away import MAX_PAUSE_S
from vttbridge.server.runtime.clock import now_ms
from vttbridge.session.session import TOO_FAST_MS

BURST = 20
SLOW = msgspec.structs.replace(LOCAL, rate_player=(0.001, BURST))
"""So slow that no machine takes long enough for one more message, not even by a clock ten times too fast."""


class Hand:
    """A clock that stands where the test puts it."""

    def __init__(self) -> None:
        self.ms = 0

    def time(self) -> int:
        """Return where it stands."""
        return self.ms


def standing_still() -> int:
    """Return the same time always."""
    return 0


def ten_times_too_fast() -> int:
    """Return a time of which ten seconds pass in one."""
    return now_ms() * 10


async def used_up(link: ClientConnection, token: str) -> None:
    """Come in and send the whole burst, the last of which is still answered."""
    await say(link, wire.Auth(token))
    await hear(link, "live")
    for _ in range(BURST - 1):
        await say(link, wire.Heartbeat())
    await say(link, wire.Seats(), "d" * 32)
    await hear(link, "seat_list")


CLOCKS = [standing_still, ten_times_too_fast]


@pytest.mark.parametrize("clock", CLOCKS)
async def test_who_is_too_fast_is_told(tmp_path: Path, clock: Callable[[], int]) -> None:
    """The burst is taken, and what comes after it is busy."""
    async with company(tmp_path, config=SLOW, limiter_ms=clock) as here, raw(here.server.url) as link:
        await used_up(link, here.player.token)
        await say(link, wire.Seats(), "e" * 32)
        reply = await hear(link, "reply")
        assert isinstance(reply, wire.Reply)
        assert (reply.outcome, reply.code) == ("busy", "too_fast")


async def test_who_stays_too_fast_is_closed(tmp_path: Path) -> None:
    """After the agreed time over the rate the connection ends with its own code."""
    clock = Hand()
    async with company(tmp_path, config=SLOW, limiter_ms=clock.time) as here, raw(here.server.url) as link:
        await used_up(link, here.player.token)
        await say(link, wire.Seats(), "e" * 32)
        await hear(link, "reply")
        clock.ms += TOO_FAST_MS
        await say(link, wire.Seats(), "f" * 32)
        assert await close_code(link) == wire.CloseCode.TOO_FAST


@pytest.mark.parametrize("clock", CLOCKS)
async def test_nobody_is_too_fast_where_the_rates_are_lifted(
    tmp_path: Path, clock: Callable[[], int]
) -> None:
    """The configuration of the other tests lets every machine send as fast as it can."""
    async with company(tmp_path, gm=Settings(tries=1), limiter_ms=clock) as here:
        for turn in range(270):
            reply = await here.gm.change("roof", "ben", {"place": {"x": turn % 9, "y": 5}})
            assert reply.outcome == "done", reply


async def test_a_client_waits_as_told_and_loses_nothing(tmp_path: Path) -> None:
    """Time passes only in its pauses: each command is done once, and the link is never closed."""
    clock = Hand()

    async def pause(seconds: float) -> None:
        clock.ms += round(seconds * 1000)

    config = msgspec.structs.replace(LOCAL, rate_gm=(2, 10))
    settings = Settings(pause=pause)
    async with company(tmp_path, config=config, gm=settings, limiter_ms=clock.time) as here:
        before = here.server.registry.tables["night"].journal.seq
        for turn in range(60):
            reply = await here.gm.change("roof", "ben", {"place": {"x": turn % 9, "y": 5}})
            assert reply.outcome == "done", reply
        assert here.server.registry.tables["night"].journal.seq == before + 60
        assert here.gm.reconnections == 0
        assert clock.ms > 0


@pytest.mark.parametrize(("per_second", "count"), [(1, 2), (0.001, 0)])
async def test_a_client_gives_up_after_its_tries(tmp_path: Path, per_second: float, count: int) -> None:
    """Where the limit never refills whoever asked hears of it; at once where the pause would be long."""
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    player = msgspec.structs.replace(JSON, tries=3, pause=pause)
    config = msgspec.structs.replace(LOCAL, rate_player=(per_second, BURST))
    async with company(tmp_path, config=config, player=player, limiter_ms=standing_still) as here:
        last: wire.Message = wire.Live(0)
        while not isinstance(last, wire.Reply):
            last = await here.player.request(wire.Seats())
        assert (last.outcome, last.code) == ("busy", "too_fast")
        assert len(pauses) == count
        assert all(0 < seconds <= MAX_PAUSE_S for seconds in pauses)


async def test_hello_says_the_rates_in_force(tmp_path: Path) -> None:
    """What the configuration sets is what clients are told."""
    heard: list[bytes | str] = []
    player = msgspec.structs.replace(JSON, tap=heard.append)
    async with company(tmp_path, config=SLOW, player=player):
        given = wire.decode(heard[0], player.encoding, wire.FROM_SERVER, wire.SERVER_MESSAGES)
    assert isinstance(given, wire.Envelope)
    assert isinstance(given.body, wire.Hello)
    assert given.body.limits.rates == (
        wire.RoleRate("gm", 1e6, 1e6),
        wire.RoleRate("player", 0.001, BURST),
        wire.RoleRate("observer", 1e6, 1e6),
    )
