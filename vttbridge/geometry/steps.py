"""Grid movement: what one step to a neighbouring place, or a path of steps, runs into.

1. Each cell of a footprint moves to its neighbour; a wall blocks when `ray` from the old centre of a moved
   cell to its new centre meets it. Walls met only at the grid corner that a diagonal step passes are left to
   the corners. A step that rises or sinks is judged at the higher of its two heights.
2. A filled cell blocks when newly entered, and so does ground off the map.
3. Elevation is never a block on the way: a rule book asks `fall.ground` whether it climbs. Straight down the
   ground blocks, straight up a slab does; a ceiling blocks whoever comes to reach into it.
4. On a diagonal step every moved cell has a corner with two flanks; a rule book's corner rule decides.
"""

from collections.abc import Callable, Iterator

import msgspec

from vttbridge.geometry import hexes
from vttbridge.geometry.allowance import checkpoint
from vttbridge.geometry.block import Block, Corner, Step
from vttbridge.geometry.footprint import Body, Footprint, cells, meets, span
from vttbridge.geometry.gaps import overlaps
from vttbridge.geometry.grid import HexGrid, neighbours
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.surroundings import Surroundings, around
from vttbridge.geometry.vec import Cell, Place, Vec

__all__ = ["Block", "Corner", "CornerRule", "Step", "Walk", "filled", "look", "walk"]


class Walk(msgspec.Struct, frozen=True):
    """A path as far as it goes: the free steps, the last place reached, and the step that was blocked."""

    steps: tuple[Step, ...]
    end: Place
    blocked: Step | None = None


CornerRule = Callable[[Corner], bool]
"""Says whether a corner stops a diagonal step."""


def look(  # noqa: PLR0917 - who steps where, and who else is there
    scene: Scene,
    footprint: Footprint,
    place: Place,
    to: Place,
    bodies: tuple[Body, ...] = (),
    ignore: tuple[str, ...] = (),
) -> Step:
    """Look at one step to a neighbouring place; raises ValueError when it is none."""
    checkpoint()
    moved = _moved_cells(scene, footprint, place, to)
    view = around(scene, [cell for pair in moved for cell in pair], max(place.z, to.z), footprint.height)
    blocks: list[Block] = []
    for at, cell in moved:
        blocks.extend(_blocks_of(view, moved, (at, cell), (place, to)))
    corners = tuple(_corner(view, at, cell) for at, cell in moved if _is_diagonal(view, at, cell))
    return Step(to, tuple(blocks), corners, _entered_bodies(scene, (footprint, place, to), bodies, ignore))


def walk(
    scene: Scene,
    footprint: Footprint,
    path: tuple[Place, ...],
    bodies: tuple[Body, ...] = (),
    ignore: tuple[str, ...] = (),
    *,
    corner: CornerRule = lambda _: False,
) -> Walk:
    """Look along a path (its first place is where the piece stands) until a step is blocked.

    Bodies are reported in the steps and do not stop the walk.
    """
    steps: list[Step] = []
    at = path[0]
    for to in path[1:]:
        step = look(scene, footprint, at, to, bodies, ignore)
        if step.blocks or any(corner(one) for one in step.corners):
            return Walk(tuple(steps), at, step)
        steps.append(step)
        at = to
    return Walk(tuple(steps), at)


def filled(scene: Scene, footprint: Footprint, place: Place) -> bool:
    """Return whether any cell that a piece covers is filled at its height."""
    grid = scene.spec.grid
    covered = (
        hexes.covered(grid, footprint, place.cell) if isinstance(grid, HexGrid) else cells(footprint, place)
    )
    view = around(scene, covered, place.z, footprint.height)
    return any(True for cell in covered for _ in view.filled_blocks(cell, place.z))


