"""What a table must bear: scenes as large as they may be, and a rule book that fails."""

import asyncio
import threading
from pathlib import Path

import pytest

from end_to_end.at_a_table import company, payload_of
from vttbridge.client import Settings
from vttbridge.geometry.scene import SceneSpec
from vttbridge.geometry.terrain import Wall
from vttbridge.geometry.vec import Vec
from vttbridge.server.tables import registry
from vttbridge.storage.codec import encode_scene
from vttbridge.table import Table
from vttbridge_protocol import Look, Preview, Reply, Snapshot, TableMirror

MAX_TEST_HARD_WEATHER = 10_000


def full_scene(name: str) -> SceneSpec:
    """Return a scene with as many walls as one may have."""
    walls = tuple(
        Wall(f"w{number}", Vec(number % 100, number // 100), Vec(number % 100, number // 100 + 1))
        for number in range(MAX_TEST_HARD_WEATHER)
    )
    return SceneSpec(id=name, name=name, width=100, height=101, walls=walls)


async def test_a_table_of_large_scenes_can_still_be_joined(tmp_path: Path) -> None:
    """Two scenes of the largest size are more than a frame may hold, and everybody sees them whole."""
    async with company(tmp_path) as here:
        for name in ("east", "west"):
            assert (await here.gm.upload_scene(name, payload_of(full_scene(name)))).outcome == "done"
        for client in (here.gm, here.player):
            seen = await client.look()
            assert isinstance(seen, TableMirror)
            assert [scene.scene for scene in seen.scenes] == ["east", "roof", "west"]


async def test_a_large_scene_is_written_beside_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one table's scene is made into bytes, the other tables are served."""
    threads: list[threading.Thread] = []

    def noted(spec: SceneSpec) -> bytes:
        threads.append(threading.current_thread())
        return encode_scene(spec)

    monkeypatch.setattr(registry, "encode_scene", noted)
    async with company(tmp_path):
        assert threads
        assert threading.current_thread() not in threads


async def test_looks_do_not_pile_up(tmp_path: Path) -> None:
    """Who looks again before the last look was begun is told to wait."""
    async with company(tmp_path, player=Settings(tries=1)) as here:
        seen = await asyncio.gather(*(here.player.request(Look()) for _ in range(9)))
        assert sum(isinstance(one, Snapshot) for one in seen) >= 1
        told = {(one.outcome, one.code) for one in seen if isinstance(one, Reply)}
        assert told == {("busy", "too_many_in_flight")}
        table = await here.player.look()
        assert isinstance(table, TableMirror)
        assert table.scene("roof") is not None


async def test_a_request_that_fails_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule book's bug in a preview is told to who asked, and the table goes on."""

    def broken(_table: Table, _seat: str, _asking: object) -> None:
        raise ZeroDivisionError

    async with company(tmp_path) as here:
        monkeypatch.setattr(Table, "preview", broken)
        reply = await here.player.request(Preview(scene="roof", action="knock_back"))
        assert isinstance(reply, Reply)
        assert (reply.outcome, reply.code) == ("invalid", "rules_failed")
        table = await here.player.look()
        assert isinstance(table, TableMirror)
        assert table.scene("roof") is not None
