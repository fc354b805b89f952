"""What the ground of an area means, as typed data; a scene's classes are its own, never guessed."""

from typing import Literal

import msgspec

from vttbridge.geometry.vec import Vec


class Harm(msgspec.Struct, frozen=True):
    """What an area or aura does to whoever it catches.

    Either `damage` points (square books) or a `strength` hit (inch books), after a failed `check` if one is
    named.
    """

    damage: int = 0
    kind: str = ""
    per: Literal["square", "entry"] = "square"
    check: str = ""
    strength: int | None = None
    ap: int = 0
    wounds: int = 1
    status: str = ""


class Elevation(msgspec.Struct, frozen=True, tag="elevation"):
    """Ground at another level; its rim is a ledge. Solid down to `underside`, or all the way where `None`."""

    level: float
    underside: float | None = None
    material: str = ""
    railing: float = 0.0


class Difficult(msgspec.Struct, frozen=True, tag="difficult"):
    """Ground that slows voluntary movement."""


class Hindering(msgspec.Struct, frozen=True, tag="hindering"):
    """Bushes, rubble, objects: hindering terrain of the square books."""


class Dangerous(msgspec.Struct, frozen=True, tag="dangerous"):
    """Ground that harms whoever enters it."""

    harm: Harm
    level: float = 0.0


class Aura(msgspec.Struct, frozen=True, tag="aura"):
    """An effect that fires when somebody moves in: on any entry, only willing ones, or only forced ones."""

    harm: Harm
    trigger: Literal["enter", "willing", "forced"] = "enter"
    source: str = ""


class Pit(msgspec.Struct, frozen=True, tag="pit"):
    """A hole so many units deep below the ground around it; `None` has no bottom."""

    depth: float | None = None


class Water(msgspec.Struct, frozen=True, tag="water"):
    """Liquid of a depth; the floor lies that much below its surface."""

    depth: float = 1.0


class Blocking(msgspec.Struct, frozen=True, tag="blocking"):
    """Filled ground that nothing enters, between two heights (`None` is unbounded)."""

    material: str = ""
    bottom: float | None = None
    top: float | None = None


class Obstacle(msgspec.Struct, frozen=True, tag="obstacle"):
    """A free-standing low feature that may be passed over by a walker: pipe, barricade, crate."""

    height: float
    width: float
    material: str = ""


class Uneven(msgspec.Struct, frozen=True, tag="uneven"):
    """Ground wide enough but not flat enough to stand on."""


class Ductway(msgspec.Struct, frozen=True, tag="ductway"):
    """A passage through a wall between two mouths, as wide as said."""

    mouths: tuple[Vec, Vec]
    width: float = 1.0


class Ladder(msgspec.Struct, frozen=True, tag="ladder"):
    """A ladder: climbing it costs its height once."""


class Ceiling(msgspec.Struct, frozen=True, tag="ceiling"):
    """A solid ceiling at a height."""

    height: float


class Stairs(msgspec.Struct, frozen=True, tag="stairs"):
    """Stairs or a ramp that join two levels."""


class Zone(msgspec.Struct, frozen=True, tag="zone"):
    """A part of the board with a name that a rule book knows, such as `mortalis`."""

    name: str


Meaning = (
    Elevation
    | Difficult
    | Hindering
    | Dangerous
    | Aura
    | Pit
    | Water
    | Blocking
    | Obstacle
    | Uneven
    | Ductway
    | Ladder
    | Ceiling
    | Stairs
    | Zone
)


class Area(msgspec.Struct, frozen=True):
    """A polygon with a meaning; holes are not part of it."""

    id: str
    outline: tuple[Vec, ...]
    meaning: Meaning
    holes: tuple[tuple[Vec, ...], ...] = ()
    name: str = ""
    hidden: bool = False


class Wall(msgspec.Struct, frozen=True, gc=False):
    """A line that blocks movement between two heights (`None` is unbounded).

    `side` 0 blocks both ways; 1 and 2 block one way by the sign test of `ray`. Doors block while closed or
    locked. A scene has thousands and none can hold itself, so the collector of rubbish need not visit them.
    """

    id: str
    a: Vec
    b: Vec
    bottom: float | None = None
    top: float | None = None
    side: Literal[0, 1, 2] = 0
    door: Literal["none", "closed", "open", "locked"] = "none"
    material: str = ""
    kind: str = "wall"
    sight: bool = True
    hidden: bool = False
