"""Changes of height on a leg: climbing, stairs, gaps to leap, edges to jump or climb down from."""

import math

from vttbridge.geometry.fall import rim_distance
from vttbridge.geometry.vec import GRAIN, Place
from vttbridge_necromunda.community.battlefield.spans import Span, is_level, is_stairs
from vttbridge_necromunda.community.paths.path import Risk
from vttbridge_necromunda.community.paths.run import Run
from vttbridge_necromunda.community.paths.tolls import Toll


def rise(run: Run, piece: Span, z: float) -> None:
    """Climb to a higher level, or walk up stairs."""
    height = (piece.level or 0.0) - z
    if is_stairs(piece.areas) or run.has_stairs(piece.start):
        run.pay(Toll("stairs", height, 0.0, "NM-42"), height)
    else:
        run.climb(height, piece.start)


def descend(run: Run, at: Place, height: float, along: float, *, straight: bool = False) -> None:
    """NM-09, NM-10, NMX-04: climb down at the price of climbing, or jump for nothing and at a risk.

    Straight down one climbs unless it is said otherwise; from an edge one jumps.
    """
    if run.has_stairs(along):
        run.pay(Toll("stairs", height, 0.0, "NM-42"), -height)
    elif _climbs(run, along, straight=straight):
        run.climb(-height, along)
    else:
        beyond = max(0, math.ceil((height - 2.0 - GRAIN) / 2.0))
        run.risks.append(Risk(run.inch, "jump_down", at, at, modifier=-beyond, height=height))
        run.rules.append("NM-10")
        run.pay(Toll("jump_down", height, 0.0, "NMX-04"), -height)


def _climbs(run: Run, along: float, *, straight: bool) -> bool:
    if run.number in run.gait.jumps:
        return False
    return run.number in run.gait.climbs or run.has_ladder(along) or (straight and not run.gait.chute)


def up_or_down(run: Run, z: float, end: float) -> None:
    """Go straight up or down at the end of a leg."""
    place = run.place(run.length, z)
    if end < z:
        descend(run, place, z - end, run.length, straight=True)
        return
    if _floor_between(run, place, end):
        run.break_rule("IMPASSABLE", "NM-49", "floor")
    run.climb(end - z, run.length)


def _floor_between(run: Run, place: Place, end: float) -> bool:
    """NM-49: nobody climbs through a floor; beside its rim or on a ladder one comes up past it."""
    if run.has_ladder(run.length):
        return False
    rim = rim_distance(run.ground.scene, run.ground.base.footprint, place._replace(z=end))
    return rim is None or rim.gap > run.ground.radius + 1.0


def far_side(pieces: tuple[Span, ...], index: int, z: float, end: float) -> Span | None:
    """Return where the ground beyond a gap comes back to its height before, or else to that of the end."""
    if index == 0 or not is_level(pieces[index - 1].level, z):
        return None
    rest = pieces[index:]
    same = next((piece for piece in rest if is_level(piece.level, z)), None)
    return same or _other_side(rest, min(z, end), end)


def _other_side(rest: tuple[Span, ...], low: float, end: float) -> Span | None:
    """The other side of a gap may lie at another height: that of the leg's end, beyond lower ground."""
    for number, piece in enumerate(rest):
        if is_level(piece.level, end):
            return piece if number > 0 else None
        if piece.level is not None and piece.level > low - GRAIN:
            return None
    return None


def leap(run: Run, piece: Span, far: Span, z: float) -> None:
    """NM-10, NMX-03: step over a gap no wider than the base, leap a wider one; then up or down beyond."""
    width = far.start - piece.start
    if width <= 2 * run.ground.radius + GRAIN:
        run.pay(Toll("open", width, 1.0, "NM-42"))
    else:
        near = run.place(piece.start, z)
        middle = run.place(piece.start + width / 2, z)
        falls = middle if run.ground.fall_at == "midpoint" else near
        run.risks.append(Risk(run.inch, "leap", near, falls, end=run.inch + width))
        run.rules.extend(("NM-10", "NMX-03"))
        run.pay(Toll("leap", width, 1.0, "NM-10", hard=True))
    level = z if far.level is None else far.level
    if level > z + GRAIN:
        run.climb(level - z, far.start)
    elif level < z - GRAIN:
        descend(run, run.place(far.start + run.ground.radius, z), z - level, far.start)
