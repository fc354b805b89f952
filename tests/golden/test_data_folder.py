"""A data folder of 0.1: whoever was admitted comes in again, and finds the table as it was left."""

import json
import shutil
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

import vttbridge_protocol as wire
from vttbridge.cli import run
from vttbridge.client import Client, Closed
from vttbridge.server.app import running
from vttbridge.server.runtime.config import Config

FOLDER = Path(__file__).parent
KEYS: dict[str, str] = json.loads((FOLDER / "tokens.json").read_text("ascii"))
ROWS = 54


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Give a copy of the folder, for a server changes what it opens."""
    yield shutil.copytree(FOLDER / "data_folder", tmp_path / "data")
    structlog.reset_defaults()


def test_the_log_in_it_holds(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its chain, its rows, and what they decided."""
    assert run(["verify", "necromunda", "--recompute", "--data", str(folder)]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith(f"{ROWS} rows ")
    assert last.endswith("decided again with 0 differences")


async def test_a_token_still_lets_in(folder: Path) -> None:
    """Whoever was paired with 0.1 comes in, and again after the first start on its folder."""
    for _ in range(2):
        async with running(Config(port=0), folder) as server:
            for role in ("gm", "player"):
                async with await Client.auth(server.url, KEYS[role]) as client:
                    assert client.welcome is not None
                    assert (client.welcome.role, client.seq) == (role, ROWS)


async def test_who_was_never_paired_stays_out(folder: Path) -> None:
    """A well-made token of the same seat with another secret is not taken."""
    body = "_".join((*KEYS["gm"].split("_")[:3], "0" * 64))
    async with running(Config(port=0), folder) as server:
        with pytest.raises(Closed, match="4401"):
            await Client.auth(server.url, f"{body}_{zlib.crc32(body.encode()):08x}")


async def test_an_invite_still_lets_in(folder: Path) -> None:
    """An open code goes on as it was."""
    async with (
        running(Config(port=0), folder) as server,
        await Client.pair(f"{server.url} {KEYS['invite']}", "Late") as client,
    ):
        assert client.welcome is not None
        assert client.welcome.role == "player"


async def test_the_table_is_as_it_was_left(folder: Path) -> None:
    """The seats have their names, the pieces stand, and what waited for a decision waits."""
    async with (
        running(Config(port=0), folder) as server,
        await Client.auth(server.url, KEYS["gm"]) as gm,
    ):
        seats = await gm.request(wire.Seats())
        assert isinstance(seats, wire.SeatList)
        assert {seat.label for seat in seats.seats} == {"Gwen", "Ann"}
        scene = gm.state.scene("yard")
        assert scene is not None
        assert [piece.id for piece in scene.pieces] == ["ann", "ben", "spy"]
        (held,) = gm.holds.values()
        assert held.state == "planned"
        assert (await gm.approve(held.hold)).outcome == "done"
        assert (await gm.undo(gm.seq)).outcome == "done"
