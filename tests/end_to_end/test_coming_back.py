"""Links that break anywhere, and clients that come back with the wrong idea of where they stood."""

import random
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import vttbridge_protocol as wire
from end_to_end.at_a_table import LOCAL, Company, company, piece, put_pieces
from end_to_end.cutting_proxy import proxy
from scale import scaled
from vttbridge.client import Client, Settings
from vttbridge.server.app import Server, running
from vttbridge.session.translate.mirrors import mirror_of_view
from vttbridge_protocol import Encoding, Resume

AT_ONCE = Settings(jitter=lambda: 0.0)


def view_hash(server: Server, client: Client) -> str:
    """Give the hash of what the server would show this client's seat now."""
    assert client.welcome is not None
    desk = server.house.desks["night"]
    return wire.state_hash(mirror_of_view(desk.ledger.table.view(client.welcome.seat)))


async def something(gm: Client, chance: random.Random) -> None:
    """Do one thing at random, seen by players or not."""
    x, y = chance.randrange(9), chance.randrange(8)
    match chance.randrange(6):
        case 0:
            await gm.change("roof", "ben", {"place": {"x": x, "y": y}})
        case 1:
            await gm.change("roof", "spy", {"hidden": chance.random() < 0.5, "place": {"x": x, "y": y}})
        case 2:
            door = wire.DoorState("door", "open" if chance.random() < 0.5 else "locked")
            await gm.command(wire.SceneChanged("roof", doors=(door,)))
        case 3:
            await gm.command(wire.SceneChanged("roof", walls_gone=(chance.choice(("secret", "stone")),)))
        case 4:
            await gm.put("roof", piece(f"p{chance.randrange(4)}", x, y, hidden=chance.random() < 0.5))
        case _:
            reply = await gm.act("roof", "knock_back", {"targets": ["ben"], "squares": 2, "source": "ann"})
            if reply.seq is not None and chance.random() < 0.5:
                await gm.undo(reply.seq)


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
            gm = await Client.pair(server.pairing_line("night", "heroclix"), "Gwen")
            code = server.pairing_line("night", role="player").partition(" ")[2]
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
    """Come back with a token and a resume that is not quite right; gives the reasons of resyncs."""
    player = here.player
    assert player.welcome is not None
    stood = Resume(player.welcome.session, player.epoch, player.seq, player.head)
    client = await Client.auth(here.server.url, player.token, AT_ONCE, resume=change(stood))
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


async def test_a_gap_longer_than_the_window_is_a_resync(tmp_path: Path) -> None:
    """Who was away for more rows than are kept gets the whole state."""
    async with company(tmp_path) as here:
        stood = Resume("s", here.player.epoch, here.player.seq, here.player.head)
        for x in range(1, 4):
            await here.gm.change("roof", "ben", {"place": {"x": x, "y": 5}})
        desk = here.server.house.desks["night"]
        while desk.ledger.oldest <= stood.seq:
            desk.ledger.window.popleft()
        assert await come_back(here, lambda _: stood) == ["too_old"]


async def test_a_players_mark_is_not_the_chains_hash(tmp_path: Path) -> None:
    """What a player is told of a row lets nobody try out guesses of its bytes."""
    async with company(tmp_path) as here:
        await here.gm.caught_up()
        assert here.gm.head == here.server.house.desks["night"].ledger.hash
        chain = {told.hash for told in here.server.house.desks["night"].ledger.window}
        assert here.player.head not in chain
