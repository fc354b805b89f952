"""Areas put together for the eye: what a file gives in many boxes is drawn as the one figure that it is.

Two boxes of the same height side by side have no ledge between them, so no rim may be drawn there; and one
word on a pond says as much as a word on each of its boxes.
"""

from collections.abc import Iterator, Sequence

import msgspec

from vttbridge.geometry.polygon import Plane
from vttbridge.geometry.terrain import (
    Area,
    Blocking,
    Difficult,
    Elevation,
    Hindering,
    Meaning,
    Pit,
    Stairs,
    Uneven,
    Water,
)


def joined(areas: Sequence[Area]) -> list[Area]:
    """Return the areas to draw: those of one meaning, name and visibility together, others as they are."""
    alike: dict[tuple[Meaning, str, bool], list[Area]] = {}
    drawn: list[Area] = []
    for area in areas:
        match area.meaning:
            case Elevation() | Pit() | Water() | Blocking() | Difficult() | Hindering() | Uneven() | Stairs():
                alike.setdefault((area.meaning, area.name, area.hidden), []).append(area)
            case _:
                drawn.append(area)
    return [*drawn, *(figure for group in alike.values() for figure in _figures(group))]


def _figures(group: list[Area]) -> Iterator[Area]:
    if len(group) == 1:
        yield group[0]
        return
    outlines = Plane.union([Plane.of(area.outline, area.holes) for area in group]).outlines()
    for number, (outline, holes) in enumerate(outlines):
        id_ = group[0].id if not number else f"{group[0].id}.{number}"
        yield msgspec.structs.replace(group[0], id=id_, outline=outline, holes=holes)
