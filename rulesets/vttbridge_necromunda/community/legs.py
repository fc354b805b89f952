"""One straight leg of a path: the tolls and risks along it and the first rule that it breaks.

1. The ground is followed along the line of the base's centre (AMB-NM-24).
2. Where the ground rises the fighter climbs; where it drops and comes up again at the same height there is a
   gap to leap; where it stays lower the fighter jumps or climbs down.
3. Between those changes of level the true base must have a free way.
4. The inches of the table count level ground and height alike; free inches cost nothing but are passed.
"""

import math
from collections.abc import Iterator
from typing import Literal

import msgspec

from vttbridge.geometry.areas import areas_at
from vttbridge.geometry.fall import rim_distance
from vttbridge.geometry.footprint import Body, centre
from vttbridge.geometry.polygon import bounds
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.terrain import (
    Dangerous,
    Ductway,
    Ladder,
    Meaning,
    Obstacle,
    Stairs,
    Uneven,
    Zone,
)
from vttbridge.geometry.vec import GRAIN, Place, Vec
from vttbridge_necromunda.community.bases import radius_of
from vttbridge_necromunda.community.gait import Gait
from vttbridge_necromunda.community.meeting import Met, at_inch, inch_ahead, thing_ahead
from vttbridge_necromunda.community.path import Fault, Risk, Tally, Waypoint
from vttbridge_necromunda.community.spans import Span, is_level, is_stairs, is_surface, spans, surface
from vttbridge_necromunda.community.tolls import Toll, climb_toll, toll_on

Descent = Literal["climb", "jump"]


class Ground(msgspec.Struct, frozen=True):
    """What a path is measured on: the scene, the base, the others, the enemies, what may be crossed."""

    scene: Scene
    base: Body
    others: tuple[Body, ...]
    foes: tuple[Body, ...]
    limit: float
    fall_at: str

    @property
    def radius(self) -> float:
        """Half the width of the base."""
        return radius_of(self.base.footprint)

    def centre(self, place: Place) -> Vec:
        """Give the centre of the base at a place."""
        return centre(self.base.footprint, place)


class Leg(msgspec.Struct, frozen=True):
    """What one leg comes to: where it ends, how many inches, tolls, risks and the first fault."""

    end: Place
    inches: float
    tallies: tuple[Tally, ...] = ()
    risks: tuple[Risk, ...] = ()
    fault: Fault | None = None
    rules: tuple[str, ...] = ()


class _Run(msgspec.Struct):
    """A leg while it is measured; inches count from the start of the path."""

    ground: Ground
    gait: Gait
    number: int
    start: Place
    way: Vec
    length: float
    inch: float
    tallies: list[Tally]
    risks: list[Risk]
    faults: list[Fault]
    rules: list[str]

    def pay(self, toll: Toll) -> None:
        """Pass so many inches at their price."""
        if toll.inches > 0:
            self.tallies.append(Tally(self.inch, toll))
            self.inch += toll.inches

    def place(self, along: float, z: float) -> Place:
        """Give the place so far along the leg at a height."""
        return at_inch(self.start, self.way, along)._replace(z=z)

    def fail(self, met: Met | None, before: float) -> None:
        """Note the fault of a stretch that began so many inches along the path."""
        if met is not None:
            self.faults.append(Fault(before + met.inch, met.code, met.rule, met.what))


def measure(ground: Ground, gait: Gait, number: int, start: Place, to: Waypoint, *, inch: float) -> Leg:
    """Measure one leg (counted from 1) that begins at an inch of the path."""
    flat = Vec(to.x - start.x, to.y - start.y)
    length = flat.length
    way = flat.unit if length > 0 else Vec(1.0, 0.0)
    run = _Run(ground, gait, number, start, way, length, inch, [], [], [], [])
    if gait.rocket == number:
        end = _over(run, to, "rocket")
    elif gait.flies:
        end = _over(run, to, "flight")
    elif gait.ducts and _ductway(ground, start, to):
        end = _through(run, to)
    else:
        end = _walk(run, to)
    fault = min(run.faults, key=lambda fault: fault.inch, default=None)
    return Leg(end, run.inch - inch, tuple(run.tallies), tuple(run.risks), fault, tuple(run.rules))


