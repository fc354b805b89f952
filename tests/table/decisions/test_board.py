"""Scenes, pieces, seats and settings changed by hand; who may do what."""

import msgspec
import pytest

from table.at_table import ROOM, Sitting
from vttbridge.geometry.scene import SceneSpec
from vttbridge.geometry.vec import Place
from vttbridge.rules.piece import Piece
from vttbridge.storage.codec import encode_scene
from vttbridge.table import SERVER, Sender, hash_of
from vttbridge.table.model.commands import (
    Act,
    AnswerQuestion,
    Approve,
    CarryOut,
    ChangePiece,
    ChangeScene,
    CommandBody,
    EndSeat,
    FollowVtt,
    PieceRequest,
    PutPiece,
    PutSeat,
    Reject,
    Remark,
    RemovePiece,
    RemoveScene,
    ReportApplied,
    ReportDiverged,
    SetScene,
    SetTable,
    Spot,
    Undo,
    Waited,
    permission_for,
)
from vttbridge.table.model.permissions import Seat, may

EVERY_WISH: tuple[CommandBody, ...] = (
    Act("room", "push", {"target": "dan"}),
    AnswerQuestion("h1", "k", value=True),
    Approve("h1", "0"),
    Reject("h1"),
    Undo((1,)),
    SetScene("room", "0"),
    FollowVtt("room", gone=("x",)),
    ChangeScene("room"),
    RemoveScene("attic"),
    PutPiece("room", Piece("x")),
    ChangePiece("room", "dan", PieceRequest()),
    RemovePiece("room", "x"),
    SetTable(),
    ReportApplied(1, 1),
    ReportDiverged(1, 1),
    PutSeat("s-9", "player"),
    EndSeat("s-9"),
    Waited("h1"),
    CarryOut("h1"),
    Remark("X"),
)

ALLOWED: dict[Sender, set[str]] = {
    "s-gm": {
        *(
            "act",
            "answer",
            "approve",
            "withdraw",
            "undo",
            "change_board",
            "change_table",
            "report_vtt",
            "seat",
        ),
    },
    "s-1": {"act", "answer", "withdraw"},
    "s-o": set(),
    "s-nobody": set(),
    SERVER: {"change_board", "change_table", "seat", "keep_time", "withdraw"},
}


@pytest.fixture
def table() -> Sitting:
    """Sit down at a fresh table."""
    return Sitting()


@pytest.mark.parametrize("seat", list(ALLOWED))
@pytest.mark.parametrize("wish", EVERY_WISH, ids=lambda body: str(body.__struct_config__.tag))
def test_who_may_do_what(table: Sitting, seat: Sender, wish: CommandBody) -> None:
    """Every kind of command by every kind of seat: exactly the listed ones come past the door."""
    reply = table.do(seat, wish)
    assert (reply.code != "NOT_ALLOWED") == (permission_for(wish) in ALLOWED[seat])


def test_nobody_is_no_game_master(table: Sitting) -> None:
    """The server counts as one; who has no seat, or an empty one, is none and may do nothing."""
    state = table.table.state
    assert state.is_gm(SERVER)
    assert not state.is_gm("")
    assert not state.is_gm(None)
    for body in EVERY_WISH:
        assert table.do("", body).code == "NOT_ALLOWED"


def test_observers_and_strangers_may_nothing() -> None:
    """An observer has no rights, and time is nobody's."""
    assert not any(may(Seat("x", "observer"), permission_for(body)) for body in EVERY_WISH)
    assert not may(Seat("x", "gm"), "keep_time")


def test_scenes_are_known_blobs_that_the_book_plays(table: Sitting) -> None:
    """An unknown blob is invalid; a scene that the rule book does not play is refused with its reason."""
    assert table.do("s-gm", SetScene("cave", "ff" * 16)).code == "no_such_blob"
    narrow = SceneSpec("cave", "Cave", 1, 1)
    blob = hash_of(encode_scene(narrow))
    table.shelf.put(blob, narrow)
    reply = table.do("s-gm", SetScene("cave", blob))
    assert (reply.outcome, reply.code) == ("refused", "TOO_SMALL")


def test_replacing_a_scene_keeps_its_pieces(table: Sitting) -> None:
    """New geometry leaves the pieces where they are, and forgets doors and broken walls."""
    table.do("s-gm", ChangeScene("room", doors=(("door", "open"),), walls_gone=("planks",)))
    assert table.scene.overlay.broken
    wider = msgspec.structs.replace(ROOM, width=30)
    blob = hash_of(encode_scene(wider))
    table.shelf.put(blob, wider)
    pieces = table.scene.pieces
    table.do("s-gm", SetScene("room", blob, "Hall"))
    assert table.scene.pieces == pieces
    assert not table.scene.overlay.doors
    assert not table.scene.overlay.broken
    assert table.scene.revision == table.rows[-1].seq


