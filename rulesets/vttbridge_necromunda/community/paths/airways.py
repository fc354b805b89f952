"""Legs that do not go on foot: flight with a Grav Cutter, rocket jumps, ductways."""

import math
from typing import Literal

import msgspec

from vttbridge.geometry.footprint import Body
from vttbridge.geometry.terrain import Blocking, Ductway, Obstacle
from vttbridge.geometry.vec import GRAIN, Place, Vec
from vttbridge_necromunda.community.battlefield.spans import surface
from vttbridge_necromunda.community.paths.meeting import Met, thing_ahead
from vttbridge_necromunda.community.paths.path import Risk, Waypoint
from vttbridge_necromunda.community.paths.run import Ground, Run, is_mortalis
from vttbridge_necromunda.community.paths.tolls import Toll


def fly(run: Run, to: Waypoint, kind: Literal["rocket", "flight"]) -> Place:
    """NM-112, NM-113, NM-115: go over terrain and fighters, not through what is impassable."""
    ground = run.ground
    level = surface(ground.scene, ground.centred(Vec(to.x, to.y)), run.start.z) if to.z is None else to.z
    end = Place(to.x, to.y, run.start.z if level is None else level)
    rule = "NM-115" if kind == "rocket" else "NM-112"
    high = run.start._replace(z=max(run.start.z, end.z))
    body = msgspec.structs.replace(ground.base, place=high)
    run.meet(_blocked(run, body, kind), run.inch)
    run.pay(Toll(kind, math.dist(run.start, end), 1.0, rule), end.z - run.start.z)
    run.rules.append("NM-113" if kind == "flight" else rule)
    if kind == "rocket":
        run.risks.append(Risk(run.inch, "rocket", end, end))
    return end


def _blocked(run: Run, body: Body, kind: str) -> Met | None:
    """Flight passes over whatever has a known top; a rocket jump over no wall and no solid ground."""
    scene = run.ground.scene
    areas = scene.spec.areas
    passed = tuple(area.id for area in areas if isinstance(area.meaning, Obstacle))
    flies = kind == "flight"
    if flies and not any(is_mortalis(area.meaning) for area in areas):
        passed += tuple(
            area.id for area in areas if isinstance(area.meaning, Blocking) and area.meaning.top is not None
        )
        passed += tuple(wall.id for wall in scene.walls if wall.top is not None)
    met = thing_ahead(scene, body, run.way, run.length, (), ignore=passed, rims=not flies)
    return None if met is None else met._replace(rule="NM-113" if flies else "NM-115")


def ductway_between(ground: Ground, start: Place, to: Waypoint) -> str:
    """NM-71: name the ductway that joins the two ends of a leg, each within one inch of a mouth."""
    near, far = ground.centre(start), ground.centred(Vec(to.x, to.y))
    reach = 1.0 + ground.radius + GRAIN
    for area in ground.scene.spec.areas:
        if isinstance(area.meaning, Ductway):
            for a, b in (area.meaning.mouths, area.meaning.mouths[::-1]):
                if near.minus(a).length <= reach and far.minus(b).length <= reach:
                    return area.id
    return ""


def crawl_duct(run: Run, to: Waypoint) -> Place:
    """NM-71: a Tunnel Rat goes through a ductway at no penalty."""
    end = Place(to.x, to.y, run.start.z if to.z is None else to.z)
    run.pay(Toll("ductway", run.length, 1.0, "NM-71"), end.z - run.start.z)
    return end
