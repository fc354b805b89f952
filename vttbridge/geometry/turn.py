"""Turning, mirroring and shifting whole scenes: rules must not care how a map lies on the table."""

import msgspec

from vttbridge.geometry.footprint import Cells, Disc, Footprint
from vttbridge.geometry.spec import SceneSpec
from vttbridge.geometry.terrain import Area, Ductway, Meaning, Wall
from vttbridge.geometry.vec import Place, Vec

_SIN = (0, 1, 0, -1)


class Turn(msgspec.Struct, frozen=True):
    """A mirroring (x to -x) if wanted, then so many quarter turns, then a shift."""

    quarters: int = 0
    mirror: bool = False
    shift: Vec = Vec(0.0, 0.0)

    def direction(self, way: Vec) -> Vec:
        """Turn a direction."""
        x, y = (-way.x if self.mirror else way.x), way.y
        sin, cos = _SIN[self.quarters % 4], _SIN[(self.quarters + 1) % 4]
        return Vec(cos * x - sin * y, sin * x + cos * y)

    def point(self, at: Vec) -> Vec:
        """Turn a point."""
        return self.direction(at).plus(self.shift)

    def footprint(self, footprint: Footprint) -> Footprint:
        """Turn a footprint: a block of cells changes its sides on odd quarters."""
        match footprint:
            case Disc():
                return footprint
            case Cells(width=width, depth=depth, height=height):
                return Cells(depth, width, height) if self.quarters % 2 else footprint

    def place(self, footprint: Footprint, place: Place) -> Place:
        """Turn a piece's place, given its unturned footprint."""
        at = self.point(place.at)
        match footprint:
            case Disc():
                return Place(at.x, at.y, place.z)
            case Cells(width=width, depth=depth):
                far = self.point(Vec(place.x + width, place.y + depth))
                return Place(min(at.x, far.x), min(at.y, far.y), place.z)

    def spec(self, spec: SceneSpec) -> SceneSpec:
        """Turn a scene."""
        near = self.point(Vec(spec.x0, spec.y0))
        far = self.point(Vec(spec.x0 + spec.width, spec.y0 + spec.height))
        return msgspec.structs.replace(
            spec,
            x0=min(near.x, far.x),
            y0=min(near.y, far.y),
            width=abs(far.x - near.x),
            height=abs(far.y - near.y),
            walls=tuple(self._wall(wall) for wall in spec.walls),
            areas=tuple(self._area(area) for area in spec.areas),
        )

    def _wall(self, wall: Wall) -> Wall:
        """A mirrored one-way wall blocks the same people when its ends change places."""
        a, b = self.point(wall.a), self.point(wall.b)
        return msgspec.structs.replace(wall, a=b if self.mirror else a, b=a if self.mirror else b)

    def _area(self, area: Area) -> Area:
        return msgspec.structs.replace(
            area,
            outline=tuple(self.point(corner) for corner in area.outline),
            holes=tuple(tuple(self.point(corner) for corner in hole) for hole in area.holes),
            meaning=self._meaning(area.meaning),
        )

    def _meaning(self, meaning: Meaning) -> Meaning:
        match meaning:
            case Ductway(mouths=(first, last)):
                return msgspec.structs.replace(meaning, mouths=(self.point(first), self.point(last)))
            case _:
                return meaning
