"""The bare geometry of a reading, for comparing formats."""

from vttbridge.formats.report import Reading
from vttbridge.geometry.terrain import Wall
from vttbridge.geometry.vec import Vec

Line = tuple[Vec, Vec, str]


def lines_of(reading: Reading) -> list[Line]:
    """Return every wall as its ends, the lesser first, and what it is."""
    return [_line(wall) for wall in reading.spec.walls]


def unmatched(lines: list[Line], others: list[Line], within: float) -> list[Line]:
    """Return the lines that have no like among the others."""
    return [line for line in lines if not any(_is_like(line, other, within) for other in others)]


def _line(wall: Wall) -> Line:
    a, b = sorted((wall.a, wall.b), key=lambda end: (round(end.x, 1), round(end.y, 1)))
    return (a, b, "door" if wall.door != "none" else "object" if wall.kind == "object" else "wall")


def _is_like(line: Line, other: Line, within: float) -> bool:
    ways = ((line[0], line[1]), (line[1], line[0]))
    return line[2] == other[2] and any(
        a.minus(other[0]).length <= within and b.minus(other[1]).length <= within for a, b in ways
    )
