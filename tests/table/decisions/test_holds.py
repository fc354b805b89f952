"""The life of a command that waits: changed ground, edits, time, executors, restarts."""

import pytest

from table.at_table import LIMITS, PIECES, Sitting
from vttbridge.geometry.vec import Place
from vttbridge.rules.plan_edits import AnswerEdit, Drop, Limit
from vttbridge.rules.values import as_record
from vttbridge.storage.codec import decode_row, encode_row
from vttbridge.table import SERVER, Live, Table, resolved
from vttbridge.table.decisions.run_script import DICE
from vttbridge.table.model.commands import (
    AnswerQuestion,
    Approve,
    CarryOut,
    ChangePiece,
    Limits,
    PieceRequest,
    Reject,
    RemovePiece,
    RemoveScene,
    ReportApplied,
    ReportDiverged,
    SetTable,
    Waited,
)
from vttbridge.table.model.events import (
    Answered,
    Approved,
    Cancelled,
    Committed,
    Expired,
    Held,
    Planned,
    Rolled,
    VttWrite,
)
from vttbridge.table.model.state import Hold
from vttbridge.table.replay.replay import recompute


@pytest.fixture
def table() -> Sitting:
    """Sit down at a fresh table."""
    return Sitting()


def only_hold(table: Sitting) -> Hold:
    """Return the one open hold."""
    (hold,) = table.table.state.holds
    return hold


def waiting_push(table: Sitting, target: str = "dan", squares: int = 2) -> Hold:
    """Let a player ask for a push that waits for a yes."""
    assert table.push("s-1", target, squares, mover="ann").outcome == "pending"
    return only_hold(table)


def ends(table: Sitting) -> list[str]:
    """Return how holds ended so far."""
    return [end.state for end in (resolved(step) for step in table.steps) if end is not None]


def move(table: Sitting, piece: str, place: Place) -> None:
    """Drag a piece."""
    assert table.do("s-gm", ChangePiece("room", piece, PieceRequest(place=place))).outcome == "done"


def test_changed_ground_needs_a_new_yes(table: Sitting) -> None:
    """When the plan has become another, the yes to the old one is a conflict that shows the difference."""
    hold = waiting_push(table)
    move(table, "dan", Place(2, 7))
    reply = table.do("s-gm", Approve(hold.id, hold.hash))
    assert (reply.outcome, reply.code, reply.waits) == ("conflict", "ground_changed", "approval")
    now = only_hold(table)
    assert now.hash != hold.hash
    assert now.gained == ("move:dan:push",)
    assert table.do("s-gm", Approve(hold.id, hold.hash)).code == "plan_changed"
    assert table.do("s-gm", Approve(now.id, now.hash)).outcome == "done"
    assert table.place("dan") == Place(4, 7)


def test_ground_that_does_not_matter_goes_on(table: Sitting) -> None:
    """A change elsewhere leaves the plan the same, and its yes good."""
    hold = waiting_push(table)
    move(table, "ann", Place(1, 4))
    assert table.do("s-gm", Approve(hold.id, hold.hash)).outcome == "done"


def test_a_target_that_went_cancels(table: Sitting) -> None:
    """Where the rules now say no, the hold is cancelled with the reason, and pending ends once."""
    hold = waiting_push(table)
    table.do("s-gm", RemovePiece("room", "dan"))
    reply = table.do("s-gm", Approve(hold.id, hold.hash))
    assert (reply.outcome, reply.code) == ("conflict", "ground_changed")
    assert as_record(reply.facts)["reason"] == "NO_SUCH_PIECE"
    assert ends(table) == ["cancelled"]
    late = table.do("s-gm", Approve(hold.id, hold.hash))
    assert (late.outcome, late.code) == ("refused", "already_resolved")


def test_an_answer_over_changed_ground(table: Sitting) -> None:
    """An answer to a question that is no longer asked is a conflict, and the hold goes its new way."""
    table.push("s-1", "ben", mover="ann")
    hold = only_hold(table)
    table.do("s-gm", ChangePiece("room", "ben", PieceRequest(tags=())))
    reply = table.do("s-2", AnswerQuestion(hold.id, "stand:ben", value=True))
    assert (reply.outcome, reply.code, reply.waits) == ("conflict", "ground_changed", "approval")
    assert only_hold(table).state == "planned"


