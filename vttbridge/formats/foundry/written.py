"""What the document of a wall says, each part in its type.

1. A document as Foundry writes it is taken whole, in one typed step. Where any part has another type, the
   parts are looked at one by one: text that spells a number is that number, and what is neither is
   `UNREADABLE`, or not a number where a length is meant. Nothing is judged here; the reading of walls does
   that.
2. Both ways give the same for the same document; the first is only quicker.
"""

import math

import msgspec

from vttbridge.errors import BadScene
from vttbridge.formats.plain import Doc, tags_in

UNREADABLE = -1_000_000_000
"""Stands for a whole number where something else is written."""

Ends = tuple[float, float, float, float]
NO_ENDS: Ends = (math.nan, math.nan, math.nan, math.nan)


class Heights(msgspec.Struct, frozen=True, gc=False):
    """Bottom and top as our own flag and wall-height have them, in the scene's distance units."""

    bottom: float | None = None
    top: float | None = None


class OlderHeights(msgspec.Struct, frozen=True, gc=False):
    """The same as the older module wrote them."""

    bottom: float | None = msgspec.field(name="wallHeightBottom", default=None)
    top: float | None = msgspec.field(name="wallHeightTop", default=None)


class Tagged(msgspec.Struct, frozen=True, gc=False):
    """Tags as the tagging modules keep them: a list or a text with commas."""

    tags: str | tuple[str, ...] | None = None


class Flags(msgspec.Struct, frozen=True, gc=False):
    """What modules say of a wall."""

    own: Heights | None = msgspec.field(name="vttbridge", default=None)
    newer: Heights | None = msgspec.field(name="wall-height", default=None)
    older: OlderHeights | None = msgspec.field(name="wallHeight", default=None)
    combat: Tagged | None = msgspec.field(name="draw-steel-combat-tools", default=None)
    tagger: Tagged | None = None


class Written(msgspec.Struct, frozen=True, gc=False):
    """A wall's document; what is absent or null is `None`."""

    c: Ends
    own_id: str | None = msgspec.field(name="_id", default=None)
    id: str | None = None
    move: int | None = None
    door: int | None = None
    ds: int | None = None
    dir: int | None = None
    sight: int | None = None
    sense: int | None = None
    levels: tuple[str, ...] | None = None
    flags: Flags | None = None


def written_of(doc: Doc) -> Written:
    """Return what a document says."""
    try:
        return msgspec.convert(doc.value, Written)
    except (msgspec.ValidationError, OverflowError):
        return _part_by_part(doc)


def _part_by_part(doc: Doc) -> Written:
    levels = tuple(item.text() for item in doc.get("levels").items())
    return Written(
        c=_ends(doc.get("c")),
        own_id=doc.get("_id").text(),
        id=doc.get("id").text(),
        move=_whole(doc.get("move")),
        door=_whole(doc.get("door")),
        ds=_whole(doc.get("ds")),
        dir=_whole(doc.get("dir")),
        sight=_whole(doc.get("sight")),
        sense=_whole(doc.get("sense")),
        levels=levels,
        flags=_flags(doc.get("flags")),
    )


def _ends(doc: Doc) -> Ends:
    try:
        x0, y0, x1, y1 = doc.numbers(4)
    except BadScene:
        return NO_ENDS
    return (x0, y0, x1, y1)


def _whole(doc: Doc) -> int | None:
    if doc.value is None:
        return None
    try:
        return int(doc.number())
    except BadScene:
        return UNREADABLE


def _flags(doc: Doc) -> Flags:
    own, newer, older = doc.get("vttbridge"), doc.get("wall-height"), doc.get("wallHeight")
    return Flags(
        Heights(_length(own.get("bottom")), _length(own.get("top"))),
        Heights(_length(newer.get("bottom")), _length(newer.get("top"))),
        OlderHeights(_length(older.get("wallHeightBottom")), _length(older.get("wallHeightTop"))),
        Tagged(tuple(tags_in(doc.get("draw-steel-combat-tools").get("tags")))),
        Tagged(tuple(tags_in(doc.get("tagger").get("tags")))),
    )


def _length(doc: Doc) -> float | None:
    """Read a height: an empty text is none, and a number too great for a file to hold is boundless."""
    written = doc.value
    if written is None or written == "":
        return None
    try:
        return float(written) if isinstance(written, str | float) else doc.number()
    except (BadScene, ValueError):
        return math.nan
