"""The small parts of Draw Steel: sizes, materials, stability, falls, lines, questions."""

import pytest

from support.draw_steel_table import (
    block,
    creature,
    damage_of,
    outcome,
    place_after,
    plan_of,
    table,
    thing,
    waiting_for,
)
from vttbridge.geometry.footprint import Cells
from vttbridge.geometry.grid import Gridless
from vttbridge.geometry.scene import SceneSpec
from vttbridge.geometry.vec import Place, Vec
from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Damage, Move
from vttbridge.rules.piece import Piece
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.registry import language
from vttbridge.rules.script import Answer
from vttbridge.rules.values import Value
from vttbridge_draw_steel import RULESET
from vttbridge_draw_steel.falling import impact
from vttbridge_draw_steel.line import ideal_square
from vttbridge_draw_steel.materials import holds, material
from vttbridge_draw_steel.path_kind import Squares, square_of
from vttbridge_draw_steel.sizes import may_share, rank, shape, size_word, squares
from vttbridge_draw_steel.stability import stability


def test_sizes_are_ordered() -> None:
    """1T < 1S < 1M < 1L < 2 < 3, however they are written."""
    words = ("1T", "1S", "1M", "1L", "2", "3", "10")
    ranks = [rank(creature("C", 0, 0, size=word)) for word in words]
    assert ranks == sorted(set(ranks))
    assert rank(creature("C", 0, 0, size=2)) == rank(creature("C", 0, 0, size="2"))
    assert size_word(creature("C", 0, 0, size="1m")) == "1M"
    assert size_word(creature("C", 0, 0, size="huge")) == "1M"


def test_a_base_stands_for_a_missing_size() -> None:
    """Without a size of its own a piece is as large as its base."""
    giant = Piece("G", footprint=Cells(3, 3))
    assert size_word(giant) == "3"
    assert shape(giant) == Cells(3, 3, 3.0)
    crate = Piece("O", kind="object", footprint=Cells(2, 1, 1.0))
    assert shape(crate) == Cells(2, 1, 1.0)
    assert squares(crate, volume=True) == 2


def test_objects_fill_cubes_or_footprints() -> None:
    """A size 2 object fills 8 squares by its cube and 4 by its footprint."""
    pillar = thing("O", 0, 0, size="2")
    assert squares(pillar, volume=True) == 8
    assert squares(pillar, volume=False) == 4


def test_only_sizes_two_apart_share_a_space() -> None:
    """1T and 1M may share, 1S and 1M may not."""
    assert may_share(creature("A", 0, 0, size="1T"), creature("B", 0, 0, size="1M"))
    assert not may_share(creature("A", 0, 0, size="1S"), creature("B", 0, 0, size="1M"))


@pytest.mark.parametrize(
    ("word", "cost", "damage", "share"),
    [("glass", 1, 3, 0), ("Wood", 3, 5, 3), ("stone", 6, 8, 6), ("metal", 9, 11, 9), ("ice", 1, 3, 0)],
)
def test_materials(word: str, cost: int, damage: int, share: int) -> None:
    """Each material has its cost, its damage and what a square of it holds."""
    row = material(word)
    assert row is not None
    assert (row.cost, row.damage, holds(word)) == (cost, damage, share)


def test_unknown_materials_hold() -> None:
    """What has no row does not break when somebody is hurled into it."""
    assert material("") is None
    assert material("adamant") is None
    assert holds("") is None


@pytest.mark.parametrize(
    ("numbers", "expected"), [((2, 0), 2), ((1, -3), 0), ((3, 1), 2), ((3, -1), 2), ((0, 0), 0)]
)
def test_stability_is_never_negative(numbers: tuple[int, int], expected: int) -> None:
    """Penalties lower stability to 0 at most, whichever sign they are written with."""
    piece = creature("T", 0, 0, stability=numbers[0], stability_penalty=numbers[1])
    assert stability(piece) == expected


