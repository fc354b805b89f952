from fractions import Fraction

import pytest

from toy_ruleset import TOY
from vttbridge.geometry.scene import Scene, SceneSpec
from vttbridge.geometry.vec import Place
from vttbridge.rules.board import Board
from vttbridge.rules.effects import Plan
from vttbridge.rules.odds import label, odds, signature, walk
from vttbridge.rules.piece import Piece, numbers
from vttbridge.rules.refusal import refuse
from vttbridge.rules.resolve import Command, Inputs
from vttbridge.rules.script import Answer

SCENE = Scene.build(SceneSpec("s", "s", 8.0, 8.0))
T, U = (Piece(name, place=Place(x, 3.0), numbers=numbers(hp=5)) for name, x in (("T", 5.0), ("U", 1.0)))
BOARD = Board(SCENE, (T, U), TOY.default_options())
GAMBLE = Command("gamble", {"targets": ("T",)})
KNOWN = (Answer("fate", (3, 4)),)


def test_shares_sum_to_one() -> None:
    """All leaves together are everything that may happen, exactly."""
    leaves = tuple(walk(TOY, BOARD, GAMBLE))
    assert sum(leaf.share for leaf in leaves) == 1
    assert len(leaves) == 6 + 30 * 6


def test_chances_are_exact() -> None:
    """2d6 under 5 is 6 of 36; then a d6 hurts on a 5 and takes away on a 6."""
    found = odds(TOY, BOARD, GAMBLE)
    assert found is not None
    assert found.exact
    shares = {chance.label: Fraction(chance.part, chance.whole) for chance in found.chances}
    luck = Fraction(30, 36)
    bad = [chance for chance in found.chances if "BAD_LUCK" in signature(chance.outcome)]
    assert sum(Fraction(chance.part, chance.whole) for chance in bad) == Fraction(6, 36)
    assert shares["gone"] == luck / 6
    assert shares["hurts"] == luck / 6
    assert sum(Fraction(chance.part, chance.whole) for chance in found.chances) == 1


def test_likeliest_first() -> None:
    """Outcomes come in the order of their odds."""
    found = odds(TOY, BOARD, GAMBLE, Inputs(KNOWN))
    assert found is not None
    assert found.leaves == 6
    assert [(chance.part, chance.whole) for chance in found.chances] == [(2, 3), (1, 6), (1, 6)]


def test_too_many_leaves_give_nothing() -> None:
    """A walk beyond the limit is no table at all, never a part of one."""
    assert odds(TOY, BOARD, GAMBLE, most=185) is None
    assert odds(TOY, BOARD, GAMBLE, most=186) is not None
    assert odds(TOY, BOARD, Command("gamble", {"targets": ("T", "U")})) is None


def test_people_add_their_answers() -> None:
    """With people every sample answer is a branch as well."""
    usual = sum(1 for _ in walk(TOY, BOARD, GAMBLE, Inputs(KNOWN)))
    everything = sum(1 for _ in walk(TOY, BOARD, GAMBLE, Inputs(KNOWN), people=True))
    assert (usual, everything) == (6, 1 + 2 * 6)


def test_known_answers_are_not_walked() -> None:
    """A face that is known stays as it is."""
    faces = [leaf.answers[0].value for leaf in walk(TOY, BOARD, GAMBLE, Inputs(KNOWN))]
    assert faces == [(3, 4)] * 6


def test_refused_command_is_one_leaf() -> None:
    """What the rules refuse is a leaf like any other."""
    leaves = tuple(walk(TOY, BOARD, Command("gamble", {"targets": ("X",)})))
    assert [leaf.outcome for leaf in leaves] == [refuse("NO_SUCH_PIECE", piece="X")]
    assert label(leaves[0].outcome) == "refused"


def test_refused_answer_is_one_leaf() -> None:
    """An answer that is given and refused ends the walk with the reason instead of asking for ever."""
    (leaf,) = walk(TOY, BOARD, GAMBLE, Inputs((Answer("fate", (9, 9)),)))
    assert leaf.outcome == refuse("NOT_A_FACE", die="2d6", given=(9, 9))


@pytest.mark.parametrize(("distance", "word"), [(0, "stays"), (1, "moves"), (5, "hurts")])
def test_labels(distance: int, word: str) -> None:
    """An outcome's word says the worst of it."""
    command = Command("shove", {"source": "U", "target": "T", "distance": distance})
    (leaf,) = walk(TOY, BOARD, command)
    assert isinstance(leaf.outcome, Plan)
    assert label(leaf.outcome) == word
