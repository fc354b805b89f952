"""Tables loaded from a kept state and the rows after it are what the whole log folds to."""

import random
from collections.abc import Callable, Iterator

import msgspec
import pytest

from storage.test_log_file import HEADER
from support.scale import scaled
from table.at_table import ROOM, Sitting
from table.replay.test_replay import played
from table.tiny_rules import TINY
from vttbridge.geometry.scene import SceneSpec
from vttbridge.server.runtime.clock import now_ms
from vttbridge.storage import snapshots
from vttbridge.storage.codec import chained, encode, encode_header, encode_scene
from vttbridge.storage.journal import TableJournal
from vttbridge.storage.log_reader import replay_after, separate_context
from vttbridge.storage.recent_events import LoggedStep, RecentEvents
from vttbridge.storage.scene_cache import SceneCache
from vttbridge.storage.snapshots import StateSnapshot, latest, save
from vttbridge.table import GameContext, Live, LogEvent, Record, Snapshot, Table, Transition, hash_of
from vttbridge.table.log.chain import first_hash
from vttbridge.table.model.commands import Act
from vttbridge.testing.memory_store import MemoryStore


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


def stored(game: Sitting) -> CountingStore:
    """Put a game into a store."""
    store = CountingStore()
    header = encode_header(HEADER)
    store.create("t", header)
    store.put_blob(game.blob, encode_scene(ROOM))
    store.append("t", chained(first_hash(header), game.rows)).result()
    return store


def ledger(store: CountingStore) -> TableJournal:
    """Load the table."""
    return TableJournal("t", store, GameContext(TINY, SceneCache(store), encode), now_ms)


def kept_at(store: CountingStore, game: Sitting, seq: int) -> None:
    """Keep the state after a row."""
    state = game.steps[seq - 1].after
    chain = next(iter(store.read("t", seq - 1, 1))).hash
    save(store, "t", state, chain)


@pytest.mark.parametrize("seed", range(scaled(100)))
def test_a_kept_state_and_the_rows_after_it_are_the_whole_log(seed: int) -> None:
    """From any row on: the same state, hash, view and rows at hand as folding all of it."""
    game, chance = played(seed), random.Random(seed)
    store = stored(game)
    whole = ledger(store)
    seq = chance.randrange(1, len(game.rows) + 1)
    kept_at(store, game, seq)
    store.rows_read = 0
    short = ledger(store)
    assert store.rows_read <= len(game.rows) - seq + 1
    assert short.table.state == whole.table.state == game.table.state
    assert (short.seq, short.hash, short.recent_events.oldest) == (whole.seq, whole.hash, seq)
    assert [told.step for told in short.recent_events] == list(game.steps[seq:])
    assert short.table.view_hash("s-1") == game.table.view_hash("s-1")


