"""A scene: immutable geometry, indexed once; an overlay of doors and broken parts rebuilds nothing."""

from collections.abc import Iterator

import msgspec

from vttbridge.geometry.frame import Filled, Frame, Line, filled_without, line_of, stretches_left
from vttbridge.geometry.index import Box
from vttbridge.geometry.levels import Levels
from vttbridge.geometry.polygon import Edge
from vttbridge.geometry.spec import Cut, DoorState, Overlay, SceneSpec
from vttbridge.geometry.terrain import Area, Wall
from vttbridge.geometry.vec import Vec

__all__ = ["Cut", "DoorState", "Overlay", "Scene", "SceneSpec"]


class Scene:
    """What walls, areas and levels a scene has now; equal scenes have equal specs and overlays."""

    __slots__ = ("_changed_areas", "_changed_lines", "_frame", "overlay")

    overlay: Overlay

    def __init__(self, frame: Frame, overlay: Overlay) -> None:
        """Use `build`, `with_door`, `with_broken` and `with_overlay` instead."""
        self._frame = frame
        self.overlay = overlay
        states = dict(overlay.doors)
        self._changed_lines: dict[int, tuple[Line, ...]] = {}
        self._changed_areas: dict[int, Filled] = {}
        for number, wall in self._unlike_built(states):
            self._changed_lines[number] = self._what_stands(wall, states)
        for area_id in sorted({cut.id for cut in overlay.broken if cut.kind == "area"}):
            place = frame.number_of_area.get(area_id)
            if place is not None and place in frame.filled:
                cuts = [cut for cut in overlay.broken if cut.kind == "area" and cut.id == area_id]
                filled, area = frame.filled[place], frame.spec.areas[place]
                self._changed_areas[place] = filled_without(filled, area, cuts)

    @classmethod
    def build(cls, spec: SceneSpec, overlay: Overlay | None = None) -> "Scene":
        """Check and index a scene; raises BadScene naming the place of the fault."""
        return cls(Frame(spec), Overlay()).with_overlay(overlay or Overlay())

    def _unlike_built(self, states: dict[str, DoorState]) -> Iterator[tuple[int, Wall]]:
        """Return the walls that stand otherwise, looking only at those that can."""
        frame = self._frame
        broken = {cut.id for cut in self.overlay.broken if cut.kind == "wall"}
        for wall_id in sorted(broken | states.keys() | frame.open_at_first):
            number, wall = frame.number_of_wall.get(wall_id), frame.walls_by_id.get(wall_id)
            if number is None or wall is None:
                continue
            if states.get(wall_id, wall.door) == "open" or wall_id in broken:
                yield number, wall

    def _what_stands(self, wall: Wall, states: dict[str, DoorState]) -> tuple[Line, ...]:
        if wall.door != "none" and states.get(wall.id, wall.door) == "open":
            return ()
        return tuple(line_of(wall, stretch) for stretch in stretches_left(self._cuts_of(wall.id)))

    def _cuts_of(self, wall_id: str) -> list[tuple[float, float]]:
        cuts = (cut for cut in self.overlay.broken if cut.kind == "wall" and cut.id == wall_id)
        return [cut.stretch or (0.0, 1.0) for cut in cuts]

    @property
    def spec(self) -> SceneSpec:
        """The data that it was built from."""
        return self._frame.spec

    @property
    def levels(self) -> Levels:
        """The levels of the ground."""
        return self._frame.levels

    @property
    def notes(self) -> tuple[str, ...]:
        """What was left out when it was built, a sentence each."""
        return self._frame.notes

    @property
    def walls(self) -> tuple[Wall, ...]:
        """The walls as they stand now: doors in their present state, broken walls as what is left of them."""
        states = dict(self.overlay.doors)
        return tuple(piece for wall in self.spec.walls for piece in self._pieces(wall, states))

    def _pieces(self, wall: Wall, states: dict[str, DoorState]) -> tuple[Wall, ...]:
        now = msgspec.structs.replace(wall, door=states.get(wall.id, wall.door))
        cuts = self._cuts_of(wall.id)
        if not cuts or wall.a == wall.b:
            return (now,)
        lines = (line_of(wall, stretch) for stretch in stretches_left(cuts))
        return tuple(
            msgspec.structs.replace(now, a=Vec(line.ax, line.ay), b=Vec(line.bx, line.by)) for line in lines
        )

    def wall(self, wall_id: str) -> Wall:
        """Return a whole wall by its id, its door in its present state; KeyError where there is none."""
        wall = self._frame.walls_by_id[wall_id]
        return msgspec.structs.replace(wall, door=dict(self.overlay.doors).get(wall_id, wall.door))

    def area(self, area_id: str) -> Area:
        """Return an area by its id; raises KeyError where there is none."""
        return self.spec.areas[self._frame.number_of_area[area_id]]

    def with_door(self, wall_id: str, state: DoorState) -> "Scene":
        """Return the scene with one door in another state; raises KeyError for a wall that is no door."""
        if self.wall(wall_id).door == "none":
            raise KeyError(wall_id)
        doors = {**dict(self.overlay.doors), wall_id: state}
        return self.with_overlay(msgspec.structs.replace(self.overlay, doors=tuple(sorted(doors.items()))))

    def with_broken(self, cuts: tuple[Cut, ...]) -> "Scene":
        """Return the scene with these parts broken as well."""
        known = self.overlay.broken
        new = tuple(cut for number, cut in enumerate(cuts) if cut not in known and cut not in cuts[:number])
        return self.with_overlay(msgspec.structs.replace(self.overlay, broken=known + new))

    def with_overlay(self, overlay: Overlay) -> "Scene":
        """Return the same scene under another overlay; parts that the scene does not have are ignored."""
        return Scene(self._frame, overlay)

    def lines_near(self, box: Box) -> list[Line]:
        """Return the walls that stand and whose boxes meet a box."""
        lines, changed = self._frame.lines, self._changed_lines
        numbers = self._frame.lines_index.near(box)
        if not changed:
            return [lines[number] for number in numbers]
        found: list[Line] = []
        for number in numbers:
            found.extend(changed.get(number, (lines[number],)))
        return found

    def filled_near(self, box: Box) -> list[Filled]:
        """Return the filled areas whose boxes meet a box, without their broken cells."""
        filled, changed = self._frame.filled, self._changed_areas
        if not filled:
            return []
        numbers = self._frame.areas_index.near(box)
        return [changed.get(number, filled[number]) for number in numbers if number in filled]

    def ceilings_near(self, box: Box) -> list[tuple[str, float, tuple[Edge, ...]]]:
        """Return the ceilings whose boxes meet a box: id, height, edges."""
        ceilings = self._frame.ceilings
        if not ceilings:
            return []
        return [ceilings[number] for number in self._frame.areas_index.near(box) if number in ceilings]

    def areas_near(self, box: Box) -> list[tuple[Area, tuple[Edge, ...]]]:
        """Return the areas whose boxes meet a box, with their edges."""
        numbers = self._frame.areas_index.near(box)
        return [(self.spec.areas[number], self._frame.areas[number]) for number in numbers]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scene) and self.spec == other.spec and self.overlay == other.overlay

    def __hash__(self) -> int:
        return hash((self.spec.id, self.overlay))

    def __repr__(self) -> str:
        return f"Scene({self.spec.id!r}, {len(self.spec.walls)} walls, {len(self.spec.areas)} areas)"
