"""What a client of a served table may count on: each asking has its answer, and what is too fast waits."""

import asyncio
from pathlib import Path

import msgspec
import pytest

import vttbridge_protocol as wire
from end_to_end.at_a_table import LOCAL, company
from vttbridge.client import Settings
from vttbridge_protocol import Reply

ONCE = Settings(tries=1)


async def test_of_two_histories_at_once_the_second_hears_why_not(tmp_path: Path) -> None:
    """The refusal is what is returned, and not nothing."""
    async with company(tmp_path, gm=ONCE) as here:
        first, second = await asyncio.gather(here.gm.log(), here.gm.log())
        assert isinstance(first, dict)
        assert {"state", "events"} <= set(first)
        assert isinstance(second, Reply)
        assert (second.outcome, second.code) == ("busy", "too_many_in_flight")


async def test_who_looks_too_often_hears_that(tmp_path: Path) -> None:
    """Each look returns the state, or the reply that says no; so does each wait for what was said before."""
    config = msgspec.structs.replace(LOCAL, rate_gm=(0.001, 20))
    async with company(tmp_path, config=config, gm=ONCE, limiter_ms=lambda: 0) as here:
        seen = await here.gm.look()
        assert seen == here.gm.state
        for _ in range(20):
            seen = await here.gm.look()
        caught_up = await here.gm.caught_up()
        for reply in (seen, caught_up):
            assert isinstance(reply, Reply)
            assert (reply.outcome, reply.code) == ("busy", "too_fast")


async def test_two_long_things_at_once_both_arrive(tmp_path: Path) -> None:
    """The second waits for the first, whose bytes and end stay its own."""
    async with company(tmp_path) as here:
        payloads = [b"a" * 200_000, b"b" * 100]
        async with asyncio.timeout(20):
            await asyncio.gather(*(here.gm.send_long("map", payload) for payload in payloads))
        arrived = [await here.gm.command(wire.SceneSet("s", wire.digest(one), "ascii")) for one in payloads]
        assert "BLOB_UNKNOWN" not in {reply.code for reply in arrived}


async def test_what_the_server_does_not_want_is_said_with_its_code(tmp_path: Path) -> None:
    """A player may send nothing long."""
    async with company(tmp_path) as here:
        with pytest.raises(ValueError, match="the server did not take it: not_allowed"):
            await here.player.send_long("map", b"payload")


async def test_an_offer_that_came_too_fast_is_made_again(tmp_path: Path) -> None:
    """Time passes only in the pauses: after one the rate has refilled, and the map goes through."""
    now_ms = 0
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        nonlocal now_ms
        pauses.append(seconds)
        now_ms += round(seconds * 1000)

    config = msgspec.structs.replace(LOCAL, rate_gm=(10, 20))
    async with company(tmp_path, config=config, gm=Settings(pause=pause), limiter_ms=lambda: now_ms) as here:
        for number in range(60):
            await here.gm.send_long("map", bytes((number,)))
        assert set(pauses) == {2.0}
        assert here.gm.reconnections == 0


async def test_an_offer_is_made_so_many_times_at_most(tmp_path: Path) -> None:
    """Where the rate never refills the offer fails with what the server said."""
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    config = msgspec.structs.replace(LOCAL, rate_gm=(10, 20))
    settings = Settings(tries=3, pause=pause)
    async with company(tmp_path, config=config, gm=settings, limiter_ms=lambda: 0) as here:
        while not isinstance(await here.gm.request(wire.Seats()), Reply):
            pass
        pauses.clear()
        with pytest.raises(ValueError, match="the server did not take it: busy"):
            await here.gm.send_long("map", b"payload")
        assert pauses == [2.0, 2.0]