def test_edits(table: Sitting) -> None:
    """A game master shortens the way, drops a line or answers otherwise, and approves in one go."""
    hold = waiting_push(table, squares=3)
    assert table.do("s-gm", Approve(hold.id, hold.hash, (Limit("dan", 1),))).outcome == "done"
    assert table.place("dan") == Place(3, 6)
    approved = [row.body for row in table.rows if isinstance(row.body, Approved)]
    assert approved[0].edits == (Limit("dan", 1),)
    assert approved[0].plan is not None
    hold = waiting_push(table, "cat", 1)
    reply = table.do("s-gm", Approve(hold.id, hold.hash, (Drop("nothing"),)))
    assert (reply.outcome, reply.code) == ("refused", "NO_SUCH_LINE")
    assert only_hold(table) == hold
    reply = table.do("s-gm", Approve(hold.id, hold.hash, (Drop("move:cat:push"),)))
    assert reply.code == "OTHERS_REST_ON_IT"
    table.do("s-gm", Approve(hold.id, hold.hash, (AnswerEdit("hurt:cat", 1),)))
    standing = table.scene.find("cat")
    assert standing is not None
    assert standing.piece.number("hp") == 3


def test_edits_that_need_a_roll_need_another_yes() -> None:
    """What nobody has seen yet is not approved: an edit that leads to a roll waits again, as edited."""
    table = Sitting()
    table.do("s-gm", ChangePiece("room", "ben", PieceRequest(tags=("steady", "frail"))))
    table.push("s-1", "ben", mover="ann")
    hold = only_hold(table)
    table.do("s-2", AnswerQuestion(hold.id, "stand:ben", value=True))
    hold = only_hold(table)
    assert hold.state == "planned"
    edited = table.do("s-gm", Approve(hold.id, hold.hash, (AnswerEdit("stand:ben", value=False),)))
    assert (edited.outcome, edited.waits) == ("pending", "approval")
    hold = only_hold(table)
    assert table.place("ben") == Place(2, 2)
    assert table.do("s-gm", Approve(hold.id, hold.hash)).outcome == "done"
    assert table.place("ben") == Place(4, 2)


def test_a_question_nobody_answers_takes_its_default(table: Sitting) -> None:
    """After a minute of an asked seat's time the default is taken, and logged as taken by the time."""
    table.push("s-gm", "ben")
    hold = only_hold(table)
    table.do(SERVER, Waited(hold.id, asked_ms=LIMITS.question_ms - 1, limits=LIMITS))
    assert only_hold(table).asked_ms == LIMITS.question_ms - 1
    assert isinstance(table.rows[-1].body, Held)
    table.do(SERVER, Waited(hold.id, asked_ms=LIMITS.question_ms, limits=LIMITS))
    assert not table.table.state.holds
    answered = [row.body for row in table.rows if isinstance(row.body, Answered)]
    assert [(answer.value, answer.by) for answer in answered] == [(False, "time")]
    assert table.place("ben") == Place(4, 2)


def test_the_limit_in_force_decides_when_time_is_over(table: Sitting) -> None:
    """Where people may think longer, more than the usual minute only counts; the log plays the same again."""
    longer = Limits(question_ms=120_000, approval_ms=600_000, all_ms=86_400_000)
    table.push("s-gm", "ben")
    hold = only_hold(table)
    table.do(SERVER, Waited(hold.id, asked_ms=80_000, limits=longer))
    assert only_hold(table).asked_ms == 80_000
    assert list(recompute(table.table.game, table.rows)) == []
    table.do(SERVER, Waited(hold.id, asked_ms=120_000, limits=longer))
    assert not table.table.state.holds
    assert list(recompute(table.table.game, table.rows)) == []


