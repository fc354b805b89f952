"""Logs read again: recorded, decided again, under other rules; every kind of command among them."""

import random

import msgspec
import pytest

from support.scale import scaled
from table.at_table import Sitting
from table.plays import random_wish
from table.tiny_rules import TINY
from vttbridge.rules.effects import Move
from vttbridge.storage.codec import decode_row, encode, encode_row
from vttbridge.table import SERVER, GameContext, LogEvent, Table
from vttbridge.table.model.commands import (
    Act,
    AnswerQuestion,
    Approve,
    ChangePiece,
    PieceRequest,
    Remark,
    SetTable,
    Undo,
)
from vttbridge.table.model.events import Answered, Committed, Rolled
from vttbridge.table.replay.commands_from_log import commands_from_log
from vttbridge.table.replay.replay import difference, final, recompute, recorded, what_if


def played(seed: int) -> Sitting:
    """Play a random game."""
    dice = random.Random(seed)
    table = Sitting("vtt" if seed % 3 == 0 else "table", uniform=dice.randrange)
    for turn in range(40):
        table.live = msgspec.structs.replace(table.live, executor=turn % 5 != 0)
        seat, body = random_wish(table, dice)
        table.do(seat, body)
    return table


def stored(table: Sitting) -> list[LogEvent]:
    """Return the rows as they come out of a store."""
    return [decode_row(encode_row(row)) for row in table.rows]


@pytest.mark.parametrize("seed", range(scaled(300)))
def test_load_equals_replay_equals_recompute(seed: int) -> None:
    """The state that was played, the one that is loaded and the one that is decided again are the same."""
    table = played(seed)
    rows = stored(table)
    loaded = Table.load(table.book, rows)
    assert loaded.state == table.table.state
    assert loaded.state_hash() == table.table.state_hash()
    assert [step.after for step in recorded(table.book, rows)] == [step.after for step in table.steps]
    assert list(recompute(table.book, rows)) == []
    for seat in ("s-gm", "s-1", "s-o"):
        assert loaded.view_hash(seat) == table.table.view_hash(seat)


def test_games_hold_every_kind_of_row() -> None:
    """The random games above are worth something: they write rows of nearly every kind."""
    kinds = {row.kind for seed in range(12) for row in played(seed).rows}
    assert kinds >= {
        *("table_set", "scene_set", "scene_changed", "piece_put", "piece_changed", "piece_gone"),
        *("act", "asked", "answered", "rolled", "planned", "held", "approved", "rejected", "expired"),
        *("cancelled", "committed", "undone", "seat_taken"),
    }


def fight() -> Sitting:
    """Play a short game with dice, an answer, a yes and an undo."""
    table = Sitting()
    table.push("s-gm", "cat", 2)
    table.push("s-gm", "ben")
    table.do("s-2", AnswerQuestion(table.table.state.holds[0].id, "stand:ben", value=False))
    table.push("s-1", "dan", 2, mover="ann")
    (hold,) = table.table.state.holds
    table.do("s-gm", Approve(hold.id, hold.hash))
    table.do("s-gm", Undo((table.rows[-1].seq,)))
    table.do(SERVER, Remark("SCHEMA_RAISED", schema=1))
    return table


def test_a_row_that_was_changed_is_named() -> None:
    """Deciding again names the row that does not follow: an answer, a face, an effect, an undo."""
    table = fight()
    for place, row in enumerate(table.rows):
        match row.body:
            case Answered() as body:
                body = msgspec.structs.replace(body, value=True)
            case Rolled() as body:
                body = msgspec.structs.replace(body, value=1)
            case Committed(effects=effects) as body if effects and isinstance(effects[0], Move):
                longer = msgspec.structs.replace(effects[0], travelled=9.0)
                body = msgspec.structs.replace(body, effects=(longer, *effects[1:]))
            case _:
                continue
        rows = list(table.rows)
        rows[place] = msgspec.structs.replace(row, body=body)
        assert next(found.seq for found in recompute(table.book, rows)) in {row.seq, row.seq + 1}


def test_a_face_that_is_missing_is_named() -> None:
    """A roll whose face was not logged cannot be decided again, and is not drawn anew."""
    table = fight()
    first = next(row for row in table.rows if isinstance(row.body, Rolled))
    body = msgspec.structs.replace(first.body, by="s-gm")
    rows = [msgspec.structs.replace(row, body=body) if row is first else row for row in table.rows]
    assert next(recompute(table.book, rows)).reason == "needs_roll"


def test_other_rules_differ_by_row() -> None:
    """Under a rule book that knows the action no more, each of its commands is a difference."""
    table = fight()
    poorer = GameContext(msgspec.structs.replace(TINY, actions=TINY.actions[1:]), table.shelf, encode)
    reasons = [found.reason for found in recompute(poorer, table.rows)]
    assert reasons
    assert set(reasons) <= {"missing", "other"}


def test_what_if() -> None:
    """Under other house rules the same commands and dice give another fight, only what differs is shown."""
    table = Sitting()
    table.push("s-gm", "dan", 2)
    table.push("s-gm", "cat", 2)
    table.do("s-gm", SetTable(settings=(("mood", "calm"),)))
    table.push("s-1", "dan", 2, mover="ann")
    (hold,) = table.table.state.holds
    table.do("s-gm", Approve(hold.id, hold.hash))
    assert what_if(table.book, table.rows, ()) == ()
    assert what_if(table.book, table.rows, (("mood", "calm"),)) == ()
    told = what_if(table.book, table.rows, (("mood", "wild"),))
    assert [(one.action, len(one.recorded.effects), len(one.decided.effects)) for one in told] == [
        ("push", 1, 1),
        ("push", 3, 3),
        ("push", 0, 1),
    ]
    moves = [one.decided.effects[0] for one in told if one.decided.effects]
    assert [move.travelled for move in moves if isinstance(move, Move)] == [1.0] * 3


def test_two_states_differ_in_what_is_told() -> None:
    """The difference of two states names scenes and changes; equal ones give none."""
    table = fight()
    first = final(table.book, table.rows, to=table.rows[-3].seq)
    assert difference(table.book, first, first) == ()
    table.do("s-gm", ChangePiece("room", "dan", PieceRequest(numbers=(("hp", 1),))))
    (one,) = difference(table.book, table.steps[-1].before, table.table.state)
    assert one.scene == "room"
    assert len(one.changes) == 1


def test_batches_are_commands() -> None:
    """Rows fall into as many batches as commands wrote rows."""
    table = Sitting()
    before = len(list(commands_from_log(table.rows)))
    table.push("s-gm", "cat")
    table.do("s-gm", Act("room", "push", {"target": "eve"}))
    assert len(list(commands_from_log(table.rows))) == before + 1
