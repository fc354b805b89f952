"""Work ends where its caller has had enough."""

import pytest

from vttbridge.geometry.allowance import BudgetExceeded, work_budget
from vttbridge.geometry.footprint import Cells, Disc
from vttbridge.geometry.scene import Scene, SceneSpec
from vttbridge.geometry.steps import walk
from vttbridge.geometry.sweep import sweep
from vttbridge.geometry.terrain import Wall
from vttbridge.geometry.vec import Place, Vec

HALL = Scene.build(
    SceneSpec(id="hall", name="Hall", width=20, height=20, walls=(Wall("w", Vec(15, 0), Vec(15, 20)),))
)
PATH = tuple(Place(x, 2) for x in range(2, 12))


def run_along() -> None:
    """Ask both kinds of movement."""
    sweep(HALL, Disc(0.5), Place(2, 2), Vec(1, 0), 5)
    walk(HALL, Cells(1, 1), PATH)


def test_queries_ask_before_they_go_on() -> None:
    """With some left they go on, with none they end; the count is the caller's."""
    asked: list[int] = []

    def counted() -> bool:
        asked.append(1)
        return len(asked) < 5

    with work_budget(counted), pytest.raises(BudgetExceeded):
        run_along()
    assert len(asked) == 5


@pytest.mark.parametrize(
    "work", [lambda: sweep(HALL, Disc(0.5), Place(2, 2), Vec(1, 0), 5), lambda: walk(HALL, Cells(1, 1), PATH)]
)
def test_each_kind_of_movement_ends(work: object) -> None:
    """Sweeps and steps alike."""
    assert callable(work)
    with work_budget(lambda: False), pytest.raises(BudgetExceeded):
        work()


def test_the_limit_holds_inside_the_block_only() -> None:
    """Before and after it there is none, also where the block ended early."""
    run_along()
    with pytest.raises(BudgetExceeded), work_budget(lambda: False):
        run_along()
    run_along()
