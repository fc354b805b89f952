"""Universal VTT maps (dd2vtt, uvtt, df2vtt): Dungeondraft and its like.

1. Points are in squares of the whole canvas; `map_origin`, where the exported part begins, is subtracted.
2. A portal is known by its `bounds` alone. Where a wall runs on through a portal, that stretch of it is cut
   out, so that opening the door opens the way.
3. `closed: false` says "lets light through" in some tools and "stands open" in others. It is taken as written
   and reported as a doubt. A narrow portal that is closed may be a window: it bars the way like a door, which
   is reported too.
4. `objects_line_of_sight` are closed outlines of pillars and furniture: walls of the kind `object`.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

import msgspec

from vttbridge.errors import BadScene
from vttbridge.formats.cut import cells_cut
from vttbridge.formats.plain import Doc
from vttbridge.formats.report import Notebook, Reading
from vttbridge.geometry.check import check_spec
from vttbridge.geometry.spec import SceneSpec
from vttbridge.geometry.terrain import Wall
from vttbridge.geometry.vec import Vec

NEAR = 1e-6
"""Ends of walls and portals nearer than this are the same point."""

MAX_UVTT = 1_000
"""A map wider or higher than this many squares is no map."""

FARTHEST = 10_000.0
"""A point so many squares away is none of this map."""

NARROW = 0.9
"""A portal narrower than this many squares is a window as often as a door."""


class Canvas(msgspec.Struct, frozen=True):
    """The exported part of the canvas."""

    origin: Vec
    width: float
    height: float

    def point(self, doc: Doc) -> Vec:
        """Read a point and put it where the exported part begins at 0, 0."""
        at = Vec(doc.get("x").number(), doc.get("y").number()).minus(self.origin)
        if max(abs(at.x), abs(at.y)) > FARTHEST:
            doc.fail(f"farther than {FARTHEST:g} squares from the map")
        return at

    def holds(self, point: Vec) -> bool:
        """Return whether a point lies on the exported part."""
        return 0 <= point.x <= self.width and 0 <= point.y <= self.height


def is_uvtt(document: Doc) -> bool:
    """Return whether a parsed document looks like one."""
    resolution = document.get("resolution")
    return resolution.is_record() and (document.has("line_of_sight") or resolution.has("map_size"))


def read_document(document: Doc, name: str) -> Reading:
    """Read a parsed map."""
    if not is_uvtt(document):
        raise BadScene(f"{name} is no Universal VTT map: it has no resolution")
    notes = Notebook()
    canvas = _canvas(document.get("resolution"))
    portals = tuple(_portals(document.get("portals"), canvas, notes))
    walls = _walls(document.get("line_of_sight"), canvas, notes, "wall")
    objects = _walls(document.get("objects_line_of_sight"), canvas, notes, "object")
    opened = tuple(piece for wall in walls for piece in _cut_out(wall, portals, notes))
    spec = SceneSpec(
        id=name, name=name, width=canvas.width, height=canvas.height, walls=(*opened, *objects, *portals)
    )
    _count(document, canvas, notes)
    notes.count("walls", len(opened))
    check_spec(spec)
    notes.count("cells_cut", cells_cut(spec))
    return Reading(spec, notes.report("uvtt", name))


def _canvas(resolution: Doc) -> Canvas:
    origin, size = resolution.get("map_origin"), resolution.get("map_size")
    width, height = size.get("x").number(), size.get("y").number()
    for doc, length in ((size.get("x"), width), (size.get("y"), height)):
        if not 0 < length <= MAX_UVTT:
            doc.fail(f"a map is between 0 and {MAX_UVTT} squares wide and high")
    start = Vec(origin.get("x").number(0.0), origin.get("y").number(0.0))
    return Canvas(start, width, height)


def _count(document: Doc, canvas: Canvas, notes: Notebook) -> None:
    if not document.has("line_of_sight"):
        notes.doubt("walls_absent", "no_walls", "line_of_sight")
    notes.count("lights", sum(1 for _ in document.get("lights").items()))
    notes.fact("size", f"{canvas.width:g} x {canvas.height:g}")
    notes.fact("origin", f"{canvas.origin.x:g}, {canvas.origin.y:g}")
    image = document.get("image").text()
    if not image:
        notes.fact("picture", "none")
    else:
        notes.fact("picture", f"{len(image)} characters, not read")


def _walls(lines: Doc, canvas: Canvas, notes: Notebook, kind: Literal["wall", "object"]) -> tuple[Wall, ...]:
    prefix = "" if kind == "wall" else "object_"
    walls: list[Wall] = []
    for number, polyline in enumerate(notes.listed(lines)):
        notes.count(f"{prefix}polylines")
        points = tuple(_points(polyline, canvas, notes, f"{prefix}points"))
        if len(points) < 2 and polyline.is_list():
            notes.drop("not_a_line", polyline.path)
        if kind == "object" and len(points) > 2 and points[0] != points[-1]:
            points = (*points, points[0])
        for step, (start, end) in enumerate(pairwise(points)):
            place = f"{polyline.path}[{step}]"
            if start is not None and end is not None and _is_kept(canvas, start, end, notes, place):
                walls.append(Wall(f"{kind[0]}-{number}-{step}", start, end, kind=kind))
    return tuple(walls)


def _is_kept(canvas: Canvas, start: Vec, end: Vec, notes: Notebook, place: str) -> bool:
    if start.minus(end).length < NEAR:
        notes.drop("zero_length", place)
        return False
    if _misses(canvas, start, end):
        notes.drop("outside_map", place)
        return False
    return True


def _points(polyline: Doc, canvas: Canvas, notes: Notebook, counted: str) -> Iterator[Vec | None]:
    """Return the points of a line; a bad one is noted and breaks the line there."""
    for point in notes.listed(polyline):
        notes.count(counted)
        try:
            at = canvas.point(point)
        except BadScene as fault:
            notes.drop("not_a_point", str(fault))
            yield None
            continue
        if not canvas.holds(at):
            notes.count("points_outside")
        yield at


def _misses(canvas: Canvas, a: Vec, b: Vec) -> bool:
    """Return whether a segment lies wholly on one side outside the map."""
    return (
        max(a.x, b.x) < 0
        or max(a.y, b.y) < 0
        or min(a.x, b.x) > canvas.width
        or min(a.y, b.y) > canvas.height
    )


def _portals(portals: Doc, canvas: Canvas, notes: Notebook) -> Iterator[Wall]:
    for number, portal in notes.records(portals):
        notes.count("portals")
        try:
            bounds = tuple(canvas.point(point) for point in portal.get("bounds").items())
        except BadScene as fault:
            notes.drop("not_a_point", str(fault))
            continue
        if len(bounds) != 2 or bounds[0].minus(bounds[1]).length < NEAR:
            notes.drop("portal_without_width", portal.path)
            continue
        if _misses(canvas, *bounds):
            notes.drop("outside_map", portal.path)
            continue
        yield _door(portal, number, bounds, notes)


def _door(portal: Doc, number: int, bounds: tuple[Vec, ...], notes: Notebook) -> Wall:
    closed = portal.get("closed")
    stands_open = closed.value is False
    if not isinstance(closed.value, bool):
        code = "door_state_absent" if closed.value is None else "door_state_unknown"
        notes.doubt(code, "closed", portal.path)
    if stands_open:
        notes.count("portals_open")
        notes.doubt("portal_written_open", "open_door", portal.path)
    elif bounds[0].minus(bounds[1]).length < NARROW:
        notes.doubt("portal_narrow", "closed_door", portal.path)
    if portal.get("freestanding").flag():
        notes.count("portals_freestanding")
    kind = "freestanding" if portal.get("freestanding").flag() else "portal"
    return Wall(f"d-{number}", bounds[0], bounds[1], door="open" if stands_open else "closed", kind=kind)


def _cut_out(wall: Wall, portals: tuple[Wall, ...], notes: Notebook) -> Iterator[Wall]:
    """Return what is left of a wall where portals stand in its line."""
    way = wall.b.minus(wall.a)
    gaps = sorted(gap for portal in portals if (gap := _stretch_under(wall, portal)) is not None)
    if not gaps:
        yield wall
        return
    start, part = 0.0, 0
    for low, high in (*gaps, (1.0, 1.0)):
        if (low - start) * way.length > NEAR:
            a, b = wall.a.plus(way.times(start)), wall.a.plus(way.times(low))
            yield msgspec.structs.replace(wall, id=f"{wall.id}-{part}", a=a, b=b)
            part += 1
        start = max(start, high)
    notes.doubt("wall_under_portal", "cut_out", wall.id)


def _stretch_under(wall: Wall, portal: Wall) -> tuple[float, float] | None:
    """Return the stretch of a wall that a portal in the same line covers, as fractions of the wall."""
    way = wall.b.minus(wall.a)
    square = way.dot(way)
    shares: list[float] = []
    for end in (portal.a, portal.b):
        from_start = end.minus(wall.a)
        if abs(way.cross(from_start)) > NEAR * 100 * way.length:
            return None
        shares.append(from_start.dot(way) / square)
    low, high = max(0.0, min(shares)), min(1.0, max(shares))
    return (low, high) if (high - low) * way.length > 1e-3 else None
