"""The levels of the ground: which solid layers lie over one another at a point, and the rims between them.

1. The base of a point is the floor of the deepest pit over it; else the highest elevation that is solid all
   the way down; else the scene's ground. An outline belongs to its area: on a pit's edge one is still over
   the pit.
2. Slabs (elevations with an underside) lie above the base and may be passed under.
3. `solid(lowest, under)` is the part of the plane where some layer reaches up to `lowest` or higher and
   begins below `under`. The support of a body at z and everything that is in its way are both of this kind,
   so ledges and rises are the edges of such regions. They are made when first asked for and kept: a scene has
   few levels. A gap in it that is narrower than the grain is none.
"""

import math
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from vttbridge.geometry.index import Box, BoxIndex
from vttbridge.geometry.polygon import Edge, Plane, Region, bounds, holds, reversed_edges
from vttbridge.geometry.terrain import Area, Elevation, Pit
from vttbridge.geometry.vec import GRAIN, Vec

HAIR = GRAIN / 2
"""Heights nearer than this are the same height."""

_NOTHING = -math.inf


class Layer(NamedTuple):
    """One solid layer at a point: its top (minus infinity: no bottom), its underside and whose it is."""

    top: float
    underside: float
    area: str
    material: str = ""


class _Part(NamedTuple):
    layer: Layer
    edges: tuple[Edge, ...]
    plane: Plane
    is_pit: bool


class Levels:
    """All solid layers of a scene, asked by point or as regions."""

    __slots__ = ("_ground", "_index", "_parts", "_regions", "_tops", "_undersides", "tops")

    def __init__(self, ground: float | None, areas: Sequence[tuple[Area, tuple[Edge, ...], Plane]]) -> None:
        self._ground = Layer(_NOTHING if ground is None else ground, _NOTHING, "")
        self._set([_part(*entry) for entry in areas if isinstance(entry[0].meaning, Elevation)])
        pits = [self._pit(*entry) for entry in areas if isinstance(entry[0].meaning, Pit)]
        self._set([*self._parts, *pits])

    def _set(self, parts: list[_Part]) -> None:
        self._parts = parts
        self._index = BoxIndex([_box(part.edges) for part in parts])
        layers = [self._ground, *(part.layer for part in parts)]
        self.tops = tuple(sorted({layer.top for layer in layers if layer.top != _NOTHING}, reverse=True))
        self._tops = sorted({layer.top for layer in layers})
        self._undersides = sorted({layer.underside for layer in layers})
        self._regions: dict[tuple[int, int], Region] = {}

    def _pit(self, area: Area, edges: tuple[Edge, ...], plane: Plane) -> _Part:
        """A pit is measured from the base that it is sunk into."""
        depth = area.meaning.depth if isinstance(area.meaning, Pit) else None
        rim = self.base_at(plane.inner_point()).top
        floor = _NOTHING if depth is None else rim - depth
        return _Part(Layer(floor, _NOTHING, area.id), edges, plane, is_pit=True)

    def _parts_at(self, point: Vec) -> list[_Part]:
        near = self._index.near(Box(point.x, point.y, point.x, point.y).grown(GRAIN))
        return [self._parts[number] for number in near if holds(point, self._parts[number].edges)]

    def base_at(self, point: Vec) -> Layer:
        """Return the base at a point."""
        return self._base(self._parts_at(point))

    def _base(self, parts: list[_Part]) -> Layer:
        pits = [part.layer for part in parts if part.is_pit]
        if pits:
            return min(pits, key=lambda layer: (layer.top, layer.area))
        solid = [part.layer for part in parts if part.layer.underside == _NOTHING]
        return max(solid, key=lambda layer: (layer.top, layer.area), default=self._ground)

    def layers_at(self, point: Vec) -> list[Layer]:
        """Return the layers at a point, the highest first; the base is the last."""
        parts = self._parts_at(point)
        slabs = [part.layer for part in parts if part.layer.underside != _NOTHING]
        slabs.sort(key=lambda layer: (-layer.top, layer.area))
        return [*slabs, self._base(parts)]

    def tops_near(self, box: Box) -> list[float]:
        """Return the different tops of the ground and of all parts near a box, the highest first."""
        near = {self._parts[number].layer.top for number in self._index.near(box)}
        return sorted((near | {self._ground.top}) - {_NOTHING}, reverse=True)

    def support(self, z: float) -> Region:
        """Return where a body whose underside is at z does not lose its footing."""
        return self.solid(z - HAIR, z)

    def in_the_way(self, low: float, high: float) -> Region:
        """Return where a body that fills this band would be inside something solid."""
        return self.solid(low + HAIR, high - HAIR)

    def holds(self, point: Vec, lowest: float, under: float) -> bool:
        """Return whether some layer at a point reaches up to `lowest` and begins below `under`."""
        found = any(layer.top >= lowest and layer.underside < under for layer in self.layers_at(point))
        return found or self.solid(lowest, under).bridges(point)

    def solid(self, lowest: float, under: float) -> Region:
        """Return where some layer reaches up to `lowest` and begins below `under`."""
        key = (bisect_left(self._tops, lowest), bisect_left(self._undersides, under))
        if key not in self._regions:
            self._regions[key] = self._make(lowest, under)
        return self._regions[key]

    def _make(self, lowest: float, under: float) -> Region:
        slabs = [
            p.plane for p in self._parts if _NOTHING < p.layer.underside < under and p.layer.top >= lowest
        ]
        high_pits, low_pits = self._split(lowest, pits=True)
        raised, sunken = self._split(lowest, pits=False)
        if self._ground.top >= lowest:
            lower = Plane.union(sunken).without(Plane.union([*raised, *high_pits]))
            holes = Plane.union([lower, *low_pits]).without(Plane.union(slabs))
            slits = holes.slivers(GRAIN)
            open_ = holes if slits.is_empty else holes.without(slits)
            return Region(reversed_edges(open_.edges()), everywhere=True, bridges=slits.edges())
        base = Plane.union([*raised, *high_pits]).without(Plane.union(low_pits))
        held = Plane.union([base, *slabs])
        slits = held.slits(GRAIN)
        whole = held if slits.is_empty else Plane.union([held, slits])
        return Region(whole.edges(), bridges=slits.edges())

    def _split(self, lowest: float, *, pits: bool) -> tuple[list[Plane], list[Plane]]:
        parts = [p for p in self._parts if p.is_pit == pits and p.layer.underside == _NOTHING]
        reaching = [p.plane for p in parts if p.layer.top >= lowest]
        return reaching, [p.plane for p in parts if p.layer.top < lowest]


def _part(area: Area, edges: tuple[Edge, ...], plane: Plane) -> _Part:
    assert isinstance(area.meaning, Elevation)
    under = area.meaning.underside
    underside = _NOTHING if under is None else under
    layer = Layer(area.meaning.level, underside, area.id, area.meaning.material)
    return _Part(layer, edges, plane, is_pit=False)


def _box(edges: tuple[Edge, ...]) -> Box:
    return bounds(Vec(one.ax, one.ay) for one in edges)
