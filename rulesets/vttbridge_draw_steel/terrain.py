"""Terrain and auras that a forced movement enters (DS-10, DS-40).

1. Damaging terrain acts once a step that enters a square of it, or once an entry, as its own data says.
2. It acts only where the body touches its level; auras have no height of their own.
3. Effects that ask for willing movement are triggered too (`ds_willing`).
"""

from vttbridge.geometry.areas import areas_in_cell
from vttbridge.geometry.footprint import Cells, cells
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.terrain import Area, Aura, Dangerous, Harm
from vttbridge.geometry.vec import Cell, Place
from vttbridge.rules.options import Options
from vttbridge_draw_steel.movement import Harmed, Movement, Way
from vttbridge_draw_steel.soil import soil

Marked = Dangerous | Aura


def harms(movement: Movement, way: Way, to: Place) -> tuple[Harmed, ...]:
    """Give what takes hold of the target on a step to a place, sorted by area (DS-10, DS-40)."""
    return harms_between(way.board.scene, way.options, movement.body, way.at, to)


def harms_between(scene: Scene, options: Options, body: Cells, at: Place, to: Place) -> tuple[Harmed, ...]:
    """Give what takes hold of a body that comes from one place to another."""
    before, after = cells(body, at), cells(body, to)
    found: list[Harmed] = []
    for area in _areas(scene, after):
        meaning = area.meaning
        assert isinstance(meaning, Dangerous | Aura)
        was, now = _touched(scene, area, at, before), _touched(scene, area, to, after)
        fresh = [cell for cell in now if cell not in was]
        enters = bool(fresh) and (harm_per_square(meaning) or not was)
        if enters and _fires(options, meaning):
            found.append(Harmed(area.id, "aura" if isinstance(meaning, Aura) else "terrain"))
    return tuple(found)


def _areas(scene: Scene, covered: tuple[Cell, ...]) -> tuple[Area, ...]:
    found = {area.id: area for cell in covered for area in areas_in_cell(scene, cell)}
    ordered = (found[name] for name in sorted(found))
    return tuple(area for area in ordered if isinstance(area.meaning, Dangerous | Aura))


def harm_per_square(meaning: Marked) -> bool:
    """Terrain that does not say otherwise acts in every square entered (AMB-DS-17); an aura once an entry."""
    return isinstance(meaning, Dangerous) and meaning.harm.per == "square"


def _fires(options: Options, meaning: Marked) -> bool:
    willing = isinstance(meaning, Aura) and meaning.trigger == "willing"
    return not willing or options.is_on("ds_willing", "triggers")


def _touched(scene: Scene, area: Area, at: Place, covered: tuple[Cell, ...]) -> list[Cell]:
    held = [cell for cell in covered if any(one.id == area.id for one in areas_in_cell(scene, cell))]
    if not isinstance(area.meaning, Dangerous):
        return held
    return [cell for cell in held if at.z <= _level(scene, area.meaning, cell, at)]


def _level(scene: Scene, meaning: Dangerous, cell: Cell, at: Place) -> float:
    """Terrain lies on the ground, or higher where it says so."""
    under = soil(scene, Cells(), Place(cell.x, cell.y, at.z)).under
    return meaning.level if under is None else max(meaning.level, under)


def harm_of(scene: Scene, area: str) -> Harm:
    """Give what an area does to whoever it catches."""
    meaning = scene.area(area).meaning
    return meaning.harm if isinstance(meaning, Dangerous | Aura) else Harm()
