"""A short fight of the tiny rule book, its log in a store in memory, and the journal over that log."""

from collections.abc import Iterator

from table.at_table import ROOM, Sitting
from table.tiny_rules import TINY
from vttbridge.errors import UnknownRuleset
from vttbridge.rules.ruleset import Ruleset
from vttbridge.storage.codec import chained, encode, encode_header, encode_scene
from vttbridge.storage.journal import TableJournal
from vttbridge.storage.scene_cache import SceneCache
from vttbridge.storage.snapshots import save
from vttbridge.table import GameContext, Header, Record
from vttbridge.table.log.chain import first_hash
from vttbridge.table.model.commands import Undo
from vttbridge.testing.memory_store import MemoryStore

HEADER = Header("Test", "0", "tiny")
NOW_MS = 5_000


class CountingStore(MemoryStore):
    """Counts the rows that are read."""

    def __init__(self) -> None:
        super().__init__()
        self.rows_read = 0

    def read(self, table: str, after: int = 0, most: int | None = None) -> Iterator[Record]:
        """Return rows."""
        for record in super().read(table, after, most):
            self.rows_read += 1
            yield record


def tiny(name: str) -> Ruleset:
    """Find the tests' rule book and no other."""
    if name != "tiny":
        raise UnknownRuleset(f"no rule book called {name}")
    return TINY


def fight() -> Sitting:
    """Play a few commands."""
    table = Sitting()
    table.push("s-gm", "dan")
    table.push("s-gm", "cat", 3)
    table.push("s-1", "dan", 1, mover="ann")
    table.do("s-gm", Undo((table.rows[15].seq,)))
    return table


def stored(game: Sitting) -> CountingStore:
    """Put a game into a store, as table `t`."""
    store = CountingStore()
    header = encode_header(HEADER)
    store.create("t", header)
    store.put_blob(game.blob, encode_scene(ROOM))
    store.append("t", chained(first_hash(header), game.rows)).result()
    return store


def journal(store: MemoryStore) -> TableJournal:
    """Load table `t` of a store, at a time that stands still."""
    return TableJournal("t", store, GameContext(TINY, SceneCache(store), encode), lambda: NOW_MS)


def kept_at(store: MemoryStore, game: Sitting, seq: int) -> None:
    """Keep the whole state after a row."""
    (record,) = store.read("t", seq - 1, 1)
    save(store, "t", game.steps[seq - 1].after, record.hash)
