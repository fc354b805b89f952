"""A table whose log is long is opened, or loaded again, while everybody else plays on."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

from end_to_end.at_a_table import LOCAL, two_tables
from end_to_end.raw import close_code, raw, say
from vttbridge.client import Client
from vttbridge.errors import StoreFault
from vttbridge.server.app import Server, running
from vttbridge.server.http import admin_api
from vttbridge.table import AccessChanges, Record
from vttbridge.table.log.store import UNCHANGED
from vttbridge.testing.memory_store import MemoryStore
from vttbridge_protocol import Auth, CloseCode

PATIENT = 20.0


class SlowStore(MemoryStore):
    """A store that reads one table's rows when it is let, and can fail to take one."""

    def __init__(self) -> None:
        super().__init__()
        self.slow = ""
        self.asked = threading.Event()
        self.let = threading.Event()
        self.opened = 0
        self.fails = False

    def read(self, table: str, after: int = 0, most: int | None = None) -> Iterator[Record]:
        """Return rows, those of the slow table when the test lets them go."""
        if table == self.slow:
            self.asked.set()
            self.opened += 1
            self.let.wait(PATIENT)
        yield from super().read(table, after, most)

    def append(
        self, table: str, records: tuple[Record, ...], access: AccessChanges = UNCHANGED
    ) -> "Future[None]":
        """Take rows, or fail once."""
        if not self.fails:
            return super().append(table, records, access)
        self.fails = False
        failed: Future[None] = Future()
        failed.set_exception(StoreFault("the disk is full"))
        return failed


async def asked(store: SlowStore) -> None:
    """Wait until the slow table is being read."""
    assert await asyncio.to_thread(store.asked.wait, PATIENT)


async def test_a_neighbour_plays_on_while_a_table_is_opened(tmp_path: Path) -> None:
    """Those who come to a table with a long log wait; nobody else does, and the log is read once."""
    store = SlowStore()
    slow, quick = await two_tables(tmp_path, store)
    async with running(LOCAL, tmp_path, store) as server:
        store.slow = "night"
        coming = [asyncio.create_task(Client.auth(server.url, slow)) for _ in range(3)]
        await asked(store)
        other = await Client.auth(server.url, quick)
        assert (await other.change("roof", "ben", {"place": {"x": 1, "y": 1}})).outcome == "done"
        assert not any(one.done() for one in coming)
        reads = store.opened
        store.let.set()
        here = await asyncio.gather(*coming)
        assert {client.state_hash for client in here} == {here[0].state_hash}
        assert reads == 1
        for client in (*here, other):
            await client.close()


async def test_a_neighbour_plays_on_while_a_table_is_loaded_again(tmp_path: Path) -> None:
    """After a write that failed the table reads its log beside the others, and then goes on."""
    store = SlowStore()
    slow, quick = await two_tables(tmp_path, store)
    async with running(LOCAL, tmp_path, store) as server:
        gm, other = await Client.auth(server.url, slow), await Client.auth(server.url, quick)
        store.fails = True
        assert (await gm.change("roof", "ben", {"place": {"x": 2, "y": 2}})).code == "storage_full"
        store.slow = "night"
        again = asyncio.create_task(gm.change("roof", "ben", {"place": {"x": 3, "y": 3}}))
        await asked(store)
        assert (await other.change("roof", "ben", {"place": {"x": 1, "y": 1}})).outcome == "done"
        assert not again.done()
        store.let.set()
        assert (await again).outcome == "done"
        await gm.close()
        await other.close()


async def test_who_is_put_out_while_a_table_is_opened_does_not_come_in(tmp_path: Path) -> None:
    """A seat that the owner ended while its client waited at the door is not taken."""
    store = SlowStore()
    slow, _ = await two_tables(tmp_path, store)
    async with running(LOCAL, tmp_path, store) as server:
        store.slow = "night"
        async with raw(server.url) as link:
            await say(link, Auth(slow))
            await asked(store)
            seat = next(seat for seat in server.registry.seats.registry.seats if seat.table == "night")
            ending = asyncio.create_task(admin_api.revoke(server.registry, seat.id))
            await asyncio.sleep(0)
            store.let.set()
            assert await close_code(link) == CloseCode.NOT_ACCEPTED
            await ending


async def test_a_server_that_stops_opens_no_table(tmp_path: Path) -> None:
    """Who waits for a table then is told to come again, and the stop waits for no long log."""
    store = SlowStore()
    slow, _ = await two_tables(tmp_path, store)
    server = Server(LOCAL, tmp_path, store)
    await server.start()
    store.slow = "night"
    async with raw(server.url) as link:
        await say(link, Auth(slow))
        await asked(store)
        stopping = asyncio.create_task(server.stop())
        assert await close_code(link) == CloseCode.RESTART
        store.let.set()
        await stopping
        assert "night" not in server.registry.tables
