"""What seats see: of the state, of rows, of previews and refusals."""

import random

import pytest

from support.scale import scaled
from table.at_table import ROOM, Sitting
from table.plays import random_wish
from vttbridge.geometry.vec import Place
from vttbridge.rules.piece import Piece, numbers
from vttbridge.rules.values import as_record
from vttbridge.storage.codec import encode
from vttbridge.table import LogEvent, spec_seen, view
from vttbridge.table.decisions.preview import PreviewRequest, Query
from vttbridge.table.model.changes import CutTurned, DoorTurned, Stood, after_piece
from vttbridge.table.model.commands import Act, ChangePiece, ChangeScene, PieceRequest, PutPiece, Spot
from vttbridge.table.model.events import PieceChanged, changes_in


@pytest.fixture
def table() -> Sitting:
    """Sit down at a fresh table."""
    return Sitting()


def seen_by(table: Sitting, seat: str, since: int = 0) -> list[LogEvent]:
    """Return the rows that a seat sees."""
    rows = (table.table.seen(step, seat) for step in table.steps if step.row.seq > since)
    return [row for row in rows if row is not None]


def bytes_seen(table: Sitting, seat: str) -> bytes:
    """Return everything that a seat was ever shown, as bytes."""
    rows = b"".join(encode(row) for row in seen_by(table, seat))
    return rows + encode(table.table.view(seat))


def test_game_masters_see_everything(table: Sitting) -> None:
    """A game master's view is the state, and every row as it is."""
    assert table.table.view("s-gm").scenes == table.table.state.scenes
    assert seen_by(table, "s-gm", since=2) == table.rows[2:], "its seat is taken by row 2"


@pytest.mark.parametrize("seat", ["s-1", "s-o"])
def test_hidden_pieces_and_walls_are_nowhere(table: Sitting, seat: str) -> None:
    """No name or id of anything hidden is in what a player or observer is shown."""
    table.push("s-gm", "spy", 1)
    table.do("s-gm", ChangeScene("room", walls_gone=("secret-wall",)))
    table.do("s-gm", ChangePiece("room", "spy", PieceRequest(numbers=(("hp", 1),))))
    shown = bytes_seen(table, seat)
    for secret in (b"spy", b"Canary", b"secret-wall"):
        assert secret in bytes_seen(table, "s-gm")
        assert secret not in shown
    state = table.table.state
    assert all(wall.id != "secret-wall" for wall in spec_seen(table.book, state, table.scene, seat).walls)
    assert spec_seen(table.book, state, table.scene, "s-gm") == ROOM


def test_a_piece_that_is_revealed_comes_whole(table: Sitting) -> None:
    """Revealing shows a whole piece to players, hiding takes it away."""
    since = table.rows[-1].seq
    table.do("s-gm", ChangePiece("room", "spy", PieceRequest(hidden=False)))
    table.do("s-gm", ChangePiece("room", "spy", PieceRequest(hidden=True)))
    came, went = (row.body for row in seen_by(table, "s-1", since))
    assert isinstance(came, PieceChanged)
    (change,) = came.changes
    assert isinstance(change, Stood)
    assert change.before is None
    assert change.after is not None
    (change,) = changes_in(went)
    assert isinstance(change, Stood)
    assert change.after is None


def test_a_plan_loses_its_hidden_lines(table: Sitting) -> None:
    """Who asked for a push sees its plan without hash, edits and answers; other players see nothing of it."""
    since = table.rows[-1].seq
    table.push("s-1", "dan", mover="ann")
    kinds = [row.kind for row in seen_by(table, "s-1", since)]
    assert kinds == ["act", "planned", "held"]
    (hold,) = table.table.view("s-1").holds
    assert hold.plan is not None
    assert hold.hash == ""
    assert table.table.view("s-2").holds == ()
    assert seen_by(table, "s-2", since) == []


