"""What stands near the cells of one step: fetched from the scene once, then asked cell by cell."""

from collections.abc import Iterator, Sequence

from vttbridge.geometry.block import Block
from vttbridge.geometry.footprint import meets
from vttbridge.geometry.frame import Filled, Line
from vttbridge.geometry.grid import Grid, Gridless, HexGrid, SquareGrid, cell_centre
from vttbridge.geometry.index import Box
from vttbridge.geometry.levels import HAIR
from vttbridge.geometry.polygon import bounds, holds
from vttbridge.geometry.ray import Crossing, crossings_of
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.spec import Cut
from vttbridge.geometry.vec import Cell

_AT_CORNER = 1e-6
_ON_BORDER = 0.05
_LONG_HALF = 3**-0.5


class Surroundings:
    """The walls, filled areas and ceilings round some cells, for a body of one height."""

    def __init__(self, scene: Scene, box: Box, low: float, height: float) -> None:
        self.scene = scene
        self.low, self.height = low, height
        grid = scene.spec.grid
        self.grid: Grid = SquareGrid() if isinstance(grid, Gridless) else grid
        self.lines: list[Line] = [
            line for line in scene.lines_near(box) if low < line.top and line.bottom < low + height
        ]
        self.filled: list[Filled] = scene.filled_near(box)
        self.ceilings = scene.ceilings_near(box)
        self.is_bare = not (self.lines or self.filled or self.ceilings)
        """Neither wall nor filled ground nor ceiling is near."""

    def edge_blocks(self, at: Cell, cell: Cell) -> Iterator[Block]:
        """Return the map edge that lies between two cells."""
        if not self.scene.spec.edge_blocks or self._off_map(at):
            return
        side = self._off_map(cell)
        if side:
            yield Block("edge", side, "", (cell,))

    def _off_map(self, cell: Cell) -> str:
        spec, middle = self.scene.spec, cell_centre(self.grid, cell)
        if middle.y < spec.y0:
            return "north"
        if middle.y > spec.y0 + spec.height:
            return "south"
        if middle.x < spec.x0:
            return "west"
        return "east" if middle.x > spec.x0 + spec.width else ""

    def filled_blocks(self, cell: Cell, z: float) -> Iterator[Block]:
        """Return the filled areas that hold a cell's centre at a height; of equal materials one counts."""
        middle = cell_centre(self.grid, cell)
        materials: list[str] = []
        for filled in self.filled:
            if meets(z, z + self.height, filled.bottom, filled.top) and holds(middle, filled.edges):
                cut = Cut("area", filled.id, cell)
                yield Block("area", filled.id, filled.material, (cell,), cut, filled.material in materials)
                materials.append(filled.material)

    def wall_blocks(self, at: Cell, cell: Cell, fills: Sequence[Block]) -> Iterator[Block]:
        """Return the walls between the centres of two cells, but for those met only at the corner passed."""
        a, b = cell_centre(self.grid, at), cell_centre(self.grid, cell)
        passes_corner = at.x != cell.x and at.y != cell.y and not isinstance(self.grid, HexGrid)
        corner = a.plus(b).times(0.5) if passes_corner else None
        met: list[Crossing] = []
        seen: list[str] = []
        for crossing in crossings_of(self.lines, a, b):
            if corner is not None and crossing.point.minus(corner).length <= _AT_CORNER:
                continue
            if crossing.line.id not in seen:
                drawn = bool(fills) and _only_draws(crossing, self._box(cell))
                redundant = drawn or any(_same(crossing, other) for other in met)
                boxes = (self._box(at), self._box(cell))
                yield _wall_block(crossing.line, cell, boxes, redundant=redundant)
                met.append(crossing)
                seen.append(crossing.line.id)

    def _box(self, cell: Cell) -> Box:
        """Return the box round a cell."""
        x, y = cell_centre(self.grid, cell)
        match self.grid:
            case HexGrid(rows=True):
                return Box(x - 0.5, y - _LONG_HALF, x + 0.5, y + _LONG_HALF)
            case HexGrid():
                return Box(x - _LONG_HALF, y - 0.5, x + _LONG_HALF, y + 0.5)
            case _:
                return Box(x - 0.5, y - 0.5, x + 0.5, y + 0.5)

    def ceiling_blocks(self, at: Cell, cell: Cell, z: float, to: float) -> Iterator[Block]:
        """Return the ceilings that a body comes to reach into."""
        for area_id, height, edges in self.ceilings:
            reaches = min(z, to) < height < to + self.height - HAIR
            before = z < height < z + self.height - HAIR and holds(cell_centre(self.grid, at), edges)
            if reaches and not before and holds(cell_centre(self.grid, cell), edges):
                yield Block("ceiling", area_id, "", (cell,))

    def layer_blocks(self, cell: Cell, z: float, to: float) -> Iterator[Block]:
        """Return the ground or slab that a straight rise or descent runs into."""
        for layer in self.scene.levels.layers_at(cell_centre(self.grid, cell)):
            if to < z and to + HAIR < layer.top <= z + HAIR:
                yield Block("floor", layer.area or "ground", layer.material, (cell,))
            if to > z and z + self.height - HAIR <= layer.underside < to + self.height - HAIR:
                yield Block("ceiling", layer.area, layer.material, (cell,))


def around(scene: Scene, covered: Sequence[Cell], low: float, height: float) -> Surroundings:
    """Fetch what stands round some cells, for a body from `low` up."""
    grid = scene.spec.grid
    middles = [cell_centre(SquareGrid() if isinstance(grid, Gridless) else grid, cell) for cell in covered]
    return Surroundings(scene, bounds(middles).grown(0.75), low, height)


def _only_draws(crossing: Crossing, cell: Box) -> bool:
    """A plain wall on the border of a filled cell only draws it."""
    x, y = crossing.point
    border = cell.grown(_ON_BORDER)
    on_border = border.left <= x <= border.right and border.top <= y <= border.bottom
    return on_border and not crossing.line.material


def _same(crossing: Crossing, other: Crossing) -> bool:
    """Two stretches that meet on the way, or one drawn over the other, are one obstacle."""
    apart = crossing.point.minus(other.point).length
    return apart <= _AT_CORNER and crossing.line.material == other.line.material


def _wall_block(line: Line, cell: Cell, boxes: tuple[Box, Box], *, redundant: bool) -> Block:
    cut = Cut("wall", line.id, None, _stretch(line, *boxes))
    return Block("wall", line.id, line.material, (cell,), cut, redundant)


def _stretch(line: Line, at: Box, to: Box) -> tuple[float, float]:
    """The part of the wall within the two cells, as fractions of the whole wall."""
    first, last = 0.0, 1.0
    for start, way, low, high in (
        (line.ax, line.bx - line.ax, min(at.left, to.left), max(at.right, to.right)),
        (line.ay, line.by - line.ay, min(at.top, to.top), max(at.bottom, to.bottom)),
    ):
        if way != 0.0:
            near, far = sorted(((low - start) / way, (high - start) / way))
            first, last = max(first, near), min(last, far)
    begin, end = line.stretch
    return (begin + (end - begin) * first, begin + (end - begin) * max(first, last))
