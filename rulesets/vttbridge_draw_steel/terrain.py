"""Terrain and auras that a forced movement enters (DS-10, DS-40).

1. Damaging terrain acts once a step that enters a square of it, or once an entry, as its own data says.
2. It acts only where the body touches its level; auras have no height of their own.
3. Effects that ask for willing movement are triggered too (`ds_willing`).
"""

from collections.abc import Iterator

from vttbridge.geometry.footprint import Cells, cells
from vttbridge.geometry.index import Box
from vttbridge.geometry.polygon import Edge, holds
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.terrain import Area, Aura, Dangerous, Harm
from vttbridge.geometry.vec import Cell, Place, Vec
from vttbridge.rules.options import Options
from vttbridge_draw_steel.movement import Harmed, Movement, Way
from vttbridge_draw_steel.soil import soil

Marked = Dangerous | Aura


def harms(movement: Movement, way: Way, to: Place) -> tuple[Harmed, ...]:
    """Return what takes hold of the target on a step to a place, sorted by area (DS-10, DS-40)."""
    return harms_between(way.board.scene, way.options, movement.body, way.at, to)


def harms_between(scene: Scene, options: Options, body: Cells, at: Place, to: Place) -> tuple[Harmed, ...]:
    """Return what takes hold of a body that comes from one place to another."""
    before, after = cells(body, at), cells(body, to)
    found: list[Harmed] = []
    for area, meaning, edges in _marked_near(scene, after):
        was, now = _touched(scene, meaning, edges, at, before), _touched(scene, meaning, edges, to, after)
        fresh = [cell for cell in now if cell not in was]
        enters = bool(fresh) and (harm_per_square(meaning) or not was)
        if enters and _fires(options, meaning):
            found.append(Harmed(area.id, "aura" if isinstance(meaning, Aura) else "terrain"))
    return tuple(found)


def _marked_near(scene: Scene, covered: tuple[Cell, ...]) -> Iterator[tuple[Area, Marked, tuple[Edge, ...]]]:
    """Return what may harm whoever covers some squares, sorted by id, with its outline."""
    (left, top), (right, bottom) = covered[0], covered[-1]
    near = scene.areas_near(Box(left, top, right + 1.0, bottom + 1.0))
    for area, edges in sorted(near, key=lambda one: one[0].id):
        if isinstance(area.meaning, Dangerous | Aura):
            yield area, area.meaning, edges


def harm_per_square(meaning: Marked) -> bool:
    """Terrain that does not say otherwise acts in every square entered (AMB-DS-17); an aura once an entry."""
    return isinstance(meaning, Dangerous) and meaning.harm.per == "square"


def _fires(options: Options, meaning: Marked) -> bool:
    willing = isinstance(meaning, Aura) and meaning.trigger == "willing"
    return not willing or options.is_on("ds_willing", "triggers")


def _touched(
    scene: Scene, meaning: Marked, edges: tuple[Edge, ...], at: Place, covered: tuple[Cell, ...]
) -> list[Cell]:
    held = [cell for cell in covered if holds(Vec(cell.x + 0.5, cell.y + 0.5), edges)]
    if not isinstance(meaning, Dangerous):
        return held
    return [cell for cell in held if at.z <= _level(scene, meaning, cell, at)]


def _level(scene: Scene, meaning: Dangerous, cell: Cell, at: Place) -> float:
    """Terrain lies on the ground, or higher where it says so."""
    under = soil(scene, Cells(), Place(cell.x, cell.y, at.z)).under
    return meaning.level if under is None else max(meaning.level, under)


def harm_of(scene: Scene, area: str) -> Harm:
    """Return what an area does to whoever it catches."""
    meaning = scene.area(area).meaning
    return meaning.harm if isinstance(meaning, Dangerous | Aura) else Harm()
