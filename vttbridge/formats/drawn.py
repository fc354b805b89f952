"""A map drawn in characters without a legend of its own: the usual signs, small letters are pieces.

Walls: `-` and `|` plain, `D` a door, `L` a locked one, `'` one that stands open, `=` glass. Cells: `#` rock,
`~` water, `,` difficult, `^` hindering, `*` harmful, `v` a pit, `1` to `9` ground that high.
"""

from vttbridge.errors import BadScene
from vttbridge.formats.ascii import AreaSign, Mark, PieceSign, Sign, WallSign, parse
from vttbridge.formats.cut import cells_cut
from vttbridge.formats.report import Notebook, Reading
from vttbridge.geometry.areas import areas_in_cell
from vttbridge.geometry.footprint import Cells
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.spec import SceneSpec
from vttbridge.geometry.terrain import (
    Blocking,
    Dangerous,
    Difficult,
    Elevation,
    Harm,
    Hindering,
    Pit,
    Water,
)
from vttbridge.geometry.vec import Place
from vttbridge.rules.piece import Piece

LETTERS = "abcdefghijklmnopqrstuwxyz"
"""Letters of pieces: all but the one that draws a pit."""

SIGNS: dict[str, Sign] = {
    "D": WallSign(door="closed", kind="door", material="wood"),
    "L": WallSign(door="locked", kind="door", material="wood"),
    "'": WallSign(door="open", kind="door", material="wood"),
    "=": WallSign(kind="window", material="glass", sight=False),
    "#": AreaSign(Blocking("stone")),
    "~": AreaSign(Water()),
    ",": AreaSign(Difficult()),
    "^": AreaSign(Hindering()),
    "*": AreaSign(Dangerous(Harm(damage=1))),
    "v": AreaSign(Pit(2.0)),
    **{str(level): AreaSign(Elevation(float(level))) for level in range(1, 10)},
    **{letter: PieceSign(letter) for letter in LETTERS},
}

EDGE = frozenset("+-|=DL' ")


def is_drawn(data: bytes) -> bool:
    """Return whether bytes look like one: a first line of corners and walls."""
    first = data.lstrip(b"\r\n").split(b"\n", 1)[0].rstrip()
    return first[:1] == b"+" and len(first) > 2 and {chr(one) for one in first} <= EDGE


def read_drawn(data: bytes, name: str) -> Reading:
    """Read a drawing; raises BadScene naming row and column where it is none."""
    try:
        text = data.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as fault:
        raise BadScene(f"{name} is no text: byte {fault.start} is not UTF-8") from None
    drawn = parse(text, SIGNS, SceneSpec(name, name, 1.0, 1.0))
    scene, notes = Scene.build(drawn.spec), Notebook()
    pieces = tuple(_piece(mark, scene) for mark in sorted(drawn.pieces, key=lambda one: one.id))
    notes.count("walls", len(drawn.spec.walls))
    notes.count("doors", sum(1 for wall in drawn.spec.walls if wall.door != "none"))
    notes.count("areas", len(drawn.spec.areas))
    notes.count("pieces", len(pieces))
    notes.count("cells_cut", cells_cut(drawn.spec))
    return Reading(drawn.spec, notes.report("ascii", name), pieces)


def _piece(mark: Mark, scene: Scene) -> Piece:
    """Stand a piece on the highest ground under its own cell."""
    areas = areas_in_cell(scene, mark.cell)
    level = max((area.meaning.level for area in areas if isinstance(area.meaning, Elevation)), default=0.0)
    return Piece(
        mark.id,
        mark.id,
        footprint=Cells(mark.width, mark.depth),
        place=Place(float(mark.cell.x), float(mark.cell.y), level),
    )