def test_a_question_is_shown_to_whom_it_is_put(table: Sitting) -> None:
    """The asked owner sees the hold with its question, whoever else acts does not see the question."""
    table.push("s-1", "ben", mover="ann")
    (asked,) = table.table.view("s-2").holds
    (own,) = table.table.view("s-1").holds
    assert asked.question is not None
    assert own.question is None


def test_hidden_and_absent_are_refused_alike(table: Sitting) -> None:
    """A player cannot tell a hidden id from an absent one, be it by acts, previews or queries."""
    for named in ("spy", "nobody"):
        fields = {"target": named, "mover": "ann"}
        acted = table.do("s-1", Act("room", "push", dict(fields)))
        shown = table.table.preview("s-1", PreviewRequest("room", "push", dict(fields)))
        told = table.table.ask("s-1", Query("room", "where", {"piece": named}))
        assert (acted.outcome, acted.code, as_record(acted.facts)) == (
            "refused",
            "NO_SUCH_PIECE",
            {"piece": named},
        )
        assert shown.refusal is not None
        assert shown.refusal == told
        assert (shown.refusal.code, shown.refusal.facts) == (acted.code, acted.facts)
    spot = table.scene.find("spy")
    assert spot is not None
    seen = (Spot("spy", spot.revision + 1), Spot("nobody", 3))
    assert table.do("s-1", Act("room", "push", {"target": "dan", "mover": "ann"}, seen)).outcome == "pending"


def test_a_preview_is_reckoned_as_seen(table: Sitting) -> None:
    """A hidden wall stops the true push and the game master's preview of it, but not a player's preview."""
    asking = PreviewRequest("room", "push", {"target": "dan", "squares": 4, "mover": "ann"})
    true, seen = table.table.preview("s-gm", asking), table.table.preview("s-1", asking)
    assert true.plan is not None
    assert seen.plan is not None
    assert not true.as_seen
    assert seen.as_seen
    assert (true.plan.fact("squares"), seen.plan.fact("squares")) == (2, 4)


GHOST = Piece(
    "canary-id",
    "canary-name",
    place=Place(6, 2),
    owner="canary-owner",
    side="canary-side",
    body="canary-body",
    pool="canary-pool",
    numbers=numbers(canary_number=1, said="canary-text"),
    tags=("canary-tag",),
    statuses=("canary-status",),
    hidden=True,
)


def haunted(seed: int) -> Sitting:
    """Play a random game on a board with a ghost that nobody ever sees."""
    dice = random.Random(seed)
    table = Sitting(uniform=dice.randrange)
    table.do("s-gm", PutPiece("room", GHOST))
    for _ in range(40):
        seat, body = random_wish(table, dice)
        reply = table.do(seat, body)
        assert table.table.state.is_gm(seat) or b"canary" not in encode(reply)
    table.push("s-gm", "canary-id", 1)
    return table


@pytest.mark.parametrize("seed", range(scaled(200)))
def test_nothing_hidden_is_ever_shown(seed: int) -> None:
    """Over whole games no word of a piece that stays hidden reaches a player or an observer."""
    table = haunted(seed)
    assert b"canary" in bytes_seen(table, "s-gm")
    for seat in ("s-1", "s-2", "s-o"):
        assert b"canary" not in bytes_seen(table, seat)


@pytest.mark.parametrize("seed", range(scaled(200)))
def test_what_is_shown_adds_up(seed: int) -> None:
    """A client that applies the changes it is shown has the pieces of its seat's view after each row."""
    table = haunted(seed)
    for seat in ("s-gm", "s-1", "s-o"):
        pieces: dict[str, Piece] = {}
        for step in table.steps:
            row = table.table.seen(step, seat)
            for change in changes_in(row.body) if row is not None else ():
                if isinstance(change, DoorTurned | CutTurned):
                    continue
                piece = after_piece(pieces.pop(change.piece, None), change)
                if piece is not None:
                    pieces[piece.id] = piece
            scenes = view(table.book, step.after, seat).scenes
            standing = scenes[0].pieces if scenes else ()
            assert pieces == {one.piece.id: one.piece for one in standing}, (seat, step.row.seq)
