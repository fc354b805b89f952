"""Scenes put with pieces, and scenes that follow a virtual tabletop; each decided again from its rows."""

import random

import msgspec
import pytest

from support.scale import scaled
from table.at_table import ROOM, Sitting
from vttbridge.geometry.footprint import Cells
from vttbridge.geometry.scene import SceneSpec
from vttbridge.geometry.spec import DoorState
from vttbridge.geometry.terrain import Wall
from vttbridge.geometry.vec import Place, Vec
from vttbridge.rules.piece import Piece, numbers
from vttbridge.rules.ruleset import Need
from vttbridge.storage.codec import encode_scene, encode_state
from vttbridge.table import Reply, Table, hash_of
from vttbridge.table.decisions.board import MAX_PIECES
from vttbridge.table.decisions.scenes import with_needs
from vttbridge.table.model.changes import Stood
from vttbridge.table.model.commands import ChangeScene, FollowVtt, SetScene, Undo
from vttbridge.table.model.events import PiecePut
from vttbridge.table.replay.replay import recompute

NEEDS = (
    Need("stamina", default=7),
    Need("flying", "flag", default=True),
    Need("mood", "word", default="calm"),
    Need("thickness", default=2, applies="object"),
    Need("weight", default=3, applies="any"),
)


def token(name: str, x: float, y: float, **more: int) -> Piece:
    """Make a piece as it is read from a token."""
    return Piece(
        name, name.title(), place=Place(x, y), numbers=numbers(token_x=x * 100, token_y=y * 100, **more)
    )


@pytest.fixture
def table() -> Sitting:
    """Sit down at a table whose room follows a tabletop."""
    return Sitting("vtt")


def shelve(table: Sitting, spec: SceneSpec) -> str:
    """Keep a scene; returns its blob."""
    blob = hash_of(encode_scene(spec))
    table.shelf.put(blob, spec)
    return blob


def again(table: Sitting) -> None:
    """Every command would be decided as it was, and the log folds to the same state."""
    assert list(recompute(table.book, table.rows)) == []
    assert encode_state(Table.load(table.book, table.rows).state) == encode_state(table.table.state)


def doors(table: Sitting) -> dict[str, DoorState]:
    """Return the doors that stand otherwise than they were built."""
    return dict(table.scene.overlay.doors)


def kinds(table: Sitting, reply: Reply) -> list[str]:
    """Return the rows of the latest command."""
    return [row.kind for row in table.rows if reply.seq is not None and row.seq >= reply.seq]


def test_a_new_piece_has_what_the_rule_book_needs() -> None:
    """The defaults of its kind, flags as 1 or 0, under what is known already."""
    piece = with_needs(Piece("x", numbers=numbers(stamina=30, extra=1)), NEEDS)
    assert dict(piece.numbers) == {"extra": 1, "flying": 1, "mood": "calm", "stamina": 30, "weight": 3}
    crate = with_needs(Piece("c", kind="object"), NEEDS)
    assert dict(crate.numbers) == {"thickness": 2, "weight": 3}


def test_an_upload_puts_those_who_do_not_stand_yet(table: Sitting) -> None:
    """Whoever stands there stays as they are, to the last number."""
    before = table.scene.find("ann")
    body = SetScene("room", table.blob, "Room", "table", (token("ann", 7, 7), token("new", 8, 2)))
    reply = table.do("s-gm", body)
    assert kinds(table, reply) == ["scene_set", "piece_put"]
    after = table.scene.find("ann")
    assert after == before
    assert table.place("new") == Place(8, 2)
    again(table)


def test_more_pieces_than_there_is_room_for_stay_out(table: Sitting) -> None:
    """In rows of a bounded size."""
    standing = len(table.scene.pieces)
    crowd = tuple(token(f"t{number:04}", 1, 1) for number in range(MAX_PIECES))
    table.do("s-gm", SetScene("room", table.blob, "Room", "table", crowd))
    assert len(table.scene.pieces) == MAX_PIECES
    put = [row for row in table.rows if isinstance(row.body, PiecePut) and len(row.body.changes) > 1]
    assert (
        sum(len(row.body.changes) for row in put if isinstance(row.body, PiecePut)) == MAX_PIECES - standing
    )
    assert all(table.book.size(row.body) < 20_000 for row in put)
    again(table)


def test_everything_at_once_stands_in_few_rows(table: Sitting) -> None:
    """The ground, who goes, who comes and who changes, in that order; and the same from the rows again."""
    table.do("s-gm", FollowVtt("room", pieces=(token("old", 3, 3), token("leaver", 4, 4))))
    wider = msgspec.structs.replace(ROOM, width=20)
    body = FollowVtt(
        "room",
        shelve(table, wider),
        "Hall",
        pieces=(token("old", 3, 4, mood=2), token("new", 5, 5)),
        whole=True,
    )
    reply = table.do("s-gm", body)
    assert kinds(table, reply) == ["scene_set", "piece_gone", "piece_put", "piece_changed"]
    assert (table.scene.name, table.scene.home, table.place("old")) == ("Hall", "vtt", Place(3, 4))
    assert table.scene.find("leaver") is None
    assert table.scene.find("ann") is not None
    again(table)