def _over(run: _Run, to: Waypoint, kind: Literal["rocket", "flight"]) -> Place:
    """NM-112, NM-113, NM-115: go over terrain and fighters, not through what is impassable."""
    ground = run.ground
    point = Vec(to.x, to.y)
    level = (
        to.z if to.z is not None else surface(ground.scene, _centred(ground, run.start, point), run.start.z)
    )
    end = Place(to.x, to.y, run.start.z if level is None else level)
    rule = "NM-115" if kind == "rocket" else "NM-112"
    before = run.inch
    height = max(run.start.z, end.z)
    body = msgspec.structs.replace(ground.base, place=run.start._replace(z=height))
    run.fail(_blocked_flight(run, body, kind), before)
    run.pay(Toll(kind, math.dist(run.start, end), 1.0, rule))
    run.rules.append("NM-113" if kind == "flight" else rule)
    if kind == "rocket":
        run.risks.append(Risk(run.inch, "rocket", end, end))
    return end


def _blocked_flight(run: _Run, body: Body, kind: str) -> Met | None:
    """Flight passes over whatever has a known top; a rocket jump over no wall and no solid ground."""
    scene = run.ground.scene
    tops = tuple(wall.id for wall in scene.walls if wall.top is not None)
    low = tuple(area.id for area in scene.spec.areas if isinstance(area.meaning, Obstacle))
    capped = tuple(area.id for area in scene.spec.areas if getattr(area.meaning, "top", None) is not None)
    flies = kind == "flight"
    passed = (*low, *capped, *tops) if flies and not _is_mortalis(scene) else low
    met = thing_ahead(scene, body, run.way, run.length, (), ignore=passed, rims=not flies)
    if met is None:
        return None
    return met._replace(rule="NM-113" if kind == "flight" else "NM-115")


def _is_mortalis(scene: Scene) -> bool:
    return any(
        isinstance(area.meaning, Zone) and area.meaning.name == "mortalis" for area in scene.spec.areas
    )


def _centred(ground: Ground, start: Place, at: Vec) -> Vec:
    return at.plus(ground.centre(start).minus(start.at))


def _ductway(ground: Ground, start: Place, to: Waypoint) -> str:
    """NM-71: name the ductway that joins the two ends of a leg, each within one inch of a mouth."""
    near, far = ground.centre(start), _centred(ground, start, Vec(to.x, to.y))
    reach = 1.0 + ground.radius + GRAIN
    for area in ground.scene.spec.areas:
        if isinstance(area.meaning, Ductway):
            for a, b in (area.meaning.mouths, area.meaning.mouths[::-1]):
                if near.minus(a).length <= reach and far.minus(b).length <= reach:
                    return area.id
    return ""


def _through(run: _Run, to: Waypoint) -> Place:
    """NM-71: a Tunnel Rat goes through a ductway at no penalty."""
    end = Place(to.x, to.y, run.start.z if to.z is None else to.z)
    run.pay(Toll("ductway", run.length, 1.0, "NM-71"))
    return end


def _walk(run: _Run, to: Waypoint) -> Place:
    """Go on foot along the ground."""
    ground = run.ground
    begin = ground.centre(run.start)
    target = _centred(ground, run.start, Vec(to.x, to.y))
    level = to.z if to.z is not None else surface(ground.scene, target, run.start.z)
    z_end = run.start.z if level is None else level
    pieces = spans(ground.scene, begin, target, run.start.z, z_end)
    z, floor_start = run.start.z, 0.0
    for index, piece in enumerate(pieces):
        if is_level(piece.level, z):
            _level_inches(run, piece)
        elif piece.level is not None and piece.level > z:
            _free_way(run, floor_start, piece.start - ground.radius, z)
            _rise(run, piece, z)
            z, floor_start = piece.level, max(0.0, piece.start - ground.radius)
            _level_inches(run, piece)
        elif (far := _far_side(pieces, index, z)) is not None:
            _gap(run, piece, far, z)
        elif _inside_gap(pieces, index, z):
            continue
        else:
            z, floor_start = _drop(run, piece, z, floor_start)
    _free_way(run, floor_start, run.length, z)
    if abs(z_end - z) > GRAIN:
        _vertical(run, z, z_end)
        z = z_end
    return Place(to.x, to.y, z)


