from collections.abc import Callable

import pytest

from vttbridge.rules.dice import D6
from vttbridge.rules.kinds import CountOf, YesNo
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.script import (
    GM,
    Answer,
    Done,
    Paused,
    Script,
    advance,
    choose,
    key_of,
    owner_of,
    roll,
)

Outcome = Script[Refusal | None]


def _asking(log: list[object]) -> Callable[[], Outcome]:
    def script() -> Outcome:
        log.append("start")
        first = yield from choose(owner_of("T"), "stability", CountOf(0, 3), 2, piece="T")
        face = yield from roll(D6, "impact", "T")
        again = yield from roll(D6, "impact", "T")
        log.append((first, face, again))
        return None if first else refuse("NONE_USED", "X-01")

    return script


def _paused(script: Callable[[], Outcome], *answers: Answer) -> Paused:
    found = advance(script, answers)
    assert isinstance(found, Paused)
    return found


def test_stops_at_the_first_open_question() -> None:
    """Without answers the first question comes back as people see it."""
    question = _paused(_asking([])).question
    assert (question.key, question.kind, question.default) == ("stability:T", "count", 2)
    assert question.data == {"low": 0, "high": 3}
    assert question.audience == owner_of("T")
    assert not question.is_roll


def test_every_run_is_fresh() -> None:
    """Each advance starts a new script; nothing half-run is kept."""
    log: list[object] = []
    for _ in range(3):
        advance(_asking(log), ())
    assert log == ["start"] * 3


def test_keys_count_occurrences() -> None:
    """The second roll of the same purpose and piece has its own key."""
    known = (Answer("stability:T", 1), Answer("impact:T", 4))
    paused = _paused(_asking([]), *known)
    assert paused.question.key == "impact:T#2"
    assert paused.question.is_roll
    assert paused.used == known


def test_answers_are_found_by_key_not_by_position() -> None:
    """Any order of answers gives the same run, and the answers used come back in the script's own order."""
    log: list[object] = []
    given = (Answer("impact:T#2", 6), Answer("other", 1), Answer("impact:T", 4), Answer("stability:T", 1))
    assert advance(_asking(log), given) == Done(None, (given[3], given[2], given[0]))
    assert log[-1] == (1, 4, 6)


def test_refused_answer_leaves_the_question_open() -> None:
    """An answer that is illegal keeps the question open with the reason."""
    paused = _paused(_asking([]), Answer("stability:T", 9))
    assert paused.question.key == "stability:T"
    assert paused.question.because == refuse("OUT_OF_RANGE", low=0, high=3, given=9)
    assert paused.used == ()


def test_outcome_may_be_a_refusal() -> None:
    """What the script returns is the outcome."""
    given = (Answer("stability:T", 0), Answer("impact:T", 4), Answer("impact:T#2", 1))
    assert advance(_asking([]), given) == Done(refuse("NONE_USED", "X-01"), given)


def test_own_check_stands_over_the_kind() -> None:
    """A question's own check refuses what its kind would take, also among the samples."""

    def even(value: int) -> Refusal | None:
        return None if value % 2 == 0 else refuse("ODD")

    def script() -> Outcome:
        yield from choose(GM, "pick", CountOf(0, 4), 0, check=even)
        return None

    paused = _paused(script, Answer("pick", 3))
    assert paused.question.because == refuse("ODD")
    assert paused.ask.samples() == ((0, 1), (2, 1), (4, 1))


def test_because_is_shown_with_the_question() -> None:
    """A question may say from the start why the usual course did not do."""

    def script() -> Outcome:
        yield from choose(GM, "direction", YesNo(), True, because=refuse("NO_DIRECTION"))
        return None

    assert _paused(script).question.because == refuse("NO_DIRECTION")


def test_lists_in_answers_become_tuples() -> None:
    """An answer that came as a list is kept as a tuple."""

    def script() -> Outcome:
        yield from roll(D6, "first")
        return None

    paused = _paused(script, Answer("first", [1, [2]]))
    assert paused.question.because == refuse("NOT_A_FACE", die="d6", given=(1, (2,)))


def test_endless_script_is_a_fault_of_its_author() -> None:
    """A script that asks without end is stopped."""

    def script() -> Outcome:
        while True:
            yield from choose(GM, "again", YesNo(), True)

    answers = tuple(Answer(key_of("again", "", number), True) for number in range(1, 2_500))
    with pytest.raises(ValueError, match="without end"):
        advance(script, answers)


def test_keys_of_name_and_piece_never_meet() -> None:
    """Two questions whose names and pieces read alike still get two keys."""

    def script() -> Outcome:
        yield from choose(GM, "a:b", YesNo(), True)
        yield from choose(GM, "a", YesNo(), True, piece="b")
        return None

    paused = _paused(script, Answer("a:b", True))
    assert paused.question.key == "a:b#2"
