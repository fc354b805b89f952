"""The suite for stores, run against memory and SQLite."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from vttbridge.storage.sqlite.store import SqliteStore
from vttbridge.table import Store
from vttbridge.testing.conformance.store import CHECKS, LAST_CHECKS, REOPENING, Check, Reopen
from vttbridge.testing.memory_store import MemoryStore


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """Open a fresh store of each kind."""
    opened: Store = MemoryStore() if request.param == "memory" else SqliteStore(tmp_path)
    yield opened
    opened.close()


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_store(store: Store, check: Check) -> None:
    """Every store does what the suite asks."""
    check(store)


@pytest.mark.parametrize("check", LAST_CHECKS, ids=lambda check: check.__name__)
def test_closing(tmp_path: Path, check: Check) -> None:
    """A store that can be closed loses nothing by it."""
    check(SqliteStore(tmp_path))


@pytest.mark.parametrize("check", REOPENING, ids=lambda check: check.__name__)
def test_reopening(tmp_path: Path, check: Callable[[Store, Reopen], None]) -> None:
    """A store that keeps anything finds it again."""

    def reopen(store: Store) -> Store:
        store.close()
        return SqliteStore(tmp_path)

    check(SqliteStore(tmp_path), reopen)
