"""Short hands for the geometry tests: scenes, boxes and walls in one line each."""

from vttbridge.geometry.footprint import Body, Cells, Disc
from vttbridge.geometry.scene import Scene, SceneSpec
from vttbridge.geometry.terrain import Area, Meaning, Wall
from vttbridge.geometry.vec import Place, Vec


def box(left: float, top: float, right: float, bottom: float) -> tuple[Vec, ...]:
    """Outline of an upright rectangle."""
    return (Vec(left, top), Vec(right, top), Vec(right, bottom), Vec(left, bottom))


def area(area_id: str, meaning: Meaning, sides: tuple[float, float, float, float]) -> Area:
    """An area over an upright rectangle."""
    return Area(area_id, box(*sides), meaning)


def wall(wall_id: str, ax: float, ay: float, bx: float, by: float, **what: object) -> Wall:
    """A wall between two points."""
    return Wall(wall_id, Vec(ax, ay), Vec(bx, by), **what)  # type: ignore[arg-type]


def scene(
    *parts: Wall | Area, size: tuple[float, float] = (12, 12), ground: float | None = 0.0, **more: object
) -> Scene:
    """A scene of 12 by 12 with these walls and areas."""
    walls = tuple(part for part in parts if isinstance(part, Wall))
    areas = tuple(part for part in parts if isinstance(part, Area))
    spec = SceneSpec("s", "test", size[0], size[1], ground=ground, walls=walls, areas=areas, **more)  # type: ignore[arg-type]
    return Scene.build(spec)


ONE = Cells()
TWO = Cells(2, 2, 2.0)
BASE = Disc(0.5, 1.0)


def body(body_id: str, x: float, y: float, z: float = 0.0, shape: Cells | Disc = ONE) -> Body:
    """A body at a place."""
    return Body(body_id, shape, Place(x, y, z))
