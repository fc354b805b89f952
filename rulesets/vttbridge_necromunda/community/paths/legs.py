"""One straight leg of a path: the tolls and risks along it and the first rule that it breaks.

1. The ground is followed along the line of the base's centre (AMB-NM-24).
2. Where the ground rises the fighter climbs; where it drops and comes up again, at the same height or at that
   of the leg's end, there is a gap to leap; where it stays lower the fighter jumps or climbs down.
3. Between those changes of level the true base must have a free way.
4. The inches of the table count level ground and height alike; free inches cost nothing but are passed.
"""

import math

from vttbridge.geometry.polygon import bounds
from vttbridge.geometry.ray import ray_all
from vttbridge.geometry.terrain import Area, Blocking, Dangerous, Obstacle, Uneven
from vttbridge.geometry.vec import GRAIN, Place, Vec
from vttbridge_necromunda.community.battlefield.spans import Span, is_level, is_surface, spans, surface
from vttbridge_necromunda.community.paths.airways import crawl_duct, ductway_between, fly
from vttbridge_necromunda.community.paths.gait import Gait
from vttbridge_necromunda.community.paths.heights import descend, far_side, leap, rise, up_or_down
from vttbridge_necromunda.community.paths.path import Fault, Risk, Waypoint
from vttbridge_necromunda.community.paths.run import Ground, Leg, Over, Run
from vttbridge_necromunda.community.paths.tolls import Toll, climb_toll, toll_on

STRIDE = 0.5
"""A walk over high ground is looked at so often, in inches, for being too narrow."""

OWN_LIMIT = 1.5
"""NM-44: the book's own height and width of a feature that may be crossed."""


def measure(ground: Ground, gait: Gait, number: int, start: Place, to: Waypoint, *, inch: float) -> Leg:
    """Measure one leg (counted from 1) that begins at an inch of the path."""
    run = Run(ground, gait, number, start, to, inch=inch)
    end = _go(run, to)
    fault = min(run.faults, key=lambda fault: fault.inch, default=None)
    return Leg(end, run.inch - inch, tuple(run.tallies), tuple(run.risks), fault, tuple(run.rules))


def _go(run: Run, to: Waypoint) -> Place:
    if run.gait.rocket == run.number:
        return fly(run, to, "rocket")
    if run.gait.flies:
        return fly(run, to, "flight")
    if run.gait.ducts and ductway_between(run.ground, run.start, to):
        return crawl_duct(run, to)
    return _walk(run, to)


def _walk(run: Run, to: Waypoint) -> Place:
    """Go on foot along the ground."""
    ground = run.ground
    begin, target = ground.centre(run.start), ground.centred(Vec(to.x, to.y))
    level = surface(ground.scene, target, run.start.z) if to.z is None else to.z
    end = run.start.z if level is None else level
    run.overs = _walls_climbed(run, begin, target)
    z, free_from, beyond = run.start.z, 0.0, 0.0
    pieces = spans(ground.scene, begin, target, run.start.z, end)
    for index, piece in enumerate(pieces):
        if piece.start < beyond:
            continue
        if is_level(piece.level, z):
            _level_inches(run, piece)
        elif piece.level is not None and piece.level > z:
            free_from = _up(run, piece, z, free_from)
            z = piece.level
        elif (far := far_side(pieces, index, z, end)) is not None:
            z, free_from = _across(run, piece, far, z, free_from)
            beyond = far.start
        elif piece.level is not None:
            free_from = _down(run, piece, z, free_from)
            z = piece.level
        else:
            run.break_rule("NOTHING_BELOW", "NM-19")
    run.free_way(free_from, run.length, z)
    if abs(end - z) > GRAIN:
        up_or_down(run, z, end)
    return Place(to.x, to.y, end)


def _up(run: Run, piece: Span, z: float, free_from: float) -> float:
    """Climb up where the ground rises; says from where the way above must be free."""
    foot = max(0.0, piece.start - run.ground.radius)
    run.free_way(free_from, foot, z)
    rise(run, piece, z)
    _level_inches(run, piece)
    return foot


def _across(run: Run, piece: Span, far: Span, z: float, free_from: float) -> tuple[float, float]:
    """Cross a gap; says on which level one is then and from where the way there must be free."""
    level = z if far.level is None else far.level
    if level == z:
        leap(run, piece, far, z)
        return z, free_from
    lands = far.start + (run.ground.radius if level < z else -run.ground.radius)
    run.free_way(free_from, min(run.length, lands), z)
    leap(run, piece, far, z)
    return level, min(run.length, lands)


