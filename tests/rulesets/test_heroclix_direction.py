import pytest

from support.heroclix_table import figure, outcome, place_after, plan_of, table
from vttbridge.geometry.vec import Place
from vttbridge.rules.effects import Plan
from vttbridge.rules.script import Answer


@pytest.mark.parametrize(
    ("at", "to", "rule"),
    [
        ((8, 5), (9, 5), "HC-07"),
        ((5, 2), (5, 1), "HC-07"),
        ((7, 7), (8, 8), "HC-08"),
        ((3, 7), (2, 8), "HC-08"),
        ((10, 6), (11, 7), "HC-09"),
        ((4, 1), (3, 0), "HC-09"),
    ],
)
def test_away_along_row_column_or_diagonal(at: tuple[int, int], to: tuple[int, int], rule: str) -> None:
    """The path keeps rows, columns and perfect diagonals, and makes a perfect diagonal of anything else."""
    board = table(figure("A", 5, 5), figure("T", *at))
    plan = plan_of(board, "knock_back", source="A", targets=("T",), squares=1)
    assert place_after(board, plan, "T") == Place(*to)
    assert rule in plan.rules


def test_every_direction_may_be_picked() -> None:
    """In the source's own square each of the eight ways is an answer."""
    board = table(figure("A", 5, 5), figure("T", 5, 5))
    ends: set[Place] = set()
    for x in (-1, 0, 1):
        for y in (-1, 0, 1):
            if (x, y) != (0, 0):
                answers = (Answer("direction:T", (x, y)),)
                plan = plan_of(board, "knock_back", answers, source="A", targets=("T",), squares=2)
                ends.add(place_after(board, plan, "T"))
    assert len(ends) == 8


def test_a_point_pushes_outward() -> None:
    """An effect with a point of origin takes its own square as the source and asks nobody."""
    board = table(figure("T", 6, 5), figure("U", 5, 5))
    plan = outcome(board, "knock_back", origin=(5.5, 5.5), targets=("T", "U"), squares=2)
    assert isinstance(plan, Plan)
    assert place_after(board, plan, "T") == Place(8, 5)
    assert place_after(board, plan, "U") == Place(5, 5)
    assert "HCX-13" in plan.rules


def test_nearest_square_is_the_straighter_one() -> None:
    """Of equally near squares of a large attacker the one more in line is offered."""
    board = table(
        figure("A", 2, 5, size=(2, 2)), figure("T", 5, 5), settings=(("hc_multibase_origin", "nearest"),)
    )
    plan = plan_of(board, "knock_back", source="A", targets=("T",), squares=1)
    assert place_after(board, plan, "T") == Place(6, 5)
