"""What would happen: the same as what does, for those who may know."""

import random

import pytest

from support.scale import scaled
from table.at_table import Sitting
from table.plays import random_wish
from vttbridge.rules.plan_edits import Limit
from vttbridge.rules.script import Answer
from vttbridge.table.decisions.preview import PreviewRequest, Query
from vttbridge.table.model.commands import Act, Approve, Reject
from vttbridge.table.model.events import Committed


@pytest.fixture
def table() -> Sitting:
    """Sit down at a fresh table."""
    return Sitting()


@pytest.mark.parametrize("seed", range(scaled(300)))
def test_preview_is_result(seed: int) -> None:
    """Over random boards, what a game master is shown beforehand is what the command then does."""
    dice, table = random.Random(seed), Sitting(uniform=random.Random(seed).randrange)
    for _ in range(25):
        table.do(*random_wish(table, dice))
    table.do("s-gm", Act("room", "push", {"target": "ann", "squares": 0}))
    for target in ("ann", "ben", "cat", "dan", "eve", "spy", "new"):
        fields = {"target": target, "squares": dice.randrange(6)}
        shown = table.table.preview("s-gm", PreviewRequest("room", "push", dict(fields)))
        length = len(table.rows)
        reply = table.do("s-gm", Act("room", "push", dict(fields)))
        if reply.outcome == "busy":
            continue
        if shown.refusal is not None:
            assert (reply.outcome, reply.code) == ("refused", shown.refusal.code)
        elif shown.plan is not None:
            assert reply.hold is not None or reply.seq is not None
            done = [row.body for row in table.rows[length:] if isinstance(row.body, Committed)]
            plans = [hold.plan for hold in table.table.state.holds if hold.id == reply.hold]
            assert [body.effects for body in done] == [shown.plan.effects] or plans == [shown.plan]
        elif shown.roll is not None and shown.known is not None:
            done = [row.body for row in table.rows[length:] if isinstance(row.body, Committed)]
            assert all(body.effects[: len(shown.known.effects)] == shown.known.effects for body in done)
        else:
            assert reply.waits == "question"


def test_a_preview_writes_and_draws_nothing(table: Sitting) -> None:
    """It stops at the first roll with what is known, and the state stays as it is."""
    before = table.table.state

    def never(_sides: int) -> int:
        raise AssertionError("a preview drew a face")

    table.uniform = never
    shown = table.table.preview("s-gm", PreviewRequest("room", "push", {"target": "cat"}, odds=True))
    assert shown.roll == "hurt:cat"
    assert shown.known is not None
    assert [effect.key for effect in shown.known.effects] == ["move:cat:push"]
    assert shown.odds is not None
    assert sum(chance.part / chance.whole for chance in shown.odds.chances) == pytest.approx(1)
    assert table.table.state is before


def test_a_preview_with_an_answer(table: Sitting) -> None:
    """A question is shown as it would be asked; with an answer the preview goes on."""
    asking = PreviewRequest("room", "push", {"target": "ben"})
    question = table.table.preview("s-gm", asking).question
    assert question is not None
    assert question.key == "stand:ben"
    answered = PreviewRequest("room", "push", {"target": "ben"}, answers=(Answer("stand:ben", value=True),))
    plan = table.table.preview("s-gm", answered).plan
    assert plan is not None
    assert [effect.key for effect in plan.effects] == ["note:ben:STOOD"]


def test_a_preview_of_a_hold_under_edits(table: Sitting) -> None:
    """A game master sees what edits make of a plan; approving them does exactly that."""
    table.push("s-1", "dan", 2, mover="ann")
    (hold,) = table.table.state.holds
    edits = (Limit("dan", 1),)
    shown = table.table.preview("s-gm", PreviewRequest(hold=hold.id, edits=edits))
    assert shown.plan is not None
    table.do("s-gm", Approve(hold.id, hold.hash, edits))
    body = table.rows[-1].body
    assert isinstance(body, Committed)
    assert body.effects == shown.plan.effects
    gone = table.table.preview("s-gm", PreviewRequest(hold=hold.id))
    assert gone.refusal is not None
    assert gone.refusal.code == "already_resolved"


def test_voluntary_movement_is_declared_first(table: Sitting) -> None:
    """Nothing may be measured before it is declared; once it is, an answer may be tried."""
    shown = table.table.preview("s-1", PreviewRequest("room", "walk", {"piece": "ann"}))
    assert shown.refusal is not None
    assert shown.refusal.code == "DECLARE_FIRST"
    reply = table.do("s-1", Act("room", "walk", {"piece": "ann"}))
    assert reply.waits == "question"
    path = Answer("path:ann", ((2, 1), (3, 1)))
    tried = table.table.preview("s-1", PreviewRequest(hold=reply.hold, answers=(path,)))
    assert tried.plan is not None
    too_far = Answer("path:ann", ((2, 1), (3, 1), (4, 1), (5, 1)))
    refused = table.table.preview("s-1", PreviewRequest(hold=reply.hold, answers=(too_far,))).question
    assert refused is not None
    assert refused.because is not None
    assert refused.because.code == "TOO_FAR"


def test_previews_that_cannot_be(table: Sitting) -> None:
    """Unknown scenes, actions, holds, and holds of others are refused."""
    table.push("s-1", "dan", mover="ann")
    (hold,) = table.table.state.holds
    for seat, asking, code in (
        ("s-gm", PreviewRequest("cellar", "push"), "NO_SUCH_SCENE"),
        ("s-gm", PreviewRequest("room", "dance"), "NO_SUCH_ACTION"),
        ("s-gm", PreviewRequest(hold="h999"), "NO_SUCH_HOLD"),
        ("s-2", PreviewRequest(hold=hold.id), "NO_SUCH_HOLD"),
    ):
        refusal = table.table.preview(seat, asking).refusal
        assert refusal is not None
        assert refusal.code == code
    table.do("s-gm", Reject(hold.id))


def test_queries(table: Sitting) -> None:
    """A query is answered over the board; one that is unknown or misnamed is refused."""
    assert table.table.ask("s-1", Query("room", "where", {"piece": "dan"})) == (2, 6, 0)
    for query in (Query("cellar", "where"), Query("room", "why"), Query("room", "where", {"who": "dan"})):
        assert "code" in getattr(table.table.ask("s-gm", query), "__struct_fields__", ())
