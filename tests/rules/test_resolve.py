import pytest

from toy_ruleset import TOY
from vttbridge.geometry.scene import Scene, SceneSpec
from vttbridge.geometry.vec import Place
from vttbridge.rules.board import Board
from vttbridge.rules.effects import Damage, Move, Plan
from vttbridge.rules.piece import Piece, numbers
from vttbridge.rules.plan_edits import AnswerEdit, Drop, Edit, Limit
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.resolve import Command, Inputs, Planned, Resolved, Waiting, check_answer, resolve
from vttbridge.rules.script import Answer
from vttbridge.rules.values import Value

SCENE = Scene.build(SceneSpec("s", "s", 8.0, 8.0))
PIECES = (
    Piece("A", place=Place(3.0, 3.0)),
    Piece("T", place=Place(5.0, 3.0), numbers=numbers(hp=5, stability=2)),
)
BOARD = Board(SCENE, PIECES, TOY.default_options())
SHOVE = Command("shove", {"source": "A", "target": "T", "distance": 6})
STAND = Answer("stability:T", 0)


def _shove(*edits: Edit, answers: tuple[Answer, ...] = (STAND,)) -> Resolved:
    return resolve(TOY, BOARD, SHOVE, Inputs(answers, edits))


def _plan(*edits: Edit) -> Plan:
    found = _shove(*edits)
    assert isinstance(found, Planned)
    return found.plan


def test_first_a_question_then_a_plan() -> None:
    """Without the answer it waits, with it the plan is complete."""
    waiting = _shove(answers=())
    assert isinstance(waiting, Waiting)
    assert waiting.question.key == "stability:T"
    assert waiting.so_far == Plan("toy", "shove")
    assert check_answer(waiting, 9) == refuse("OUT_OF_RANGE", low=0, high=2, given=9)
    assert check_answer(waiting, 2) is None
    assert [effect.key for effect in _plan().effects] == ["move:T:shove", "damage:T:edge", "status:T:dazed"]


def test_same_inputs_same_plan() -> None:
    """Nothing but the inputs goes in."""
    assert _plan() == _plan()


def test_plan_carries_rules_and_parts() -> None:
    """Every rule met is listed once, in order; numbers have their parts."""
    plan = _plan()
    assert plan.rules == ("TOY-01", "TOY-02")
    damage = plan.effects[1]
    assert isinstance(damage, Damage)
    assert sum(part.amount for part in damage.parts) == damage.amount == 4
    assert (damage.number, damage.after, damage.assumed) == ("hp", 1, ("hp",))


@pytest.mark.parametrize(
    ("command", "refused"),
    [
        (Command("fly", {}), refuse("NO_SUCH_ACTION", action="fly", known=("shove", "gamble"))),
        (Command("shove", {"source": "A", "target": "X"}), refuse("NO_SUCH_PIECE", piece="X")),
        (Command("shove", {"source": "A", "target": ""}), refuse("NO_SUCH_PIECE", piece="")),
        (Command("gamble", {"targets": ("T", "Z")}), refuse("NO_SUCH_PIECE", piece="Z")),
        (Command("shove", {"source": "A", "target": "A"}), refuse("NO_DIRECTION", "TOY-01")),
        (
            Command("shove", {"source": "A", "target": "T", "wish": 1}),
            refuse("NO_SUCH_FIELD", field="wish", known=("distance", "source", "target")),
        ),
        (
            Command("shove", {"source": "A", "target": "T", "distance": float("inf")}),
            refuse("NOT_A_NUMBER", field="distance"),
        ),
    ],
)
def test_refusals_are_values(command: Command, refused: Refusal) -> None:
    """A wish that cannot be is a refusal, never an exception."""
    assert resolve(TOY, BOARD, command) == refused


@pytest.mark.parametrize(
    "fields",
    [{"source": "A"}, {"source": "A", "target": 3}, {"source": "A", "target": "T", "distance": -1}],
)
def test_bad_fields_say_why(fields: dict[str, Value]) -> None:
    """A field of the wrong shape is a refusal with the reason."""
    found = resolve(TOY, BOARD, Command("shove", fields))
    assert isinstance(found, Refusal)
    assert found.code == "BAD_FIELD"


def test_edited_answer_stands_over_the_given_one() -> None:
    """An edit answers again, by key."""
    (move, *_) = _plan(AnswerEdit("stability:T", 1), AnswerEdit("stability:T", 2)).effects
    assert isinstance(move, Move)
    damage = _plan(AnswerEdit("stability:T", 2)).effects[1]
    assert isinstance(damage, Damage)
    assert damage.amount == 2


def test_illegal_edit_opens_the_question_again() -> None:
    """An edited answer that is refused leaves the question open."""
    found = _shove(AnswerEdit("stability:T", 7))
    assert isinstance(found, Waiting)
    assert found.question.because is not None


def test_limit_plans_as_if_the_distance_had_been_less() -> None:
    """A limit shortens; it never lengthens and never turns back."""
    (move,) = _plan(Limit("T", 1)).effects
    assert isinstance(move, Move)
    assert move.to == Place(6.0, 3.0)
    assert _plan(Limit("T", 99)) == _plan()
    assert _plan(Limit("T", -3)).effects == ()
    assert _plan(Limit("A", 1)) == _plan()


def test_drop_leaves_a_line_out() -> None:
    """A line on which nothing rests may go."""
    plan = _plan(Drop("status:T:dazed"))
    assert [effect.key for effect in plan.effects] == ["move:T:shove", "damage:T:edge"]


@pytest.mark.parametrize(
    ("key", "refused"),
    [
        ("move:T:shove", refuse("OTHERS_REST_ON_IT", key="move:T:shove", others=("damage:T:edge",))),
        ("damage:X:edge", refuse("NO_SUCH_LINE", key="damage:X:edge")),
    ],
)
def test_drop_is_refused_where_others_rest_on_it(key: str, refused: Refusal) -> None:
    """A line that others need, or that is not there, is not dropped."""
    assert _shove(Drop(key)) == refused


def test_all_that_rests_may_be_dropped_first() -> None:
    """Dropped in turn, the later line first, both go."""
    plan = _plan(Drop("damage:T:edge"), Drop("move:T:shove"))
    assert [effect.key for effect in plan.effects] == ["status:T:dazed"]
