"""What a base of some height must keep clear of near a place: as segments, and as tests of the inside."""

from collections.abc import Iterator

from vttbridge.geometry.cover import base_box, cell_centres, on_squares
from vttbridge.geometry.footprint import Disc, Footprint, centre, span
from vttbridge.geometry.frame import Filled, blocks_from
from vttbridge.geometry.index import Box
from vttbridge.geometry.levels import HAIR
from vttbridge.geometry.polygon import Edge, closest, crosses, inside
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.vec import GRAIN, SLACK, Place, Vec


def barriers(scene: Scene, box: Box, band: tuple[float, float], origin: Vec) -> Iterator[Edge]:
    """Return all segments in a box that block a height band: walls, filled ground, ceilings, rises.

    One-way walls are among them when they block whoever comes from the origin.
    """
    low, high = band
    for line in scene.lines_near(box):
        if low < line.top and line.bottom < high and blocks_from(line, origin):
            yield line.edge
    for filled in filled_in_band(scene, box, band):
        yield from filled.edges
    yield from scene.levels.in_the_way(low, high).near(box)


def filled_in_band(scene: Scene, box: Box, band: tuple[float, float]) -> Iterator[Filled]:
    """Return what is filled at a height band near a box; a ceiling that the band reaches into is."""
    low, high = band
    for filled in scene.filled_near(box):
        if low < filled.top and filled.bottom < high:
            yield filled
    for area_id, height, edges in scene.ceilings_near(box):
        if low < height < high - HAIR:
            yield Filled(area_id, height, height, "", edges)


def is_inside(scene: Scene, point: Vec, band: tuple[float, float]) -> bool:
    """Return whether a point lies inside something filled or in solid ground at a height band."""
    low, high = band
    box = Box(point.x, point.y, point.x, point.y).grown(GRAIN)
    if any(inside(point, filled.edges) for filled in filled_in_band(scene, box, band)):
        return True
    layers = scene.levels.layers_at(point)
    return any(layer.top > low + HAIR and layer.underside < high - HAIR for layer in layers)


def clearance(scene: Scene, disc: Disc, place: Place, origin: Vec) -> float:
    """Return the distance from a disc's centre to the nearest segment that blocks it and could touch it."""
    near = barriers(scene, base_box(disc, place), span(disc, place), origin)
    gaps = (closest(edge, place.at).minus(place.at).length for edge in near)
    return min(gaps, default=disc.radius)


def stands_clear(scene: Scene, footprint: Footprint, place: Place) -> bool:
    """Return whether a free base keeps its distance (less a grain) from all that blocks, on the map."""
    band, middle = span(footprint, place), centre(footprint, place)
    if is_inside(scene, middle, band) or not on_map(scene, footprint, place):
        return False
    if isinstance(footprint, Disc):
        return clearance(scene, footprint, place, middle) >= footprint.radius - SLACK
    box = base_box(footprint, place).grown(-SLACK)
    return not any(crosses(box, edge) for edge in barriers(scene, box, band, middle))


def on_map(scene: Scene, footprint: Footprint, place: Place) -> bool:
    """Return whether a whole base lies on the map; without blocking edges every place does.

    A map often ends within a cell: a piece on whole cells is on it when their middles are, as `steps` has it.
    """
    spec = scene.spec
    if not spec.edge_blocks:
        return True
    if on_squares(scene, footprint, place):
        return all(_on(scene, middle) for middle in cell_centres(scene, footprint, place))
    box = base_box(footprint, place).grown(-SLACK)
    across = spec.x0 <= box.left and box.right <= spec.x0 + spec.width
    return across and spec.y0 <= box.top and box.bottom <= spec.y0 + spec.height


def _on(scene: Scene, point: Vec) -> bool:
    spec = scene.spec
    return 0 <= point.x - spec.x0 <= spec.width and 0 <= point.y - spec.y0 <= spec.height
