"""Maps, snapshots and histories that are longer than a frame; maps that are none; pages from elsewhere."""

from pathlib import Path

import msgspec
import pytest

import vttbridge_protocol as wire
from end_to_end.at_a_table import JSON, LOCAL, ROOF, company, payload_of, piece
from end_to_end.cutting_proxy import proxy
from end_to_end.test_coming_back import AT_ONCE, view_hash
from vttbridge.client import Client, Closed, Refused, Settings
from vttbridge.geometry.terrain import Wall
from vttbridge.geometry.vec import Vec
from vttbridge.server.app import running
from vttbridge_protocol import CloseCode, Encoding, Plain

LABYRINTH = msgspec.structs.replace(
    ROOF,
    id="maze",
    width=100,
    height=100,
    walls=tuple(
        Wall(f"w{x}-{y}", Vec(x, y), Vec(x + 1, y), material="stone")
        for x in range(0, 100, 2)
        for y in range(1, 81)
    ),
)


def walls_of(client: Client, scene: str) -> int:
    """Count the walls of a scene's geometry as a client has it."""
    ground: Plain = client.ground.get(scene)
    assert isinstance(ground, dict)
    walls = ground["walls"]
    assert isinstance(walls, list | tuple)
    return len(walls)


@pytest.mark.parametrize("encoding", list(Encoding))
async def test_a_large_table_comes_as_a_transfer(tmp_path: Path, encoding: Encoding) -> None:
    """A scene of 4,000 walls goes up and comes down whole, on joining and on looking."""
    async with company(tmp_path, gm=Settings(encoding=encoding)) as here:
        done = await here.gm.upload_scene("maze", payload_of(LABYRINTH, encoding))
        assert done.outcome == "done", done
        await here.gm.look()
        assert walls_of(here.gm, "maze") == len(LABYRINTH.walls)
        late = await Client.pair(await here.server.pairing_line("night", role="player"), "Late", JSON)
        await late.caught_up()
        assert walls_of(late, "maze") == len(LABYRINTH.walls)
        assert walls_of(late, "roof") == len(ROOF.walls) - 1
        assert late.state_hash == view_hash(here.server, late)
        await late.close()


async def test_a_cut_in_the_middle_of_a_snapshot_is_made_good(tmp_path: Path) -> None:
    """Whoever lost the link while the state was on its way gets the whole of it on the next one."""
    async with proxy() as middle:
        config = msgspec.structs.replace(LOCAL, public_hosts=(f"127.0.0.1:{middle.port}",))
        async with running(config, tmp_path) as server:
            middle.target = server.port
            gm = await Client.pair(await server.pairing_line("night", "heroclix"), "Gwen")
            assert (await gm.upload_scene("maze", payload_of(LABYRINTH))).outcome == "done"
            code = (await server.pairing_line("night", role="player")).rpartition(" ")[2]
            middle.cut_after(150_000)
            late = await Client.pair(f"ws://127.0.0.1:{middle.port} {code}", "Late", AT_ONCE)
            assert (middle.cuts, late.reconnections) == (1, 1)
            assert walls_of(late, "maze") == len(LABYRINTH.walls)
            assert (await gm.put("maze", piece("dan", 8, 8))).outcome == "done"
            await late.caught_up()
            assert late.state_hash == view_hash(server, late)
            await late.close()
            await gm.close()


async def test_a_history_gives_the_state_before_and_the_events_since(tmp_path: Path) -> None:
    """Folding the events over the state gives what is now, and starts in the middle where that is asked."""
    async with company(tmp_path) as here:
        for first in (0, 5):
            history = await here.gm.log(first)
            assert isinstance(history, dict)
            mirror = msgspec.convert(history["state"], wire.TableMirror)
            events = history["events"]
            assert isinstance(events, list | tuple)
            for told in events:
                assert isinstance(told, dict)
                mirror = wire.after_event(mirror, msgspec.convert(told["event"], wire.Event))
            assert wire.state_hash(mirror) == here.gm.state_hash


BAD = [
    pytest.param(b"", "scene", id="nothing"),
    pytest.param(b"\x00\xff" * 50, "scene", id="noise"),
    pytest.param(b"\x00\xff" * 50, "uvtt", id="noise as a map"),
    pytest.param(b"{}", "uvtt", id="an empty document"),
    pytest.param(
        b'{"format": 0.3, "resolution": {"map_size": {"x": NaN, "y": 3}}}', "uvtt", id="not a number"
    ),
    pytest.param(
        wire.canonical_bytes({"id": "x", "name": "x", "width": -1, "height": 5}), "scene", id="no size"
    ),
    pytest.param(
        wire.canonical_bytes(
            {
                "id": "x",
                "name": "x",
                "width": 5,
                "height": 5,
                "areas": [{"id": "a", "outline": [[0, 0]], "meaning": {"type": "difficult"}}],
            }
        ),
        "scene",
        id="a broken polygon",
    ),
]


@pytest.mark.parametrize(("payload", "format_"), BAD)
async def test_a_map_that_is_none_is_told_in_a_sentence(tmp_path: Path, payload: bytes, format_: str) -> None:
    """It is invalid with a reason; nothing is written, and the connection goes on."""
    async with company(tmp_path) as here:
        rows = here.server.registry.tables["night"].journal.seq
        reply = await here.gm.upload_scene("bad", payload, format="uvtt" if format_ == "uvtt" else "scene")
        assert (reply.outcome, reply.code) == ("invalid", "bad_scene"), reply
        assert "\n" not in str(reply.facts["reason"])
        assert here.server.registry.tables["night"].journal.seq == rows
        assert (await here.gm.put("roof", piece("dan", 8, 8))).outcome == "done"


async def test_a_page_from_elsewhere_comes_in_only_by_a_code_and_to_its_table(tmp_path: Path) -> None:
    """An unknown origin may pair while a code is open, comes back to that table, and to no other."""
    elsewhere = Settings(origin="https://game.example", reconnects=False)
    async with running(LOCAL, tmp_path) as server:
        line = await server.pairing_line("night", "heroclix")
        with pytest.raises(Closed) as token:
            await Client.auth(server.url, "vttb_g_1_2_3", elsewhere)
        assert token.value.code == CloseCode.NOT_ACCEPTED
        gm = await Client.pair(line, "Gwen", elsewhere)
        other = await Client.pair(await server.pairing_line("next", "heroclix"), "Olaf")
        with pytest.raises(Refused) as refused:
            await Client.auth(server.url, gm.token, Settings(origin="https://evil.example"))
        assert refused.value.status == 403
        again = await Client.auth(server.url, gm.token, elsewhere)
        with pytest.raises(Closed) as stolen:
            await Client.auth(server.url, other.token, elsewhere)
        assert stolen.value.code == CloseCode.NOT_ACCEPTED
        for client in (gm, other, again):
            await client.close()
