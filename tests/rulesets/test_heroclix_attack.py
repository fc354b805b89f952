import pytest

from support.heroclix_table import (
    box,
    code_of,
    damage_of,
    figure,
    outcome,
    place_after,
    plan_of,
    table,
    with_option,
)
from vttbridge.geometry.footprint import Cells
from vttbridge.geometry.grid import Gridless
from vttbridge.geometry.scene import SceneSpec
from vttbridge.geometry.terrain import Blocking
from vttbridge.geometry.vec import Place
from vttbridge.rules.effects import Damage, Gone, Move, Retag
from vttbridge.rules.odds import odds
from vttbridge.rules.piece import Piece
from vttbridge.rules.plan_edits import Drop, Limit
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.resolve import Command, Inputs, Waiting, resolve
from vttbridge.rules.script import Answer
from vttbridge.rules.values import Value
from vttbridge_heroclix import RULESET

DOUBLES = (5, 5)
PAIR = table(figure("A", 2, 5), figure("T", 4, 5))


def _hit(*targets: str, **fields: Value) -> dict[str, Value]:
    return {"attacker": "A", "targets": targets, "hits": targets, "faces": DOUBLES, **fields}


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"targets": ("A",)}, "TARGETS_ITSELF"),
        ({"targets": ("T", "T")}, "TWICE_THE_SAME"),
        ({"targets": ("O",)}, "NOT_A_CHARACTER"),
        ({"faces": (5,)}, "TWO_DICE"),
        ({"faces": (0, 7)}, "TWO_DICE"),
        ({"hits": ("B",)}, "NOT_A_TARGET"),
        ({"damage": (1, 2)}, "DAMAGE_FOR_EACH"),
        ({"tags_after": "charge; flight"}, "DIAL_FOR_EACH"),
        ({"targets": ("nobody",), "hits": None}, "NO_SUCH_PIECE"),
        ({"passed_to": "nobody"}, "NO_SUCH_PIECE"),
        ({"passed_to": "O"}, "NOT_A_CHARACTER"),
        ({"passed_to": "T"}, "PASSED_TO_A_TARGET"),
    ],
)
def test_says_what_is_wrong(fields: dict[str, Value], code: str) -> None:
    """A command that makes no sense is refused with its own code."""
    board = table(
        figure("A", 2, 5),
        figure("T", 4, 5),
        figure("B", 9, 9),
        Piece("O", kind="object", footprint=Cells(), place=Place(4, 5)),
    )
    assert code_of(board, "attack", **{**_hit("T", damage=(1,)), **fields}) == code


def test_asks_for_what_is_missing() -> None:
    """Without any detail the attack asks for the roll first, then who is hit, then the damage."""
    answers: tuple[Answer, ...] = ()
    keys: list[str] = []
    values: dict[str, Value] = {"attack:A": (4, 4), "hits": ("T",), "damage:A": 2}
    while True:
        found = resolve(
            RULESET, PAIR, Command("attack", {"attacker": "A", "targets": ("T",)}), Inputs(answers)
        )
        if not isinstance(found, Waiting):
            break
        keys.append(found.question.key)
        answers = (*answers, Answer(found.question.key, values[found.question.key]))
    assert keys == ["attack:A", "hits", "damage:A"]


def test_numbers_decide_the_default_hit() -> None:
    """With both values known, only a roll that reaches the defense is expected to hit."""
    board = table(figure("A", 2, 5, attack=9), figure("T", 4, 5, defense=17), figure("U", 4, 8, defense=18))
    command = Command("attack", {"attacker": "A", "targets": ("T", "U"), "faces": (4, 4), "damage": (1,)})
    found = resolve(RULESET, board, command)
    assert isinstance(found, Waiting)
    assert found.question.default == ("T",)


def test_the_dial_shows_other_abilities_after_the_damage() -> None:
    """A dial that was clicked changes the tags on the board; an unhurt one does not."""
    plan = plan_of(PAIR, "attack", **_hit("T", damage=(1,), tags_after="flight, charge"))
    assert PAIR.applied(plan.effects).piece("T").tags == ("charge", "flight")
    unhurt = plan_of(PAIR, "attack", **_hit("T", damage=(0,), tags_after="flight"))
    assert not any(isinstance(line, Retag) for line in unhurt.effects)


def test_clicks_are_counted_down_but_not_below_none() -> None:
    """The number of clicks falls by the damage taken and stops at zero, where the figure leaves."""
    board = table(figure("A", 2, 5), figure("T", 4, 5, clicks_left=5))
    plan = plan_of(board, "attack", **_hit("T", damage=(2,)))
    assert board.applied(plan.effects).piece("T").number("clicks_left") == 3
    deadly = plan_of(board, "attack", **_hit("T", damage=(9,)))
    line = next(line for line in deadly.effects if isinstance(line, Damage))
    assert line.after == 0
    assert isinstance(deadly.effects[-1], Gone)


def test_reported_knock_outs_leave_too() -> None:
    """Where clicks are not tracked, the command says who is out."""
    plan = plan_of(PAIR, "attack", **_hit("T", damage=(3,), out=("T",)))
    assert PAIR.applied(plan.effects).find("T") is None


