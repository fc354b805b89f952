"""Boards in letters can be read in a terminal."""

from drawing.boards import BOARD
from vttbridge.drawing.text import draw_text


def _rows() -> list[str]:
    return draw_text(BOARD).split("\n")


def test_a_cell_lies_on_an_odd_column_and_row() -> None:
    """The hero at (0, 0) stands in the second letter of the second row."""
    assert _rows()[1][1] == "I"


def test_walls_lie_between_cells() -> None:
    """The wall at x = 4 stands in the ninth letter, its door and its glass further down."""
    rows = _rows()
    assert rows[1][8] == "|"
    assert rows[7][8] == "D"
    assert rows[9][8] == "="


def test_ground_is_shown_by_signs() -> None:
    """Filled ground, rough ground, a roof and a pit have signs of their own."""
    rows = _rows()
    assert rows[5][5] == "#"
    assert rows[3][3] == ","
    assert rows[1][13] == "2"
    assert rows[11][15] == "v"


def test_a_large_piece_is_drawn_on_each_cell() -> None:
    """A piece of two by two squares shows on all four."""
    assert sum(row.count("G") for row in _rows()) == 4
