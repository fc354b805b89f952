"""Pictures show what is on the board and stay well-formed whatever names people give."""

from xml.etree import ElementTree as ET

from drawing.boards import BOARD, FOE
from vttbridge.drawing.svg import draw_board, draw_scene
from vttbridge.geometry.vec import Place
from vttbridge.rules.draft import Draft

SVG = "{http://www.w3.org/2000/svg}"


def _titles(picture: str) -> list[str]:
    return [str(title.text) for title in ET.fromstring(picture).iter(f"{SVG}title")]


def _classes(picture: str) -> list[str]:
    return [element.get("class", "") for element in ET.fromstring(picture).iter()]


def test_every_piece_is_drawn_with_its_name() -> None:
    """Names are titles, escaped, so that a screen reader says them."""
    titles = _titles(draw_board(BOARD))
    assert {"Ilse <Ida>", "Grib", "Crate"} <= set(titles)


def test_walls_are_told_apart() -> None:
    """A door, glass, a one-way arrow and a plain wall look different."""
    classes = _classes(draw_scene(BOARD.scene))
    assert {"door", "glass", "arrow", "wall"} <= set(classes)


def test_an_open_door_swings() -> None:
    """An opened door is drawn as a leaf and no longer as a plank."""
    scene = BOARD.scene.with_door("w-door", "open")
    classes = _classes(draw_scene(scene))
    assert "door" not in classes


def test_areas_show_heights_and_depths() -> None:
    """A roof says its level and a pit its depth."""
    titles = _titles(draw_scene(BOARD.scene))
    assert "2" in titles
    assert "pit -3" in titles


def test_an_outcome_is_a_way_a_ghost_and_numbered_marks() -> None:
    """Two impacts on one piece are numbered one and two."""
    draft = Draft(BOARD, "test", "push")
    draft.move(FOE.id, (Place(6, 3), Place(7, 3)), "push")
    draft.damage(FOE.id, 3, "object_collision")
    draft.status(FOE.id, "prone")
    picture = draw_board(BOARD, draft.effects)
    classes = _classes(picture)
    assert classes.count("ghost") == 1
    assert classes.count("mark") == 2
    assert "object collision 3" in picture


def test_a_picture_is_the_same_each_time() -> None:
    """Nothing in a picture depends on anything but the board."""
    assert draw_board(BOARD) == draw_board(BOARD)
