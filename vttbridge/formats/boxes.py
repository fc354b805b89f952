"""Cells of one kind gathered into few boxes, so that a scene has tens of areas and not hundreds."""

from collections.abc import Iterable

from vttbridge.geometry.vec import Cell, Vec

Outline = tuple[Vec, ...]


def boxes_of(cells: Iterable[Cell]) -> tuple[tuple[int, int, int, int], ...]:
    """Return boxes (left, top, right, bottom) that cover exactly these cells, from the north-west on."""
    left = set(cells)
    boxes: list[tuple[int, int, int, int]] = []
    for cell in sorted(left, key=lambda cell: (cell.y, cell.x)):
        if cell in left:
            box = _grown(cell, left)
            left -= _covered(box)
            boxes.append(box)
    return tuple(boxes)


def _grown(cell: Cell, free: set[Cell]) -> tuple[int, int, int, int]:
    right, bottom = cell.x + 1, cell.y + 1
    while Cell(right, cell.y) in free:
        right += 1
    while all(Cell(x, bottom) in free for x in range(cell.x, right)):
        bottom += 1
    return (cell.x, cell.y, right, bottom)


def _covered(box: tuple[int, int, int, int]) -> set[Cell]:
    left, top, right, bottom = box
    return {Cell(x, y) for x in range(left, right) for y in range(top, bottom)}


def outline_of(box: tuple[float, float, float, float]) -> Outline:
    """Return the four corners of a box."""
    left, top, right, bottom = box
    return (Vec(left, top), Vec(right, top), Vec(right, bottom), Vec(left, bottom))
