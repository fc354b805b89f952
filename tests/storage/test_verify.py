"""Logs checked: bytes, chain, rows and states; what would be decided otherwise today is told apart."""

from functools import partial

import msgspec
import pytest

from support.stored_fight import HEADER, fight, stored, tiny
from table.at_table import ROOM, Sitting
from table.tiny_rules import TINY
from vttbridge.errors import BadLog, UnknownRuleset
from vttbridge.rules.ruleset import Ruleset
from vttbridge.rules.version import RulesVersion, version_of
from vttbridge.storage.codec import chained, encode_header, encode_scene
from vttbridge.storage.log_file import exported, read_bytes
from vttbridge.storage.verify import Source, Verdict, book_of, of_file, of_table, steps_of, verify
from vttbridge.table import Header, Snapshot
from vttbridge.table.log.chain import first_hash
from vttbridge.table.replay.replay import Difference
from vttbridge.testing.memory_store import MemoryStore

TODAY = version_of(TINY)
OTHERWISE = msgspec.structs.replace(TINY, actions=TINY.actions[1:])
RAISED = msgspec.structs.replace(OTHERWISE, rules=TINY.rules + 1)


def source_of(table: Sitting, header: Header = HEADER, today: Ruleset = TINY) -> Source:
    """Return a fight's log, written under a header and looked at with a rule book of today."""
    data = encode_header(header)
    records = chained(first_hash(data), table.rows)
    return Source(
        data, lambda: records, {table.blob: encode_scene(ROOM)}.get, find=partial(found, today=today)
    )


def found(name: str, today: Ruleset) -> Ruleset:
    """Find the rule book of today, and no other."""
    assert name == "tiny"
    return today


def test_a_source_is_the_same_log_from_a_file_and_from_a_store() -> None:
    """Header, rows, scenes and rule book; kept states are the store's alone."""
    table = fight()
    store = stored(table)
    store.put_snapshot("t", Snapshot(8, "h"))
    from_store, from_file = of_table(store, "t", tiny), of_file(read_bytes(exported(store, "t")), tiny)
    for source in (from_store, from_file):
        assert source.head == HEADER
        assert source.ruleset is TINY
        assert list(source.rows()) == list(source.rows()) == table.rows
        assert source.blob(table.blob) == encode_scene(ROOM)
        assert source.blob("none") is None
    assert (from_store.state_hashes, from_file.state_hashes) == (((8, "h"),), ())


def test_the_book_of_a_log_holds_its_scenes() -> None:
    """All that its rows name."""
    table = fight()
    book = book_of(source_of(table))
    assert book.ruleset is TINY
    assert book.bare(table.blob).spec == ROOM


def _given(data: bytes | None, _name: str) -> bytes | None:
    return data


def test_a_missing_scene_is_told_apart_from_a_damaged_one() -> None:
    """Both by the row that names it."""
    source = source_of(fight())
    for data, why in ((None, "row 6 is missing"), (b"other", "row 6 is damaged")):
        bad = msgspec.structs.replace(source, blob=partial(_given, data))
        with pytest.raises(BadLog, match=why) as caught:
            book_of(bad)
        assert caught.value.seq == 6
        assert verify(bad) == Verdict(problem=str(caught.value), bad_row=6)


def test_steps_are_the_rows_as_they_were_recorded() -> None:
    """To their end, or to a row."""
    table = fight()
    assert list(steps_of(source_of(table))) == table.steps
    assert list(steps_of(source_of(table), to=7)) == table.steps[:7]


def test_a_good_log_is_counted() -> None:
    """Rows, commands, and the kept states among them; nothing is decided again unless asked."""
    table = fight()
    store = stored(table)
    for seq in (8, 14):
        store.put_snapshot("t", Snapshot(seq, table.book.hash(table.steps[seq - 1].after)))
    verdict = verify(of_table(store, "t", tiny))
    commands = len({row.cause for row in table.rows})
    assert verdict == Verdict(len(table.rows), commands, 2)
    assert verdict.is_good
    assert not verdict.recomputed
    assert not verdict.rules_changed


def test_a_state_that_differs_is_named() -> None:
    """The rows do not lead to it."""
    store = stored(fight())
    store.put_snapshot("t", Snapshot(9, "0" * 32))
    verdict = verify(of_table(store, "t", tiny), again=True)
    assert (verdict.is_good, verdict.bad_row, verdict.recomputed) == (False, 9, False)
    assert verdict.problem == "the state after row 9 is not the one that was kept"


def test_a_row_that_cannot_follow_is_named() -> None:
    """Rows that are whole but do not fit each other, as when a piece stands on no scene."""
    rows = [row for row in fight().rows if row.seq != 6]
    moved = [msgspec.structs.replace(row, seq=place + 1) for place, row in enumerate(rows)]
    store = MemoryStore()
    header = encode_header(HEADER)
    store.create("t", header)
    store.append("t", chained(first_hash(header), moved)).result()
    verdict = verify(of_table(store, "t", tiny))
    assert verdict.bad_row == 6
    assert verdict.problem.startswith("row 6 does not fit the rows before it: ")


def test_a_broken_chain_is_named() -> None:
    """Before anything is folded."""
    source = source_of(fight())
    records = list(source.records())
    bad = [*records[:3], msgspec.structs.replace(records[3], data=b"x"), *records[4:]]
    assert verify(msgspec.structs.replace(source, records=lambda: bad)).bad_row == 4


def test_an_unknown_rule_book_is_a_sentence() -> None:
    """No row is to blame."""

    def nothing(name: str) -> Ruleset:
        raise UnknownRuleset(f"no rule book called {name} is installed")

    verdict = verify(msgspec.structs.replace(source_of(fight()), find=nothing))
    assert verdict == Verdict(problem="no rule book called tiny is installed")
    assert not verdict.is_good


def test_a_fight_is_decided_again() -> None:
    """Under the same rules nothing differs, and both versions are said."""
    source = source_of(fight(), msgspec.structs.replace(HEADER, rules=TODAY))
    verdict = verify(source, again=True)
    assert (verdict.written_under, verdict.decided_under) == (TODAY, TODAY)
    assert verdict.differences == ()
    assert verdict.is_good
    assert verdict.recomputed
    assert not verdict.rules_changed


def test_what_differs_is_a_fault_under_the_same_rules_alone() -> None:
    """Under a raised number it is a rule change, and under rules that nobody knows it may be one."""
    same = verify(source_of(fight(), msgspec.structs.replace(HEADER, rules=TODAY), OTHERWISE), again=True)
    assert same.differences
    assert not same.is_good
    raised = verify(source_of(fight(), msgspec.structs.replace(HEADER, rules=TODAY), RAISED), again=True)
    assert raised.differences
    assert raised.rules_changed
    assert raised.is_good
    unknown = verify(source_of(fight(), HEADER, OTHERWISE), again=True)
    assert (unknown.written_under, unknown.decided_under) == (None, TODAY)
    assert unknown.is_good


def test_a_problem_is_never_good() -> None:
    """Whatever rules have changed."""
    changed = Verdict(
        problem="damaged",
        written_under=RulesVersion(1, 1),
        decided_under=RulesVersion(2, 1),
        differences=(Difference(3, "c", "other"),),
    )
    assert not changed.is_good
    assert msgspec.structs.replace(changed, problem="").is_good
