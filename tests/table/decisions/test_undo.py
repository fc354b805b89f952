"""Taking back: free, in the way, several at once, with walls, in the VTT."""

import random

import pytest

from support.scale import scaled
from table.at_table import Sitting
from table.plays import random_wish
from vttbridge.geometry.vec import Place
from vttbridge.table.model.changes import between_pieces
from vttbridge.table.model.commands import (
    ChangePiece,
    ChangeScene,
    PieceRequest,
    RemovePiece,
    ReportApplied,
    SetScene,
    Undo,
)
from vttbridge.table.model.events import Undone, VttWrite
from vttbridge.table.model.state import SceneState


@pytest.fixture
def table() -> Sitting:
    """Sit down at a fresh table."""
    return Sitting()


def bare(scene: SceneState) -> tuple[object, ...]:
    """Return a scene without its revisions."""
    return (scene.overlay, tuple(standing.piece for standing in scene.pieces))


def test_undo_puts_everything_back(table: Sitting) -> None:
    """After undo all is as before, but for revisions, which go on."""
    before = table.scene
    seq = table.push("s-gm", "cat", 3).seq or 0
    assert bare(table.scene) != bare(before)
    reply = table.do("s-gm", Undo((seq,)))
    assert (reply.outcome, bare(table.scene)) == ("done", bare(before))
    standing = table.scene.find("cat")
    assert standing is not None
    assert standing.revision == reply.seq


def test_undo_mends_what_broke(table: Sitting) -> None:
    """A broken wall stands again, and the scene's revision goes on."""
    table.do("s-gm", ChangePiece("room", "cat", PieceRequest(place=Place(7, 3), tags=())))
    seq = table.push("s-gm", "cat", 2).seq or 0
    assert table.scene.overlay.broken
    assert table.do("s-gm", Undo((seq,))).outcome == "done"
    assert not table.scene.overlay.broken
    assert table.scene.revision > seq


def test_undo_of_gone_pieces_and_doors(table: Sitting) -> None:
    """A removed piece comes back whole; a door closes again and leaves no trace."""
    before = table.scene
    gone = table.do("s-gm", RemovePiece("room", "dan")).seq or 0
    door = table.do("s-gm", ChangeScene("room", doors=(("door", "open"),))).seq or 0
    assert dict(table.scene.overlay.doors) == {"door": "open"}
    assert table.do("s-gm", Undo((gone, door))).outcome == "done"
    assert bare(table.scene) == bare(before)


def test_later_rows_stand_in_the_way(table: Sitting) -> None:
    """A commit whose field was written again is a conflict; the offer, sent as it is, goes through."""
    before = table.scene
    first = table.push("s-gm", "dan", 1).seq or 0
    second = table.push("s-gm", "dan", 1).seq or 0
    other = table.push("s-gm", "cat", 1).seq or 0
    drag = table.do("s-gm", ChangePiece("room", "dan", PieceRequest(place=Place(2, 7)))).seq or 0
    reply = table.do("s-gm", Undo((first,)))
    assert (reply.outcome, reply.code, reply.seqs) == ("conflict", "others_first", (drag, second, first))
    assert table.do("s-gm", Undo(reply.seqs)).outcome == "done"
    assert table.place("dan") == Place(2, 6)
    assert table.do("s-gm", Undo((other,))).outcome == "done"
    assert bare(table.scene) == bare(before)


def test_fields_that_do_not_meet_are_free(table: Sitting) -> None:
    """Another number of the same piece does not stand in the way; a removal of the piece does."""
    seq = table.push("s-gm", "dan", 1).seq or 0
    table.do("s-gm", ChangePiece("room", "dan", PieceRequest(numbers=(("hp", 1),))))
    assert table.do("s-gm", Undo((seq,))).outcome == "done"
    seq = table.push("s-gm", "dan", 1).seq or 0
    gone = table.do("s-gm", RemovePiece("room", "dan")).seq or 0
    assert table.do("s-gm", Undo((seq,))).seqs == (gone, seq)


