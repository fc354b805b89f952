"""Walls of a Foundry scene, of both generations of numbers.

1. Up to version 8 `move` is 0 or 1 and `sense` 0, 1 or 2; later `move` is 0 or 20 and `sight` 0 to 40. A wall
   whose `move` is 0 is seen and walked through: no obstacle. Null and absent mean the default, which blocks.
2. `door` 1 is a door, 2 a secret one; `ds` 0 closed, 1 open, 2 locked, and nothing where there is no door.
3. `dir` 1 and 2 are one-way by the sign test of `geometry.ray`.
4. Heights come from our own flag, else `wall-height`, else the older `wallHeight`, else the levels of the
   wall. Null on a side is unbounded there. A scene may switch the flags off.
5. Walls of no length and exact copies are left out; a wall without id is called by its number.
"""

import math
from typing import Literal

import msgspec

from vttbridge.errors import BadScene
from vttbridge.formats.foundry.canvas import TALLEST, Canvas
from vttbridge.formats.foundry.levels import Band, Level, band_of
from vttbridge.formats.foundry.written import Flags, Heights, OlderHeights, Tagged, Written, written_of
from vttbridge.formats.plain import Doc, tags_of
from vttbridge.formats.report import Notebook
from vttbridge.geometry.terrain import Wall
from vttbridge.geometry.vec import Vec

FARTHEST = 10_000.0
"""A wall that ends so many cells away is no wall of this scene."""

BLOCKING = frozenset({1, 20})
DOORS: dict[int, Literal["closed", "open", "locked"]] = {0: "closed", 1: "open", 2: "locked"}
MATERIALS = frozenset({"glass", "wood", "stone", "metal"})
NEWER_SIGHT = {0: "none", 10: "limited", 30: "near", 40: "near"}
OLDER_SIGHT = {0: "none", 2: "limited"}
KINDS = {"none": "invisible", "limited": "terrain", "near": "window"}
MOVES = {0: "move_0", 1: "move_1", 10: "move_10", 20: "move_20"}
UNBOUNDED: Band = (None, None)
TAGGERS = ("draw-steel-combat-tools", "tagger")


class Walls(msgspec.Struct, frozen=True):
    """What the reading of walls needs to know of its scene."""

    canvas: Canvas
    levels: tuple[Level, ...] = ()
    heights: bool = True
    scale: float = 1.0
    farthest: float = FARTHEST
    right: float = math.inf
    bottom: float = math.inf
    tall: float = 1.0

    @classmethod
    def of(cls, canvas: Canvas, levels: tuple[Level, ...] = (), heights: bool = True) -> "Walls":
        """Work out once what every wall needs."""
        right, bottom = 2 * canvas.left + canvas.width, 2 * canvas.top + canvas.height
        tall = 1.0 if canvas.unit == "inch" else canvas.distance
        return cls(canvas, levels, heights, canvas.scale, FARTHEST * canvas.scale, right, bottom, tall)


def heights_count(scene: Doc, notes: Notebook) -> bool:
    """Return whether the wall heights of this scene are in use."""
    flags = scene.get("flags")
    if not scene.get("walls").value:
        return True
    for doc in (
        flags.get("wall-height").get("advancedVision"),
        flags.get("wallHeight").get("wallHeightAdvancedVision"),
    ):
        if doc.value is False:
            notes.doubt("heights_switched_off", "ignored", doc.path)
            return False
        if doc.value is True:
            return True
    return True