def test_dice_that_nobody_throws_are_drawn(table: Sitting) -> None:
    """Where people roll and nobody does in time, the server draws."""
    table.do("s-gm", SetTable(dice="people"))
    table.push("s-gm", "cat")
    hold = only_hold(table)
    assert table.do(SERVER, Waited(hold.id, asked_ms=LIMITS.question_ms, limits=LIMITS)).outcome in {
        "done",
        "conflict",
    }
    assert isinstance(table.rows[-1].body, Committed)


def test_the_server_rolls_where_it_is_asked_to(table: Sitting) -> None:
    """Where people roll, an answer without a face lets the server roll; the log plays the same again."""
    table.do("s-gm", SetTable(dice="people"))
    table.push("s-gm", "cat")
    hold = only_hold(table)
    assert hold.question is not None
    assert hold.question.is_roll
    assert table.do("s-gm", AnswerQuestion(hold.id, hold.question.key, None)).outcome == "done"
    rolled = [row.body for row in table.rows if isinstance(row.body, Rolled)]
    assert [roll.by for roll in rolled] == [DICE]
    assert list(recompute(table.table.game, table.rows)) == []


def test_a_question_is_never_answered_with_nothing(table: Sitting) -> None:
    """Only dice may be left to the server; a person's own choice may not."""
    table.push("s-gm", "ben")
    hold = only_hold(table)
    assert hold.question is not None
    assert table.do("s-gm", AnswerQuestion(hold.id, hold.question.key, None)).outcome == "refused"


@pytest.mark.parametrize("waited", [{"watched_ms": LIMITS.approval_ms}, {"all_ms": LIMITS.all_ms}])
def test_absence_never_means_yes(table: Sitting, waited: dict[str, int]) -> None:
    """A plan that nobody approves ends as expired, and nothing of it happens."""
    hold = waiting_push(table)
    table.do(SERVER, Waited(hold.id, **{name: value - 1 for name, value in waited.items()}, limits=LIMITS))
    assert only_hold(table).state == "planned"
    table.do(SERVER, Waited(hold.id, **waited, limits=LIMITS))
    assert isinstance(table.rows[-1].body, Expired)
    assert ends(table) == ["expired"]
    assert table.place("dan") == Place(2, 6)


def test_only_the_server_keeps_time(table: Sitting) -> None:
    """Nobody at the table makes time pass."""
    hold = waiting_push(table)
    for seat in ("s-gm", "s-1", "s-o", "s-nobody"):
        assert table.do(seat, Waited(hold.id, watched_ms=LIMITS.approval_ms)).code == "NOT_ALLOWED"


def test_a_scene_that_goes_takes_its_holds_along(table: Sitting) -> None:
    """What waited on a scene is cancelled with it."""
    hold = waiting_push(table)
    table.do("s-gm", RemoveScene("room"))
    assert isinstance(table.rows[-1].body, Cancelled)
    assert ends(table) == ["cancelled"]
    assert table.do("s-gm", Approve(hold.id, hold.hash)).code == "already_resolved"


def test_open_matters_survive_a_restart(table: Sitting) -> None:
    """A question and a plan that wait are there again after the log was read, and go on."""
    table.push("s-gm", "ben")
    waiting_push_id = table.push("s-1", "dan", mover="ann").hold or ""
    again = Table.load(table.book, [decode_row(encode_row(row)) for row in table.rows])
    assert again.state == table.table.state
    table.table = again
    question = again.state.holds[0]
    assert table.do("s-2", AnswerQuestion(question.id, "stand:ben", value=False)).outcome == "done"
    plan = again.state.hold(waiting_push_id)
    assert plan is not None
    assert table.do("s-gm", Approve(plan.id, plan.hash)).outcome == "done"
    assert table.place("dan") == Place(4, 6)


