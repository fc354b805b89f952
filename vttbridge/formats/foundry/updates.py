"""A plan's movements as the absolute updates that Foundry takes: pixels, elevation, waypoints.

1. Pixels are those of a token's top-left corner, whole ones, on the grid of the scene. A piece that stands
   where it was read is written back as it was read, to the last fraction.
2. Versions 13 and 14 test walls for every change of place unless a waypoint's action says otherwise; so each
   waypoint carries one: the caller's own, or `displace`. What is set elsewhere is always displaced.
3. Version 12 has no waypoints: its update is the end alone.
4. From version 14 on a token is on exactly one level, and levels may overlap. It stays on its own wherever
   that one holds its height; elsewhere it comes to the highest that does, and where none does its level is
   not written.
"""

import math
from collections.abc import Sequence

import msgspec

from vttbridge.formats.foundry.canvas import Canvas
from vttbridge.formats.foundry.levels import Level
from vttbridge.formats.foundry.tokens import LEVEL, Standing, Token, standing, token_of, top_left
from vttbridge.geometry.footprint import Disc
from vttbridge.geometry.spec import SceneSpec
from vttbridge.geometry.vec import Place
from vttbridge.rules.effects import Effect, Fall, Move, Put
from vttbridge.rules.piece import Piece

DISPLACE = "displace"


class Waypoint(msgspec.Struct, frozen=True, omit_defaults=True):
    """One point of a token's way, in the words of Foundry 13 and 14."""

    x: float
    y: float
    elevation: float
    action: str = DISPLACE
    level: str | None = None
    explicit: bool = False
    checkpoint: bool = False


class TokenUpdate(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a token is to be: absolute, with the way there for the versions that walk it."""

    id: str
    x: float
    y: float
    elevation: float
    level: str | None = None
    waypoints: tuple[Waypoint, ...] = ()


class Writing(msgspec.Struct, frozen=True):
    """How a scene is written: its canvas, its levels, the core's version and the action of a visible push."""

    canvas: Canvas
    levels: tuple[Level, ...] = ()
    version: int = 13
    action: str = DISPLACE


def canvas_of(spec: SceneSpec) -> Canvas | None:
    """Return the settings of a scene that came from Foundry, `None` of any other."""
    pixels = spec.pixels
    if pixels is None:
        return None
    bare = Canvas(spec.grid, pixels.size, pixels.distance, pixels.units, 0.0, 0.0, 0.0, 0.0)
    scale = bare.scale
    return msgspec.structs.replace(
        bare,
        left=spec.x0 * scale,
        top=spec.y0 * scale,
        width=spec.width * scale,
        height=spec.height * scale,
    )


def writing_of(spec: SceneSpec) -> Writing | None:
    """Return how a scene is written back into Foundry, `None` for one that did not come from there."""
    canvas, pixels = canvas_of(spec), spec.pixels
    if canvas is None or pixels is None:
        return None
    levels = tuple(Level(band.id, "", band.bottom, band.top) for band in pixels.levels)
    return Writing(canvas, levels, pixels.version, pixels.action)


def updates(pieces: Sequence[Piece], effects: Sequence[Effect], writing: Writing) -> tuple[TokenUpdate, ...]:
    """Return the updates of every token that the effects move, in the order of the pieces.

    Args:
        pieces: The pieces as they stood before; those that were read from no token are not written.
        effects: The lines of a plan, in order.
        writing: How the scene is written.
    """
    found: list[TokenUpdate] = []
    for piece in pieces:
        ways = tuple(way for effect in effects for way in _ways(effect, piece.id, writing.action))
        if ways and token_of(piece) is not None:
            found.append(_update(piece, ways, writing))
    return tuple(found)


def _ways(effect: Effect, piece: str, action: str) -> tuple[tuple[Place, str], ...]:
    """Return the places of one effect on a piece, each with its action."""
    match effect:
        case Move(piece=moved, path=path, to=to) if moved == piece:
            last = () if path and path[-1] == to else (to,)
            return tuple((place, action) for place in (*path, *last))
        case Fall(piece=moved, to=to) if moved == piece:
            return ((to, action),)
        case Put(piece=moved, to=to) if moved == piece:
            return ((to, DISPLACE),)
        case _:
            return ()


def _update(piece: Piece, ways: tuple[tuple[Place, str], ...], writing: Writing) -> TokenUpdate:
    end = written(piece.at(ways[-1][0]), writing.canvas)
    points: tuple[Waypoint, ...] = ()
    if writing.version >= 13:
        points = tuple(
            _waypoint(piece.at(place), action, writing, is_last=number == len(ways) - 1)
            for number, (place, action) in enumerate(ways)
        )
    level = _level(piece.at(ways[-1][0]), writing)
    return TokenUpdate(piece.id, end.x, end.y, end.elevation, level, points)


def _waypoint(piece: Piece, action: str, writing: Writing, *, is_last: bool) -> Waypoint:
    at = written(piece, writing.canvas)
    level = _level(piece, writing)
    return Waypoint(at.x, at.y, at.elevation, action, level, explicit=True, checkpoint=is_last)


def _level(piece: Piece, writing: Writing) -> str | None:
    if writing.version < 14:
        return None
    return level_at(piece.place.z, writing.levels, piece.text(LEVEL))


def written(piece: Piece, canvas: Canvas) -> Token:
    """Return the token of a piece as it is to be written: as read where it did not move, else on the grid."""
    token = token_of(piece)
    if token is None:
        raise ValueError(f"piece {piece.id} was read from no token")
    read = standing(token, canvas, free=isinstance(piece.footprint, Disc))
    x, y, elevation = token.x, token.y, token.elevation
    if read.place.at != piece.place.at:
        corner = top_left(token, canvas, Standing(piece.footprint, piece.place))
        x, y = _whole(corner.x), _whole(corner.y)
    if read.place.z != piece.place.z:
        elevation = round(canvas.elevation_of(piece.place.z), 6)
    return token._replace(x=x, y=y, elevation=elevation)


def _whole(pixels: float) -> float:
    return float(math.floor(round(pixels, 6) + 0.5))


def level_at(z: float, levels: tuple[Level, ...], own: str = "") -> str | None:
    """Return the level that holds a height: a token's own one where it does, else the highest that does."""
    holding = [
        level
        for level in levels
        if (level.bottom is None or level.bottom <= z) and (level.top is None or z < level.top)
    ]
    best = max(
        holding,
        key=lambda level: (level.id == own, -math.inf if level.bottom is None else level.bottom, level.id),
        default=None,
    )
    return None if best is None else best.id