def _level_inches(run: _Run, piece: Span) -> None:
    """Pay for level ground, and note what may go wrong on it."""
    areas = piece.areas
    inches = piece.end - piece.start
    start = run.place(piece.start, piece.level or 0.0)
    for area in areas:
        if isinstance(area.meaning, Obstacle) and _too_big(run, area.meaning):
            if area.id not in run.gait.over:
                run.faults.append(Fault(run.inch, "MUST_CLIMB", "NM-45", area.id))
            else:
                run.pay(climb_toll(run.gait, 2 * area.meaning.height, ladder=False))
    toll = toll_on(run.gait, areas, inches)
    if run.number in run.gait.leaps and toll.kind == "difficult":
        middle = run.place((piece.start + piece.end) / 2, start.z)
        run.risks.append(Risk(run.inch, "leap_difficult", start, middle, end=run.inch + inches))
        run.rules.append("NM-47")
        toll = Toll("leap", inches, 1.0, "NM-47", hard=True)
    for area in areas:
        if isinstance(area.meaning, Dangerous) and toll.kind != "leap":
            run.risks.append(Risk(run.inch, "dangerous", start, start, area=area.id))
        if isinstance(area.meaning, Uneven):
            middle = run.place((piece.start + piece.end) / 2, start.z)
            run.risks.append(Risk(run.inch, "scramble", start, middle, area=area.id, end=run.inch + inches))
    _check_narrow(run, piece)
    run.pay(toll)


STRIDE = 0.5
"""A walk over high ground is looked at so often, in inches, for being too narrow."""


def _check_narrow(run: _Run, piece: Span) -> None:
    """NM-27: a way with a drop on both sides of the base is too narrow to walk."""
    scene, z = run.ground.scene, piece.level
    if z is None or not _edges_near(run, piece, z):
        return
    steps = max(1, math.ceil((piece.end - piece.start) / STRIDE))
    for step in range(steps):
        along = piece.start + (piece.end - piece.start) * (step + 0.5) / steps
        at = run.ground.centre(run.place(along, z))
        aside = run.way.left.times(run.ground.radius - GRAIN)
        if all(not is_surface(scene, side, z) for side in (at.plus(aside), at.minus(aside))):
            run.faults.append(Fault(run.inch + along - piece.start, "TOO_NARROW", "NM-27"))
            return


OWN_LIMIT = 1.5
"""NM-44: the book's own height and width of a feature that may be crossed."""


def _edges_near(run: _Run, piece: Span, z: float) -> bool:
    """Say whether any ledge is near enough to matter."""
    a, b = (run.ground.centre(run.place(along, z)) for along in (piece.start, piece.end))
    return bool(run.ground.scene.levels.support(z).near(bounds((a, b)).grown(run.ground.radius)))


def _too_big(run: _Run, obstacle: Obstacle) -> bool:
    """NM-44, NM-45: only a low and narrow feature may be crossed."""
    most = run.ground.limit + GRAIN
    if OWN_LIMIT + GRAIN < max(obstacle.height, obstacle.width) <= most:
        run.rules.append("NMX-10")
    return obstacle.height > most or obstacle.width > most


def _rise(run: _Run, piece: Span, z: float) -> None:
    """Climb to a higher level, or walk up stairs."""
    height = (piece.level or 0.0) - z
    if is_stairs(piece.areas) or _stairs_at(run, piece.start):
        run.pay(Toll("stairs", height, 0.0, "NM-42"))
    else:
        run.pay(climb_toll(run.gait, height, ladder=_ladder_at(run, piece.start)))
        _check_climb(run, run.place(piece.start, z))


def _near_areas(run: _Run, along: float) -> tuple[Meaning, ...]:
    place = run.place(along, run.start.z)
    return tuple(area.meaning for area in areas_at(run.ground.scene, run.ground.base.footprint, place))


def _ladder_at(run: _Run, along: float) -> bool:
    return any(isinstance(meaning, Ladder) for meaning in _near_areas(run, along))


def _stairs_at(run: _Run, along: float) -> bool:
    return any(isinstance(meaning, Stairs) for meaning in _near_areas(run, along))


def _check_climb(run: _Run, place: Place) -> None:
    """NM-52: in a Zone Mortalis nothing that is a wall may be climbed."""
    for area in areas_at(run.ground.scene, run.ground.base.footprint, place):
        if isinstance(area.meaning, Zone) and area.meaning.name == "mortalis" and not _ladder_at(run, 0.0):
            run.faults.append(Fault(run.inch, "CANNOT_CLIMB", "NM-52", area.id))


def _far_side(pieces: tuple[Span, ...], index: int, z: float) -> Span | None:
    """Give where the ground comes back to the height it was left at; None where it does not."""
    if index == 0 or not is_level(pieces[index - 1].level, z):
        return None
    return next((piece for piece in pieces[index:] if is_level(piece.level, z)), None)


def _inside_gap(pieces: tuple[Span, ...], index: int, z: float) -> bool:
    left = any(is_level(piece.level, z) for piece in pieces[:index])
    return left and any(is_level(piece.level, z) for piece in pieces[index:])


