import pytest

from support.necromunda_table import end_of, fighter, platform, played, table, wall
from vttbridge.geometry.footprint import Cells
from vttbridge.geometry.vec import Place
from vttbridge.rules.effects import Hit, Move, Plan
from vttbridge.rules.odds import odds
from vttbridge.rules.piece import Piece, numbers
from vttbridge.rules.plan_edits import Drop, Limit
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.resolve import Command, Waiting, resolve
from vttbridge.rules.values import Value
from vttbridge_necromunda import TRAITS
from vttbridge_necromunda.traits.firepower import Shown, firepower_die

SHOT: dict[str, Value] = {"attacker": "A", "target": "T", "hit": True, "hit_roll": 4, "damage": 1}


def test_every_hit_says_what_its_damage_is_made_of() -> None:
    """The parts of a raised hit add up to its Damage and carry their rules."""
    board = table(fighter("A", 0, 0, side="red"), fighter("T", 6, 0), walls=[wall("w", (6.7, -2), (6.7, 2))])
    plan = played(board, "shoot", SHOT | {"damage": 3})
    assert isinstance(plan, Plan)
    (hit,) = [line for line in plan.effects if isinstance(line, Hit)]
    assert hit.damage == 4 == sum(part.amount for part in hit.parts)
    assert [part.rule for part in hit.parts] == ["", "NT-05"]
    assert plan.rules.index("NT-02") < plan.rules.index("NT-05")


def test_what_is_not_given_is_asked_in_order() -> None:
    """An open shot asks for the face, whether it hit, and the Damage, each with its default."""
    board = table(fighter("A", 0, 0, side="red", ballistic_skill=5), fighter("T", 6, 0))
    found = resolve(TRAITS, board, Command("shoot", {"attacker": "A", "target": "T"}))
    assert isinstance(found, Waiting)
    assert (found.question.key, found.question.default) == ("hit_roll:A", 4)
    plan = played(board, "shoot", {"attacker": "A", "target": "T"})
    assert isinstance(plan, Plan)
    assert plan.fact("hits") == 0


def test_a_shot_at_oneself_is_refused() -> None:
    """Attacker and target are two fighters."""
    board = table(fighter("A", 0, 0))
    plan = played(board, "shoot", SHOT | {"target": "A"})
    assert isinstance(plan, Refusal)
    assert plan.code == "ATTACKS_ITSELF"


def test_the_odds_of_an_edge_are_those_of_the_check() -> None:
    """With Initiative 5+ the target falls in two thirds of the first checks and of the rest."""
    edge = platform("p", 4, (-2, -5, 6.6, 5))
    board = table(fighter("A", 0, 0, 4, side="red"), fighter("T", 6, 0, 4, initiative=5), areas=[edge])
    table_of_odds = odds(TRAITS, board, Command("shoot", SHOT))
    assert table_of_odds is not None
    falls = sum(one.part / one.whole for one in table_of_odds.chances if one.label == "falls")
    assert falls == pytest.approx(2 / 3 + 1 / 3 * 2 / 3)


def test_a_shorter_way_by_the_gm_is_no_blocked_one() -> None:
    """A limit that ends before the wall leaves the Damage as it is."""
    board = table(fighter("A", 0, 0, side="red"), fighter("T", 6, 0), walls=[wall("w", (6.9, -2), (6.9, 2))])
    plan = played(board, "shoot", SHOT, edits=(Limit("T", 0.3),))
    assert end_of(board, plan, "T") == pytest.approx((6.3, 0, 0))
    assert isinstance(plan, Plan)
    assert [line.damage for line in plan.effects if isinstance(line, Hit)] == [1]


def test_a_limit_of_nothing_moves_nobody() -> None:
    """The GM may forbid the move; the hit stays."""
    board = table(fighter("A", 0, 0, side="red"), fighter("T", 6, 0))
    plan = played(board, "shoot", SHOT, edits=(Limit("T", 0.0),))
    assert isinstance(plan, Plan)
    assert not [line for line in plan.effects if isinstance(line, Move)]
    assert [line.damage for line in plan.effects if isinstance(line, Hit)] == [1]


def test_the_move_may_be_dropped_and_the_hit_kept() -> None:
    """Nothing but positions rests on the move."""
    board = table(fighter("A", 0, 0, side="red"), fighter("T", 6, 0))
    plan = played(board, "shoot", SHOT, edits=(Drop("move:T:knock_back"),))
    assert end_of(board, plan, "T") == (6, 0, 0)


def test_the_firepower_die_reads_every_way_of_writing_a_face() -> None:
    """Numbers, text and pairs are read; nonsense is refused with the die's name."""
    die = firepower_die(("1a", "1", "1", "2", "2", "3"))
    assert die.outcomes == (("1+ammo", 1), ("1", 2), ("2", 2), ("3", 1))
    assert [die.read(face) for face in (2, "3", "1+ammo", (1, 1))] == [
        Shown(2),
        Shown(3),
        Shown(1, 1),
        Shown(1, 1),
    ]
    for nonsense in ("ammo", "x+ammo", 99, True, None, (1, 2, 3)):
        found = die.read(nonsense)
        assert isinstance(found, Refusal)
        assert found.code == "NOT_A_FACE"


@pytest.mark.parametrize("faces", ["1a,9", "", "x"])
def test_a_firepower_die_of_unknown_faces_is_refused(faces: str) -> None:
    """The option takes only faces that a die may have, and at least one."""
    assert isinstance(TRAITS.default_options().with_settings((("firepower_faces", faces),)), Refusal)


def test_a_closed_gap_ends_a_blast_order_that_names_others() -> None:
    """An order given with the blast names exactly those that are knocked back."""
    board = table(fighter("T", 10.8, 0), fighter("U", 9, 0, strength=6))
    fields: dict[str, Value] = {"marker": (10, 0), "damage": 1, "order": ("T", "U")}
    plan = played(board, "blast", fields, faces=[4, 5])
    assert isinstance(plan, Refusal)
    assert plan.code == "NOT_EACH_ONCE"


def test_a_piece_on_whole_squares_is_knocked_back_too() -> None:
    """An inch book moves a square base of a grid scene as the same rectangle."""
    target = Piece("T", footprint=Cells(), place=Place(6, 0), side="blue", numbers=numbers(strength=3))
    shooter = Piece("A", footprint=Cells(), place=Place(0, 0), side="red")
    board = table(shooter, target, walls=[wall("w", (7.4, -2), (7.4, 2))])
    plan = played(board, "shoot", SHOT)
    assert end_of(board, plan, "T") == pytest.approx((6.4, 0, 0), abs=0.002)