def test_flight_rests_on_the_damage() -> None:
    """Neither the damage nor the flight can be dropped from under what rests on it; the end can."""
    board = table(
        figure("A", 2, 5),
        figure("T", 4, 5),
        areas=(box("stone", Blocking(), 6, 5, 7, 6),),
    )
    fields = _hit("T", damage=(3,))
    plan = plan_of(board, "attack", **fields)
    keys = [line.key for line in plan.effects]
    assert keys == ["damage:T:attack", "move:T:knock_back", "damage:T:knock_back_blocked"]
    for key in keys[:2]:
        refused = outcome(board, "attack", (), (Drop(key),), **fields)
        assert isinstance(refused, Refusal)
        assert refused.code == "OTHERS_REST_ON_IT"
    shorter = plan_of(board, "attack", (), (Drop(keys[2]),), **fields)
    assert damage_of(shorter) == (("T", 3, "attack"),)


def test_a_limit_ends_the_path_free() -> None:
    """Planned with a shorter distance, the figure stops there and is not hurt."""
    board = table(figure("A", 2, 5), figure("T", 4, 5), areas=(box("stone", Blocking(), 6, 5, 7, 6),))
    plan = plan_of(board, "attack", (), (Limit("T", 1),), **_hit("T", damage=(3,)))
    assert damage_of(plan) == (("T", 3, "attack"),)
    assert place_after(board, plan, "T") == Place(5, 5)


def test_odds_of_doubles_are_exact() -> None:
    """Over all rolls a sure hit knocks back in 5 of 36: doubles without 1-1, which misses."""
    command = Command("attack", {"attacker": "A", "targets": ("T",), "hits": ("T",), "damage": (1,)})
    found = odds(RULESET, PAIR, command)
    assert found is not None
    assert found.leaves == 36
    moving = [
        chance.part / chance.whole
        for chance in found.chances
        if not isinstance(chance.outcome, Refusal)
        and any(isinstance(line, Move) for line in chance.outcome.effects)
    ]
    assert sum(moving) == pytest.approx(5 / 36)


def test_gridless_scenes_are_refused() -> None:
    """The book counts squares, so a scene without them cannot be played."""
    refused = RULESET.plays(SceneSpec("s", "S", 12, 12, grid=Gridless()))
    assert refused is not None
    assert refused.code == "NEEDS_SQUARES"
    assert RULESET.plays(SceneSpec("s", "S", 12, 12)) is None


def test_three_tied_are_asked_one_by_one() -> None:
    """Among three at the same distance the mover is asked twice; the last one is clear."""
    board = table(figure("A", 5, 5), figure("T", 7, 5), figure("U", 5, 7), figure("V", 3, 5))
    answers = (Answer("tie", "V"), Answer("tie#2", "U"))
    plan = plan_of(board, "attack", answers, **_hit("T", "U", "V", damage=(1,)))
    moved = [line.piece for line in plan.effects if isinstance(line, Move)]
    assert moved == ["V", "U", "T"]


def test_two_masterminds_one_minion() -> None:
    """All clicks that one figure takes from an effect count together for its flight."""
    board = table(
        figure("A", 2, 5, side="red"),
        figure("H", 5, 5, side="blue"),
        figure("M", 4, 4, "mastermind", side="blue"),
        figure("N", 4, 6, "mastermind", side="blue"),
    )
    answers = (Answer("mastermind:M", ("H",)), Answer("mastermind:N", ("H",)))
    plan = plan_of(board, "attack", answers, **_hit("M", "N", damage=(1,)))
    assert damage_of(plan) == (("H", 1, "attack_transferred"), ("H", 1, "attack_transferred"))
    assert place_after(board, plan, "H") == Place(7, 5)


def test_mystics_may_knock_the_attacker_out() -> None:
    """An attacker felled by Mystics still threw its target away from where it stood."""
    board = table(figure("A", 2, 5, side="red", clicks_left=1), figure("T", 4, 5, "mystics", side="blue"))
    plan = plan_of(board, "attack", **_hit("T", damage=(2,)))
    assert board.applied(plan.effects).find("A") is None
    assert place_after(board, plan, "T") == Place(6, 5)


def test_colliding_with_an_immune_bystander() -> None:
    """Under the harsh house rule the bystander's own abilities count for its share."""
    board = table(figure("A", 2, 5), figure("T", 4, 5), figure("B", 6, 5, "toughness"))
    harsh = with_option(board, "hc_occupied", "stop_1_both")
    plan = plan_of(harsh, "attack", **_hit("T", damage=(3,)))
    assert damage_of(plan)[1:] == (("T", 1, "knock_back_occupied"), ("B", 0, "knock_back_occupied"))


def test_a_dial_that_is_not_known_is_asked_for() -> None:
    """A damage value of nothing, as an empty form gives it, is asked rather than dealt."""
    board = table(figure("A", 2, 5, damage=0), figure("T", 4, 5))
    answers = (Answer("damage:A", 2),)
    plan = plan_of(board, "attack", answers, attacker="A", targets=("T",), hits=("T",), faces=DOUBLES)
    assert damage_of(plan) == (("T", 2, "attack"),)


def test_no_click_no_knock_out() -> None:
    """A figure whose clicks were never filled in is not removed by damage that was reduced to nothing."""
    board = table(figure("A", 2, 5), figure("T", 4, 5, "toughness", clicks_left=0))
    plan = plan_of(board, "attack", **_hit("T", damage=(1,)))
    assert board.applied(plan.effects).find("T") is not None
