"""Boards that the drawing tests share."""

from vttbridge.geometry.footprint import Cells
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.spec import SceneSpec
from vttbridge.geometry.terrain import Area, Blocking, Difficult, Elevation, Pit, Wall
from vttbridge.geometry.vec import Place, Vec
from vttbridge.rules.board import Board
from vttbridge.rules.piece import Piece


def box(area_id: str, left: float, top: float, right: float, bottom: float) -> tuple[Vec, ...]:  # noqa: ARG001
    """Return the outline of a box."""
    return (Vec(left, top), Vec(right, top), Vec(right, bottom), Vec(left, bottom))


SPEC = SceneSpec(
    id="s-hall",
    name="Hall",
    width=10,
    height=6,
    walls=(
        Wall("w-1", Vec(4, 0), Vec(4, 3)),
        Wall("w-door", Vec(4, 3), Vec(4, 4), door="closed", material="wood"),
        Wall("w-glass", Vec(4, 4), Vec(4, 6), material="glass"),
        Wall("w-one", Vec(0, 5), Vec(4, 5), side=1),
    ),
    areas=(
        Area("roof", box("roof", 6, 0, 10, 3), Elevation(2.0)),
        Area("pit", box("pit", 6, 4, 8, 6), Pit(3.0)),
        Area("bush", box("bush", 1, 1, 2, 2), Difficult()),
        Area("rock", box("rock", 2, 2, 3, 3), Blocking("stone")),
    ),
)

HERO = Piece("p-h", name="Ilse <Ida>", place=Place(0, 0), side="heroes")
FOE = Piece("p-g", name="Grib", place=Place(5, 3), side="goblins", footprint=Cells(2, 2, 2.0))
CRATE = Piece("p-o", name="Crate", kind="object", place=Place(1, 3))
BOARD = Board(Scene.build(SPEC), (FOE, HERO, CRATE))
