"""A log is read once for all who wait for its table."""

import asyncio

import pytest

from support.stored_table import StoredTable, tiny_alone
from vttbridge.geometry.allowance import BudgetExceeded
from vttbridge.server.tables import opener
from vttbridge.server.tables.opener import TableOpener
from vttbridge.storage.journal import TableJournal
from vttbridge.storage.scene_cache import SceneCache


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table plays the tiny book."""
    monkeypatch.setattr(opener, "find", tiny_alone)


async def test_all_who_wait_have_the_same_table() -> None:
    """An unknown one is not opened."""
    table, read = StoredTable(), list[TableJournal]()
    found = TableOpener(table.store, SceneCache(table.store), read.append)
    await asyncio.gather(found.open("night"), found.open("night"), found.open("nowhere"))
    assert [(one.name, one.seq, one.hash) for one in read] == [
        ("night", table.journal.seq, table.journal.hash)
    ]
    await found.stop()


async def test_nothing_is_opened_after_a_stop() -> None:
    """Who waits is told so."""
    table, read = StoredTable(), list[TableJournal]()
    found = TableOpener(table.store, SceneCache(table.store), read.append)
    await found.stop()
    with pytest.raises(BudgetExceeded):
        await found.open("night")
    assert read == []
