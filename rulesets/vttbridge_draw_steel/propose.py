"""The engine's own path and the others that it offers.

The path follows the straight line from the mover through the target (for a pull back towards the mover,
ending beside it); where a square is forbidden, the allowed one nearest to the line is taken.
"""

from vttbridge.geometry.footprint import Body
from vttbridge.geometry.room import overlaps
from vttbridge.geometry.vec import Vec
from vttbridge.rules.refusal import Refusal
from vttbridge_draw_steel.line import centre_line, facing_line, ideal_square
from vttbridge_draw_steel.movement import Movement, Square, Way
from vttbridge_draw_steel.walk import take

Path = tuple[Square, ...]

AROUND = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


def own_path(movement: Movement, start: Way) -> Path:
    """Return the engine's own full-distance path."""
    line = centre_line(movement) if start.options.is_on("ds_line", "ray") else facing_line(movement)
    return _along(movement, start, line, bend=True)


def offered(movement: Movement, start: Way) -> tuple[Path, ...]:
    """Return the engine's own path, other straight lines, straight up or down, and standing still."""
    lines = _straight(movement, start) if movement.kind != "slide" else _single(movement, start)
    upright = (_upright(movement, start, way) for way in (1, -1)) if movement.vertical else ()
    found = [path for path in (own_path(movement, start), *lines, *upright) if path]
    return (*dict.fromkeys(found), ())


def _straight(movement: Movement, start: Way) -> list[Path]:
    return [_along(movement, start, Vec(float(x), float(y)), bend=False) for x, y in AROUND]


def _single(movement: Movement, start: Way) -> list[Path]:
    """A slide may go anywhere: each allowed square around stands for its direction."""
    around = [Square(int(start.at.x) + x, int(start.at.y) + y) for x, y in AROUND]
    return [(one,) for one in around if not isinstance(take(movement, start, one), Refusal)]


def _along(movement: Movement, start: Way, line: Vec, *, bend: bool) -> Path:
    path: list[Square] = []
    way = start
    for count in range(1, movement.distance + 1):
        if way.ended or way.left == 0:
            break
        x, y = ideal_square(line, movement.target.place, count)
        found = _next(movement, way, (x, y), bend=bend)
        if found is None:
            break
        square, way = found
        path.append(square)
    return tuple(path)


def _next(
    movement: Movement, way: Way, ideal: tuple[float, float], *, bend: bool
) -> tuple[Square, Way] | None:
    """Take the allowed square nearest to the line, never one in the mover's own space."""
    around = [Square(int(way.at.x) + x, int(way.at.y) + y) for x, y in AROUND]
    near = [one for one in around if bend or (one.x, one.y) == ideal]
    for square in sorted(near, key=lambda one: ((one.x - ideal[0]) ** 2 + (one.y - ideal[1]) ** 2, one)):
        if _in_mover(movement, way, square):
            continue
        further = take(movement, way, square)
        if not isinstance(further, Refusal):
            return square, further
    return None


def _in_mover(movement: Movement, way: Way, square: Square) -> bool:
    to = way.at._replace(x=float(square.x), y=float(square.y))
    return overlaps(Body("", movement.body, to), movement.pole)


def _upright(movement: Movement, start: Way, direction: int) -> Path:
    path: list[Square] = []
    way = start
    for _ in range(movement.distance):
        if way.ended or way.left == 0:
            break
        square = Square(int(way.at.x), int(way.at.y), way.at.z + direction)
        further = take(movement, way, square)
        if isinstance(further, Refusal):
            break
        path.append(square)
        way = further
    return tuple(path)
