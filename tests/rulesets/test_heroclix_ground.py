import pytest

from support.heroclix_table import box, damage_of, figure, place_after, plan_of, table
from vttbridge.geometry.terrain import Elevation, Pit, Water
from vttbridge.geometry.vec import Cell, Place
from vttbridge_heroclix.levels import ahead, standing_level

BRIDGE = box("bridge", Elevation(3, underside=2), 4, 0, 8, 12)


@pytest.mark.parametrize(("z", "level"), [(0, 0), (1, 0), (3, 3), (5, 3)])
def test_a_bridge_carries_only_who_is_on_it(z: float, level: float) -> None:
    """Whoever is under a bridge stands on the ground, whoever is on it stands on it."""
    assert standing_level(table(areas=(BRIDGE,)).scene, Cell(5, 5), z) == level


def test_solid_ground_carries_whatever_the_height_says() -> None:
    """A figure whose height was never set stands on top of the roof it is drawn on."""
    roof = box("roof", Elevation(2), 0, 0, 6, 12)
    assert standing_level(table(areas=(roof,)).scene, Cell(3, 3), 0) == 2


def test_a_bridge_at_head_height_is_higher_ground() -> None:
    """What reaches into the figure's own height stops it like a rise."""
    low = box("low", Elevation(1.5, underside=0.5), 5, 0, 8, 12)
    found = ahead(table(areas=(low,)).scene, Cell(5, 5), 0, 1)
    assert found.is_higher
    assert not ahead(table(areas=(BRIDGE,)).scene, Cell(5, 5), 0, 1).is_higher


def test_water_has_no_level() -> None:
    """Deep water is no drop."""
    pool = box("pool", Water(3), 5, 5, 7, 6)
    board = table(figure("A", 2, 5), figure("T", 4, 5), areas=(pool,))
    plan = plan_of(board, "knock_back", source="A", targets=("T",), squares=3)
    assert damage_of(plan) == ()
    assert place_after(board, plan, "T") == Place(7, 5)


def test_the_landing_place_has_the_lower_level() -> None:
    """After a drop the figure's height is that of the ground it lies on."""
    roof = box("roof", Elevation(2), 0, 0, 6, 12)
    board = table(figure("A", 3, 5, z=2), figure("T", 5, 5, z=2), areas=(roof,))
    plan = plan_of(board, "knock_back", source="A", targets=("T",), squares=3)
    assert place_after(board, plan, "T") == Place(6, 5, 0)


def test_out_of_a_pit_is_higher_ground() -> None:
    """The wall of a pit stops who is knocked about in it."""
    hole = box("hole", Pit(1), 3, 5, 6, 6)
    board = table(figure("A", 3, 5), figure("T", 4, 5), areas=(hole,))
    plan = plan_of(board, "knock_back", source="A", targets=("T",), squares=3)
    assert damage_of(plan) == (("T", 1, "knock_back_higher"),)
    assert place_after(board, plan, "T") == Place(5, 5, -1)


def test_a_figure_on_the_bridge_does_not_stop_one_below() -> None:
    """Only somebody on the same level fills the square."""
    board = table(figure("A", 2, 5), figure("T", 4, 5), figure("B", 6, 5, z=3), areas=(BRIDGE,))
    plan = plan_of(board, "knock_back", source="A", targets=("T",), squares=3)
    assert place_after(board, plan, "T") == Place(7, 5)
