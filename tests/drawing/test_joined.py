"""What a file gives in many boxes is drawn as one figure, and doors are seen through other storeys' walls."""

import re

import pytest

from drawing.boards import box
from vttbridge.drawing.joined import joined
from vttbridge.drawing.svg import draw_scene
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.spec import SceneSpec
from vttbridge.geometry.terrain import (
    Area,
    Dangerous,
    Elevation,
    Harm,
    Hindering,
    Meaning,
    Stairs,
    Wall,
    Water,
)
from vttbridge.geometry.vec import Vec


def boxes(*meanings: Meaning) -> list[Area]:
    """Return boxes of one square side by side."""
    return [Area(f"a{n}", box("", n, 0, n + 1, 1), meaning) for n, meaning in enumerate(meanings)]


@pytest.mark.parametrize("meaning", [Elevation(2.0), Water(), Stairs()])
def test_boxes_side_by_side_are_one_figure(meaning: Meaning) -> None:
    """Without a line between them, and with one word."""
    (figure,) = joined(boxes(meaning, meaning, meaning))
    assert (figure.id, figure.meaning) == ("a0", meaning)
    assert set(figure.outline) == {Vec(0, 0), Vec(3, 0), Vec(3, 1), Vec(0, 1)}


def test_what_differs_stays_apart() -> None:
    """In height, in name, in who sees it; and harm is each its own."""
    low, high = boxes(Elevation(1.0), Elevation(2.0))
    named, hidden = (
        Area("n", high.outline, low.meaning, name="Roof"),
        Area("h", high.outline, low.meaning, hidden=True),
    )
    harms = boxes(Dangerous(Harm(damage=1)), Dangerous(Harm(damage=1)))
    assert len(joined([low, high, named, hidden, *harms])) == 6


def test_separate_ponds_stay_separate() -> None:
    """Each drawn as itself, and a lone area exactly as it was given."""
    near, far = Area("p", box("", 0, 0, 1, 1), Water()), Area("q", box("", 4, 4, 5, 5), Water())
    figures = joined([near, far])
    assert [figure.id for figure in figures] == ["p", "p.1"]
    assert {min(figure.outline) for figure in figures} == {Vec(0, 0), Vec(4, 4)}
    assert joined([near])[0] is near


def test_a_ring_of_boxes_leaves_its_middle_open() -> None:
    """The court inside a gallery is no gallery."""
    around = [box("", x, y, x + 1, y + 1) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    (figure,) = joined([Area(f"a{n}", ring, Elevation(2.0)) for n, ring in enumerate(around)])
    assert [set(hole) for hole in figure.holes] == [{Vec(1, 1), Vec(2, 1), Vec(2, 2), Vec(1, 2)}]


def test_a_rim_is_drawn_only_where_the_ground_drops() -> None:
    """Two boxes of one height have as many rims as one."""
    spec = SceneSpec("s", "s", 6, 3, areas=tuple(boxes(Elevation(2.0), Elevation(2.0))))
    assert draw_scene(Scene.build(spec)).count('class="rim"') == 1


def test_doors_are_drawn_over_walls() -> None:
    """Whatever their order in the file: a wall of another storey would hide them."""
    door = Wall("d", Vec(1, 1), Vec(2, 1), door="closed")
    over = Wall("w", Vec(0, 1), Vec(6, 1), bottom=2.0)
    picture = draw_scene(Scene.build(SceneSpec("s", "s", 6, 3, walls=(door, over))))
    assert picture.rindex('class="door') > picture.rindex('class="wall')


@pytest.mark.parametrize(("meaning", "look"), [(Water(), "water"), (Hindering(), "brush")])
def test_what_lies_on_a_floor_is_drawn_over_it(meaning: Meaning, look: str) -> None:
    """Water on a roof would else be hidden under the roof's own colour, whichever comes first in the file."""
    roof = Area("z", box("", 0, 0, 6, 3), Elevation(3.0))
    pond = Area("a", box("", 1, 1, 2, 2), meaning)
    for areas in ((roof, pond), (pond, roof)):
        picture = draw_scene(Scene.build(SceneSpec("s", "s", 6, 3, areas=areas)))
        assert picture.index('class="high"') < picture.index(f'class="{look}"')


def test_the_mark_of_slow_ground_leaves_the_height_below_it_readable() -> None:
    """A terrace that is overgrown all over shows both, one beneath the other, and is tinted."""
    terrace = box("", 1, 1, 3, 3)
    areas = (Area("a", terrace, Elevation(3.0)), Area("b", terrace, Hindering()))
    picture = draw_scene(Scene.build(SceneSpec("s", "s", 6, 4, areas=areas)))
    height, mark = (
        re.search(rf'<text class="{one}" x="80" y="(\d+)"', picture) for one in ("height", "note")
    )
    assert height is not None
    assert mark is not None
    assert int(mark[1]) - int(height[1]) >= 10
    assert 'class="brush"' in picture
