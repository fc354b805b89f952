"""How much of a base lies over a region of the plane: some of it, its middle, the whole.

A block of cells that stands on whole squares is judged by its cell centres; its middle counts as covered when
at least half of them are. Discs and free rectangles are judged by their true shape, give or take a grain.
"""

from typing import NamedTuple

from vttbridge.geometry import hexes
from vttbridge.geometry.footprint import Cells, Disc, Footprint, cells, centre
from vttbridge.geometry.grid import Gridless, HexGrid, cell_centre
from vttbridge.geometry.index import Box
from vttbridge.geometry.levels import HAIR
from vttbridge.geometry.polygon import Edge, crosses, edge_gap
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.vec import SLACK, Place, Vec


class Cover(NamedTuple):
    """Which parts of a base a region covers."""

    some: bool
    middle: bool
    whole: bool


def supported(scene: Scene, footprint: Footprint, place: Place) -> Cover:
    """Return how much of a base has its support at its own height."""
    return cover(scene, footprint, place, place.z - HAIR, place.z)


def in_the_way(scene: Scene, footprint: Footprint, place: Place) -> Cover:
    """Return how much of a body would be inside solid ground."""
    return cover(scene, footprint, place, place.z + HAIR, place.z + footprint.height - HAIR)


def cover(scene: Scene, footprint: Footprint, place: Place, lowest: float, under: float) -> Cover:
    """Return how much of a base lies where some layer reaches up to `lowest` and begins below `under`."""
    if on_squares(scene, footprint, place):
        found = [scene.levels.holds(point, lowest, under) for point in cell_centres(scene, footprint, place)]
        return Cover(any(found), 2 * sum(found) >= len(found), all(found))
    middle = scene.levels.holds(centre(footprint, place), lowest, under)
    edges = scene.levels.solid(lowest, under).near(base_box(footprint, place))
    crosses = any(reaches_over(footprint, place, edge) for edge in edges)
    return Cover(middle or crosses, middle, middle and not crosses)


def on_squares(scene: Scene, footprint: Footprint, place: Place) -> bool:
    """Return whether a piece stands on whole squares of a grid."""
    whole = place.x == round(place.x) and place.y == round(place.y)
    return isinstance(footprint, Cells) and whole and not isinstance(scene.spec.grid, Gridless)


def cell_centres(scene: Scene, footprint: Footprint, place: Place) -> list[Vec]:
    """Return the middles of the cells that a piece covers; a disc has the one under its centre."""
    if isinstance(footprint, Disc):
        return [place.at]
    grid = scene.spec.grid
    if isinstance(grid, HexGrid):
        return [cell_centre(grid, cell) for cell in hexes.covered(grid, footprint, place.cell)]
    return [Vec(cell.x + 0.5, cell.y + 0.5) for cell in cells(footprint, place)]


def base_box(footprint: Footprint, place: Place) -> Box:
    """Return the box round a base."""
    match footprint:
        case Disc(radius=radius):
            return Box(place.x, place.y, place.x, place.y).grown(radius)
        case Cells(width=width, depth=depth):
            return Box(place.x, place.y, place.x + width, place.y + depth)


def reaches_over(footprint: Footprint, place: Place, edge: Edge) -> bool:
    """Return whether a base reaches over an edge by more than a grain."""
    match footprint:
        case Disc(radius=radius):
            return edge_gap(edge, place.at) < radius - SLACK
        case Cells():
            return crosses(base_box(footprint, place).grown(-SLACK), edge)
