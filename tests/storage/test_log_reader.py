"""Rows that are no longer in memory, read from the log with the states around them."""

import random

import msgspec
import pytest

from support.scale import scaled
from support.stored_fight import fight, journal, kept_at, stored
from table.replay.test_replay import played
from vttbridge.errors import BadLog
from vttbridge.storage.log_reader import MAX_ROWS, replay_after, separate_context
from vttbridge.table import Record, Table
from vttbridge.testing.memory_store import MemoryStore


@pytest.mark.parametrize("seed", range(scaled(50)))
def test_the_past_is_the_same_from_a_kept_state(seed: int) -> None:
    """How it stood after a row, that row's hash, and what followed."""
    game, chance = played(seed), random.Random(seed)
    store = stored(game)
    loaded = journal(store)
    hashes = [loaded.first_hash, *(record.hash for record in store.read("t"))]
    for seq in (len(game.rows) // 2, len(game.rows) // 3):
        kept_at(store, game, seq)
    for seq in (0, chance.randrange(len(game.rows)), len(game.rows) // 2, len(game.rows)):
        then = replay_after(loaded, separate_context(loaded), seq)
        assert then.hash == hashes[seq]
        assert then.state == (game.steps[seq - 1].after if seq else Table(game.book).state)
        assert [told.step for told in then.rows] == list(game.steps[seq:])


def test_only_the_rows_after_a_kept_state_are_read() -> None:
    """A state that was kept later than the row is of no use for it."""
    game = fight()
    store = stored(game)
    loaded = journal(store)
    kept_at(store, game, 10)
    kept_at(store, game, 15)
    store.rows_read = 0
    then = replay_after(loaded, separate_context(loaded), 12)
    assert (then.state, len(list(then.rows))) == (game.steps[11].after, len(game.rows) - 12)
    assert store.rows_read == 1 + len(game.rows) - 10


def test_further_than_the_log_is_its_end() -> None:
    """What is not stored yet is not there."""
    game = fight()
    loaded = journal(stored(game))
    then = replay_after(loaded, separate_context(loaded), len(game.rows) + 9)
    assert (then.state, then.hash, list(then.rows)) == (game.table.state, loaded.hash, [])


def test_a_damaged_row_is_named_when_it_is_reached() -> None:
    """The rows before it are told."""
    game = fight()
    loaded = journal(stored(game))
    bad = list(loaded.store.read("t"))
    bad[11] = msgspec.structs.replace(bad[11], data=bad[11].data + b"x")
    loaded.store = ReadsAs(loaded.store.header("t"), bad)
    assert replay_after(loaded, separate_context(loaded), 5).state == game.steps[4].after
    with pytest.raises(BadLog, match="row 12 is damaged"):
        list(replay_after(loaded, separate_context(loaded), 5).rows)


class ReadsAs(MemoryStore):
    """A store whose log holds given records, whether or not they fit."""

    def __init__(self, header: bytes, records: list[Record]) -> None:
        super().__init__()
        self.create("t", header)
        self._rows["t"] = records


def test_a_book_of_its_own_shares_what_never_changes() -> None:
    """The rule book and the scenes are the table's; what was made ready is not."""
    loaded = journal(stored(fight()))
    game = separate_context(loaded)
    assert game is not loaded.game
    assert game.ruleset is loaded.game.ruleset
    assert game.library is loaded.game.library
    assert game.hash(loaded.table.state) == loaded.game.hash(loaded.table.state)
    assert MAX_ROWS == 20_000
