"""A store that has no room, or knows a command that the table has forgotten."""

import asyncio
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from pathlib import Path

import msgspec
import pytest

import vttbridge_protocol as wire
from end_to_end.at_a_table import LOCAL, piece, put_pieces, taken, two_tables
from vttbridge.client import Client, Closed, Settings
from vttbridge.server.app import Server, running
from vttbridge.table import AccessChanges, Record, StorageFull
from vttbridge.table.log.store import UNCHANGED
from vttbridge.testing.memory_store import MemoryStore
from vttbridge_protocol import CloseCode, Message, Plain, Reply

PUSH: Mapping[str, Plain] = {"targets": ["ben"], "squares": 3, "source": "ann"}


class SmallStore(MemoryStore):
    """A store that is full when it is told to be."""

    def __init__(self) -> None:
        super().__init__()
        self.is_full = False

    def append(
        self, table: str, records: tuple[Record, ...], access: AccessChanges = UNCHANGED
    ) -> "Future[None]":
        """Write, unless there is no room."""
        return _refused() if self.is_full else super().append(table, records, access)

    def change_access(self, changes: AccessChanges) -> "Future[None]":
        """Change, unless there is no room."""
        return _refused() if self.is_full else super().change_access(changes)


def _refused() -> "Future[None]":
    refused: Future[None] = Future()
    refused.set_exception(StorageFull("no room"))
    return refused


async def test_a_full_disk_stops_politely_and_loses_nothing(tmp_path: Path) -> None:
    """Commands are answered busy, reading works, and when there is room it goes on without a restart."""
    store = SmallStore()
    async with running(LOCAL, tmp_path, store) as server:
        gm = await Client.pair(await server.pairing_line("night", "heroclix"), "Gwen")
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


class SlowStore(MemoryStore):
    """A store that can take its time over what it is given, and then refuse it."""

    def __init__(self) -> None:
        super().__init__()
        self.is_slow = False
        self._waiting: list[Future[None]] = []

    def append(
        self, table: str, records: tuple[Record, ...], access: AccessChanges = UNCHANGED
    ) -> "Future[None]":
        """Write at once, or let it wait."""
        if not self.is_slow:
            return super().append(table, records, access)
        self._waiting.append(Future())
        return self._waiting[-1]

    def refuse(self) -> None:
        """Refuse what waits, and write at once from now on."""
        self.is_slow = False
        for waiting in self._waiting:
            waiting.set_exception(StorageFull("no room"))


EVERY_KIND: tuple[Message, ...] = (
    wire.Act("roof", "knock_back", dict(PUSH)),
    wire.Answer("h", "k", 1),
    wire.Approve("h", "p"),
    wire.Reject("h"),
    wire.Undo((1,)),
    wire.SceneSet("roof", "0" * 64),
    wire.Documents("roof"),
    wire.SceneChanged("roof", name="Attic"),
    wire.SceneGone("cellar"),
    wire.PiecePut("roof", piece("dan", 7, 7)),
    wire.PieceChanged("roof", "ben", {"hidden": True}),
    wire.PieceChanged("roof", "ben", {"unheard_of": 1}),
    wire.PieceGone("roof", "nobody"),
    wire.TableSet(name="Later"),
    wire.Applied(1, 1),
    wire.Diverged(1, 1),
    wire.Admit("k", allow=False),
    wire.Revoke("s"),
    wire.Preview("roof", "knock_back", dict(PUSH)),
    wire.Ask("roof", "reach", {}),
    wire.Log(),
    wire.Look(),
    wire.Executor(claim=True),
    wire.Seats(),
    wire.Invite(role="player"),
)


async def all_done(server: Server) -> None:
    """Wait until every job that stands in the mailbox has run; what it says may still wait."""
    done = asyncio.Event()
    server.registry.tables["night"].mailbox.post(done.set)
    await done.wait()


def test_every_kind_of_message_is_tried() -> None:
    """Whatever a client may ask for, so that none is left out when a kind is added."""
    assert {wire.word_of(body) for body in EVERY_KIND} == wire.COMMANDS | wire.REQUESTS


async def test_everything_behind_a_failed_write_is_answered(tmp_path: Path) -> None:
    """Commands, invalid ones and requests: each gets its one answer, and no slot of theirs stays taken."""
    store = SlowStore()
    async with running(LOCAL, tmp_path, store) as server:
        gm = await Client.pair(await server.pairing_line("night", "heroclix"), "Gwen")
        await put_pieces(gm, "")
        before = gm.state_hash
        store.is_slow = True
        first = asyncio.ensure_future(gm.change("roof", "ann", {"hidden": True}))
        asked = {asyncio.ensure_future(gm.request(body)): wire.word_of(body) for body in EVERY_KIND}
        await gm.request(wire.Invite(role="player"))
        await all_done(server)
        store.refuse()
        _, unanswered = await asyncio.wait(asked, timeout=20)
        assert [asked[one] for one in unanswered] == []
        assert await first == Reply("busy", code="storage_full", retry_after_ms=2_000)
        told = {asked[one]: one.result() for one in asked}
        assert all(isinstance(told[word], Reply) for word in wire.COMMANDS)
        assert told["seats"] == await first
        await gm.look()
        assert gm.state_hash == before
        assert {connection.session.in_flight for connection in server.connections} == {0}
        assert (await gm.put("roof", piece("eve", 8, 7))).outcome == "done"
        await gm.close()


async def test_a_new_executor_is_told_of_its_term_though_a_write_failed(tmp_path: Path) -> None:
    """Whoever was given the slot while rows were refused writes into the VTT when there is room again."""
    store = SlowStore()
    async with running(LOCAL, tmp_path, store) as server:
        gm = await Client.pair(await server.pairing_line("night", "heroclix"), "Gwen")
        await put_pieces(gm, "")
        store.is_slow = True
        first = asyncio.ensure_future(gm.change("roof", "ann", {"hidden": True}))
        claim = asyncio.ensure_future(gm.request(wire.Executor(claim=True)))
        await gm.request(wire.Invite(role="player"))
        await all_done(server)
        await all_done(server)
        store.refuse()
        await asyncio.gather(first, claim)
        await gm.caught_up()
        await server.registry.tables["night"].mailbox.join()
        assert (
            server.registry.tables["night"].members.executor is server.registry.tables["night"].lease.holder
        )
        await gm.close()


async def test_a_command_that_only_the_log_remembers_is_not_done_again(tmp_path: Path) -> None:
    """A retry so old that the table's memory has forgotten it gets the reply that it had."""
    async with running(LOCAL, tmp_path) as server:
        gm = await Client.pair(await server.pairing_line("night", "heroclix"), "Gwen")
        await put_pieces(gm, "")
        name = "c" * 32
        first = await gm.act("roof", "knock_back", PUSH, id=name)
        table = server.registry.tables["night"].journal.table
        assert gm.welcome is not None
        table.reply_cache.forget(gm.welcome.seat, name)
        again = await gm.act("roof", "knock_back", PUSH, id=name)
        assert again == msgspec.structs.replace(first, dup=True)
        assert (await gm.put("roof", piece("dan", 7, 7))).outcome == "done"
        await gm.close()


async def test_states_are_kept_beside_the_log(tmp_path: Path) -> None:
    """Every hundredth row the state's hash is kept, for whoever verifies the log; the last state, whole."""
    store = MemoryStore()
    async with running(LOCAL, tmp_path, store) as server:
        gm = await Client.pair(await server.pairing_line("night", "heroclix"), "Gwen")
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
        """Return rows, one of them with another last byte."""
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
