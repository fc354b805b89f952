"""A table with its log: loaded, decided, written and folded at once; what was stored answers for itself."""

from collections.abc import Iterator
from hashlib import blake2b
from itertools import pairwise

import msgspec
import pytest

from support.stored_fight import HEADER, NOW_MS, CountingStore, fight, journal, kept_at, stored
from table.at_table import Sitting, middling
from vttbridge.errors import BadLog
from vttbridge.storage import journal as module
from vttbridge.storage.codec import chained, decode_row, encode, encode_header
from vttbridge.storage.journal import (
    MAX_ROW_BYTES,
    ROWS_A_STATE,
    PendingWrite,
    TableJournal,
    TooLarge,
    by_command,
    folded,
    ruleset_of,
    tag_of,
)
from vttbridge.storage.snapshots import latest
from vttbridge.table import (
    SERVER,
    AccessChanges,
    AccessRecord,
    Decision,
    Head,
    Live,
    Sender,
    Snapshot,
    Table,
    hash_of,
)
from vttbridge.table.log.chain import Record, first_hash
from vttbridge.table.model.commands import Act, Command, CommandBody, PutSeat

NEW = f"{999:032x}"


def decided(loaded: TableJournal, seat: Sender, body: CommandBody) -> tuple[Command, Decision]:
    """Decide a new command."""
    command = Command(NEW, seat, body, hash_of(encode(body)))
    return command, loaded.decide(command, middling, Live())


def push() -> Act:
    """Push somebody."""
    return Act("room", "push", {"target": "dan", "squares": 2})


def write(loaded: TableJournal, access: AccessChanges = AccessChanges()) -> PendingWrite:  # noqa: B008 - frozen
    """Push somebody and write it down."""
    written = loaded.write(*decided(loaded, "s-gm", push()), access)
    assert isinstance(written, PendingWrite)
    return written


def test_a_table_is_loaded_as_its_log_has_it() -> None:
    """State, number, hash, and the rows in memory; nothing was kept."""
    game = fight()
    store = stored(game)
    loaded = journal(store)
    assert loaded.table.state == game.table.state
    assert (loaded.seq, loaded.hash) == (len(game.rows), store.head("t").hash)
    assert [one.step for one in loaded.recent_events] == game.steps
    assert loaded.kept_seq == 0
    assert loaded.tag == tag_of("t") == blake2b(b"t", digest_size=4).hexdigest()


def test_hashes_are_known_of_the_header_and_of_what_is_in_memory() -> None:
    """From a kept state on, the rows before it are not."""
    game = fight()
    store = stored(game)
    kept_at(store, game, 9)
    loaded = journal(store)
    hashes = [record.hash for record in store.read("t")]
    assert loaded.kept_seq == 9
    assert loaded.hash_at(0) == loaded.first_hash == first_hash(encode_header(HEADER))
    assert [loaded.hash_at(seq) for seq in (8, 9, 10, len(hashes), len(hashes) + 1)] == [
        None,
        *hashes[8:10],
        hashes[-1],
        None,
    ]


def test_a_table_whose_scene_is_lost_is_not_loaded() -> None:
    """It is named."""
    game = fight()
    store = CountingStore()
    header = encode_header(HEADER)
    store.create("t", header)
    store.append("t", chained(first_hash(header), game.rows)).result()
    with pytest.raises(BadLog, match="the scene room is missing from the store"):
        journal(store)


def test_loading_finds_out_whether_the_log_takes_rows() -> None:
    """That costs time, and is better spent before the first command."""

    class Asked(CountingStore):
        asked = 0

        def read_only(self, table: str) -> str | None:
            self.asked += 1
            return super().read_only(table)

    store = Asked()
    store.create("t", encode_header(HEADER))
    journal(store)
    assert store.asked == 1


