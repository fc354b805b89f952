"""How hard a fighter is to hit with a shot, and whether it is in range and seen."""

from vttbridge.geometry.sight import sees
from vttbridge.rules.draft import Draft
from vttbridge.rules.piece import Piece
from vttbridge_necromunda.table_top.measuring import apart, is_within, middle
from vttbridge_necromunda.traits.attack_fields import Shoot

EYES = 1.0
"""The height above its feet at which a fighter sees and is seen, in inches."""


def difficulty(draft: Draft, shot: Shoot, target: Piece) -> int:
    """Return how much harder than in the open at no range a fighter is to hit.

    Cover counts 1 or 2, from the shot's own lists or the fighter's status; then the weapon's range modifier
    and the fighter's own number `hard_to_hit`.
    """
    return _cover(shot, target) + _range(draft, shot, target) + target.whole("hard_to_hit")


def _cover(shot: Shoot, target: Piece) -> int:
    if target.id in shot.full_cover or target.is_in("full_cover"):
        return 2
    return 1 if target.id in shot.partial_cover or target.is_in("partial_cover") else 0


def _range(draft: Draft, shot: Shoot, target: Piece) -> int:
    inches = apart(draft.piece(shot.attacker), target)
    is_short = shot.short_range is None or is_within(inches, shot.short_range)
    return -(shot.short_modifier if is_short else shot.long_modifier)


def in_range(draft: Draft, shot: Shoot, target: Piece) -> bool:
    """Return whether the weapon reaches a fighter; a weapon whose range is not given does."""
    return shot.range is None or is_within(apart(draft.piece(shot.attacker), target), shot.range)


def in_sight(draft: Draft, shot: Shoot, target: Piece) -> bool:
    """Return whether the shooter sees a fighter: no wall or filled ground between them at eye height."""
    shooter = draft.piece(shot.attacker)
    height = (shooter.place.z + target.place.z) / 2 + EYES
    return sees(draft.board.scene, middle(shooter), middle(target), height)
