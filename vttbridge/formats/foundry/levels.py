"""Heights that a scene keeps outside its walls: levels of version 14, and the older levels flags."""

import msgspec

from vttbridge.errors import BadScene
from vttbridge.formats.foundry.canvas import TALLEST, Canvas
from vttbridge.formats.plain import Doc
from vttbridge.formats.report import Notebook

Band = tuple[float | None, float | None]
"""From and to, in squares; `None` is unbounded."""


class Level(msgspec.Struct, frozen=True):
    """One level of a scene: id, name and height band in squares."""

    id: str
    name: str
    bottom: float | None
    top: float | None


def read_levels(scene: Doc, canvas: Canvas, notes: Notebook) -> tuple[Level, ...]:
    """Read the levels; what is no level is left out with its place."""
    found: list[Level] = []
    for number, doc in enumerate(scene.get("levels").items()):
        notes.count("levels")
        elevation = doc.get("elevation")
        try:
            band = (height(elevation.get("bottom"), canvas), height(elevation.get("top"), canvas))
        except BadScene as fault:
            notes.drop("not_a_level", str(fault))
            continue
        found.append(Level(doc.get("_id").text(f"level-{number}"), doc.get("name").text(), *band))
    older = list(scene.get("flags").get("levels").get("sceneLevels").items())
    for doc in older:
        notes.count("levels_flag")
        notes.doubt("levels_flag", "names_only", doc.path)
    return tuple(found)


def height(doc: Doc, canvas: Canvas) -> float | None:
    """Read a height in squares; null and what is taken for boundless give `None`."""
    if doc.value is None:
        return None
    number = doc.number()
    return None if abs(number) >= TALLEST else canvas.height_of(number)


def band_of(ids: Doc, levels: tuple[Level, ...], notes: Notebook) -> Band:
    """Give the band that the levels of a document cover together; an empty list means all of them."""
    if not levels or not ids.value:
        return (None, None)
    wanted = tuple(item.text() for item in ids.items())
    if not wanted:
        return (None, None)
    known = [level for level in levels if level.id in wanted]
    if len(known) < len(set(wanted)):
        notes.doubt("level_unknown", "left_out" if known else "all_levels", ids.path)
    if not known:
        return (None, None)
    bottoms = [level.bottom for level in known]
    tops = [level.top for level in known]
    bottom = None if any(one is None for one in bottoms) else min(one for one in bottoms if one is not None)
    top = None if any(one is None for one in tops) else max(one for one in tops if one is not None)
    return (bottom, top)
