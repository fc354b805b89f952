"""Servers that stop, politely or not, while people are in the middle of things."""

import asyncio
import signal
from collections.abc import Mapping
from pathlib import Path

from end_to_end.at_a_table import LOCAL, company, put_pieces, taken
from end_to_end.server_process import Process
from end_to_end.test_coming_back import back_again
from support.scale import scaled
from vttbridge.client import Client, Settings
from vttbridge.server.app import running
from vttbridge_protocol import PieceChanged, Plain, Reply

PUSH: Mapping[str, Plain] = {"targets": ["ben"], "squares": 3, "source": "ann"}
SOON = Settings(jitter=lambda: 0.1)


async def many(client: Client, count: int) -> list[Reply]:
    """Send many commands at once, each something that can be seen in the log."""
    wishes = (PieceChanged("roof", "ben", {"numbers": {f"n{number}": number}}) for number in range(count))
    return list(await asyncio.gather(*(client.command(body, f"{at:032x}") for at, body in enumerate(wishes))))


async def test_a_stop_drops_nobodys_work(tmp_path: Path) -> None:
    """Commands under way when the server is told to stop are answered, or done once after it is back."""
    process = await Process.start(tmp_path)
    gm = await Client.pair(await process.pairing_line(), "Gwen", SOON)
    await put_pieces(gm, "")
    sent = asyncio.create_task(many(gm, 30))
    await asyncio.sleep(0)
    assert await process.end() == 0
    again = await Process.start(tmp_path, process.port)
    replies = await sent
    assert {reply.outcome for reply in replies} == {"done"}
    await gm.caught_up()
    scene = gm.state.scene("roof")
    assert scene is not None
    ben = scene.find("ben")
    assert ben is not None
    assert {f"n{number}" for number in range(30)} <= set(ben.numbers)
    assert len({reply.seq for reply in replies}) == 30
    await gm.close()
    assert await again.end() == 0


async def test_a_killed_server_has_forgotten_nothing_that_it_answered(tmp_path: Path) -> None:
    """After each kill, whatever was answered done is there once, and what waits still waits."""
    process = await Process.start(tmp_path)
    gm = await Client.pair(await process.pairing_line(), "Gwen", SOON)
    player = await Client.pair(await process.pairing_line("player"), "Ann", SOON)
    assert player.welcome is not None
    await put_pieces(gm, player.welcome.seat)
    pending = await player.act("roof", "knock_back", PUSH)
    assert pending.hold is not None
    for kill in range(scaled(20)):
        number = f"kill{kill}"
        done = await gm.command(PieceChanged("roof", "ann", {"numbers": {number: kill}}))
        assert done.outcome == "done"
        await process.end(signal.SIGKILL)
        process = await Process.start(tmp_path, process.port)
        await back_again(gm, kill + 1)
        scene = gm.state.scene("roof")
        assert scene is not None
        ann = scene.find("ann")
        assert ann is not None
        assert ann.numbers[number] == kill
        assert gm.holds[pending.hold].state == "planned"
    assert gm.resyncs == []
    await gm.close()
    await player.close()
    await process.end()


async def test_an_open_question_survives_a_restart(tmp_path: Path) -> None:
    """The player is asked again after a restart, and the answer leads on."""
    async with company(tmp_path, ruleset="draw-steel") as here:
        owner = here.player.welcome.seat if here.player.welcome is not None else ""
        await taken(
            here.gm.change("roof", "ben", {"owner": owner, "numbers": {"stability": 2, "stamina": 20}})
        )
        push: Mapping[str, Plain] = {"source": "ann", "targets": ["ben"], "distance": 4}
        pending = await here.gm.act("roof", "push", push)
        assert pending.waits == "question"
        asked = await here.player.question()
        tokens = here.gm.token, here.player.token
    async with running(LOCAL, tmp_path) as server:
        player = await Client.auth(server.url, tokens[1])
        again = await player.question()
        assert (again.hold, again.question) == (asked.hold, asked.question)
        assert (await player.answer(again.hold, again.question.key, 1)).outcome == "done"
        await player.close()


async def test_when_who_is_asked_leaves_the_game_master_is_asked(tmp_path: Path) -> None:
    """A question does not wait for somebody who is not there."""
    async with company(tmp_path, ruleset="draw-steel") as here:
        owner = here.player.welcome.seat if here.player.welcome is not None else ""
        await taken(
            here.gm.change("roof", "ben", {"owner": owner, "numbers": {"stability": 2, "stamina": 20}})
        )
        push: Mapping[str, Plain] = {"source": "ann", "targets": ["ben"], "distance": 4}
        await taken(here.gm.act("roof", "push", push))
        await here.player.question()
        assert not here.gm.asked
        await here.player.close()
        assert (await here.gm.question()).question.key == "stability:ben"
