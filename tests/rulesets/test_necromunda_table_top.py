import pytest

from support.necromunda_table import fighter, table
from vttbridge.geometry.footprint import Cells, Disc
from vttbridge.geometry.terrain import Area, Obstacle
from vttbridge.geometry.vec import Place, Vec
from vttbridge.rules.draft import Draft
from vttbridge.rules.options import Options
from vttbridge.rules.piece import Piece
from vttbridge_necromunda.table_top.engagement import Reach, engaged_with, obstacle_between
from vttbridge_necromunda.table_top.fall_table import FallHit, fall_hits
from vttbridge_necromunda.table_top.landing import clear_place, enemies_too_near
from vttbridge_necromunda.table_top.measuring import (
    centred_on,
    half_width,
    is_closer,
    is_within,
    whole_inches,
)
from vttbridge_necromunda.table_top.sides import are_enemies, is_standing
from vttbridge_necromunda.traits.options import OPTIONS

INCH = Reach(under=1.0, across=1.5, tall=1.5, wide=1.5)


@pytest.mark.parametrize(
    ("height", "hits"),
    [
        (2.9, (FallHit(3),)),
        (2.0, ()),
        (3.0, (FallHit(3),)),
        (5.0005, (FallHit(3),)),
        (5.1, (FallHit(5, -1, 1),)),
        (7.0, (FallHit(5, -1, 1),)),
        (8.0, (FallHit(7, -2, 2),)),
        (9.2, (FallHit(9, -3, 3),)),
        (40.0, (FallHit(9, -3, 3),)),
    ],
)
def test_the_table_of_falls_goes_by_whole_inches_rounded_up(height: float, hits: tuple[FallHit, ...]) -> None:
    """A height is rounded up before it is looked up, and a hair over an inch is that inch."""
    assert fall_hits(Options(OPTIONS), height) == hits


@pytest.mark.parametrize(
    ("word", "height", "hits"),
    [
        ("none", 9.0, ()),
        ("s3_per_3", 5.9, (FallHit(3),)),
        ("s3_per_3", 9.0, (FallHit(3), FallHit(3), FallHit(3))),
        ("s_equals_inches", 4.2, (FallHit(5),)),
        ("s_equals_inches", 0.0, ()),
    ],
)
def test_house_rules_change_the_hits_of_a_fall(word: str, height: float, hits: tuple[FallHit, ...]) -> None:
    """Each value of the option has its own count of hits and Strength."""
    assert fall_hits(Options(OPTIONS, (("fall_damage", word),)), height) == hits


def test_lengths_compare_with_a_tolerance() -> None:
    """A thousandth of an inch decides nothing; strictly under means more than that under."""
    assert is_within(3.0009, 3.0)
    assert not is_within(3.01, 3.0)
    assert not is_closer(0.9995, 1.0)
    assert is_closer(0.99, 1.0)
    assert whole_inches(6.0004) == 6


def test_square_bases_have_a_centre_and_a_half_width() -> None:
    """A block of cells is centred like a round base."""
    assert half_width(Disc(0.63)) == 0.63
    assert half_width(Cells(2, 1)) == 1.0
    assert centred_on(Cells(2, 1), Vec(3.0, 4.0), 1.0) == Place(2.0, 3.5, 1.0)


def test_sides_are_told_by_side_and_else_by_owner() -> None:
    """Two fighters of one side are friends; without sides their owners tell."""
    assert are_enemies(Piece("a", side="red"), Piece("b", side="blue"))
    assert not are_enemies(Piece("a", side="red", owner="x"), Piece("b", side="red", owner="y"))
    assert are_enemies(Piece("a", owner="x"), Piece("b", owner="y"))
    assert not is_standing(Piece("a", statuses=("pinned",)))


def test_an_inch_reach_engages_strictly_under_an_inch() -> None:
    """A gap of exactly one inch is outside; the seriously injured engage nobody."""
    near, at = fighter("n", 1.9, 0, side="red"), fighter("o", 0, 2.0, side="red")
    out = fighter("s", -1.5, 0, side="red").with_status("seriously_injured", on=True)
    board = table(fighter("a", 0, 0), near, at, out)
    assert [enemy.id for enemy in engaged_with(board, board.piece("a"), INCH)] == ["n"]
    assert engaged_with(board, board.piece("s"), INCH) == ()


@pytest.mark.parametrize(("height", "found"), [(1.5, True), (1.6, False)])
def test_a_low_obstacle_that_both_touch_joins_them(height: float, found: bool) -> None:
    """An obstacle within the limits engages across it, a taller one does not."""
    outline = (Vec(0.5, -1), Vec(1.7, -1), Vec(1.7, 1), Vec(0.5, 1))
    pipe = Area("pipe", outline, Obstacle(height, 1.2))
    board = table(fighter("a", 0, 0), fighter("b", 2.2, 0, side="red"), areas=[pipe])
    assert (obstacle_between(board, board.piece("a"), board.piece("b"), INCH) is not None) is found


def test_clear_ground_is_the_shortest_way_off_and_an_inch_from_enemies() -> None:
    """A faller on an enemy is set an inch away from it, straight off its centre."""
    board = table(fighter("t", 0, 0), fighter("u", 0.4, 0, side="red"))
    draft = Draft(board, "necromunda", "test")
    near = enemies_too_near(draft, board.piece("t"))
    assert near == ("u",)
    place = clear_place(draft, board.piece("t"), near)
    assert place is not None
    assert place == pytest.approx((-1.6, 0.0, 0.0), abs=0.002)
