"""How long holds wait: time counts only while somebody could decide, and goes on after a restart."""

from vttbridge.rules.effects import Plan
from vttbridge.rules.script import GM, Question
from vttbridge.server.tables.hold_timers import HoldTimers
from vttbridge.table import Hold, State
from vttbridge.table.model.commands import Limits, Waited

LIMITS = Limits(question_ms=60_000, approval_ms=600_000, all_ms=86_400_000)
QUESTION = Question("q", GM, "yes_no", {}, default=True)


def asking(asked_ms: int = 0, key: str = "q") -> State:
    """Return a table with an open question."""
    question = Question(key, GM, "yes_no", {}, default=True)
    return State(
        holds=(Hold("h", "s", "c", "roof", "push", {}, 0, "asking", question=question, asked_ms=asked_ms),)
    )


def planned(watched_ms: int = 0) -> State:
    """Return a table with a plan that waits."""
    plan = Plan("toy", "push")
    return State(
        holds=(
            Hold("h", "s", "c", "roof", "push", {}, 0, "planned", plan=plan, hash="p", watched_ms=watched_ms),
        )
    )


def test_a_questions_time_runs_only_while_somebody_is_there() -> None:
    """With nobody connected it stands still; then it runs out, and the command says how long it took."""
    hold_timers = HoldTimers(LIMITS)
    hold_timers.advance(asking(), 600_000, lambda _: False, gm=False)
    assert hold_timers.remaining(asking().holds[0]) == 60_000
    hold_timers.advance(asking(), 59_999, lambda _: True, gm=False)
    assert hold_timers.due(asking(), 0) == ()
    hold_timers.advance(asking(), 1, lambda _: True, gm=False)
    assert hold_timers.due(asking(), 700_000) == (Waited("h", 60_000, 0, 700_000, LIMITS),)


def test_another_question_has_time_of_its_own() -> None:
    """What one question used does not count for the next."""
    hold_timers = HoldTimers(LIMITS)
    hold_timers.advance(asking(), 50_000, lambda _: True, gm=True)
    assert hold_timers.remaining(asking().holds[0]) == 10_000
    assert hold_timers.remaining(asking(key="other").holds[0]) == 60_000


def test_a_plans_time_runs_while_a_game_master_is_there() -> None:
    """Ten minutes with one, or a day in all, and it is over."""
    hold_timers = HoldTimers(LIMITS)
    hold_timers.advance(planned(), 599_999, lambda _: True, gm=False)
    assert hold_timers.due(planned(), 0) == ()
    hold_timers.advance(planned(), 600_000, lambda _: False, gm=True)
    assert [one.watched_ms for one in hold_timers.due(planned(), 0)] == [600_000]
    assert [one.all_ms for one in HoldTimers(LIMITS).due(planned(), 86_400_000)] == [86_400_000]


def test_time_used_is_written_down_before_a_stop_and_counts_afterwards() -> None:
    """The log's count is where counting begins again."""
    hold_timers = HoldTimers(LIMITS)
    hold_timers.advance(asking(), 20_000, lambda _: True, gm=True)
    assert hold_timers.stopping(asking(), 20_000) == (Waited("h", 20_000, 0, 20_000, LIMITS),)
    later = HoldTimers(LIMITS)
    assert later.remaining(asking(asked_ms=20_000).holds[0]) == 40_000
    assert later.stopping(asking(asked_ms=20_000), 0) == ()


def test_a_limit_that_was_set_shorter_is_no_reason_to_tell_another_time() -> None:
    """What the log is told is what was measured."""
    short = Limits(question_ms=5_000, approval_ms=7_000, all_ms=86_400_000)
    hold_timers = HoldTimers(short)
    hold_timers.advance(asking(), 5_000, lambda _: True, gm=True)
    assert hold_timers.due(asking(), 6_000) == (Waited("h", 5_000, 0, 6_000, short),)
    hold_timers.advance(planned(), 7_000, lambda _: True, gm=True)
    assert hold_timers.due(planned(), 7_500) == (Waited("h", 0, 7_000, 7_500, short),)