class TestInTheVtt:
    """Scenes whose truth lies in the VTT: an executor carries out what is decided."""

    @pytest.fixture
    def table(self) -> Sitting:
        """Sit down at a table that plays in a VTT, with nobody to write there."""
        table = Sitting("vtt")
        table.live = Live()
        return table

    def test_without_executor_it_waits(self, table: Sitting) -> None:
        """A game master's own push is approved, and waits for the executor; then it happens."""
        reply = table.push("s-gm", "dan")
        assert (reply.outcome, reply.waits) == ("pending", "executor")
        assert table.place("dan") == Place(2, 6)
        (hold,) = table.table.waiting_for_executor()
        assert table.do(SERVER, CarryOut(hold.id)).code == "NO_EXECUTOR"
        table.live = Live(executor=True, term=4)
        assert table.do(SERVER, CarryOut(hold.id)).outcome == "done"
        assert table.place("dan") == Place(4, 6)
        assert ends(table) == ["committed"]

    def test_an_answered_question_is_closed_while_it_waits(self, table: Sitting) -> None:
        """Once answered, a question is no more open because the outcome waits for the executor."""
        table.push("s-gm", "ben")
        hold = only_hold(table)
        assert table.do("s-2", AnswerQuestion(hold.id, "stand:ben", value=False)).outcome == "done"
        assert (only_hold(table).question, only_hold(table).waits) == (None, "executor")
        assert table.do("s-gm", AnswerQuestion(hold.id, "stand:ben", value=True)).code == "already_resolved"

    def test_waiting_survives_a_restart(self, table: Sitting) -> None:
        """What is approved still waits after the log was read again."""
        table.push("s-gm", "dan")
        again = Table.load(table.book, [decode_row(encode_row(row)) for row in table.rows])
        assert again.waiting_for_executor() == table.table.waiting_for_executor()

    def test_changed_ground_while_it_waited(self, table: Sitting) -> None:
        """When the executor comes and the plan is another by now, it needs a new yes."""
        table.push("s-gm", "dan")
        move(table, "dan", Place(2, 7))
        table.live = Live(executor=True, term=1)
        table.do(SERVER, CarryOut(only_hold(table).id))
        hold = only_hold(table)
        assert hold.state == "planned"
        assert isinstance(table.rows[-2].body, Planned)
        assert table.do("s-gm", Approve(hold.id, hold.hash)).outcome == "done"

    def test_what_waits_can_be_rejected(self, table: Sitting) -> None:
        """A game master may still say no; nobody says yes twice."""
        table.push("s-gm", "dan")
        hold = only_hold(table)
        assert table.do("s-gm", Approve(hold.id, hold.hash)).code == "already_resolved"
        assert table.do("s-gm", Reject(hold.id)).outcome == "done"
        assert ends(table) == ["rejected"]

    def test_the_executor_reports_once_and_in_its_term(self, table: Sitting) -> None:
        """A commit stays unapplied until its executor says so; the word of an earlier one is ignored."""
        table.live = Live(executor=True, term=2)
        seq = table.push("s-gm", "dan").seq or 0
        assert [row.seq for row in table.table.unapplied()] == [seq]
        writes = (VttWrite("Token.dan", "x", 200, 400),)
        assert table.do("s-gm", ReportApplied(seq, 1, writes)).code == "old_term"
        assert table.do("s-1", ReportApplied(seq, 2, writes)).code == "NOT_ALLOWED"
        assert table.do("s-gm", ReportApplied(seq, 2, writes)).outcome == "done"
        assert table.table.unapplied() == ()
        assert table.do("s-gm", ReportApplied(seq, 2, writes)).code == "NOTHING_TO_APPLY"

    def test_a_divergence_is_a_row_and_ends_the_wait(self, table: Sitting) -> None:
        """What the executor left alone is logged and not sent again."""
        table.live = Live(executor=True, term=2)
        seq = table.push("s-gm", "dan").seq or 0
        assert table.do("s-gm", ReportDiverged(seq, 2)).outcome == "done"
        assert table.rows[-1].kind == "diverged"
        assert table.table.unapplied() == ()


def test_pieces_are_where_they_are_put(table: Sitting) -> None:
    """The fixture's pieces stand as they are written."""
    assert tuple(standing.piece.id for standing in table.scene.pieces) == tuple(
        sorted(piece.id for piece in PIECES)
    )