def read_walls(scene: Doc, about: Walls, notes: Notebook) -> tuple[Wall, ...]:
    """Read every wall that blocks movement."""
    found: list[Wall] = []
    ids: set[str] = set()
    firsts: dict[tuple[Vec, Vec], Wall] = {}
    copies: set[Wall] = set()
    for number, doc in enumerate(notes.listed(scene.get("walls"))):
        wall = read_wall(doc, number, about, notes)
        if wall is None:
            continue
        first = firsts.setdefault((wall.a, wall.b), wall)
        if first is not wall:
            copies |= {_nameless(first)}
            if _nameless(wall) in copies:
                notes.drop("duplicate", doc.path)
                continue
            copies.add(_nameless(wall))
        if wall.id in ids:
            notes.doubt("id_twice", "numbered", doc.path)
            wall = msgspec.structs.replace(wall, id=f"{wall.id}#{number}")
        ids.add(wall.id)
        found.append(wall)
    return tuple(found)


def _nameless(wall: Wall) -> Wall:
    """Return a wall without its id: exact copies are then equal."""
    return msgspec.structs.replace(wall, id="")


def read_wall(doc: Doc, number: int, about: Walls, notes: Notebook) -> Wall | None:
    """Read one wall; what is none or blocks nobody gives `None` and a line in the report."""
    notes.count("walls")
    if isinstance(doc.value, str):
        notes.drop("wall_id_only", doc.path)
        return None
    try:
        return _read(doc, number, about, notes)
    except BadScene as fault:
        notes.drop("not_a_wall", str(fault))
        return None


def _read(doc: Doc, number: int, about: Walls, notes: Notebook) -> Wall | None:
    said = written_of(doc)
    kind = _count(said, doc, notes)
    if not _has_length(said, doc, about, notes):
        return None
    if not _blocks(said, doc, notes):
        notes.drop("lets_everybody_pass", doc.path)
        return None
    band = _band(said, doc, about, notes)
    if band is None:
        notes.drop("no_height", doc.path)
        return None
    x0, y0, x1, y1 = said.c
    scale = about.scale
    sight = _sight(said)
    return Wall(
        said.own_id or said.id or _numbered(number, notes),
        Vec(x0 / scale, y0 / scale),
        Vec(x1 / scale, y1 / scale),
        band[0],
        band[1],
        _side(said, doc, notes),
        _door(said, doc, notes) if kind else "none",
        _material(said.flags) if said.flags else "",
        _kind(kind, sight),
        sight == "normal",
        kind == 2,
    )


def _count(said: Written, doc: Doc, notes: Notebook) -> int:
    """Count a wall by what it is and give its kind of door."""
    if said.dir in {1, 2}:
        notes.count("one_way")
    move = said.move
    if move is not None:
        notes.count(MOVES.get(move, "move_other"))
    if not said.door:
        return 0
    if said.door not in {1, 2}:
        notes.doubt("door_unknown", "no_door", f"{doc.path}.door")
        return 0
    notes.count("doors")
    if said.door == 2:
        notes.count("secret_doors")
    return said.door


def _has_length(said: Written, doc: Doc, about: Walls, notes: Notebook) -> bool:
    """Return whether the ends are two points of this scene; raises BadScene where they are none."""
    x0, y0, x1, y1 = said.c
    far = about.farthest
    is_near = -far <= x0 <= far and -far <= y0 <= far and -far <= x1 <= far and -far <= y1 <= far
    if not is_near:
        doc.get("c").numbers(4)
    if not (x0.is_integer() and y0.is_integer() and x1.is_integer() and y1.is_integer()):
        notes.count("fractional")
    if x0 == x1 and y0 == y1:
        notes.count("zero_length")
        notes.drop("zero_length", doc.path)
        return False
    if not is_near:
        doc.get("c").fail(f"farther than {FARTHEST:g} cells from the canvas")
    left, right = (x0, x1) if x0 < x1 else (x1, x0)
    top, bottom = (y0, y1) if y0 < y1 else (y1, y0)
    if right < 0 or bottom < 0 or left > about.right or top > about.bottom:
        notes.count("off_canvas")
        notes.doubt("off_canvas", "kept", doc.path)
    return True


def _blocks(said: Written, doc: Doc, notes: Notebook) -> bool:
    if said.move is not None and said.move not in BLOCKING:
        if said.move == 0:
            return False
        notes.doubt("move_unknown", "blocks", f"{doc.path}.move")
    return True


