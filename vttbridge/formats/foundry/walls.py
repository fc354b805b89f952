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
from collections.abc import Iterator
from typing import Literal

import msgspec

from vttbridge.errors import BadScene
from vttbridge.formats.foundry.canvas import Canvas
from vttbridge.formats.foundry.levels import Band, Level, band_of, height
from vttbridge.formats.plain import Doc
from vttbridge.formats.report import Notebook
from vttbridge.geometry.terrain import Wall
from vttbridge.geometry.vec import Vec

FARTHEST = 10_000.0
"""A wall that ends so many cells away is no wall of this scene."""

BLOCKING = frozenset({1, 20})
DOORS: dict[int, Literal["closed", "open", "locked"]] = {0: "closed", 1: "open", 2: "locked"}
MATERIALS = frozenset({"glass", "wood", "stone", "metal"})
HEIGHT_FLAGS = (
    ("wall-height", "bottom", "top"),
    ("wallHeight", "wallHeightBottom", "wallHeightTop"),
)
"""Where modules keep a wall's heights, the newer first, and what they call its bottom and top."""

TAGGERS = ("draw-steel-combat-tools", "tagger")


class Walls(msgspec.Struct, frozen=True):
    """What the reading of walls needs to know of its scene."""

    canvas: Canvas
    levels: tuple[Level, ...] = ()
    heights: bool = True
    scale: float = 1.0
    farthest: float = FARTHEST

    @classmethod
    def of(cls, canvas: Canvas, levels: tuple[Level, ...] = (), heights: bool = True) -> "Walls":
        """Work out once what every wall needs."""
        return cls(canvas, levels, heights, canvas.scale, FARTHEST * canvas.scale)


def heights_count(scene: Doc, notes: Notebook) -> bool:
    """Say whether the wall heights of this scene are in use."""
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
    seen: set[tuple[object, ...]] = set()
    for number, doc in enumerate(scene.get("walls").items()):
        wall = read_wall(doc, number, about, notes)
        if wall is None:
            continue
        same = _shape_of(wall)
        if same in seen:
            notes.drop("duplicate", doc.path)
            continue
        seen.add(same)
        if wall.id in ids:
            notes.doubt("id_twice", "numbered", doc.path)
            wall = msgspec.structs.replace(wall, id=f"{wall.id}#{number}")
        ids.add(wall.id)
        found.append(wall)
    return tuple(found)


def _shape_of(wall: Wall) -> tuple[object, ...]:
    """Give all that makes a wall but its id."""
    return (wall.a, wall.b, wall.bottom, wall.top, wall.side, wall.door, wall.kind, wall.material)


def read_wall(doc: Doc, number: int, about: Walls, notes: Notebook) -> Wall | None:
    """Read one wall; what is none or blocks nobody gives `None` and a line in the report."""
    notes.count("walls")
    try:
        return _read(doc, number, about, notes)
    except BadScene as fault:
        notes.drop("not_a_wall", str(fault))
        return None


def _read(doc: Doc, number: int, about: Walls, notes: Notebook) -> Wall | None:
    kind = _count(doc, notes)
    ends = _ends(doc, about, notes)
    if ends is None:
        return None
    if not _blocks(doc, notes):
        notes.drop("lets_everybody_pass", doc.path)
        return None
    band = _band(doc, about, notes)
    if band is None:
        notes.drop("no_height", doc.path)
        return None
    x0, y0, x1, y1 = ends
    sight = _sight(doc)
    tags = _tags(doc)
    return Wall(
        id=_id(doc, number, notes),
        a=Vec(x0 / about.scale, y0 / about.scale),
        b=Vec(x1 / about.scale, y1 / about.scale),
        bottom=band[0],
        top=band[1],
        side=_side(doc, notes),
        door=_door(doc, notes) if kind else "none",
        material=next((tag for tag in tags if tag in MATERIALS), ""),
        kind=_kind(kind, sight),
        sight=sight == "normal",
        hidden=kind == 2,
    )


def _count(doc: Doc, notes: Notebook) -> int:
    """Count a wall by what it is and give its kind of door."""
    kind = _enum(doc.raw("door"))
    if kind in {1, 2}:
        notes.count("doors")
        if kind == 2:
            notes.count("secret_doors")
    elif kind not in {0, None}:
        notes.doubt("door_unknown", "no_door", f"{doc.path}.door")
    if _enum(doc.raw("dir")) in {1, 2}:
        notes.count("one_way")
    move = _enum(doc.raw("move"))
    if move is not None:
        notes.count(f"move_{move}" if move in {0, 1, 10, 20} else "move_other")
    return kind if kind in {1, 2} else 0


def _enum(value: object) -> int | None:
    """Read a whole number, or nothing where there is none."""
    if type(value) is int:
        return value
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return int(value)