@pytest.mark.parametrize("seed", range(scaled(50)))
def test_the_past_is_the_same_from_a_kept_state(seed: int) -> None:
    """How it stood after a row, that row's hash, and what followed."""
    game, chance = played(seed), random.Random(seed)
    store = stored(game)
    loaded = ledger(store)
    hashes = [loaded.first_hash, *(record.hash for record in store.read("t"))]
    for seq in (len(game.rows) // 2, len(game.rows) // 3):
        kept_at(store, game, seq)
    for seq in (0, chance.randrange(len(game.rows)), len(game.rows) // 2, len(game.rows)):
        then = replay_after(loaded, separate_context(loaded), seq)
        assert then.hash == hashes[seq]
        assert then.state == (game.steps[seq - 1].after if seq else Table(game.book).state)
        assert [told.step for told in then.rows] == list(game.steps[seq:])


SPOILED: dict[str, Callable[[StateSnapshot], StateSnapshot]] = {
    "another version": lambda kept: msgspec.structs.replace(kept, engine="0.0.0"),
    "another history": lambda kept: msgspec.structs.replace(kept, chain="0" * 32),
    "another state": lambda kept: msgspec.structs.replace(
        kept, state=msgspec.structs.replace(kept.state, name="Other")
    ),
}


@pytest.mark.parametrize("how", list(SPOILED))
def test_a_state_that_does_not_fit_is_left_aside(how: str) -> None:
    """Of another version, of another history, or damaged: an older one is taken, or the whole log."""
    game = played(1)
    store = stored(game)
    kept_at(store, game, 10)
    kept_at(store, game, 20)
    good = store.snapshot("t")
    assert good is not None
    kept = latest(store, "t")
    assert isinstance(kept, StateSnapshot)
    store.put_snapshot("t", Snapshot(20, good.state_hash, encode(SPOILED[how](kept))))
    older = latest(store, "t")
    assert older is not None
    assert older.state.seq == 10
    store.put_snapshot("t", Snapshot(10, good.state_hash, b"\xc1"))
    assert latest(store, "t") is None
    assert ledger(store).table.state == game.table.state


def test_few_states_are_kept_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Old ones go when they are too many bytes or too far back; the two latest and all hashes stay."""
    game = played(2)
    store = stored(game)
    monkeypatch.setattr(snapshots, "ROWS_BACK", 9)
    for seq in range(3, 25, 3):
        kept_at(store, game, seq)
    assert [seq for seq, _ in store.snapshot_sizes("t")] == [18, 21, 24]
    monkeypatch.setattr(snapshots, "MAX_BYTES", 1)
    kept_at(store, game, 27)
    assert [seq for seq, _ in store.snapshot_sizes("t")] == [24, 27]
    assert [seq for seq, _ in store.state_hashes("t")] == list(range(3, 28, 3))


def test_a_command_from_before_the_kept_state_is_still_known() -> None:
    """A retry gets the reply that it got, also where deciding it anew would come to something else."""
    game = Sitting()
    sent = game.command("s-gm", game_push())
    first = game.send(sent)
    store = stored(game)
    kept_at(store, game, len(game.rows))
    loaded = ledger(store)
    again = loaded.decide(sent, lambda sides: sides // 2, Live(executor=True))
    assert again.rows == ()
    assert again.reply == msgspec.structs.replace(first.reply, dup=True)
    other = msgspec.structs.replace(sent, digest="f" * 32)
    assert loaded.decide(other, lambda sides: sides // 2, Live()).reply.code == "id_reuse"


def game_push() -> Act:
    """Push somebody."""
    return Act("room", "push", {"target": "dan", "squares": 2})


def test_scenes_come_from_the_store_and_few_stay() -> None:
    """A scene is built when it is asked for; when there are many, the earliest is let go and built again."""
    store = MemoryStore()
    specs = [SceneSpec(id=f"s{number}", name="S", width=5, height=5) for number in range(3)]
    names = [hash_of(encode_scene(spec)) for spec in specs]
    for name, spec in zip(names, specs, strict=True):
        store.put_blob(name, encode_scene(spec))
    shelf = SceneCache(store, most=2)
    for name, spec in zip([*names, names[0]], [*specs, specs[0]], strict=True):
        scene = shelf.scene(name)
        assert scene is not None
        assert scene.spec == spec
    assert shelf.scene("0" * 32) is None


def test_the_window_has_two_limits() -> None:
    """So many rows, so many bytes, and always the latest; it knows the hash before its oldest row."""
    step = Transition(Table(Sitting().book).state, played(1).rows[0], Table(Sitting().book).state)

    def row(seq: int, size: int) -> LoggedStep:
        changed: LogEvent = msgspec.structs.replace(step.row, seq=seq)
        return LoggedStep(msgspec.structs.replace(step, row=changed), f"hash {seq}", size)

    window = RecentEvents(4, "hash 4", most_rows=3, most_bytes=100)
    assert (window.oldest, window.hash_at(4), window.hash_at(5)) == (4, "hash 4", None)
    window.add(row(seq, 10) for seq in range(5, 9))
    assert [told.seq for told in window] == [6, 7, 8]
    assert (window.oldest, window.hash_at(5), window.hash_at(4)) == (5, "hash 5", None)
    window.add([row(9, 75)])
    assert [told.seq for told in window] == [7, 8, 9]
    window.add([row(10, 90)])
    assert [told.seq for told in window] == [10] != [told.seq for told in window.since(10)]
    window.add([row(11, 900)])
    assert ([told.seq for told in window], window.bytes) == ([11], 900)