def _down(run: Run, piece: Span, z: float, free_from: float) -> float:
    """Leave an edge for lower ground; says from where the way below must be free."""
    clear = min(run.length, piece.start + run.ground.radius)
    run.free_way(free_from, clear, z)
    descend(run, run.place(clear, z), z - (piece.level or 0.0), piece.start)
    _level_inches(run, piece)
    return clear


def _walls_climbed(run: Run, begin: Vec, target: Vec) -> tuple[Over, ...]:
    """Find the walls on the way that are climbed over by name."""
    if not run.gait.over:
        return ()
    scene = run.ground.scene
    hits = ray_all(scene, begin, target)
    return tuple(
        Over(hit.fraction * run.length, hit.wall, scene.wall(hit.wall).top)
        for hit in hits
        if hit.wall in run.gait.over
    )


def _level_inches(run: Run, piece: Span) -> None:
    """Pay for level ground, and note what may go wrong on it."""
    z = piece.level or 0.0
    _climb_over(run, piece, z)
    inches, start = piece.end - piece.start, run.place(piece.start, z)
    middle = run.place((piece.start + piece.end) / 2, z)
    toll = toll_on(run.gait, piece.areas, inches)
    if run.number in run.gait.leaps and toll.kind == "difficult":
        run.risks.append(Risk(run.inch, "leap_difficult", start, middle, end=run.inch + inches))
        run.rules.append("NM-47")
        toll = Toll("leap", inches, 1.0, "NM-47", hard=True)
    for area in piece.areas:
        if isinstance(area.meaning, Dangerous) and toll.kind != "leap":
            run.risks.append(Risk(run.inch, "dangerous", start, start, area=area.id))
        if isinstance(area.meaning, Uneven):
            run.risks.append(Risk(run.inch, "scramble", start, middle, area=area.id, end=run.inch + inches))
    _check_narrow(run, piece)
    run.pay(toll)


def _climb_over(run: Run, piece: Span, z: float) -> None:
    """NM-45: pay for features and walls that are climbed over by name; refuse large ones that are not."""
    for area in piece.areas:
        height = _height_over(run, area, z)
        if height is None:
            continue
        if area.id in run.gait.over:
            run.pay(climb_toll(run.gait, 2 * height, ladder=False))
        else:
            run.break_rule("MUST_CLIMB", "NM-45", area.id)
    for over in run.overs:
        if piece.start <= over.along < piece.end:
            _over_wall(run, over, z)


def _height_over(run: Run, area: Area, z: float) -> float | None:
    match area.meaning:
        case Obstacle(height=height, width=width) as feature:
            if run.ground.is_crossable(feature):
                if max(height, width) > OWN_LIMIT + GRAIN:
                    run.rules.append("NMX-10")
                return None
            return height
        case Blocking(top=top) if area.id in run.gait.over and top is not None:
            return max(0.0, top - z)
        case _:
            return None


def _over_wall(run: Run, over: Over, z: float) -> None:
    if over.top is None:
        run.break_rule("IMPASSABLE", "NM-49", over.wall)
    else:
        run.climb(2 * max(0.0, over.top - z), over.along)


def _check_narrow(run: Run, piece: Span) -> None:
    """NM-27: a way with a drop on both sides of the base is too narrow to walk."""
    z = piece.level
    if z is None or not _edges_near(run, piece, z):
        return
    spec = run.ground.scene.spec
    inches = min(piece.end - piece.start, spec.width + spec.height)  # a point may lie far off the map
    steps = max(1, math.ceil(inches / STRIDE))
    for step in range(steps):
        along = piece.start + inches * (step + 0.5) / steps
        if _is_narrow(run, along, z):
            run.faults.append(Fault(run.inch + along - piece.start, "TOO_NARROW", "NM-27"))
            return


def _is_narrow(run: Run, along: float, z: float) -> bool:
    """A drop left and right, with ground before and behind: the tip of a corner is no narrow way."""
    scene, half = run.ground.scene, run.ground.radius - GRAIN
    at = run.ground.centre(run.place(along, z))
    aside, ahead = run.way.left.times(half), run.way.times(half)
    return not any(is_surface(scene, side, z) for side in (at.plus(aside), at.minus(aside))) and all(
        is_surface(scene, end, z) for end in (at.plus(ahead), at.minus(ahead))
    )


def _edges_near(run: Run, piece: Span, z: float) -> bool:
    """Return whether any ledge is near enough to matter."""
    a, b = (run.ground.centre(run.place(along, z)) for along in (piece.start, piece.end))
    return bool(run.ground.scene.levels.support(z).near(bounds((a, b)).grown(run.ground.radius)))
