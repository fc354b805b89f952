"""Where a fighter may stand: flat ground wide enough, no base on another, an inch from every enemy."""

from collections.abc import Iterable

from vttbridge.geometry.areas import areas_at
from vttbridge.geometry.fall import ground
from vttbridge.geometry.footprint import Body
from vttbridge.geometry.room import fits, gap, overlaps
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.terrain import Area, Ceiling, Obstacle, Uneven
from vttbridge.geometry.vec import GRAIN
from vttbridge.rules.refusal import Refusal, refuse


def standing_fault(
    scene: Scene, base: Body, others: tuple[Body, ...], foes: tuple[Body, ...] = ()
) -> Refusal | None:
    """NM-19, NM-28, NM-29: say why a base may not end a move where it is."""
    return overlap_fault(base, others) or inch_fault(base, foes) or ground_fault(scene, base)


def overlap_fault(base: Body, others: tuple[Body, ...]) -> Refusal | None:
    """NM-28: no base ends over another."""
    for other in others:
        if overlaps(base, other):
            return refuse("OVERLAP", "NM-28", piece=base.id, other=other.id)
    return None


def inch_fault(base: Body, foes: tuple[Body, ...]) -> Refusal | None:
    """NM-29: no fighter ends within one inch of an enemy without leave."""
    for foe in foes:
        if gap(base, foe) < 1.0 - GRAIN:
            return refuse("ONE_INCH", "NM-29", piece=base.id, other=foe.id)
    return None


def ground_fault(scene: Scene, base: Body) -> Refusal | None:
    """NM-19: the whole base must rest on solid, flat ground and in nothing solid."""
    if uneven_under(scene, base):
        return refuse("NOT_FLAT", "NM-19", piece=base.id)
    if not fits(scene, base.footprint, base.place):
        return refuse("NO_ROOM", "NM-49", piece=base.id)
    if ceiling_above(scene, base) is not None:
        return refuse("CEILING", "NM-51", piece=base.id)
    if not ground(scene, base.footprint, base.place).whole:
        return refuse("NOT_FLAT", "NM-19", piece=base.id)
    return None


def under(scene: Scene, base: Body) -> tuple[Area, ...]:
    """Return the areas under a base that it reaches into by more than a grain."""
    return areas_at(scene, base.footprint, base.place)


def uneven_under(scene: Scene, base: Body) -> bool:
    """NM-19, NM-23: say whether any part of the base is on ground that is not flat."""
    for area in under(scene, base):
        match area.meaning:
            case Uneven():
                return True
            case Obstacle(height=height):
                if base.place.z < _foot(scene, base, area) + height + GRAIN:
                    return True
            case _:
                continue
    return False


def _foot(scene: Scene, base: Body, area: Area) -> float:
    low = ground(scene, base.footprint, base.place._replace(x=area.outline[0].x, y=area.outline[0].y)).under
    return 0.0 if low is None else low


def ceilings(areas: Iterable[Area]) -> tuple[float, ...]:
    """Return the heights of the ceilings among some areas."""
    return tuple(area.meaning.height for area in areas if isinstance(area.meaning, Ceiling))


def ceiling_above(scene: Scene, base: Body) -> float | None:
    """NM-51, NM-53: give the ceiling that a standing base would reach through."""
    low = min(ceilings(under(scene, base)), default=None)
    return low if low is not None and base.place.z + GRAIN >= low else None
