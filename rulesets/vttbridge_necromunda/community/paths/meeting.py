"""What a walking base meets on one level stretch: walls, fighters, and the inch round every enemy."""

import math
from typing import NamedTuple

from vttbridge.geometry.footprint import Body, Disc, centre
from vttbridge.geometry.room import gap
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.sweep import sweep
from vttbridge.geometry.vec import GRAIN, Place, Vec
from vttbridge_necromunda.community.battlefield.bases import radius_of


class Met(NamedTuple):
    """Where a stretch breaks a rule: inches from its start, code, rule and what was met."""

    inch: float
    code: str
    rule: str
    what: str


def thing_ahead(
    scene: Scene,
    body: Body,
    way: Vec,
    length: float,
    others: tuple[Body, ...],
    *,
    ignore: tuple[str, ...],
    rims: bool = True,
) -> Met | None:
    """NM-45, NM-49: give the first wall, rise, solid ground, table edge, fighter or object in the way."""
    met = sweep(scene, body.footprint, body.place, way, length, others, ignore, rims=rims)
    if met is None or met.travelled > length - GRAIN:
        return None
    code, rule = _CODES.get(met.kind, ("IMPASSABLE", "NM-49"))
    return Met(met.travelled, code, rule, met.id)


_CODES = {
    "edge": ("OFF_THE_TABLE", "NM-49"),
    "rise": ("MUST_CLIMB", "NM-45"),
    "body": ("IN_THE_WAY", "NM-49"),
}


def inch_ahead(body: Body, way: Vec, length: float, foes: tuple[Body, ...]) -> Met | None:
    """NM-29: return where the way first comes within one inch of an enemy.

    Who is within an inch already comes within it again by moving nearer, not by moving away.
    """
    entered = [(inch, foe.id) for foe in foes if (inch := _entry(body, way, length, foe)) is not None]
    if not entered:
        return None
    inch, foe = min(entered)
    return Met(inch, "ONE_INCH", "NM-29", foe)


_NEARER = 1e-9
"""Coming nearer by less than this is float noise."""


def _entry(body: Body, way: Vec, length: float, foe: Body) -> float | None:
    if isinstance(body.footprint, Disc) and isinstance(foe.footprint, Disc):
        return _disc_entry(body, way, length, foe)
    return _searched_entry(body, way, length, foe)


def _disc_entry(body: Body, way: Vec, length: float, foe: Body) -> float | None:
    above = abs(body.place.z - foe.place.z)
    if above >= 1.0 - GRAIN:
        return None
    reach = radius_of(body.footprint) + radius_of(foe.footprint) + math.sqrt((1.0 - GRAIN) ** 2 - above**2)
    to = centre(foe.footprint, foe.place).minus(centre(body.footprint, body.place))
    along, aside = to.dot(way), abs(to.cross(way))
    if aside >= reach:
        return None
    half = math.sqrt(reach**2 - aside**2)
    enters = max(0.0, along - half)
    if along <= _NEARER or enters >= length:
        return None
    wide = math.sqrt(max(0.0, (reach + GRAIN) ** 2 - aside**2))
    return max(0.0, along - wide)


def _searched_entry(body: Body, way: Vec, length: float, foe: Body) -> float | None:
    """The gap between convex bases is convex along the way, so its least point can be searched for."""

    def near(inch: float) -> float:
        place = body.place._replace(x=body.place.x + way.x * inch, y=body.place.y + way.y * inch)
        return gap(Body(body.id, body.footprint, place), foe)

    low, high = 0.0, length
    for _ in range(60):
        first, second = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, second) if near(first) < near(second) else (first, high)
    if near(low) >= 1.0 - GRAIN:
        return None
    out, within = 0.0, low
    if near(out) < 1.0 - GRAIN:
        return 0.0 if near(low) < near(out) - _NEARER else None
    for _ in range(50):
        half = (out + within) / 2
        out, within = (out, half) if near(half) < 1.0 - GRAIN else (half, within)
    return out


def at_inch(place: Place, way: Vec, inch: float) -> Place:
    """Return the place so many inches along a way."""
    return Place(place.x + way.x * inch, place.y + way.y * inch, place.z)
