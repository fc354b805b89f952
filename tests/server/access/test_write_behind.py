"""What nobody waits for is stored together, and again where it failed."""

from concurrent.futures import Future

import pytest

from vttbridge.errors import StoreFault
from vttbridge.server.access.write_behind import Name, WriteBehind, until_stored
from vttbridge.table import AccessChanges
from vttbridge.testing.memory_store import MemoryStore


async def test_it_is_stored_or_raises() -> None:
    """As the store says."""
    good, bad = Future[None](), Future[None]()
    good.set_result(None)
    bad.set_exception(StoreFault("no room"))
    await until_stored(good)
    with pytest.raises(StoreFault):
        await until_stored(bad)


async def test_what_failed_is_stored_at_the_end() -> None:
    """Each record as it is by then; what was marked twice is written once."""
    written, faults = list[frozenset[Name]](), [StoreFault("no room")]

    class Store(MemoryStore):
        """A store that fails once."""

        def change_access(self, changes: AccessChanges) -> "Future[None]":
            """Fail the first time."""
            if faults:
                failed = Future[None]()
                failed.set_exception(faults.pop())
                return failed
            return super().change_access(changes)

    def present(names: frozenset[Name]) -> AccessChanges:
        written.append(names)
        return AccessChanges()

    behind = WriteBehind(Store(), present)
    behind.mark(("seat", "a"), ("seat", "a"))
    await behind.stop()
    assert written == [frozenset({("seat", "a")})] * 2
    await behind.stop()
    assert len(written) == 2
