"""Acting at a table: at once, after an answer, after a yes; refused, stale, too many."""

import pytest

from support.scale import scaled
from table.at_table import Sitting
from vttbridge.geometry.vec import Place
from vttbridge.rules.script import Answer
from vttbridge.rules.values import as_record
from vttbridge.table import SERVER
from vttbridge.table.decisions.act import MAX_OF_A_PLAYER
from vttbridge.table.model.commands import (
    Act,
    AnswerQuestion,
    Approve,
    ChangePiece,
    CommandBody,
    PieceRequest,
    PutPiece,
    PutSeat,
    Reject,
    SetTable,
    Spot,
)
from vttbridge.table.model.events import Rolled
from vttbridge.table.model.state import Hold


@pytest.fixture
def table() -> Sitting:
    """Sit down at a fresh table."""
    return Sitting()


def only_hold(table: Sitting) -> Hold:
    """Return the one open hold."""
    (hold,) = table.table.state.holds
    return hold


def test_a_gms_push_happens_at_once(table: Sitting) -> None:
    """Under the usual policy a game master's own command is done in one reply."""
    reply = table.push("s-gm", "dan", 2)
    assert (reply.outcome, table.place("dan")) == ("done", Place(4, 6))
    assert [row.kind for row in table.rows[-2:]] == ["act", "committed"]
    assert reply.seq == table.rows[-1].seq


def test_a_players_push_waits_for_a_yes(table: Sitting) -> None:
    """A player's command waits as planned, and a game master's yes to its hash commits it."""
    reply = table.push("s-1", "dan", 2, mover="ann")
    hold = only_hold(table)
    assert (reply.outcome, reply.waits, reply.hold) == ("pending", "approval", hold.id)
    assert table.place("dan") == Place(2, 6)
    said = table.do("s-gm", Approve(hold.id, hold.hash))
    assert (said.outcome, table.place("dan")) == ("done", Place(4, 6))
    assert not table.table.state.holds


def test_the_owner_is_asked_and_nobody_else_may_answer(table: Sitting) -> None:
    """A question goes to the owner of the piece; another player knows nothing of it."""
    assert table.push("s-gm", "ben").waits == "question"
    hold = only_hold(table)
    assert hold.seats == ("s-2",)
    assert table.do("s-1", AnswerQuestion(hold.id, "stand:ben", value=True)).code == "NO_SUCH_HOLD"
    assert table.do("s-2", AnswerQuestion(hold.id, "stand:ben", value=7)).code == "WRONG_KIND_OF_ANSWER"
    assert table.do("s-2", AnswerQuestion(hold.id, "stand:ben", value=False)).outcome == "done"
    assert table.place("ben") == Place(4, 2)


def test_the_first_answer_wins(table: Sitting) -> None:
    """Whoever answers second hears that it is resolved, and by whom."""
    table.push("s-gm", "ben")
    hold = only_hold(table)
    table.do("s-2", AnswerQuestion(hold.id, "stand:ben", value=True))
    late = table.do("s-gm", AnswerQuestion(hold.id, "stand:ben", value=False))
    assert (late.outcome, late.code) == ("refused", "already_resolved")
    assert as_record(late.facts)["state"] == "committed"


def test_an_answer_for_somebody_else_is_not_taken(table: Sitting) -> None:
    """A player cannot bring along the answer to a question that is another's."""
    given = Act("room", "push", {"target": "ben", "mover": "ann"}, answers=(Answer("stand:ben", value=True),))
    assert table.do("s-1", given).waits == "question"
    assert only_hold(table).seats == ("s-2",)
    assert table.do("s-gm", given).outcome == "done"


def test_dice_are_drawn_once_and_logged(table: Sitting) -> None:
    """A roll is drawn by the caller, logged with its key, and not drawn again when it is approved."""
    draws: list[int] = []

    def counted(sides: int) -> int:
        draws.append(sides)
        return 3

    table.uniform = counted
    table.push("s-1", "cat", 2, mover="ann")
    hold = only_hold(table)
    table.do("s-gm", Approve(hold.id, hold.hash))
    assert draws == [6]
    rolled = [row.body for row in table.rows if isinstance(row.body, Rolled)]
    assert rolled == [Rolled(hold.id, "hurt:cat", "d6", 4, "server")]
    standing = table.scene.find("cat")
    assert standing is not None
    assert (standing.piece.number("hp"), standing.piece.statuses) == (0, ("down",))


def test_faces_that_fell_elsewhere_are_taken(table: Sitting) -> None:
    """A command may carry its faces; a face that the die lacks refuses it."""
    wrong = Act("room", "push", {"target": "cat"}, rolls=(Answer("hurt:cat", 9),))
    assert table.do("s-gm", wrong).code == "NOT_A_FACE"
    right = Act("room", "push", {"target": "cat"}, rolls=(Answer("hurt:cat", 1),))
    assert table.do("s-gm", right).outcome == "done"
    standing = table.scene.find("cat")
    assert standing is not None
    assert standing.piece.number("hp") == 3