def _ends(doc: Doc, about: Walls, notes: Notebook) -> tuple[float, ...] | None:
    if isinstance(doc.value, str):
        notes.drop("wall_id_only", doc.path)
        return None
    ends = doc.get("c").numbers(4)
    if not all(number.is_integer() for number in ends):
        notes.count("fractional")
    if ends[:2] == ends[2:]:
        notes.count("zero_length")
        notes.drop("zero_length", doc.path)
        return None
    if max(map(abs, ends)) > about.farthest:
        doc.get("c").fail(f"farther than {FARTHEST:g} cells from the canvas")
    if _is_off(ends, about.canvas):
        notes.count("off_canvas")
        notes.doubt("off_canvas", "kept", doc.path)
    return ends


def _is_off(ends: tuple[float, ...], canvas: Canvas) -> bool:
    """Say whether a wall lies wholly off the padded canvas."""
    right, bottom = 2 * canvas.left + canvas.width, 2 * canvas.top + canvas.height
    x0, y0, x1, y1 = ends
    return max(x0, x1) < 0 or max(y0, y1) < 0 or min(x0, x1) > right or min(y0, y1) > bottom


def _blocks(doc: Doc, notes: Notebook) -> bool:
    written = doc.raw("move")
    move = _enum(written)
    if move == 0:
        return False
    if written is not None and move not in BLOCKING:
        notes.doubt("move_unknown", "blocks", f"{doc.path}.move")
    return True


def _side(doc: Doc, notes: Notebook) -> Literal[0, 1, 2]:
    match _enum(doc.raw("dir")):
        case 1:
            return 1
        case 2:
            return 2
        case 0 | None:
            return 0
        case _:
            notes.doubt("dir_unknown", "both_ways", f"{doc.path}.dir")
            return 0


def _door(doc: Doc, notes: Notebook) -> Literal["closed", "open", "locked"]:
    state = _enum(doc.raw("ds"))
    if state is None:
        notes.doubt("door_state_absent", "closed", doc.path)
    elif state not in DOORS:
        notes.doubt("door_state_unknown", "closed", f"{doc.path}.ds")
    found = DOORS.get(state or 0, "closed")
    notes.count(f"doors_{found}")
    return found


def _sight(doc: Doc) -> str:
    """Say how a wall stops sight: normal, limited, at a distance only, or not at all."""
    newer = _enum(doc.raw("sight"))
    if newer is None:
        return (
            {0: "none", 2: "limited"}.get(_enum(doc.raw("sense")) or 0, "normal")
            if doc.has("sense")
            else "normal"
        )
    return {0: "none", 10: "limited", 30: "near", 40: "near"}.get(newer, "normal")


def _kind(door: int, sight: str) -> str:
    if door:
        return "door" if door == 1 else "secret_door"
    return {"none": "invisible", "limited": "terrain", "near": "window"}.get(sight, "wall")


def _tags(doc: Doc) -> tuple[str, ...]:
    if not doc.raw("flags"):
        return ()
    flags = doc.get("flags")
    tagged = [name for name in TAGGERS if flags.has(name)]
    return tuple(tag for name in tagged for tag in tags_in(flags.get(name).get("tags")))


def tags_in(doc: Doc) -> Iterator[str]:
    """Give the tags of a document, written as a list or with commas, in small letters."""
    words = doc.text().split(",") if isinstance(doc.value, str) else (item.text() for item in doc.items())
    yield from (word.strip().lower() for word in words if word.strip())


def _id(doc: Doc, number: int, notes: Notebook) -> str:
    given = doc.raw("_id") or doc.raw("id")
    if isinstance(given, str) and given:
        return given
    notes.count("without_id")
    return f"w-{number}"


def _band(doc: Doc, about: Walls, notes: Notebook) -> Band | None:
    """Give the height band, or nothing where the wall has no height at all."""
    bottom, top = band_of(doc.get("levels"), about.levels, notes) if about.levels else (None, None)
    flagged = _flagged(doc.get("flags"), about, notes) if doc.raw("flags") else None
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


def _flagged(flags: Doc, about: Walls, notes: Notebook) -> Band | None:
    """Give what the flags say: our own first, then the newer and the older ones of wall-height."""
    canvas = about.canvas
    own = flags.get("vttbridge")
    if own.has("bottom") or own.has("top"):
        return height(own.get("bottom"), canvas), height(own.get("top"), canvas)
    if not about.heights:
        return None
    found: list[Band] = []
    for name, low, high in HEIGHT_FLAGS:
        one = flags.get(name) if flags.raw(name) else None
        if one is not None and (one.raw(low) is not None or one.raw(high) is not None):
            found.append((height(one.get(low), canvas), height(one.get(high), canvas)))
    if len(found) == 2 and found[0] != found[1]:
        notes.doubt("two_heights", "newer", flags.path)
    return found[0] if found else None
