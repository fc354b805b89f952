"""All tables of one server."""

from collections.abc import Callable
from pathlib import Path

import pytest

from support.stored_table import tiny_alone
from table.at_table import ROOM
from table.tiny_rules import TINY
from vttbridge.auth.seat_credentials import Device
from vttbridge.errors import BadConfig
from vttbridge.geometry.allowance import BudgetExceeded
from vttbridge.server.access.data_dir import DataDir
from vttbridge.server.runtime.config import Config
from vttbridge.server.tables import opener
from vttbridge.server.tables.registry import MAX_NAME, TableRegistry, header_of
from vttbridge.storage.codec import decode_scene
from vttbridge.table.model.commands import SetTable
from vttbridge.testing.memory_store import MemoryStore


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], TableRegistry]:
    """Return a maker of registries in the test's own loop."""
    monkeypatch.setattr(opener, "find", tiny_alone)
    return lambda: TableRegistry(Config(), MemoryStore(), DataDir(tmp_path))


async def test_a_table_is_made_begun_and_opened_once(made: Callable[[], TableRegistry]) -> None:
    """An unknown one is none."""
    registry = made()
    await registry.create("night", TINY)
    assert registry.store.head("night").seq == 0
    await registry.begin("night")
    await registry.begin("night")
    await registry.begin("nowhere")
    assert registry.store.head("night").seq == 1
    actor = await registry.open_table("night")
    assert actor is not None
    assert (actor.state.name, await registry.open_table("night")) == ("night", actor)
    assert await registry.open_table("nowhere") is None
    await registry.stop()
    with pytest.raises(BudgetExceeded):
        await actor.ordered(SetTable(name="late"))


@pytest.mark.parametrize("name", ["", "  ", "x" * (MAX_NAME + 1), "a\nb", "night"])
async def test_a_name_that_will_not_do_is_refused(made: Callable[[], TableRegistry], name: str) -> None:
    """So is one that is taken."""
    registry = made()
    await registry.create("night", TINY)
    with pytest.raises(BadConfig):
        await registry.create(name, TINY)
    assert registry.store.tables() == ("night",)
    await registry.stop()


async def test_a_seat_is_stored_with_its_row_and_ends_with_it(made: Callable[[], TableRegistry]) -> None:
    """Its token lets in until then."""
    registry = made()
    await registry.create("night", TINY)
    await registry.begin("night")
    actor = await registry.open_table("night")
    assert actor is not None
    code, _ = await registry.seats.open_code("night", "player")
    minted = registry.seats.redeem(code, Device("Ann", "", "127.0.0.1", ""))
    assert minted is not None
    assert (await registry.seat_at_table(actor, minted)).outcome == "done"
    assert actor.state.seat(minted.seat.id) is not None
    assert registry.seats.admit(minted.token, "127.0.0.1") is not None
    await registry.end_seat(minted.seat)
    assert actor.state.seat(minted.seat.id) is None
    assert registry.seats.admit(minted.token, "127.0.0.1") is None
    await registry.stop()


async def test_a_scene_is_kept_under_its_hash(made: Callable[[], TableRegistry]) -> None:
    """Its bytes are in the store."""
    registry = made()
    name = await registry.keep_scene(ROOM)
    data = registry.store.blob(name)
    assert data is not None
    assert decode_scene(data) == ROOM
    await registry.stop()


def test_a_header_says_what_is_played() -> None:
    """The book, its version and the number of its rules."""
    header = header_of("night", TINY)
    assert (header.table, header.ruleset, header.ruleset_version) == ("night", "tiny", "1")
