"""A table over a store in memory: its journal, its actor, and pieces in a room; no socket, no file."""

from concurrent.futures import Future
from itertools import count

from support.fake_peer import FakePeer
from table.at_table import PIECES, ROOM, middling
from table.tiny_rules import TINY
from vttbridge.errors import StoreFault
from vttbridge.rules.ruleset import Ruleset
from vttbridge.server.runtime.config import Config
from vttbridge.server.tables.actor import TableActor
from vttbridge.server.tables.registry import header_of
from vttbridge.storage.codec import encode, encode_header, encode_scene
from vttbridge.storage.journal import PendingWrite, TableJournal
from vttbridge.storage.recent_events import LoggedStep
from vttbridge.storage.scene_cache import SceneCache
from vttbridge.table import SERVER, GameContext, Live, Record, Sender, hash_of
from vttbridge.table.log.store import UNCHANGED, AccessChanges
from vttbridge.table.model.commands import Act, Command, CommandBody, PutPiece, PutSeat, SetScene, SetTable
from vttbridge.table.model.events import Home
from vttbridge.testing.memory_store import MemoryStore

KEY = b"k" * 32
CONFIG = Config(question_seconds=60, approval_seconds=600, approval_days=1)
SEATS = (("s-gm", "gm"), ("s-1", "player"), ("s-2", "player"), ("s-o", "observer"))
"""`s-1` owns ann, `s-2` owns ben, who may stand firm; `spy` is hidden."""


def tiny_alone(_: str) -> Ruleset:
    """Return the tiny rule book, whatever a table says that it plays: it is not installed."""
    return TINY


class FaultyStore(MemoryStore):
    """A store whose next appends fail as often as it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[StoreFault] = []

    def append(
        self, table: str, records: tuple[Record, ...], access: AccessChanges = UNCHANGED
    ) -> "Future[None]":
        """Write rows, or fail as told."""
        if not self.faults:
            return super().append(table, records, access)
        failed: Future[None] = Future()
        failed.set_exception(self.faults.pop(0))
        return failed


class StoredTable:
    """A table with its log; `do` writes as the mailbox would, one command after another."""

    def __init__(self, home: Home = "table") -> None:
        self.store = FaultyStore()
        self.store.create("night", encode_header(header_of("night", TINY)))
        scenes = SceneCache(self.store)
        data = encode_scene(ROOM)
        self.store.put_blob(hash_of(data), data)
        self.journal = TableJournal("night", self.store, GameContext(TINY, scenes, encode), lambda: 1_000)
        self._ids = count()
        self.live = Live()
        self.do(SERVER, SetTable(name="Night"))
        for seat, role in SEATS:
            self.do(SERVER, PutSeat(seat, role))  # type: ignore[arg-type]  # a role's word
        self.do("s-gm", SetScene("room", hash_of(data), "Room", home))
        for piece in PIECES:
            self.do("s-gm", PutPiece("room", piece))

    def command(self, seat: Sender, body: CommandBody) -> Command:
        """Return a command with an id of its own."""
        return Command(f"{next(self._ids):032x}", seat, body, hash_of(encode(body)))

    def do(self, seat: Sender, body: CommandBody) -> tuple[LoggedStep, ...]:
        """Decide a command and write it down; returns its rows."""
        command = self.command(seat, body)
        decision = self.journal.decide(command, middling, self.live)
        assert decision.reply.outcome == "done" or decision.rows, decision.reply
        written = self.journal.write(command, decision)
        assert isinstance(written, PendingWrite)
        written.stored.result()
        return written.steps

    def push(self, seat: str, target: str) -> tuple[LoggedStep, ...]:
        """Push a piece two squares east."""
        return self.do(seat, Act("room", "push", {"target": target, "squares": 2}))

    def actor(self, config: Config = CONFIG) -> TableActor:
        """Return the table as an actor whose mailbox runs."""
        actor = TableActor(self.journal, KEY, config)
        actor.mailbox.start()
        return actor


async def seated(actor: TableActor, *seats: str) -> tuple[FakePeer, ...]:
    """Return clients that have joined a table."""
    peers = tuple(FakePeer(seat, name=f"c-{seat}") for seat in seats)
    for peer in peers:
        actor.join(peer, None, "here")
    await actor.mailbox.join()
    return peers
