"""Links that break anywhere, and clients that come back with the wrong idea of where they stood."""

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import vttbridge_protocol as wire
from end_to_end.at_a_table import LOCAL, Company, answered, company, piece, put_pieces
from end_to_end.cutting_proxy import proxy
from end_to_end.raw import hear, numbered, raw, say
from support.scale import scaled
from vttbridge.client import Client, Settings
from vttbridge.serializers.state import state_of_view
from vttbridge.server.app import Server, running
from vttbridge.server.tables.presence import backlog
from vttbridge_protocol import Auth, Encoding, Resume

AT_ONCE = Settings(jitter=lambda: 0.0)


def view_hash(server: Server, client: Client) -> str:
    """Return the hash of what the server would show this client's seat now."""
    assert client.welcome is not None
    actor = server.registry.tables["night"]
    return wire.state_hash(state_of_view(actor.journal.table.view(client.welcome.seat)))


async def something(gm: Client, chance: random.Random) -> None:
    """Do one thing at random, seen by players or not."""
    x, y = chance.randrange(9), chance.randrange(8)
    match chance.randrange(6):
        case 0:
            await answered(gm.change("roof", "ben", {"place": {"x": x, "y": y}}))
        case 1:
            await answered(
                gm.change("roof", "spy", {"hidden": chance.random() < 0.5, "place": {"x": x, "y": y}})
            )
        case 2:
            door = wire.DoorState("door", "open" if chance.random() < 0.5 else "locked")
            await answered(gm.command(wire.SceneChanged("roof", doors=(door,))))
        case 3:
            await answered(
                gm.command(wire.SceneChanged("roof", walls_gone=(chance.choice(("secret", "stone")),)))
            )
        case 4:
            await answered(
                gm.put("roof", piece(f"p{chance.randrange(4)}", x, y, hidden=chance.random() < 0.5))
            )
        case _:
            reply = await gm.act("roof", "knock_back", {"targets": ["ben"], "squares": 2, "source": "ann"})
            if reply.seq is not None and chance.random() < 0.5:
                await answered(gm.undo(reply.seq))


async def back_again(player: Client, cuts: int) -> None:
    """Wait until a client is back after so many cuts."""
    await player.until(lambda client: client.reconnections >= cuts and client.is_live)


@pytest.mark.parametrize("encoding", list(Encoding))
async def test_a_link_cut_at_any_byte_loses_nothing(tmp_path: Path, encoding: Encoding) -> None:
    """After every cut the player's copy has the hash of the server's view for its seat."""
    chance = random.Random(f"cuts {encoding.name}")
    async with proxy() as middle:
        config = msgspec.structs.replace(LOCAL, public_hosts=(f"127.0.0.1:{middle.port}",))
        async with running(config, tmp_path) as server:
            middle.target = server.port
            gm = await Client.pair(await server.pairing_line("night", "heroclix"), "Gwen")
            code = (await server.pairing_line("night", role="player")).partition(" ")[2]
            line = f"ws://127.0.0.1:{middle.port} {code}"
            settings = Settings(encoding=encoding, jitter=lambda: 0.0)
            player = await Client.pair(line, "Ann", settings)
            assert player.welcome is not None
            await put_pieces(gm, player.welcome.seat)
            for cut in range(1, scaled(100) + 1):
                middle.cut_after(chance.randrange(1, 4_000))
                while middle.cuts < cut:
                    await something(gm, chance)
                await back_again(player, cut)
                await player.caught_up()
                assert player.state_hash == view_hash(server, player)
            assert player.resyncs == []
            await player.close()
            await gm.close()


async def come_back(here: Company, change: Callable[[Resume], Resume]) -> list[str]:
    """Come back with a token and a resume that is not quite right; returns the reasons of resyncs."""
    client = await Client.auth(
        here.server.url, here.player.token, AT_ONCE, resume=change(stood_at(here.player))
    )
    reasons = client.resyncs
    assert not reasons or client.state_hash == view_hash(here.server, client)
    await client.close()
    return reasons