@pytest.mark.parametrize(
    ("height", "agility", "wet", "amount", "counts"),
    [
        (1, 0, False, 2, False),
        (2, 0, False, 4, True),
        (3, 2, False, 2, False),
        (6, 0, True, 4, True),
        (6, 3, True, 0, False),
        (40, 0, False, 50, True),
        (3, -2, False, 6, True),
    ],
)
def test_falls(height: int, agility: int, wet: bool, amount: int, counts: bool) -> None:
    """2 damage a square after Agility and liquid, at most 50, from 2 squares on; the parts add up."""
    draft = Draft(table(creature("T", 3, 5)), "draw-steel", "fall")
    found = impact(draft, height, agility=agility, wet=wet)
    assert (found.amount, found.counts) == (amount, counts)
    assert sum(part.amount for part in found.parts) == amount


def test_lines_on_squares_go_half_away() -> None:
    """A straight line takes the nearer square, and of two equally near the outer one, both ways alike."""
    for sign in (1, -1):
        line = Vec(2 * sign, sign)
        places = [ideal_square(line, Place(0, 0), count) for count in (1, 2, 3, 4)]
        assert places == [(sign, sign), (2 * sign, sign), (3 * sign, 2 * sign), (4 * sign, 2 * sign)]


def test_squares_are_read_with_or_without_height() -> None:
    """A square has two or three numbers, the first two whole."""
    assert square_of((4, 5)) == (4, 5, None)
    assert square_of((4.0, 5.0, 1.5)) == (4, 5, 1.5)
    assert square_of((4.5, 5)) is None
    assert square_of("4,5") is None
    kind = Squares(3)
    read = kind.read([[4, 5], [5, 5, 1]])
    assert not isinstance(read, Refusal)
    assert kind.write(read) == ((4, 5), (5, 5, 1))
    assert isinstance(kind.read(7), Refusal)
    assert isinstance(kind.read([[1]]), Refusal)


def test_the_path_question_offers_legal_paths() -> None:
    """The engine's own path comes first, standing still last, and every offer passes the check."""
    waiting = waiting_for(
        table(creature("M", 2, 5), creature("T", 3, 5)), "push", source="M", targets=("T",), distance=2
    )
    offered = waiting.question.data["offered"]
    assert isinstance(offered, tuple)
    assert offered[0] == waiting.question.default == ((4, 5), (5, 5))
    assert offered[-1] == ()
    assert all(waiting.ask.check(path) is None for path in offered)
    assert waiting.question.audience.role == "mover"


def test_a_move_tells_how_far_it_might_have_gone() -> None:
    """The line carries the distance asked, travelled, and the parts that it is made of."""
    board = table(creature("M", 1, 4, size="2"), creature("T", 3, 5, stability=1))
    plan = plan_of(board, "push", source="M", targets=("T",), distance=2, melee_weapon=True)
    (line,) = [effect for effect in plan.effects if isinstance(effect, Move)]
    assert (line.asked, line.travelled) == (2, 2)
    assert [(part.code, part.amount) for part in line.parts] == [
        ("distance", 2),
        ("larger_mover", 1),
        ("stability", -1),
    ]


def test_a_collision_names_the_other_side() -> None:
    """Each side of a collision has the other as its source, a wall its own id."""
    board = table(creature("M", 2, 5), creature("T", 3, 5), creature("C", 4, 5))
    plan = plan_of(board, "push", source="M", targets=("T",), distance=1)
    assert {(line.piece, line.source) for line in plan.effects if isinstance(line, Damage)} == {
        ("T", "C"),
        ("C", "T"),
    }


def test_a_break_comes_before_the_move_through_it() -> None:
    """The move through a gap rests on the break, so that the break cannot be left out alone."""
    board = table(creature("M", 2, 5), creature("T", 3, 5), areas=(block(4, 5, "wood"),))
    plan = plan_of(board, "push", source="M", targets=("T",), distance=5)
    broken, _, move = plan.effects
    assert broken.key == "wall_broken:wood-4-5:push"
    assert broken.key in move.rests_on