def test_a_token_says_what_a_tabletop_knows_and_no_more(table: Sitting) -> None:
    """Numbers, tags, statuses and the owner stay; name, size and place are the token's."""
    big = msgspec.structs.replace(token("ben", 6, 2), name="Big Ben", footprint=Cells(2, 2), hidden=True)
    table.do("s-gm", FollowVtt("room", pieces=(big,)))
    standing = table.scene.find("ben")
    assert standing is not None
    ben = standing.piece
    assert (ben.name, ben.footprint, ben.place, ben.hidden) == ("Big Ben", Cells(2, 2), Place(6, 2), True)
    assert (ben.owner, ben.tags, ben.number("hp"), ben.number("token_x")) == ("s-2", ("steady",), 8, 600)
    again(table)


def test_what_is_so_already_writes_nothing(table: Sitting) -> None:
    """Nor does a door that is none."""
    body = FollowVtt("room", table.blob, "Room", pieces=(token("ann", 1, 1),))
    table.do("s-gm", body)
    rows = len(table.rows)
    assert table.do("s-gm", body).seq is None
    assert table.do("s-gm", FollowVtt("room", doors=(("stone", "open"), ("door", "closed")))).seq is None
    assert len(table.rows) == rows


def test_doors_turn_and_the_whole_scene_sets_them_right(table: Sitting) -> None:
    """By themselves they rebuild nothing; a scene that comes whole again knows how they stand."""
    reply = table.do("s-gm", FollowVtt("room", doors=(("door", "open"),)))
    assert kinds(table, reply) == ["scene_changed"]
    assert doors(table) == {"door": "open"}
    reply = table.do("s-gm", FollowVtt("room", table.blob, "Room"))
    assert kinds(table, reply) == ["scene_set"]
    assert doors(table) == {}
    again(table)


def test_undo_goes_on_over_the_next_version_of_a_scene(table: Sitting) -> None:
    """And what no executor confirmed still waits; a scene that is put by hand forgets both."""
    pushed = table.push("s-gm", "dan", squares=2)
    assert pushed.outcome == "done"
    moved = table.place("dan")
    next_one = shelve(
        table, msgspec.structs.replace(ROOM, walls=(*ROOM.walls, Wall("w", Vec(0, 4), Vec(1, 4))))
    )
    table.do("s-gm", FollowVtt("room", next_one, "Room"))
    assert [row.seq for row in table.table.unapplied()] == [pushed.seq]
    assert table.do("s-gm", Undo((pushed.seq or 0,))).outcome == "done"
    assert table.place("dan") != moved
    again(table)
    table.do("s-gm", SetScene("room", table.blob, "Room", "vtt"))
    assert table.table.unapplied() == ()


def test_a_wall_stays_broken_while_it_is_the_same(table: Sitting) -> None:
    """One that was moved is whole, as it is in the tabletop."""
    table.do("s-gm", ChangeScene("room", walls_gone=("planks", "stone")))
    walls = tuple(
        msgspec.structs.replace(wall, a=Vec(9, 0)) if wall.id == "stone" else wall for wall in ROOM.walls
    )
    table.do("s-gm", FollowVtt("room", shelve(table, msgspec.structs.replace(ROOM, walls=walls)), "Room"))
    assert [cut.id for cut in table.scene.overlay.broken] == ["planks"]
    again(table)


def test_a_door_that_is_no_more_may_still_be_turned_back(table: Sitting) -> None:
    """Undoing what was written on a wall that went is no fault."""
    turned = table.do("s-gm", FollowVtt("room", doors=(("door", "open"),)))
    bare = shelve(table, msgspec.structs.replace(ROOM, walls=()))
    table.do("s-gm", FollowVtt("room", bare, "Room"))
    assert table.do("s-gm", Undo((turned.seq or 0,))).outcome == "done"
    again(table)


def test_what_is_hidden_comes_and_goes_unseen(table: Sitting) -> None:
    """Players hear of several pieces in one row only what they may see."""
    spy = msgspec.structs.replace(token("spy-2", 6, 6), hidden=True)
    table.do("s-gm", FollowVtt("room", pieces=(spy, token("seen", 6, 5))))
    row = table.table.seen(table.steps[-1], "s-1")
    assert row is not None
    assert isinstance(row.body, PiecePut)
    assert [change.piece for change in row.body.changes if isinstance(change, Stood)] == ["seen"]
    table.do("s-gm", FollowVtt("room", pieces=(msgspec.structs.replace(spy, place=Place(1, 7)),)))
    assert table.table.seen(table.steps[-1], "s-1") is None


def test_whatever_a_tabletop_does_is_decided_the_same_again() -> None:
    """Scenes, doors and tokens at random, with pushes between them."""
    dice, written = random.Random(11), set[str]()
    for _ in range(scaled(60)):
        table = Sitting("vtt")
        blobs = [shelve(table, msgspec.structs.replace(ROOM, width=12 + number)) for number in range(3)]
        for _ in range(12):
            if dice.random() < 0.2:
                table.push("s-gm", "dan", squares=dice.randint(1, 3))
                continue
            states: list[DoorState] = ["open", "closed", "locked"]
            table.do(
                "s-gm",
                FollowVtt(
                    "room",
                    dice.choice(["", *blobs]),
                    "Room",
                    (("door", dice.choice(states)),) if dice.random() < 0.3 else (),
                    tuple(
                        token(name, dice.randrange(9), dice.randrange(7), mood=dice.randrange(2))
                        for name in dice.sample(["ann", "ben", "one", "two", "three"], dice.randrange(4))
                    ),
                    tuple(dice.sample(["one", "two", "nobody"], dice.randrange(2))),
                    whole=dice.random() < 0.2,
                ),
            )
        again(table)
        written |= {row.kind for row in table.rows}
    assert {"scene_set", "scene_changed", "piece_put", "piece_changed", "piece_gone"} <= written