async def test_a_wrong_idea_of_the_log_is_told_plainly(tmp_path: Path) -> None:
    """Another epoch, another hash, a row ahead of the log: each is a resync with its reason."""
    replace = msgspec.structs.replace
    async with company(tmp_path) as here:
        assert await come_back(here, lambda stood: stood) == []
        assert await come_back(here, lambda stood: replace(stood, epoch=stood.epoch + 1)) == ["epoch"]
        assert await come_back(here, lambda stood: replace(stood, head="0" * 32)) == ["hash"]
        assert await come_back(here, lambda stood: replace(stood, head="")) == ["hash"]
        assert await come_back(here, lambda stood: replace(stood, seq=stood.seq + 999)) == ["hash"]


def stood_at(client: Client) -> Resume:
    """Return where a client stands."""
    assert client.welcome is not None
    return Resume(client.welcome.session, client.epoch, client.seq, client.head)


async def long_away(here: Company, changes: int) -> Resume:
    """Let much happen, some of it unseen, and little of it be at hand; returns where the player stood."""
    await here.player.caught_up()
    stood = stood_at(here.player)
    for turn in range(changes):
        reply = await here.gm.change("roof", "spy" if turn % 3 else "ben", {"place": {"x": turn % 9, "y": 5}})
        assert reply.outcome == "done", reply
    window = here.server.registry.tables["night"].journal.recent_events
    while window.oldest <= stood.seq:
        window.let_go()
    return stood


async def test_what_is_no_longer_at_hand_is_read_from_the_log(tmp_path: Path) -> None:
    """Who was away for more rows than are at hand, or than a queue holds, still gets each event."""
    async with company(tmp_path) as here:
        await here.player.caught_up()
        before, gm_before = here.player.state_hash, stood_at(here.gm)
        stood = await long_away(here, 270)
        assert await come_back(here, lambda _: stood) == []
        assert await come_back(here, lambda _: msgspec.structs.replace(stood, head="0" * 32)) == ["hash"]
        async with raw(here.server.url) as link:
            await say(link, Auth(here.gm.token, resume=gm_before))
            resumed = await hear(link, "resumed")
            assert isinstance(resumed, wire.Resumed)
            assert resumed.missed == 270
            assert [(await numbered(link)).n for _ in range(270)] == list(range(1, 271))
        await here.player.caught_up()
        assert here.player.state_hash == view_hash(here.server, here.player) != before


async def test_rows_that_come_while_the_log_is_read_are_not_lost(tmp_path: Path) -> None:
    """The table goes on meanwhile; whoever comes back hears of that too, once and in order."""
    async with company(tmp_path) as here, raw(here.server.url) as link:
        await here.gm.caught_up()
        stood = stood_at(here.gm)
        await long_away(here, 40)
        going = asyncio.create_task(long_away(here, 60))
        await say(link, Auth(here.gm.token, resume=stood))
        told = [await numbered(link) for _ in range(100)]
        await going
        assert [one.n for one in told] == list(range(1, 101))
        assert [one.seq for one in told] == list(range(stood.seq + 1, stood.seq + 101))


async def test_from_very_far_away_it_is_a_resync(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who was away for more rows than are read from the log gets the whole state."""
    async with company(tmp_path) as here:
        stood = await long_away(here, 10)
        away = here.server.registry.tables["night"].journal.seq - stood.seq
        monkeypatch.setattr(backlog, "MAX_ROWS", away - 1)
        assert await come_back(here, lambda _: stood) == ["too_old"]
        monkeypatch.setattr(backlog, "MAX_ROWS", away)
        assert await come_back(here, lambda _: stood) == []


async def test_a_players_mark_is_not_the_chains_hash(tmp_path: Path) -> None:
    """What a player is told of a row lets nobody try out guesses of its bytes."""
    async with company(tmp_path) as here:
        await here.gm.caught_up()
        assert here.gm.head == here.server.registry.tables["night"].journal.hash
        chain = {told.hash for told in here.server.registry.tables["night"].journal.recent_events}
        assert here.player.head not in chain
