"""Pieces between the wire and the table, whole or in part."""

from typing import Literal

import msgspec

from vttbridge.geometry.footprint import Cells, Disc, Footprint
from vttbridge.geometry.vec import Place
from vttbridge.rules.piece import Number, Numbers, Piece
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.table import PlacedPiece
from vttbridge.table.model.commands import PieceRequest
from vttbridge_protocol import PieceState, Plain, Tree, WireCells, WireDisc, WirePlace


class PieceChanges(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The members of a piece that a client may change, each absent or as it shall be."""

    name: str | None = None
    kind: Literal["creature", "object", "marker"] | None = None
    footprint: WireDisc | WireCells | None = None
    place: WirePlace | None = None
    owner: str | None = None
    side: str | None = None
    body: str | None = None
    pool: str | None = None
    numbers: Tree = {}
    tags: tuple[str, ...] | None = None
    statuses: tuple[str, ...] | None = None
    hidden: bool | None = None


def piece_of(state: PieceState) -> Piece | Refusal:
    """Read a whole piece; one number that is none is refused by name."""
    named = numbers_of(state.numbers)
    if isinstance(named, Refusal):
        return named
    return Piece(
        id=state.id,
        name=state.name,
        kind=state.kind,
        footprint=footprint_of(state.footprint),
        place=place_of(state.place),
        owner=state.owner,
        side=state.side,
        body=state.body,
        pool=state.pool,
        numbers=tuple((name, value) for name, value in named if value is not None),
        tags=state.tags,
        statuses=state.statuses,
        hidden=state.hidden,
    )


def changes_of(changes: Tree) -> PieceRequest | Refusal:
    """Read what of a piece shall be otherwise."""
    try:
        given = msgspec.convert(changes, PieceChanges)
    except msgspec.ValidationError as fault:
        return refuse("BAD_FIELD", reason=str(fault))
    named = numbers_of(given.numbers)
    if isinstance(named, Refusal):
        return named
    return PieceRequest(
        name=given.name,
        kind=given.kind,
        footprint=None if given.footprint is None else footprint_of(given.footprint),
        place=None if given.place is None else place_of(given.place),
        owner=given.owner,
        side=given.side,
        body=given.body,
        pool=given.pool,
        numbers=named,
        tags=given.tags,
        statuses=given.statuses,
        hidden=given.hidden,
    )


def numbers_of(tree: Tree) -> tuple[tuple[str, Number | None], ...] | Refusal:
    """Read named numbers and words; a flag counts as 1 or 0, and null takes the name away."""
    found: list[tuple[str, Number | None]] = []
    for name in sorted(tree):
        value = tree[name]
        if isinstance(value, bool):
            value = int(value)
        if value is not None and not isinstance(value, int | float | str):
            return refuse("NOT_A_NUMBER", field=name)
        found.append((name, value))
    return tuple(found)


def place_of(place: WirePlace) -> Place:
    """Read a place."""
    return Place(place.x, place.y, place.z)


def footprint_of(footprint: WireDisc | WireCells) -> Footprint:
    """Read a footprint."""
    match footprint:
        case WireDisc(radius=radius, height=height):
            return Disc(radius, height)
        case WireCells(width=width, depth=depth, height=height):
            return Cells(max(1, width), max(1, depth), height)


def piece_state(standing: PlacedPiece) -> PieceState:
    """Return a piece as the wire knows it, with its revision."""
    piece = standing.piece
    return PieceState(
        id=piece.id,
        place=WirePlace(piece.place.x, piece.place.y, piece.place.z),
        name=piece.name,
        kind=piece.kind,
        footprint=_wire_footprint(piece.footprint),
        owner=piece.owner,
        side=piece.side,
        body=piece.body,
        pool=piece.pool,
        numbers=_wire_numbers(piece.numbers),
        tags=piece.tags,
        statuses=piece.statuses,
        hidden=piece.hidden,
        revision=standing.revision,
    )


def _wire_footprint(footprint: Footprint) -> WireDisc | WireCells:
    match footprint:
        case Disc(radius=radius, height=height):
            return WireDisc(radius, height)
        case Cells(width=width, depth=depth, height=height):
            return WireCells(width, depth, height)


def _wire_numbers(numbers: Numbers) -> dict[str, Plain]:
    return dict(numbers)
