"""A scene that lives in a VTT: what changed in its documents, where tokens are to be, what was written."""

from typing import Literal, TypeAlias

import msgspec

from vttbridge_protocol.plain import Plain, Tree

from .scalars import Coordinate

__all__ = ["DocumentKind", "DocumentSet", "Expectation", "VttSpot", "VttUpdate", "VttWaypoint", "Write"]

DocumentKind: TypeAlias = Literal["walls", "tokens", "regions", "levels", "tiles", "drawings"]
"""The kinds of a VTT scene's documents that matter here."""


class DocumentSet(msgspec.Struct, frozen=True, omit_defaults=True):
    """What happened to a VTT scene's documents of one kind.

    `created` are whole documents, `updated` what changed of some by `_id`, `deleted` ids.
    """

    kind: DocumentKind
    created: tuple[Tree, ...] = ()
    updated: tuple[Tree, ...] = ()
    deleted: tuple[str, ...] = ()


class VttSpot(msgspec.Struct, frozen=True):
    """Where a token is in the VTT: the pixels of its top-left corner, its elevation in the scene's units."""

    x: Coordinate
    y: Coordinate
    elevation: Coordinate


class VttWaypoint(msgspec.Struct, frozen=True, omit_defaults=True):
    """A point of a token's way, in the words of Foundry 13 and 14."""

    x: Coordinate
    y: Coordinate
    elevation: Coordinate
    action: str = "displace"
    level: str | None = None
    explicit: bool = False
    checkpoint: bool = False


class VttUpdate(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a token of the VTT is to be, absolute, and where it `was` before.

    `level` is for version 14; `waypoints` are the way, for 13 and 14.
    """

    token: str
    x: Coordinate
    y: Coordinate
    elevation: Coordinate
    was: VttSpot
    level: str | None = None
    waypoints: tuple[VttWaypoint, ...] = ()


class Write(msgspec.Struct, frozen=True, omit_defaults=True):
    """One write into the VTT as it happened."""

    document: str
    path: str
    before: Plain = None
    after: Plain = None


class Expectation(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place in the VTT that a person changed meanwhile: what was expected there, and what was found."""

    document: str
    path: str
    expected: Plain = None
    found: Plain = None
