"""Heights that a scene keeps outside its walls: levels of version 14, and the older levels flags."""

import math

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
    for number, doc in notes.records(scene.get("levels")):
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


def band_of(wanted: tuple[str, ...], levels: tuple[Level, ...], doc: Doc, notes: Notebook) -> Band:
    """Return the band that the levels of a document cover together; naming none means all of them."""
    if not wanted:
        return (None, None)
    known = [level for level in levels if level.id in wanted]
    if len(known) < len(set(wanted)):
        notes.doubt("level_unknown", "left_out" if known else "all_levels", doc.get("levels").path)
    bottom: float | None = math.inf
    top: float | None = -math.inf
    for level in known:
        bottom = None if bottom is None or level.bottom is None else min(bottom, level.bottom)
        top = None if top is None or level.top is None else max(top, level.top)
    if _is_gap(known):
        notes.doubt("levels_apart", "whole_band", doc.get("levels").path)
    return (bottom, top) if known else (None, None)


def _is_gap(known: list[Level]) -> bool:
    """Return whether between some levels lies a height that is on none of them."""
    bands = sorted((_low(level), _high(level)) for level in known)
    reached = [max(high for _, high in bands[: count + 1]) for count in range(len(bands))]
    return any(low > high + 1e-9 for (low, _), high in zip(bands[1:], reached, strict=False))


def _low(level: Level) -> float:
    return -math.inf if level.bottom is None else level.bottom


def _high(level: Level) -> float:
    return math.inf if level.top is None else level.top
