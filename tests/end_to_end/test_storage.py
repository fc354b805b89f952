"""A store that has no room, or knows a command that the table has forgotten."""

from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from pathlib import Path

import msgspec
import pytest

from end_to_end.at_a_table import LOCAL, piece, put_pieces, taken, two_tables
from vttbridge.client import Client, Closed, Settings
from vttbridge.server.app import running
from vttbridge.server.store_memory import MemoryStore
from vttbridge.table import Record, StorageFull
from vttbridge_protocol import CloseCode, Plain

PUSH: Mapping[str, Plain] = {"targets": ["ben"], "squares": 3, "source": "ann"}


class SmallStore(MemoryStore):
    """A store that is full when it is told to be."""

    def __init__(self) -> None:
        super().__init__()
        self.is_full = False

    def append(self, table: str, records: tuple[Record, ...]) -> "Future[None]":
        """Write, unless there is no room."""
        if not self.is_full:
            return super().append(table, records)
        refused: Future[None] = Future()
        refused.set_exception(StorageFull("no room"))
        return refused


async def test_a_full_disk_stops_politely_and_loses_nothing(tmp_path: Path) -> None:
    """Commands are answered busy, reading works, and when there is room it goes on without a restart."""
    store = SmallStore()
    async with running(LOCAL, tmp_path, store) as server:
        gm = await Client.pair(server.pairing_line("night", "heroclix"), "Gwen")
        await put_pieces(gm, "")
        rows, before = store.head("night").seq, gm.state_hash
        store.is_full = True
        for number in range(3):
            reply = await gm.act("roof", "knock_back", PUSH, id=f"{number:032x}")
            assert (reply.outcome, reply.code) == ("busy", "storage_full")
        await gm.look()
        assert (gm.state_hash, store.head("night").seq) == (before, rows)
        store.is_full = False
        done = await gm.act("roof", "knock_back", PUSH, id=f"{0:032x}")
        assert (done.outcome, done.seq) == ("done", store.head("night").seq)
        assert gm.is_live
        await gm.close()


async def test_a_command_that_only_the_log_remembers_is_not_done_again(tmp_path: Path) -> None:
    """A retry so old that the table's memory has forgotten it gets the reply that it had."""
    async with running(LOCAL, tmp_path) as server:
        gm = await Client.pair(server.pairing_line("night", "heroclix"), "Gwen")
        await put_pieces(gm, "")
        name = "c" * 32
        first = await gm.act("roof", "knock_back", PUSH, id=name)
        table = server.house.desks["night"].ledger.table
        assert gm.welcome is not None
        table.memory.forget(gm.welcome.seat, name)
        again = await gm.act("roof", "knock_back", PUSH, id=name)
        assert again == msgspec.structs.replace(first, dup=True)
        assert (await gm.put("roof", piece("dan", 7, 7))).outcome == "done"
        await gm.close()


async def test_states_are_kept_beside_the_log(tmp_path: Path) -> None:
    """Every hundredth row the state's hash is kept, for whoever verifies the log; the last state, whole."""
    store = MemoryStore()
    async with running(LOCAL, tmp_path, store) as server:
        gm = await Client.pair(server.pairing_line("night", "heroclix"), "Gwen")
        await put_pieces(gm, "")
        while store.head("night").seq < 201:
            await taken(gm.change("roof", "ben", {"place": {"x": store.head("night").seq % 9, "y": 3}}))
        await gm.close()
        last = store.head("night").seq
    assert [seq for seq, _ in store.state_hashes("night")] == [100, 200, last]
    kept = store.snapshot("night")
    assert kept is not None
    assert kept.seq == last


class DamagedStore(MemoryStore):
    """A store in which one table's third row is not what was written."""

    def __init__(self) -> None:
        super().__init__()
        self.damaged = ""

    def read(self, table: str, after: int = 0, most: int | None = None) -> Iterator[Record]:
        """Give rows, one of them with another last byte."""
        for record in super().read(table, after, most):
            wrong = table == self.damaged and record.seq == 3
            yield msgspec.structs.replace(record, data=record.data[:-1] + b"?") if wrong else record


async def test_a_damaged_table_is_told_to_its_own_people_and_leaves_others_alone(tmp_path: Path) -> None:
    """Who has a seat learns that the table cannot be opened now; a neighbour plays on."""
    store = DamagedStore()
    tokens = await two_tables(tmp_path, store)
    rows = store.head("night").seq
    store.damaged = "night"
    async with running(LOCAL, tmp_path, store) as server:
        with pytest.raises(Closed) as closed:
            await Client.auth(server.url, tokens[0], Settings(reconnects=False))
        assert closed.value.code == CloseCode.INTERNAL
        other = await Client.auth(server.url, tokens[1])
        assert (await other.act("roof", "knock_back", PUSH)).outcome == "done"
        await other.close()
    assert store.head("night").seq == rows