def test_doors_and_walls(table: Sitting) -> None:
    """Doors turn, walls go and come back; what is no door or wall is refused; no change is no row."""
    assert table.do("s-gm", ChangeScene("room", doors=(("stone", "open"),))).code == "NO_SUCH_DOOR"
    assert table.do("s-gm", ChangeScene("room", walls_gone=("nothing",))).code == "NO_SUCH_WALL"
    before = len(table.rows)
    assert table.do("s-gm", ChangeScene("room", doors=(("door", "closed"),))).seq is None
    assert len(table.rows) == before
    table.do("s-gm", ChangeScene("room", walls_gone=("stone",)))
    assert len(table.scene.overlay.broken) == 1
    stale = ChangeScene("room", walls_mended=("stone",), revisions=(Spot("scene", 6),))
    assert table.do("s-gm", stale).outcome == "conflict"
    table.do("s-gm", ChangeScene("room", walls_mended=("stone",), name="Hall", detached=True))
    assert not table.table.state.scenes[0].overlay.broken
    assert (table.scene.name, table.scene.detached) == ("Hall", True)


def test_pieces(table: Sitting) -> None:
    """Pieces are put, replaced, changed in parts and removed; what is not there is refused."""
    assert table.do("s-gm", PutPiece("attic", Piece("x"))).code == "NO_SUCH_SCENE"
    table.do("s-gm", PutPiece("room", Piece("x", "X", tags=("b", "a", "a"))))
    standing = table.scene.find("x")
    assert standing is not None
    assert standing.piece.tags == ("a", "b")
    assert table.do("s-gm", PutPiece("room", standing.piece)).seq is None
    body = PieceRequest(name="Y", place=Place(5, 5), numbers=(("hp", 3),), statuses=("down",), owner="s-1")
    assert table.do("s-gm", ChangePiece("room", "x", body)).outcome == "done"
    changed = table.scene.find("x")
    assert changed is not None
    assert (changed.piece.name, changed.piece.owner, changed.piece.number("hp")) == ("Y", "s-1", 3)
    assert changed.revision > standing.revision
    old = ChangePiece("room", "x", PieceRequest(name="Z"), (Spot("x", standing.revision),))
    assert table.do("s-gm", old).revisions == (Spot("x", changed.revision),)
    table.do("s-gm", ChangePiece("room", "x", PieceRequest(numbers=(("hp", None),))))
    bare = table.scene.find("x")
    assert bare is not None
    assert bare.piece.numbers == ()
    assert table.do("s-gm", RemovePiece("room", "x")).outcome == "done"
    assert table.do("s-gm", RemovePiece("room", "x")).code == "NO_SUCH_PIECE"
    assert table.do("s-gm", ChangePiece("room", "x", PieceRequest())).code == "NO_SUCH_PIECE"


def test_house_rules(table: Sitting) -> None:
    """Options are checked by the rule book; those not named stay; so do policy and name."""
    assert table.do("s-gm", SetTable(settings=(("mood", "sad"),))).code == "NO_SUCH_VALUE"
    assert table.do("s-gm", SetTable(settings=(("moods", "wild"),))).code == "NO_SUCH_OPTION"
    assert table.do("s-gm", SetTable(settings=(("mood", "wild"),))).outcome == "done"
    table.do("s-gm", SetTable(policy="all"))
    state = table.table.state
    assert (state.settings, state.policy, state.name) == ((("mood", "wild"),), "all", "Test")
    assert table.book.options(state).word("mood") == "wild"


def test_seats(table: Sitting) -> None:
    """Seats come, change and go; reserved words are none; a question falls to the game masters."""
    assert table.do("s-gm", PutSeat("gm", "player")).outcome == "invalid"
    table.do(SERVER, EndSeat("s-2"))
    assert table.do(SERVER, EndSeat("s-2")).code == "NO_SUCH_SEAT"
    table.push("s-gm", "ben")
    (hold,) = table.table.state.holds
    assert hold.seats == ()
    assert table.do("s-gm", AnswerQuestion(hold.id, "stand:ben", value=True)).outcome == "done"
    assert table.do("s-2", Act("room", "push", {"target": "dan"})).code == "NOT_ALLOWED"


def test_rows_must_follow(table: Sitting) -> None:
    """A row that skips a number is a fault of the caller."""
    row = msgspec.structs.replace(table.rows[-1], seq=table.table.state.seq + 2)
    with pytest.raises(ValueError, match="does not follow"):
        table.table.apply((row,))
