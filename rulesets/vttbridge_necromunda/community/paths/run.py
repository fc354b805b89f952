"""A leg while it is measured, and what it is measured on."""

from typing import NamedTuple

import msgspec

from vttbridge.geometry.areas import areas_at
from vttbridge.geometry.footprint import Body, centre
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.terrain import Ladder, Meaning, Obstacle, Stairs, Zone
from vttbridge.geometry.vec import GRAIN, Place, Vec
from vttbridge_necromunda.community.battlefield.bases import radius_of
from vttbridge_necromunda.community.paths.gait import Gait
from vttbridge_necromunda.community.paths.meeting import Met, at_inch, inch_ahead, thing_ahead
from vttbridge_necromunda.community.paths.path import Fault, Risk, Tally, Waypoint
from vttbridge_necromunda.community.paths.tolls import Toll, climb_toll

IN_HEIGHT = frozenset({"climb", "ladder", "jump_down", "stairs"})
"""Tolls whose inches are up or down, not along the leg."""


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
        """Return the centre of the base at a place."""
        return centre(self.base.footprint, place)

    def centred(self, at: Vec) -> Vec:
        """Return the centre of the base whose place is at a point."""
        return self.centre(Place(at.x, at.y))

    def is_crossable(self, obstacle: Obstacle) -> bool:
        """NM-44, NM-45: say whether a feature is low and narrow enough to be crossed."""
        most = self.limit + GRAIN
        return obstacle.height <= most and obstacle.width <= most


class Leg(msgspec.Struct, frozen=True):
    """What one leg comes to: where it ends, how many inches, tolls, risks and the first fault."""

    end: Place
    inches: float
    tallies: tuple[Tally, ...] = ()
    risks: tuple[Risk, ...] = ()
    fault: Fault | None = None
    rules: tuple[str, ...] = ()


class Over(NamedTuple):
    """A wall on the way that is climbed over: where along the leg, which, how high."""

    along: float
    wall: str
    top: float | None


class Run:
    """A leg while it is measured; `inch` counts from the start of the path, `along` from that of the leg."""

    def __init__(
        self, ground: Ground, gait: Gait, number: int, start: Place, to: Waypoint, *, inch: float
    ) -> None:
        flat = Vec(to.x - start.x, to.y - start.y)
        self.ground = ground
        self.gait = gait
        self.number = number
        self.start = start
        self.length = flat.length
        self.way = flat.unit if flat.length > 0 else Vec(1.0, 0.0)
        self.inch = inch
        self.tallies: list[Tally] = []
        self.risks: list[Risk] = []
        self.faults: list[Fault] = []
        self.rules: list[str] = []
        self.overs: tuple[Over, ...] = ()

    def pay(self, toll: Toll, rise: float = 0.0) -> None:
        """Pass so many inches at their price, and come out so much higher."""
        if toll.inches > 0:
            self.tallies.append(Tally(self.inch, toll, rise))
            self.inch += toll.inches

    def place(self, along: float, z: float) -> Place:
        """Return the place so far along the leg at a height."""
        return at_inch(self.start, self.way, along)._replace(z=z)

    def break_rule(self, code: str, rule: str, what: str = "") -> None:
        """Note a fault at the present inch."""
        self.faults.append(Fault(self.inch, code, rule, what))

    def meet(self, met: Met | None, before: float) -> None:
        """Note what a stretch ran into that began so many inches along the path."""
        if met is not None:
            self.faults.append(Fault(before + met.inch, met.code, met.rule, met.what))

    def meanings(self, along: float) -> tuple[Meaning, ...]:
        """Return the areas under the base at a point of the leg."""
        place = self.place(along, self.start.z)
        return tuple(area.meaning for area in areas_at(self.ground.scene, self.ground.base.footprint, place))

    def has_ladder(self, along: float) -> bool:
        """Return whether a ladder stands where the base is."""
        return any(isinstance(meaning, Ladder) for meaning in self.meanings(along))

    def has_stairs(self, along: float) -> bool:
        """Return whether stairs or a ramp lie where the base is."""
        return any(isinstance(meaning, Stairs) for meaning in self.meanings(along))

    def climb(self, rise: float, along: float) -> None:
        """NM-09, NM-52: pay for a climb, up or down; in a Zone Mortalis only ladders are climbed."""
        ladder = self.has_ladder(along)
        if not ladder and any(is_mortalis(meaning) for meaning in self.meanings(along)):
            self.break_rule("CANNOT_CLIMB", "NM-52")
        self.pay(climb_toll(self.gait, abs(rise), ladder=ladder), rise)

    def free_way(self, start: float, end: float, z: float) -> None:
        """NM-29, NM-49: check the true base along a level part of the leg."""
        if end - start <= GRAIN:
            return
        ground, gait = self.ground, self.gait
        body = msgspec.structs.replace(ground.base, place=self.place(start, z))
        others = () if gait.through_fighters else ground.others
        before = self._inch_at(start)
        met = thing_ahead(ground.scene, body, self.way, end - start, others, ignore=_ignored(ground, gait))
        self.meet(_named(ground, met), before)
        if not gait.may_engage and not gait.through_fighters:
            self.meet(inch_ahead(body, self.way, end - start, ground.foes), before)

    def _inch_at(self, along: float) -> float:
        """Return the inch of the path at a point of the leg: what was passed in height counts too."""
        begin = self.tallies[0].start if self.tallies else self.inch
        climbed = sum(tally.toll.inches for tally in self.tallies if tally.toll.kind in IN_HEIGHT)
        return begin + along + climbed


def _ignored(ground: Ground, gait: Gait) -> tuple[str, ...]:
    crossed = tuple(
        area.id
        for area in ground.scene.spec.areas
        if isinstance(area.meaning, Obstacle) and ground.is_crossable(area.meaning)
    )
    return (*crossed, *gait.over)


def _named(ground: Ground, met: Met | None) -> Met | None:
    """A feature that is too large to be crossed must be climbed or walked round (NM-45)."""
    if met is None or met.code != "IMPASSABLE":
        return met
    areas = ground.scene.spec.areas
    large = any(area.id == met.what and isinstance(area.meaning, Obstacle) for area in areas)
    return met._replace(code="MUST_CLIMB", rule="NM-45") if large else met


def is_mortalis(meaning: Meaning) -> bool:
    """NM-51: say whether an area is a Zone Mortalis."""
    return isinstance(meaning, Zone) and meaning.name == "mortalis"
