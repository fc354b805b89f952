"""The ground that a piece covers, and the body that meets walls and other pieces."""

import msgspec

from vttbridge.geometry.vec import Cell, Place, Vec


class Disc(msgspec.Struct, frozen=True, tag="disc"):
    """A round base: radius and height in the scene's unit; its place is the centre."""

    radius: float
    height: float = 1.0


class Cells(msgspec.Struct, frozen=True, tag="cells"):
    """A block of whole cells; its place is the north-west one.

    Swept over free ground it is the axis-aligned rectangle of the same size. On hexes it is round, as
    `geometry.hexes` says, and one of even side may be turned about.
    """

    width: int = 1
    depth: int = 1
    height: float = 1.0
    turned: bool = False


Footprint = Disc | Cells


class Body(msgspec.Struct, frozen=True):
    """A piece as geometry sees it: an id, a footprint and a place."""

    id: str
    footprint: Footprint
    place: Place


def centre(footprint: Footprint, place: Place) -> Vec:
    """Return the middle of the ground covered."""
    match footprint:
        case Disc():
            return Vec(place.x, place.y)
        case Cells(width=width, depth=depth):
            return Vec(place.x + width / 2, place.y + depth / 2)


def cells(footprint: Footprint, place: Place) -> tuple[Cell, ...]:
    """Return the cells covered, row by row; a disc stands for the one cell that holds its centre."""
    match footprint:
        case Disc():
            return (Cell(int(place.x // 1), int(place.y // 1)),)
        case Cells(width=width, depth=depth):
            x, y = place.cell
            if width == depth == 1:
                return (Cell(x, y),)
            return tuple(Cell(x + dx, y + dy) for dy in range(depth) for dx in range(width))


def span(footprint: Footprint, place: Place) -> tuple[float, float]:
    """Return the height band that the body fills: underside and top."""
    return (place.z, place.z + footprint.height)


def meets(low: float, high: float, bottom: float | None, top: float | None) -> bool:
    """Return whether a body's band and an obstacle's overlap; `None` is unbounded, touching is no meeting."""
    return (top is None or low < top) and (bottom is None or bottom < high)