def test_a_table_with_dice_of_its_own_is_asked_for_faces(table: Sitting) -> None:
    """Where people roll, the mover is asked for the faces."""
    table.do("s-gm", SetTable(dice="people"))
    assert table.push("s-1", "cat", mover="ann").waits == "question"
    hold = only_hold(table)
    assert hold.seats == ("s-1",)
    table.do("s-1", AnswerQuestion(hold.id, "hurt:cat", 2))
    assert only_hold(table).state == "planned"
    assert isinstance(table.rows[-3].body, Rolled)


def test_a_refusal_writes_nothing(table: Sitting) -> None:
    """What the rules refuse leaves no row; an unknown action, field or scene neither."""
    before = len(table.rows)
    assert table.push("s-gm", "eve").code == "ROOTED"
    assert table.do("s-gm", Act("room", "dance")).code == "NO_SUCH_ACTION"
    assert table.do("s-gm", Act("room", "push", {"who": "eve"})).code == "NO_SUCH_FIELD"
    assert table.do("s-gm", Act("cellar", "push", {"target": "eve"})).code == "NO_SUCH_SCENE"
    assert len(table.rows) == before


def test_an_old_revision_is_a_conflict_with_the_present_one(table: Sitting) -> None:
    """A command that names what its sender saw is refused when the board has moved on."""
    standing = table.scene.find("dan")
    assert standing is not None
    seen = (Spot("dan", standing.revision), Spot("scene", table.scene.revision))
    table.push("s-gm", "dan", 1)
    reply = table.do("s-gm", Act("room", "push", {"target": "dan"}, seen))
    assert (reply.outcome, reply.code) == ("conflict", "stale")
    now = table.scene.find("dan")
    assert now is not None
    assert reply.revisions == (Spot("dan", now.revision),)


def test_a_player_acts_with_an_own_piece_only(table: Sitting) -> None:
    """A player must name a piece of their own; an observer does nothing at all."""
    assert table.push("s-1", "dan").code == "NOT_YOURS"
    assert table.push("s-o", "dan").code == "NOT_ALLOWED"
    assert table.do("s-1", PutPiece("room", table.scene.pieces[0].piece)).code == "NOT_ALLOWED"


def test_open_holds_are_capped(table: Sitting) -> None:
    """A player with too many open matters is told to come back, and a game master is not."""
    for _ in range(MAX_OF_A_PLAYER):
        assert table.push("s-1", "dan", mover="ann").outcome == "pending"
    reply = table.push("s-1", "dan", mover="ann")
    assert (reply.outcome, reply.code) == ("busy", "too_many_holds")
    assert table.push("s-2", "dan", mover="ben").outcome == "pending"


def test_policies(table: Sitting) -> None:
    """`all` lets a game master's own command wait, `none` lets nobody's."""
    table.do("s-gm", SetTable(policy="all"))
    assert table.push("s-gm", "dan").waits == "approval"
    table.do("s-gm", SetTable(policy="none"))
    assert table.push("s-1", "dan", mover="ann").outcome == "done"


def test_a_no_and_a_change_of_mind(table: Sitting) -> None:
    """A game master rejects, the acting seat withdraws, another player can do neither."""
    first = table.push("s-1", "dan", mover="ann").hold or ""
    second = table.push("s-1", "dan", mover="ann").hold or ""
    assert table.do("s-2", Reject(first)).code == "NO_SUCH_HOLD"
    assert table.do("s-gm", Reject(first, "no")).outcome == "done"
    assert table.do("s-1", Reject(second)).outcome == "done"
    assert [row.kind for row in table.rows[-2:]] == ["rejected", "cancelled"]
    assert table.place("dan") == Place(2, 6)


def test_two_who_saw_the_same_board() -> None:
    """Of two commands over the same revision, one is done and the other a conflict, never a silent drop."""
    table = Sitting()
    for round_number in range(scaled(1_000)):
        standing = table.scene.find("dan")
        assert standing is not None
        seen = (Spot("dan", standing.revision),)
        body = Act("room", "push", {"target": "dan", "squares": 1}, seen)
        first, second = table.do("s-gm", body), table.do("s-gm", body)
        assert (first.outcome, second.outcome) == ("done", "conflict"), round_number
        now = table.scene.find("dan")
        assert now is not None
        assert second.revisions == (Spot("dan", now.revision),)
        table.do("s-gm", ChangePiece("room", "dan", PieceRequest(place=Place(2, 6))))


def test_two_game_masters_answer_at_once() -> None:
    """Of two answers to the same plan the first wins, and the second hears who won."""
    table = Sitting()
    table.do(SERVER, PutSeat("s-gm2", "gm"))
    for round_number in range(scaled(500)):
        table.push("s-1", "dan", 0, mover="ann")
        hold = only_hold(table)
        wishes: tuple[CommandBody, ...] = (Approve(hold.id, hold.hash), Reject(hold.id))
        pair = wishes if round_number % 2 else wishes[::-1]
        first, second = (table.do(seat, body) for seat, body in zip(("s-gm", "s-gm2"), pair, strict=True))
        assert (first.outcome, second.code) == ("done", "already_resolved")
        assert as_record(second.facts)["by"] == "s-gm"
