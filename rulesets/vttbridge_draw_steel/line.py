"""Which squares a push, pull or slide may enter.

1. A push leads farther away at each step (DS-02, DS-03), a pull nearer (DS-04, DS-05); a slide is free.
2. Distance is the least one between any squares of both (AMB-DS-2). Steps that keep their height, slopes
   included, are compared on the plane (`ds_level_distance`); others by all three axes.
3. A straight line never turns back against a direction already taken (DSX-06); `ds_line` may want more.
4. A vertical push straight up or down from where it began leads farther away (`ds_straight_up`).
"""

from vttbridge.geometry.footprint import Cells, centre
from vttbridge.geometry.grid import between, between_flat
from vttbridge.geometry.vec import Place, Vec
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge_draw_steel.movement import Movement, Way

Step = tuple[int, int, int]


def step_of(at: Place, to: Place, *, level: bool) -> Step:
    """Return the direction of a step, an axis each; what a slope adds in height does not count."""
    return (_sign(to.x - at.x), _sign(to.y - at.y), 0 if level else _sign(to.z - at.z))


def _sign(difference: float) -> int:
    return (difference > 0) - (difference < 0)


def check_step(movement: Movement, way: Way, to: Place, *, level: bool) -> Refusal | None:
    """Refuse a square that the kind of movement does not allow next (DS-02 to DS-06, DS-13)."""
    if not movement.vertical and (to.x, to.y) == (way.at.x, way.at.y):
        return refuse("NOT_VERTICAL", "DS-06", place=tuple(to))
    if not _is_neighbour(way.at, to):
        return refuse("NOT_A_STEP", "DS-02", place=tuple(to))
    if movement.kind == "slide":
        return None
    return _check_distance(movement, way, to, level=level) or _check_line(movement, way, to, level=level)


def _is_neighbour(at: Place, to: Place) -> bool:
    near = abs(to.x - at.x) <= 1 and abs(to.y - at.y) <= 1 and abs(to.z - at.z) <= 1
    return near and to != at


def _check_distance(movement: Movement, way: Way, to: Place, *, level: bool) -> Refusal | None:
    before = _distance(movement, way, way.at, level=level)
    after = _distance(movement, way, to, level=level)
    if movement.kind == "pull":
        return None if after < before else _no("NOT_NEARER", "DS-05", before, after, to)
    if after > before or _straight_up(movement, way, to):
        return None
    return _no("NOT_FARTHER", "DS-03", before, after, to)


def _no(code: str, rule: str, before: int, after: int, to: Place) -> Refusal:
    return refuse(code, rule, before=before, after=after, place=tuple(to))


def _distance(movement: Movement, way: Way, place: Place, *, level: bool) -> int:
    measure = between_flat if level and way.options.is_on("ds_level_distance", "horizontal") else between
    return measure(movement.pole.footprint, movement.pole.place, movement.body, place)


def _straight_up(movement: Movement, way: Way, to: Place) -> bool:
    """Straight up or down all the way, and not back towards the mover's own height (AMB-DS-23)."""
    if not movement.vertical or way.options.is_on("ds_straight_up", "off"):
        return False
    start = movement.target.place
    in_line = (to.x, to.y) == (start.x, start.y) and way.signs[:2] == (0, 0)
    base = movement.pole.place.z
    return in_line and abs(to.z - base) > abs(way.at.z - base)


def _check_line(movement: Movement, way: Way, to: Place, *, level: bool) -> Refusal | None:
    step = step_of(way.at, to, level=level)
    if any(taken * now < 0 for taken, now in zip(way.signs, step, strict=True)):
        return refuse("BENDS_BACK", "DSX-06", place=tuple(to))
    match way.options.word("ds_line"):
        case "constant_step":
            return _check_constant(way, step, to)
        case "ray":
            return _check_ray(movement, to)
        case _:
            return None


def _check_constant(way: Way, step: Step, to: Place) -> Refusal | None:
    """The same step throughout; heights along a slope do not count."""
    if way.steps and step != way.last:
        return refuse("NOT_STRAIGHT", "DS-02", place=tuple(to))
    return None


def _check_ray(movement: Movement, to: Place) -> Refusal | None:
    start = movement.target.place
    if movement.vertical and (to.x, to.y) == (start.x, start.y):
        return None
    steps = round(max(abs(to.x - start.x), abs(to.y - start.y)))
    ideal = ideal_square(centre_line(movement), start, steps)
    if (to.x, to.y) != ideal:
        return refuse("OFF_THE_RAY", "DS-02", place=tuple(to), ray=ideal)
    return None


def centre_line(movement: Movement) -> Vec:
    """Return the direction from the mover's middle through the target's, turned round for a pull."""
    start = centre(movement.pole.footprint, movement.pole.place)
    way = centre(movement.body, movement.target.place).minus(start)
    return way.times(-1.0 if movement.kind == "pull" else 1.0)


def facing_line(movement: Movement) -> Vec:
    """Return the direction away from the nearest squares of the mover, turned round for a pull.

    Two bodies that face each other across a side give a straight line, which the middles of a size 1 and a
    size 2 body would not.
    """
    pole, start = movement.pole, movement.target.place
    wide = pole.footprint
    width, depth = (wide.width, wide.depth) if isinstance(wide, Cells) else (1, 1)
    x = _gap(pole.place.x, width, start.x, movement.body.width)
    y = _gap(pole.place.y, depth, start.y, movement.body.depth)
    line = Vec(x, y).times(-1.0 if movement.kind == "pull" else 1.0)
    if line == Vec(0.0, 0.0):
        line = centre_line(movement)
    return Vec(1.0, 0.0) if line == Vec(0.0, 0.0) else line


def _gap(a: float, a_length: int, b: float, b_length: int) -> float:
    """Signed steps from one run of squares to another on one axis, 0 where they share one."""
    if b >= a + a_length:
        return b - a - a_length + 1
    if a >= b + b_length:
        return -(a - b - b_length + 1)
    return 0.0


def ideal_square(line: Vec, start: Place, steps: int) -> tuple[float, float]:
    """Return the square of a straight line after so many steps; halves go away from the start."""
    major = max(abs(line.x), abs(line.y))
    if major == 0.0:
        return (start.x, start.y)
    return (start.x + _away(steps * line.x / major), start.y + _away(steps * line.y / major))


def _away(value: float) -> float:
    rounded = float(int(abs(value) + 0.5 + 1e-9))
    return rounded if value >= 0 else -rounded
