"""Whether a straight line through the air is free: walls, solid ground, ceilings and fighters on the way."""

import math
from typing import NamedTuple

from vttbridge.geometry.areas import Stretch, areas_over, stretches
from vttbridge.geometry.footprint import Body, centre, span
from vttbridge.geometry.ray import ray_all
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.terrain import Blocking, Ceiling, Elevation, Obstacle
from vttbridge.geometry.vec import GRAIN, Place
from vttbridge_necromunda.community.battlefield.bases import radius_of
from vttbridge_necromunda.community.battlefield.spans import spans


class Line(NamedTuple):
    """A straight line between two places."""

    start: Place
    end: Place

    @property
    def flat(self) -> float:
        """Its length on the plane."""
        return self.end.at.minus(self.start.at).length

    @property
    def length(self) -> float:
        """Its length through the air."""
        return math.dist(self.start, self.end)

    def height(self, inches: float) -> float:
        """Return its height so many inches along the plane."""
        return self.start.z + (self.end.z - self.start.z) * (inches / self.flat if self.flat else 1.0)


def obstructed(scene: Scene, line: Line, others: tuple[Body, ...]) -> tuple[str, str] | None:
    """NM-51, NM-53, NM-104: name what the line goes through and the rule; the ends' surfaces are free."""
    for hit in ray_all(scene, line.start.at, line.end.at, low=None, high=None):
        height = line.height(hit.fraction * line.flat)
        wall = scene.wall(hit.wall)
        above = wall.bottom is None or height > wall.bottom
        if above and (wall.top is None or height < wall.top):
            return hit.wall, "NM-104"
    for stretch in stretches(scene, line.start.at, line.end.at):
        rule = _area_rule(scene, line, stretch)
        if rule:
            return stretch.area.id, rule
    ceiling = _ceiling_over(scene, line)
    if ceiling:
        return ceiling, "NM-53"
    met = next((body.id for body in others if _through_body(line, body)), None)
    return None if met is None else (met, "NM-104")


def _area_rule(scene: Scene, line: Line, stretch: Stretch) -> str:
    low, high = sorted((line.height(stretch.start), line.height(stretch.end)))
    match stretch.area.meaning:
        case Ceiling(height=height):
            return "NM-53" if high > height + GRAIN else ""
        case Blocking(bottom=bottom, top=top):
            return "NM-104" if _crosses(low, high, bottom, top) else ""
        case Obstacle(height=height):
            return "NM-104" if low < height - GRAIN else ""
        case Elevation(level=level, underside=underside):
            if _is_under(scene, stretch, line.start) or _is_under(scene, stretch, line.end):
                return ""
            return "NM-104" if _crosses(low, high, underside, level) else ""
        case _:
            return ""


def _crosses(low: float, high: float, bottom: float | None, top: float | None) -> bool:
    return (top is None or low < top - GRAIN) and (bottom is None or bottom + GRAIN < high)


def _is_under(scene: Scene, stretch: Stretch, place: Place) -> bool:
    """Return whether the line's end stands on this elevation."""
    assert isinstance(stretch.area.meaning, Elevation)
    on_top = abs(stretch.area.meaning.level - place.z) <= GRAIN
    return on_top and any(area.id == stretch.area.id for area in areas_over(scene, place.at))


def _ceiling_over(scene: Scene, line: Line) -> str:
    """A line that goes straight up has no stretches; its ceiling is the one over its end."""
    for area in areas_over(scene, line.end.at):
        if isinstance(area.meaning, Ceiling) and line.end.z > area.meaning.height + GRAIN:
            return area.id
    return ""


def _through_body(line: Line, body: Body) -> bool:
    way = line.end.at.minus(line.start.at)
    if way.length <= GRAIN:
        return False
    to = centre(body.footprint, body.place).minus(line.start.at)
    along, aside = to.dot(way.unit), abs(to.cross(way.unit))
    reach = radius_of(body.footprint)
    if aside >= reach - GRAIN:
        return False
    half = math.sqrt(reach**2 - aside**2)
    enters, leaves = max(0.0, along - half), min(line.flat, along + half)
    if enters >= leaves:
        return False
    low, high = sorted((line.height(enters), line.height(leaves)))
    bottom, top = span(body.footprint, body.place)
    return low < top and bottom < high + GRAIN


def crosses_a_gap(scene: Scene, line: Line) -> bool:
    """NM-103: say whether the ground drops away under the line, below both of its ends."""
    low = min(line.start.z, line.end.z) - GRAIN
    pieces = spans(scene, line.start.at, line.end.at, line.start.z, line.end.z)
    return any(piece.level is None or piece.level < low for piece in pieces)