def _moved_cells(scene: Scene, footprint: Footprint, place: Place, to: Place) -> list[tuple[Cell, Cell]]:
    """Pair each cell with the one it moves to."""
    if not _is_step(scene, place, to):
        raise ValueError(f"{to} is not next to {place}")
    grid = scene.spec.grid
    if isinstance(grid, HexGrid):
        return list(hexes.moved(grid, footprint, place.cell, to.cell))
    dx, dy = to.cell.x - place.cell.x, to.cell.y - place.cell.y
    return [(cell, Cell(cell.x + dx, cell.y + dy)) for cell in cells(footprint, place)]


def _is_step(scene: Scene, place: Place, to: Place) -> bool:
    grid, at, cell = scene.spec.grid, place.cell, to.cell
    if abs(to.z - place.z) > 1 or to == place:
        return False
    if isinstance(grid, HexGrid):
        return cell == at or cell in neighbours(grid, at)
    return abs(cell.x - at.x) <= 1 and abs(cell.y - at.y) <= 1


def _blocks_of(
    view: Surroundings, moved: list[tuple[Cell, Cell]], pair: tuple[Cell, Cell], way: tuple[Place, Place]
) -> Iterator[Block]:
    """What one moved cell runs into: the map's edge, filled ground, walls, then ceilings and floors."""
    (at, cell), (place, to) = pair, way
    yield from view.edge_blocks(at, cell)
    if view.is_bare:
        if at == cell:
            yield from view.layer_blocks(cell, place.z, to.z)
        return
    is_new = all(cell != other for other, _ in moved)
    fills = list(view.filled_blocks(cell, to.z))
    if not is_new:
        before = {block.id for block in view.filled_blocks(cell, place.z)}
        fills = [block for block in fills if block.id not in before]
    yield from fills
    if at != cell:
        yield from view.wall_blocks(at, cell, fills)
    yield from view.ceiling_blocks(at, cell, place.z, to.z)
    if at == cell:
        yield from view.layer_blocks(cell, place.z, to.z)


def _is_diagonal(view: Surroundings, at: Cell, cell: Cell) -> bool:
    return not isinstance(view.grid, HexGrid) and at.x != cell.x and at.y != cell.y


def _corner(view: Surroundings, at: Cell, cell: Cell) -> Corner:
    """The corner of one moved cell: the flank in its row first, then the one in its column."""
    flanks = (Cell(cell.x, at.y), Cell(at.x, cell.y))
    point = Vec(float(max(at.x, cell.x)), float(max(at.y, cell.y)))
    if view.is_bare:
        return Corner(point, flanks, (False, False), (False, False))
    legs = [list(_legs(view, at, flank, cell)) for flank in flanks]
    solid = [list(view.filled_blocks(flank, view.low)) for flank in flanks]
    seen = [block for pair in zip(solid, legs, strict=True) for part in pair for block in part]
    return Corner(
        point,
        flanks,
        (bool(solid[0]), bool(solid[1])),
        (bool(solid[0] or legs[0]), bool(solid[1] or legs[1])),
        tuple(seen),
    )


def _legs(view: Surroundings, at: Cell, flank: Cell, cell: Cell) -> Iterator[Block]:
    yield from view.wall_blocks(at, flank, [])
    yield from view.wall_blocks(flank, cell, [])


def _entered_bodies(
    scene: Scene, way: tuple[Footprint, Place, Place], bodies: tuple[Body, ...], ignore: tuple[str, ...]
) -> tuple[str, ...]:
    footprint, place, to = way
    before, after = Body("", footprint, place), Body("", footprint, to)
    met = (body for body in bodies if body.id not in ignore)
    return tuple(
        sorted(body.id for body in met if _meet(scene, after, body) and not _meet(scene, before, body))
    )


def _meet(scene: Scene, one: Body, other: Body) -> bool:
    grid = scene.spec.grid
    if not isinstance(grid, HexGrid):
        return overlaps(one, other)
    low, high = span(other.footprint, other.place)
    shared = hexes.apart(grid, one.footprint, one.place.cell, other.footprint, other.place.cell) == 0
    return shared and meets(*span(one.footprint, one.place), low, high)
