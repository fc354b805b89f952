"""The fields of the actions: who attacks whom, what the weapon is, and what was rolled at the table."""

from typing import Annotated

import msgspec

from vttbridge.rules.fields import Distance, Flag, PieceRef, Point, Text, count, pieces

Face = Annotated[int, count(1, 6)]
Modifier = Annotated[int, count(-6, 6)]
DamageOfWeapon = Annotated[int, count(1, 20)]
Firepower = Annotated[int, count(1, 10)]
AmmoValue = Annotated[int, count(2, 6)]
Fighters = Annotated[tuple[str, ...], pieces(0, 100)]


class Shoot(msgspec.Struct, frozen=True):
    """A shot with a weapon that is no Blast.

    `hit_roll` is the face of the die, `modifier` what was added to it. `rapid_fire` is the X of Rapid Fire
    (X), 0 for other weapons. `range` is how far the weapon reaches; beyond `short_range` its `long_modifier`
    counts, else `short_modifier`. Fighters in `partial_cover` and `full_cover` are harder to hit by 1 and 2.
    """

    attacker: PieceRef
    target: PieceRef
    hit_roll: Face | None = None
    modifier: Modifier = 0
    hit: Flag | None = None
    damage: DamageOfWeapon | None = None
    knockback: Flag = True
    rapid_fire: Annotated[int, count(0, 10)] = 0
    firepower_dice: Firepower | None = None
    ammo: AmmoValue | None = None
    weapon: Text = "weapon"
    range: Distance | None = None
    short_range: Distance | None = None
    short_modifier: Modifier = 0
    long_modifier: Modifier = 0
    partial_cover: Fighters = ()
    full_cover: Fighters = ()
    allocation: Fighters | None = None


class Blast(msgspec.Struct, frozen=True):
    """A Blast marker that has come to rest; whoever is under it is hit unless `targets` says who is."""

    marker: Point
    diameter: Distance = 3.0
    attacker: PieceRef = ""
    damage: DamageOfWeapon | None = None
    knockback: Flag = True
    targets: Fighters | None = None
    order: Fighters | None = None


class Fight(msgspec.Struct, frozen=True):
    """A hit with a Melee weapon; whether it was made across a barricade is seen on the board unless given."""

    attacker: PieceRef
    target: PieceRef
    hit_roll: Face | None = None
    modifier: Modifier = 0
    hit: Flag | None = None
    damage: DamageOfWeapon | None = None
    knockback: Flag = True
    across_barricade: Flag | None = None
    follow_up: Flag | None = None


class KnockBack(msgspec.Struct, frozen=True):
    """The knock back alone, where the hit and the comparison were made elsewhere."""

    target: PieceRef
    source: PieceRef = ""
    origin: Point | None = None


class Reload(msgspec.Struct, frozen=True):
    """An attempt to reload a weapon that is Out of Ammo."""

    fighter: PieceRef
    weapon: Text = "weapon"
    ammo: AmmoValue | None = None