def test_what_was_read_is_gone_on_from() -> None:
    """A worker reads anew; the table then stands as the log has it."""
    game = fight()
    loaded = journal(stored(game))
    before = loaded.read()
    assert before.kept_seq == 0
    write(loaded)
    assert loaded.seq > len(game.rows)
    loaded.restore(before)
    assert (loaded.seq, loaded.hash) == (len(game.rows), before.hash)
    assert loaded.table is before.table
    assert loaded.recent_events is before.recent_events


def test_a_decision_is_written_and_folded_at_once() -> None:
    """Its rows follow on the log, at the time it was; who may come in changes with them."""
    loaded = journal(stored(fight()))
    before = loaded.store.head("t")
    seat = AccessRecord("seat", "one", b"says")
    written = write(loaded, AccessChanges(put=(seat,)))
    written.stored.result(timeout=0)
    records = tuple(loaded.store.read("t", before.seq))
    rows = [decode_row(record.data) for record in records]
    assert [row.seq for row in rows] == list(range(before.seq + 1, before.seq + 1 + len(rows)))
    assert {(row.time_ms, row.cause, row.actor) for row in rows} == {(NOW_MS, NEW, "s-gm")}
    assert [(one.step.row, one.hash, one.bytes) for one in written.steps] == [
        (row, record.hash, len(record.data)) for row, record in zip(rows, records, strict=True)
    ]
    assert [record.command for record in records] == [f"s-gm:{NEW}"] + [""] * (len(records) - 1)
    assert loaded.recent_events.since(before.seq) == written.steps
    assert loaded.store.access_records() == (seat,)
    assert loaded.store.head("t") == Head(loaded.seq, loaded.hash, 1)
    assert loaded.table.state == written.steps[-1].step.after
    assert journal(stored_again(loaded)).table.state == loaded.table.state


def stored_again(loaded: TableJournal) -> CountingStore:
    """Return another store with the same log."""
    store = CountingStore()
    store.create("t", loaded.store.header("t"))
    store.append("t", tuple(loaded.store.read("t"))).result()
    for scene in loaded.table.state.scenes:
        store.put_blob(scene.blob, loaded.store.blob(scene.blob) or b"")
    return store


def test_a_row_that_is_too_large_writes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither rows nor access; one of as many bytes as may be is written."""
    loaded = journal(stored(fight()))
    before, state = loaded.store.head("t"), loaded.table.state
    command, decision = decided(loaded, "s-gm", push())
    largest = max(len(encode(row)) for row in loaded.table.numbered(command, decision, NOW_MS))
    seat = AccessChanges(put=(AccessRecord("seat", "one", b"says"),))
    monkeypatch.setattr(module, "MAX_ROW_BYTES", largest - 1)
    assert loaded.write(command, decision, seat) == TooLarge(largest)
    assert (loaded.store.head("t"), loaded.hash, loaded.table.state) == (before, before.hash, state)
    assert loaded.store.access_records() == ()
    monkeypatch.setattr(module, "MAX_ROW_BYTES", largest)
    assert isinstance(loaded.write(command, decision, seat), PendingWrite)
    assert MAX_ROW_BYTES == 32_768


def test_a_command_that_only_the_log_remembers_is_answered_from_there() -> None:
    """A retry gets the reply that it got, also where deciding it anew would come to something else."""
    game = Sitting()
    sent = game.command("s-gm", push())
    first = game.send(sent)
    store = stored(game)
    kept_at(store, game, len(game.rows))
    loaded = journal(store)
    assert loaded.table.reply_cache.lookup(sent) is None
    again = loaded.decide(sent, middling, Live(executor=True))
    assert again.rows == ()
    assert again.reply == loaded.stored_reply(sent) == msgspec.structs.replace(first.reply, dup=True)
    other = msgspec.structs.replace(sent, digest="f" * 32)
    assert loaded.decide(other, middling, Live()).reply.code == "id_reuse"
    fresh = msgspec.structs.replace(sent, id=NEW)
    assert loaded.decide(fresh, middling, Live()).rows


def test_a_command_that_is_remembered_is_not_looked_up() -> None:
    """Nor is one of the server's own."""

    class Asked(CountingStore):
        asked = 0

        def of_command(self, table: str, command: str) -> int | None:
            self.asked += 1
            return super().of_command(table, command)

    game = Sitting()
    store = Asked()
    header = encode_header(HEADER)
    store.create("t", header)
    store.put_blob(game.blob, stored(game).blob(game.blob) or b"")
    store.append("t", chained(first_hash(header), game.rows)).result()
    loaded = journal(store)
    command, decision = decided(loaded, "s-gm", push())
    assert store.asked == 1
    loaded.write(command, decision)
    assert loaded.decide(command, middling, Live()).reply.dup
    assert decided(loaded, SERVER, PutSeat("s-3", "player"))[1].rows
    assert store.asked == 1