def _gap(run: _Run, piece: Span, far: Span, z: float) -> None:
    """NM-10, NMX-03: step over a gap no wider than the base, leap a wider one."""
    width = far.start - piece.start
    if width <= 2 * run.ground.radius + GRAIN:
        run.pay(Toll("open", width, 1.0, "NM-42"))
        return
    near = run.place(piece.start, z)
    middle = run.place(piece.start + width / 2, z)
    falls = middle if run.ground.fall_at == "midpoint" else near
    run.risks.append(Risk(run.inch, "leap", near, falls, end=run.inch + width))
    run.rules.extend(("NM-10", "NMX-03"))
    run.pay(Toll("leap", width, 1.0, "NM-10", hard=True))


def _drop(run: _Run, piece: Span, z: float, floor_start: float) -> tuple[float, float]:
    """Leave an edge for lower ground: jump, climb or walk down stairs."""
    if piece.level is None:
        run.faults.append(Fault(run.inch, "NOTHING_BELOW", "NM-19"))
        return z, floor_start
    clear = min(run.length, piece.start + run.ground.radius)
    _free_way(run, floor_start, clear, z)
    if is_stairs(piece.areas) or _stairs_at(run, piece.start):
        run.pay(Toll("stairs", z - piece.level, 0.0, "NM-42"))
    else:
        _descend(run, run.place(clear, z), z - piece.level, piece.start, level=True)
    _level_inches(run, piece)
    return piece.level, clear


def _descend(run: _Run, at: Place, height: float, along: float, *, level: bool) -> None:
    """NM-09, NM-10, NMX-04: climb down at the price of climbing, or jump for nothing and at a risk."""
    if _ladder_at(run, along) and run.number not in run.gait.jumps:
        run.pay(climb_toll(run.gait, height, ladder=True))
    elif run.number in run.gait.climbs or (
        not level and run.number not in run.gait.jumps and not run.gait.chute
    ):
        run.pay(climb_toll(run.gait, height, ladder=False))
        _check_climb(run, at)
    else:
        beyond = max(0, math.ceil((height - 2.0 - GRAIN) / 2.0))
        run.risks.append(Risk(run.inch, "jump_down", at, at, modifier=-beyond, height=height))
        run.rules.append("NM-10")
        run.pay(Toll("jump_down", height, 0.0, "NMX-04", hard=False))


def _vertical(run: _Run, z: float, end: float) -> None:
    """Go straight up or down at the end of a leg."""
    place = run.place(run.length, z)
    if end < z:
        _descend(run, place, z - end, run.length, level=False)
        return
    if _floor_between(run, place, end):
        run.faults.append(Fault(run.inch, "IMPASSABLE", "NM-49", "floor"))
    run.pay(climb_toll(run.gait, end - z, ladder=_ladder_at(run, run.length)))
    _check_climb(run, place)


def _floor_between(run: _Run, place: Place, end: float) -> bool:
    """NM-49: nobody climbs through a floor; beside its rim or on a ladder one comes up past it."""
    if _ladder_at(run, run.length):
        return False
    rim = rim_distance(run.ground.scene, run.ground.base.footprint, place._replace(z=end))
    return rim is None or rim.gap > run.ground.radius + 1.0


def _free_way(run: _Run, start: float, end: float, z: float) -> None:
    """Check the true base along a level part of the leg."""
    if end - start <= GRAIN:
        return
    ground, gait = run.ground, run.gait
    body = msgspec.structs.replace(ground.base, place=run.place(start, z))
    others = () if gait.through_fighters else ground.others
    before = _inch_at(run, start)
    ignore = (*_crossable(run), *gait.over)
    run.fail(thing_ahead(ground.scene, body, run.way, end - start, others, ignore=ignore), before)
    if not gait.may_engage and not gait.through_fighters:
        run.fail(inch_ahead(body, run.way, end - start, ground.foes), before)


def _inch_at(run: _Run, along: float) -> float:
    """Give the inch of the path at a point of the leg: what was passed in height counts too."""
    begin = run.tallies[0].start if run.tallies else run.inch
    climbed = sum(
        tally.toll.inches
        for tally in run.tallies
        if tally.toll.kind in {"climb", "ladder", "jump_down", "stairs"}
    )
    return begin + along + climbed


def _crossable(run: _Run) -> Iterator[str]:
    for area in run.ground.scene.spec.areas:
        if isinstance(area.meaning, Obstacle):
            yield area.id
