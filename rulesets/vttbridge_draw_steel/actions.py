"""What a seat may ask for: push, pull and slide, the Knockback manoeuvre, a fall, a status."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from vttbridge.rules.fields import MARK, Flag, OneOf, Path, PieceRef, Point, Text, count, pieces

MAX_TARGETS = 25


class ForcedMove(msgspec.Struct, frozen=True):
    """A push, pull or slide of one or more targets.

    `path` is for one target; with it the mover is not asked. `damage` is what the ability deals first and
    `also_status` what it leaves behind after the movement (words with commas). Away and towards are measured
    from `pole`, else from the square `centre` of an area, else from the source.
    """

    source: PieceRef
    targets: Annotated[tuple[str, ...], pieces(1, MAX_TARGETS)]
    distance: Annotated[int, count(0, 100)]
    melee_weapon: Flag = False
    vertical: Flag = False
    path: Path | None = None
    order: Annotated[tuple[str, ...], pieces(0, MAX_TARGETS)] = ()
    damage: Annotated[int, count(0, 500)] = 0
    damage_type: Text = ""
    also_status: Text = ""
    ignores_stability: Flag = False
    bonus: Annotated[int, count(0, 50)] = 0
    as_slide: Flag = False
    moved_unharmed: Flag = False
    others_unharmed: Flag = False
    creature_bonus: Annotated[int, count(0, 100)] = 0
    object_bonus: Annotated[int, count(0, 100)] = 0
    targets_objects: Flag | None = None
    centre: Point | None = None
    pole: PieceRef = ""


class Knockback(msgspec.Struct, frozen=True):
    """The common manoeuvre: 2d10 + Might, `bonus` for edges and the like, pushes one adjacent creature."""

    source: PieceRef
    target: PieceRef
    bonus: Annotated[int, count(-20, 20)] = 0
    path: Path | None = None


class Drop(msgspec.Struct, frozen=True):
    """Let a piece fall from where it is, if nothing holds it up."""

    piece: PieceRef


class SetStatus(msgspec.Struct, frozen=True):
    """Begin or end a status that was decided at the table; whoever can no longer fly falls."""

    piece: PieceRef
    status: Annotated[
        Literal["prone", "restrained", "grabbed", "dead", "dying", "destroyed", "burrowed"], OneOf
    ]
    on: Flag = True


class Destinations(msgspec.Struct, frozen=True):
    """Ask where one target may be left by a push, pull or slide."""

    kind: Annotated[Literal["push", "pull", "slide"], OneOf]
    source: PieceRef
    target: PieceRef
    distance: Annotated[int, count(0, 100)]
    melee_weapon: Flag = False
    vertical: Flag = False
    ignores_stability: Flag = False


class AbilityText(msgspec.Struct, frozen=True):
    """Ask which forced movement an ability's wording asks for."""

    text: Annotated[str, Meta(max_length=4000, extra_json_schema={MARK: "text"})]