def test_players_who_do_not_answer_get_the_defaults() -> None:
    """With nobody there the target uses its stability and goes straight away."""
    board = table(creature("M", 2, 5), creature("T", 3, 5, stability=1))
    plan = plan_of(board, "push", source="M", targets=("T",), distance=3)
    assert place_after(board, plan, "T") == Place(5, 5)


def test_an_answer_is_kept_by_its_key() -> None:
    """A path that was answered before is used where it is still legal."""
    board = table(creature("M", 2, 5), creature("T", 3, 5))
    plan = plan_of(board, "push", (Answer("path:T", ((4, 6),)),), source="M", targets=("T",), distance=3)
    assert place_after(board, plan, "T") == Place(4, 6)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"targets": ("T", "T")}, "TWICE_THE_SAME"),
        ({"targets": ("T", "C"), "path": ((4, 5),)}, "PATH_IS_FOR_ONE"),
        ({"targets": ("T", "C"), "order": ("T",)}, "NOT_EACH_ONCE"),
        ({"targets": ("T",), "path": ((4.5, 5),)}, "NOT_A_SQUARE"),
        ({"targets": ("T",), "path": ((9, 9),)}, "NOT_A_STEP"),
        ({"targets": ("K",)}, "NOT_A_BODY"),
    ],
)
def test_faulty_actions_are_refused(fields: dict[str, Value], code: str) -> None:
    """A fault in the fields is refused with its code."""
    marker = Piece("K", kind="marker", place=Place(9, 9))
    board = table(creature("M", 2, 5), creature("T", 3, 5), creature("C", 2, 6), marker)
    found = outcome(board, "push", source="M", distance=3, **fields)
    assert isinstance(found, Refusal)
    assert found.code == code


def test_a_minion_takes_its_squad_down_with_the_pool() -> None:
    """Damage beyond one minion's share costs another one, which the table chooses."""
    squad = [
        Piece(
            name,
            place=Place(x, 5),
            pool="squad",
            numbers=(("pool_stamina", 15), ("stamina", 5)),
        )
        for name, x in (("T", 3), ("U", 8), ("V", 9))
    ]
    board = table(creature("M", 2, 5), *squad, areas=(block(4, 5),))
    plan = plan_of(
        board, "push", source="M", targets=("T",), distance=8, path=((4, 5),), ignores_stability=True
    )
    assert damage_of(plan) == (("T", 8, "break_stone"),)
    after = board.applied(plan.effects)
    assert after.piece("V").number("pool_stamina") == 7
    assert after.piece("T").is_in("dead")


def test_other_grids_are_refused() -> None:
    """The book is played on squares only."""
    assert RULESET.plays(SceneSpec("s", "S", 10, 10)) is None
    assert RULESET.plays(SceneSpec("s", "S", 10, 10, grid=Gridless(), unit="inch")) is not None


@pytest.mark.parametrize("name", ["en", "ru"])
def test_every_word_has_a_sentence(name: str) -> None:
    """Actions, fields, options, needs, tags and statuses can be said in both languages."""
    words = language("vttbridge_draw_steel", name)
    codes = [f"action.{spec.name}" for spec in RULESET.actions]
    codes += [
        f"field.{spec.name}.{field}" for spec in RULESET.actions for field in spec.fields.__struct_fields__
    ]
    codes += [f"query.{spec.name}" for spec in RULESET.queries]
    codes += [f"option.{option.name}" for option in RULESET.options]
    codes += [f"value.{option.name}.{value}" for option in RULESET.options for value in option.values]
    codes += [f"need.{need.name}" for need in RULESET.needs]
    codes += [f"tag.{tag}" for tag in RULESET.tags] + [f"status.{status}" for status in RULESET.statuses]
    assert [code for code in codes if not words.has(code)] == []


def test_both_languages_say_the_same() -> None:
    """English and Russian have sentences for the same codes."""
    english, russian = (language("vttbridge_draw_steel", name).sentences for name in ("en", "ru"))
    assert set(english) == set(russian)