def test_undone_rows_stand_in_nobodys_way(table: Sitting) -> None:
    """Once the later one is undone, the earlier one is free; nothing is undone twice."""
    first = table.push("s-gm", "dan", 1).seq or 0
    second = table.push("s-gm", "dan", 1).seq or 0
    table.do("s-gm", Undo((second,)))
    assert table.do("s-gm", Undo((second,))).code == "ALREADY_UNDONE"
    assert table.do("s-gm", Undo((first,))).outcome == "done"
    assert table.place("dan") == Place(2, 6)


def test_what_cannot_be_undone(table: Sitting) -> None:
    """Rows that wrote nothing, undoings and what lies before another geometry stay; players undo nothing."""
    seq = table.push("s-gm", "dan", 1).seq or 0
    assert table.do("s-gm", Undo((1,))).code == "NOTHING_TO_UNDO"
    assert table.do("s-gm", Undo(())).code == "NOTHING_TO_UNDO"
    assert table.do("s-1", Undo((seq,))).code == "NOT_ALLOWED"
    undone = table.do("s-gm", Undo((seq,))).seq or 0
    assert table.do("s-gm", Undo((undone,))).code == "NOTHING_TO_UNDO"
    later = table.push("s-gm", "dan", 1).seq or 0
    table.do("s-gm", SetScene("room", table.blob))
    assert table.do("s-gm", Undo((later,))).code == "NOTHING_TO_UNDO"


def test_undo_tells_the_vtt_what_to_write_back() -> None:
    """The writes that the executor reported come back with before and after turned round."""
    table = Sitting("vtt")
    seq = table.push("s-gm", "cat", 1).seq or 0
    table.do(
        "s-gm", ReportApplied(seq, 1, (VttWrite("Actor.cat", "hp", 9, 5), VttWrite("Token.cat", "x", 1, 2)))
    )
    table.do("s-gm", Undo((seq,)))
    body = table.rows[-1].body
    assert isinstance(body, Undone)
    assert body.writes == (VttWrite("Token.cat", "x", 2, 1), VttWrite("Actor.cat", "hp", 5, 9))
    assert [row.seq for row in table.table.unapplied()] == [table.rows[-1].seq]


def test_changes_between_nothing() -> None:
    """Equal boards differ in nothing."""
    pieces = tuple(standing.piece for standing in Sitting().scene.pieces)
    assert between_pieces(pieces, pieces) == ()


@pytest.mark.parametrize("seed", range(scaled(300)))
def test_undo_is_identity(seed: int) -> None:
    """Over random boards, undoing a fresh outcome gives the scene as it was, but for revisions."""
    dice = random.Random(seed)
    table = Sitting(uniform=dice.randrange)
    for _ in range(20):
        table.do(*random_wish(table, dice))
    for target in ("ann", "cat", "dan", "spy"):
        before = table.scene
        reply = table.push("s-gm", target, dice.randrange(6))
        if reply.outcome != "done":
            continue
        assert table.do("s-gm", Undo((reply.seq or 0,))).outcome == "done"
        assert bare(table.scene) == bare(before)


@pytest.mark.parametrize("seed", range(scaled(100)))
def test_the_offer_always_goes_through(seed: int) -> None:
    """Whatever stands in the way of an undo is named so that one command takes it all back."""
    dice = random.Random(seed)
    table = Sitting(uniform=dice.randrange)
    for _ in range(30):
        table.do(*random_wish(table, dice))
    for row in table.table.state.written:
        reply = table.do("s-gm", Undo((row.seq,)))
        if reply.code == "others_first":
            assert table.do("s-gm", Undo(reply.seqs)).outcome == "done"
        else:
            assert reply.outcome == "done" or reply.code in {"ALREADY_UNDONE", "NOTHING_TO_UNDO"}
    assert all(row.undone for row in table.table.state.written if row.kind != "undone")
