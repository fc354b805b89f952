"""Dungeon Alchemist's own early form: sections of walls as text, "x1 y1 x2 y2", and no corners `c`.

1. `grid` counts the tiles each way and `pixelsPerTile` says how large they are; there is no padding.
2. What `type` means is published nowhere. The published editor of such files draws 0 as walls, 1 as doors and
   2 as windows; so it is taken, and each is a doubt.
"""

from vttbridge.errors import BadScene
from vttbridge.formats.cut import cells_cut
from vttbridge.formats.foundry.canvas import MAX_CANVAS
from vttbridge.formats.plain import Doc
from vttbridge.formats.report import Notebook, Reading
from vttbridge.geometry.check import check_spec
from vttbridge.geometry.spec import SceneSpec
from vttbridge.geometry.terrain import Wall
from vttbridge.geometry.vec import Vec

KINDS = {0: "wall", 1: "door", 2: "window"}


def is_native(document: Doc) -> bool:
    """Return whether a parsed document is of this form."""
    return document.has("pixelsPerTile") and document.get("walls").is_list()


def read_native(document: Doc, name: str) -> Reading:
    """Read a map; raises BadScene where there is no size to work with."""
    notes = Notebook()
    size = document.get("pixelsPerTile").number()
    if not 1 <= size <= 10_000:
        document.get("pixelsPerTile").fail("a tile is between 1 and 10,000 pixels wide")
    grid = document.get("grid")
    width, height = grid.get("x").number(), grid.get("y").number()
    for doc, side in ((grid.get("x"), width), (grid.get("y"), height)):
        if not 0 < side <= MAX_CANVAS:
            doc.fail(f"a map is between 0 and {MAX_CANVAS} tiles wide and high")
    walls = tuple(
        wall
        for number, doc in notes.records(document.get("walls"))
        if (wall := _wall(doc, number, size, notes)) is not None
    )
    spec = SceneSpec(id=name, name=name, width=width, height=height, walls=walls)
    notes.count("lights", sum(1 for _ in document.get("lights").items()))
    check_spec(spec)
    notes.count("cells_cut", cells_cut(spec))
    for kind in ("doors", "one_way", "tokens", "tiles", "drawings", "regions"):
        notes.count(kind, 0)
    return Reading(spec, notes.report("dungeon_alchemist", name))


def _wall(doc: Doc, number: int, size: float, notes: Notebook) -> Wall | None:
    notes.count("walls")
    section = doc.get("wallSection")
    if not doc.has("c"):
        notes.count("without_c")
    try:
        ends = Doc(section.text().split(), section.path).numbers(4)
        if max(map(abs, ends)) > MAX_CANVAS * size:
            section.fail("far off the map")
    except BadScene as fault:
        notes.drop("not_a_wall", str(fault))
        return None
    if ends[:2] == ends[2:]:
        notes.drop("zero_length", doc.path)
        return None
    written = doc.get("type").value
    kind = KINDS.get(written, "wall") if isinstance(written, int) else "wall"
    notes.doubt(f"section_type_{written}" if isinstance(written, int) else "section_type", kind, doc.path)
    return Wall(
        f"w-{number}",
        Vec(ends[0] / size, ends[1] / size),
        Vec(ends[2] / size, ends[3] / size),
        door="closed" if kind == "door" else "none",
        kind=kind,
        sight=kind != "window",
    )
