"""What stands on the ground: pieces, their places and footprints, doors, scenes."""

from typing import Literal

import msgspec

from vttbridge_protocol.plain import Tree

from .scalars import Coordinate, Count, Name

__all__ = ["DoorState", "PieceState", "SceneInfo", "WireCells", "WireDisc", "WirePlace"]


class WirePlace(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place in a scene, in its unit; z is the height above the scene's ground."""

    x: Coordinate
    y: Coordinate
    z: Coordinate = 0.0


class WireDisc(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="shape", tag="disc"):
    """A round base; its piece's place is the centre."""

    radius: Coordinate
    height: Coordinate = 1.0


class WireCells(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="shape", tag="cells"):
    """A block of whole cells; its piece's place is the north-west one."""

    width: Count = 1
    depth: Count = 1
    height: Coordinate = 1.0


class PieceState(msgspec.Struct, frozen=True, omit_defaults=True):
    """A token or movable object of one scene.

    `body` names what owns the numbers (two linked tokens, one body), `pool` what several bodies share.
    `owner` is the controlling seat, `side` the team. `numbers` holds what the ruleset's needs name.
    """

    id: str
    place: WirePlace
    name: Name = ""
    kind: Literal["creature", "object", "marker"] = "creature"
    footprint: WireDisc | WireCells = WireCells()
    owner: str = ""
    side: str = ""
    body: str = ""
    pool: str = ""
    numbers: Tree = {}
    tags: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    hidden: bool = False
    revision: Count = 0


class DoorState(msgspec.Struct, frozen=True):
    """How a door of the scene now stands."""

    wall: str
    state: Literal["open", "closed", "locked"]


class SceneInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A scene of the table: where its truth lies, which blob is its geometry, whether the VTT is cut off."""

    scene: str
    name: Name = ""
    home: Literal["table", "vtt"] = "table"
    blob: str = ""
    revision: Count = 0
    detached: bool = False
