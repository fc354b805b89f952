from pathlib import Path

import pytest

from toy_ruleset import TOY
from vttbridge.errors import BadScenario
from vttbridge.formats.ascii import print_map
from vttbridge.geometry.footprint import Cells
from vttbridge.geometry.scene import SceneSpec
from vttbridge.geometry.vec import Place, Vec
from vttbridge.testing.scenario.drawn import draw_on
from vttbridge.testing.scenario.reading import read_file
from vttbridge.testing.scenario.running import run_scenario
from vttbridge.testing.scenario.stage import set_stage

CASE = """
title = "a room"
map = '''
+ + + + + +
 . . . . .
+ + +w+ + +
 . A . T .
+-+ + + + +
 # . B B^.
+ + + + + +
 . . B B o
+ + + + + +
'''
[legend]
"#" = { area = "blocking", material = "stone" }
"^" = { wall = "none", material = "glass", top = 2.0 }
"w" = { wall = "closed", material = "wood" }
"o" = { piece = "crate" }
[[areas]]
id = "roof"
kind = "elevation"
boxes = [[3, 0, 5, 2]]
level = 2
[[areas]]
id = "bridge"
kind = "elevation"
boxes = [[0, 0, 5, 2]]
level = 1
underside = 0.5
[pieces.A]
[pieces.B]
[pieces.T]
[pieces.crate]
kind = "object"
[pieces.Z]
at = [4, 0, 1]
[do]
action = "shove"
source = "A"
target = "T"
distance = 1
[expect]
end = { T = [4, 1] }
"""


def _page(tmp_path: Path, text: str = CASE) -> Path:
    page = tmp_path / "room.toml"
    page.write_text(text, encoding="utf-8")
    return page


def test_map_prints_as_it_was_drawn(tmp_path: Path) -> None:
    """Nothing of a drawing is lost."""
    scenario = read_file(_page(tmp_path))
    drawn = draw_on(scenario, SceneSpec("x", "x", 1.0, 1.0))
    assert drawn is not None
    assert print_map(drawn) == scenario.map


def test_map_and_lists_make_one_scene(tmp_path: Path) -> None:
    """Walls, areas and pieces come from the drawing, and from beside it."""
    board = set_stage(TOY, read_file(_page(tmp_path)))
    spec = board.scene.spec
    assert (spec.width, spec.height) == (5.0, 4.0)
    plain, glass, door = sorted(spec.walls, key=lambda wall: wall.material)
    assert (door.door, door.a, door.b) == ("closed", Vec(2.0, 1.0), Vec(3.0, 1.0))
    assert (plain.a, plain.b) == (Vec(0.0, 2.0), Vec(1.0, 2.0))
    assert (glass.material, glass.top) == ("glass", 2.0)
    assert {area.meaning.__struct_config__.tag for area in spec.areas} == {"blocking", "elevation"}
    assert board.piece("B").footprint == Cells(2, 2, 2.0)
    assert board.piece("crate").place == Place(4.0, 3.0, 0.0)


def test_pieces_without_a_height_stand_on_the_ground(tmp_path: Path) -> None:
    """Solid ground lifts whoever stands on it; a bridge overhead does not; a given height holds."""
    board = set_stage(TOY, read_file(_page(tmp_path)))
    assert [board.piece(name).place.z for name in ("A", "T", "Z")] == [0.0, 2.0, 1.0]


def test_case_with_a_map_is_played(tmp_path: Path) -> None:
    """A drawn case plays like any other, and its failure is drawn."""
    scenario = read_file(_page(tmp_path))
    assert run_scenario(TOY, scenario).passed
    failed = run_scenario(TOY, read_file(_page(tmp_path, CASE.replace("T = [4, 1]", "T = [3, 1]"))))
    assert "before" in failed.text
    assert "after" in failed.text


def test_failure_is_drawn_beside_its_start(tmp_path: Path) -> None:
    """A failure shows what differs, what happened, and both boards beside each other."""
    text = run_scenario(TOY, read_file(_page(tmp_path, CASE.replace("T = [4, 1]", "T = [3, 1]")))).text
    lines = [line.split() for line in text.splitlines()]
    assert ["-", "expected", "(3,", "1)"] in lines
    assert ["+", "found", "(4,", "1,", "0)"] in lines
    assert ["before", "after", "(from", "column", "0,", "row", "0)"] in lines
    assert any(line.count("A") == 2 and line.count("T") == 2 for line in lines)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("[pieces.B]", "", "means nothing in a cell"),
        ('"o" = { piece = "crate" }', '"o" = { piece = "box" }', "pieces.box: stands on the map"),
        ('"o" = { piece = "crate" }', '"oo" = { piece = "crate" }', "takes one character"),
        ('"o" = { piece = "crate" }', '"|" = { wall = "none" }', "takes one character"),
        ('"o" = { piece = "crate" }', '"o" = { thing = "crate" }', "needs `area`, `wall` or `piece`"),
        ('"o" = { piece = "crate" }', '"o" = { piece = "crate", size = 2 }', "size: is no field here"),
        ('wall = "closed"', 'wall = "ajar"', "legend.'w'.door"),
        ('area = "blocking", material', 'area = "blocking", colour', "colour: is no field here"),
        ("boxes = [[3, 0, 5, 2]]", "", "needs boxes, squares or a polygon"),
    ],
)
def test_faults_of_a_map_are_named(tmp_path: Path, old: str, new: str, says: str) -> None:
    """A character or legend that cannot be is named."""
    assert old in CASE
    with pytest.raises(BadScenario) as fault:
        set_stage(TOY, read_file(_page(tmp_path, CASE.replace(old, new))))
    assert says in str(fault.value)