def test_states_are_kept_by_hash_and_now_and_then_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every so many rows."""
    game = fight()
    loaded = journal(stored(game))
    monkeypatch.setattr(module, "ROWS_BETWEEN", 5)
    for one in list(loaded.recent_events)[8:10]:
        loaded.save_state(one)
    assert loaded.store.state_hashes("t") == tuple(
        (seq, game.book.hash(game.steps[seq - 1].after)) for seq in (9, 10)
    )
    kept = latest(loaded.store, "t")
    assert kept is not None
    assert (kept.state, kept.chain) == (game.steps[9].after, loaded.hash_at(10))
    assert [seq for seq, _ in loaded.store.snapshot_sizes("t")] == [10]


def test_the_last_state_is_kept_where_that_saves_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not for fewer rows since the one that was kept."""
    game = fight()
    loaded = journal(stored(game))
    monkeypatch.setattr(module, "ROWS_A_STATE", len(game.rows) + 1)
    loaded.save_last_state()
    assert loaded.store.snapshot("t") is None
    monkeypatch.setattr(module, "ROWS_A_STATE", len(game.rows))
    loaded.save_last_state()
    kept = latest(loaded.store, "t")
    assert kept is not None
    assert (kept.state, kept.chain) == (game.table.state, loaded.hash)
    assert ROWS_A_STATE == 100
    again = journal(stored(game))
    again.kept_seq = 1
    again.save_last_state()
    assert again.store.snapshot("t") is None


def records_of(game: Sitting) -> tuple[Record, ...]:
    """Return a fight's rows as records."""
    return chained(first_hash(encode_header(HEADER)), game.rows)


def test_rows_come_in_batches_of_whole_commands() -> None:
    """All of them, each batch of one command."""
    game = fight()
    batches = list(by_command(records_of(game)))
    assert [row for batch in batches for row, _ in batch] == game.rows
    assert [record for batch in batches for _, record in batch] == list(records_of(game))
    assert [len({row.cause for row, _ in batch}) for batch in batches] == [1] * len(batches)
    assert all(one[0][0].cause != other[0][0].cause for one, other in pairwise(batches))
    assert any(len(batch) > 1 for batch in batches)
    assert list(by_command(())) == []


def test_folding_a_log_gives_its_steps() -> None:
    """With the hash and the bytes of each row; nothing is read before it is asked for."""
    game = fight()
    taken: list[int] = []

    def records() -> Iterator[Record]:
        for record in records_of(game):
            taken.append(record.seq)
            yield record

    told = folded(Table(game.book), records())
    assert taken == []
    steps = list(told)
    assert [one.step for one in steps] == game.steps
    assert [(one.hash, one.bytes) for one in steps] == [
        (record.hash, len(record.data)) for record in records_of(game)
    ]


def test_a_store_says_what_a_table_plays() -> None:
    """Without loading it."""
    assert ruleset_of(stored(Sitting()), "t") == "tiny"


def test_a_snapshot_of_a_later_row_is_no_start() -> None:
    """A state that the log does not reach is left aside."""
    game = fight()
    store = stored(game)
    store.put_snapshot("t", Snapshot(len(game.rows) + 5, "h", b"\xc1"))
    assert journal(store).table.state == game.table.state