def _side(said: Written, doc: Doc, notes: Notebook) -> Literal[0, 1, 2]:
    match said.dir:
        case 0 | None:
            return 0
        case 1:
            return 1
        case 2:
            return 2
        case _:
            notes.doubt("dir_unknown", "both_ways", f"{doc.path}.dir")
            return 0


def _door(said: Written, doc: Doc, notes: Notebook) -> Literal["closed", "open", "locked"]:
    if said.ds is None:
        notes.doubt("door_state_absent", "closed", doc.path)
    elif said.ds not in DOORS:
        notes.doubt("door_state_unknown", "closed", f"{doc.path}.ds")
    found = DOORS.get(said.ds or 0, "closed")
    notes.count(f"doors_{found}")
    return found


def _sight(said: Written) -> str:
    """Return how a wall stops sight: normal, limited, at a distance only, or not at all."""
    if said.sight is not None:
        return NEWER_SIGHT.get(said.sight, "normal")
    return "normal" if said.sense is None else OLDER_SIGHT.get(said.sense, "normal")


def _kind(door: int, sight: str) -> str:
    if door:
        return "door" if door == 1 else "secret_door"
    return KINDS.get(sight, "wall")


def _material(flags: Flags) -> str:
    if flags.combat is None and flags.tagger is None:
        return ""
    tags = (tag for one in (flags.combat, flags.tagger) if one is not None for tag in _words(one))
    return next((tag for tag in tags if tag in MATERIALS), "")


def _words(tagged: Tagged) -> tuple[str, ...]:
    return () if tagged.tags is None else tuple(tags_of(tagged.tags))


def _numbered(number: int, notes: Notebook) -> str:
    notes.count("without_id")
    return f"w-{number}"


def _band(said: Written, doc: Doc, about: Walls, notes: Notebook) -> Band | None:
    """Return the height band, or nothing where the wall has no height at all."""
    bottom, top = UNBOUNDED
    if about.levels and said.levels:
        bottom, top = band_of(said.levels, about.levels, doc, notes)
    flagged = _flagged(said.flags, doc, about, notes) if said.flags else None
    if flagged is not None:
        bottom, top = flagged
    if bottom is not None and top is not None:
        if bottom == top:
            return None
        if bottom > top:
            notes.doubt("heights_reversed", "swapped", doc.path)
            bottom, top = top, bottom
    if bottom is not None or top is not None:
        notes.count("with_height")
    return bottom, top


def _flagged(flags: Flags, doc: Doc, about: Walls, notes: Notebook) -> Band | None:
    """Return what the flags say: our own first, then the newer and the older ones of wall-height."""
    own, newer, older = flags.own, flags.newer, flags.older
    if own is not None and (own.bottom is not None or own.top is not None):
        return _band_of(own, doc, "vttbridge", about, notes)
    if not about.heights:
        return None
    found = [
        _band_of(one, doc, name, about, notes)
        for name, one in (("wall-height", newer), ("wallHeight", older))
        if one is not None and (one.bottom is not None or one.top is not None)
    ]
    if len(found) == 2 and found[0] != found[1]:
        notes.doubt("two_heights", "newer", doc.get("flags").path)
    return found[0] if found else None


def _band_of(one: Heights | OlderHeights, doc: Doc, name: str, about: Walls, notes: Notebook) -> Band:
    """Return the heights of a flag in squares; a wall whose height cannot be read still stands, boundless."""
    for length in (one.bottom, one.top):
        if length is not None and math.isnan(length):
            notes.doubt("height_unreadable", "boundless", f"{doc.path}.flags.{name}")
    return _squares(one.bottom, about), _squares(one.top, about)


def _squares(length: float | None, about: Walls) -> float | None:
    """Return a height in squares; what is taken for boundless, and what is no number, returns `None`."""
    return length / about.tall if length is not None and -TALLEST < length < TALLEST else None
