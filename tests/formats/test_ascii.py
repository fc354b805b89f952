import pytest

from vttbridge.errors import BadScene
from vttbridge.formats.ascii import AreaSign, Legend, Mark, PieceSign, WallSign, parse, print_map
from vttbridge.geometry.scene import Scene, SceneSpec
from vttbridge.geometry.terrain import Blocking, Difficult, Elevation, Wall
from vttbridge.geometry.vec import Cell, Vec

LEGEND: Legend = {
    "#": AreaSign(Blocking("stone"), id="rock"),
    "~": AreaSign(Difficult()),
    "2": AreaSign(Elevation(2.0)),
    "A": PieceSign("a"),
    "T": PieceSign("t", on="~"),
    "D": WallSign(door="closed", material="wood"),
    "G": WallSign(material="glass"),
}

KEEP = """\
+-+-+-+-+-+
|. . .|. .|
+ + + +-+ +
|A ~ TD. .|
+ + + + + +
|. # #G. 2|
+ + + + + +
|. # . 2 2|
+-+-+-+-+-+
"""


def test_a_map_prints_as_it_was_drawn() -> None:
    """Printing a parsed map gives the same text."""
    assert print_map(parse(KEEP, LEGEND)) == KEEP


@pytest.mark.parametrize(
    "text",
    [
        " \n .",
        "     \n . A\n\n .   \n     ",
        "     \n . A\n\n .   \n     \n",
        "+-+\n|A|\n+-+",
        "x-x-x\n|. ~\n+   +\n ~ .|\n",
        "+ + +\n A A \n+ + +\n A A \n+ + +\n",
    ],
)
def test_ragged_and_bare_maps_print_as_they_were_drawn(text: str) -> None:
    """Missing corners, blank cells, short lines and the last line break survive."""
    assert print_map(parse(text, LEGEND)) == text


def test_what_a_map_says() -> None:
    """Walls join along a line, cells join to areas, pieces lie on their cells."""
    drawn = parse(KEEP, LEGEND)
    spec = drawn.spec
    assert (spec.width, spec.height) == (5.0, 4.0)
    walls = {wall.id: (wall.a, wall.b) for wall in spec.walls}
    assert walls["wall"] == (Vec(0, 0), Vec(5, 0))
    doors = [wall for wall in spec.walls if wall.door == "closed"]
    assert [(wall.id, wall.a, wall.b, wall.material) for wall in doors] == [
        ("door", Vec(3, 1), Vec(3, 2), "wood")
    ]
    assert sorted(area.id for area in spec.areas) == ["difficult", "elevation", "rock"]
    assert drawn.pieces == (Mark("a", Cell(0, 1)), Mark("t", Cell(2, 1)))
    rock = next(area for area in spec.areas if area.id == "rock")
    assert len(rock.outline) == 6
    Scene.build(spec)


def test_touching_walls_of_two_materials_are_two_walls() -> None:
    """A run ends where the character changes."""
    drawn = parse("+-+-+G+\n . . . \n", LEGEND)
    assert [(wall.id, wall.a.x, wall.b.x, wall.material) for wall in drawn.spec.walls] == [
        ("wall", 0.0, 2.0, ""),
        ("wall-2", 2.0, 3.0, "glass"),
    ]


def test_a_large_piece_covers_its_rectangle() -> None:
    """A repeated character is one large piece; a crooked one is refused."""
    assert parse("     \n A A \n     \n A A \n", LEGEND).pieces == (Mark("a", Cell(0, 0), 2, 2),)
    with pytest.raises(BadScene, match="whole rectangle"):
        parse("     \n A A \n     \n A . \n", LEGEND)


def test_walls_given_beside_are_kept_and_not_drawn() -> None:
    """A base scene's slanted walls stay, its origin moves the map, and the text stays as drawn."""
    beside = SceneSpec("s", "n", 1, 1, walls=(Wall("slant", Vec(-2, -2), Vec(-1, -1.5)),), x0=-3, y0=-2)
    drawn = parse("+-+\n|A|\n+-+\n", LEGEND, beside)
    assert drawn.spec.walls[0].id == "slant"
    assert drawn.spec.walls[1].a == Vec(-3, -2)
    assert drawn.pieces == (Mark("a", Cell(-3, -2)),)
    assert print_map(drawn) == "+-+\n|A|\n+-+\n"


@pytest.mark.parametrize(
    ("text", "place"),
    [("+?+\n . \n", "row 1 column 2"), ("+-+\n|D|\n", "row 2 column 2"), ("+-+\nA.|\n", "row 2 column 1")],
)
def test_an_unknown_character_is_named_with_its_place(text: str, place: str) -> None:
    """Characters without a sign for their kind of place are refused."""
    with pytest.raises(BadScene, match=place):
        parse(text, LEGEND)


def test_a_map_without_cells_is_refused() -> None:
    """An empty text is no map."""
    with pytest.raises(BadScene, match="no cell"):
        parse("", LEGEND)
