"""Near a ledge: the check of whoever goes prone there, and where one drops beyond the edge."""

from collections.abc import Sequence

import msgspec

from vttbridge.geometry.fall import Crossing, Rim, overhang, rims
from vttbridge.geometry.footprint import Footprint
from vttbridge.geometry.landing import is_beside, land, room_beyond, width
from vttbridge.geometry.ray import crossings
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.sweep import sweep
from vttbridge.geometry.vec import GRAIN, Place, Vec
from vttbridge.rules.board import Board
from vttbridge.rules.draft import Draft
from vttbridge.rules.piece import Piece
from vttbridge.rules.script import Script
from vttbridge_necromunda.table_top.initiative import initiative_check
from vttbridge_necromunda.table_top.measuring import half_width, is_within, middle, on_grain, shifted

RAILING = 0.5
"""A railing of this height or more helps whoever goes prone beside it."""


def ledge_near(board: Board, piece: Piece) -> Rim | None:
    """Return the nearest edge when the base is near it, as far as the house rule `near_ledge` says.

    An edge beyond which the base has no room to fall, that of a crack, is none. A wall between the base and
    the drop is a railing; one as tall as the fighter leaves no edge to fall from.
    """
    near = board.options.number("near_ledge")
    for rim in rims(board.scene, piece.footprint, piece.place):
        if not is_within(rim.gap, near):
            return None
        if beyond(board.scene, piece.footprint, rim, piece.place.z) is not None:
            return _guarded(board.scene, piece, rim)
    return None


def _guarded(scene: Scene, piece: Piece, rim: Rim) -> Rim | None:
    guard = _guard(scene, piece, rim)
    if guard >= piece.footprint.height - GRAIN:
        return None
    return msgspec.structs.replace(rim, railing=max(rim.railing, guard))


def _guard(scene: Scene, piece: Piece, rim: Rim) -> float:
    """Return the height above the feet of the tallest wall between a base and the drop beyond an edge."""
    feet = piece.place.z
    drop = rim.point.plus(rim.outward.times(half_width(piece.footprint)))
    walls = crossings(scene, middle(piece), drop, low=feet, high=feet + RAILING)
    return max((wall.line.top - feet for wall in walls), default=0.0)


def beyond(scene: Scene, footprint: Footprint, rim: Rim | Crossing, z: float) -> Place | None:
    """Return the place just clear of an edge, still at its height, if the base has room there."""
    place = room_beyond(scene, footprint, z, rim.point, rim.outward)
    return None if place is None else on_grain(place)


def drop_place(draft: Draft, target: Piece, way: Vec, edge: Crossing) -> Place | None:
    """Return where a fighter that stands at an edge drops from, `None` where its base has no room to fall.

    That is the first place of its line where the whole base is clear of the edge. Where something stands in
    the line, or it leads farther than a base's width or onto ground that does not hold, it is the nearest.
    """
    ahead = _on_the_line(draft, target, way, edge)
    return ahead or beyond(draft.board.scene, target.footprint, edge, target.place.z)


def _on_the_line(draft: Draft, target: Piece, way: Vec, edge: Crossing) -> Place | None:
    scene, footprint = draft.board.scene, target.footprint
    found = overhang(scene, footprint, target.place, way, 3 * width(footprint))
    if found.wholly is None or not _is_free(draft, target, way, found.wholly):
        return None
    place = on_grain(shifted(target.place, way, found.wholly))
    if not is_beside(scene, footprint, place, edge.point, edge.outward):
        return None
    landing = land(scene, footprint, place, aside=width(footprint)).landing
    return place if landing is None or landing.at == place.at else None


def _is_free(draft: Draft, target: Piece, way: Vec, inches: float) -> bool:
    if inches <= GRAIN:
        return True
    bodies = draft.board.bodies(without=(target.id,))
    contact = sweep(draft.board.scene, target.footprint, target.place, way, inches, bodies)
    return contact is None or contact.travelled >= inches - GRAIN


def ledge_check(draft: Draft, piece: str, rules: Sequence[str]) -> Script[Place | None]:
    """Let a piece that went prone check near an edge; on a fail give where it drops from."""
    prone = draft.piece(piece)
    rim = ledge_near(draft.board, prone)
    if rim is None:
        return None
    modifier = 1 if is_within(RAILING, rim.railing) else 0
    stays = yield from initiative_check(draft, piece, modifier=modifier, rules=rules)
    return None if stays else beyond(draft.board.scene, prone.footprint, rim, prone.place.z)
