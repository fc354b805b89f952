"""HeroClix knock back: attacks, powers and effects that throw figures across the map.

Written after the introductory article on knock back and the core rules that fill its gaps. `RULESET` is the
whole book as a value; every module is one rule or one power.
"""

from vttbridge.geometry.grid import SquareGrid
from vttbridge.geometry.scene import SceneSpec
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.ruleset import Need, Ruleset, action
from vttbridge_heroclix.abilities import STATUSES, TAGS
from vttbridge_heroclix.attack import Attack, attack
from vttbridge_heroclix.effect import KnockBack, effect_knocks_back
from vttbridge_heroclix.energy_explosion import EnergyExplosion, energy_explosion
from vttbridge_heroclix.force_blast import ForceBlast, force_blast
from vttbridge_heroclix.frag_grenade import FragGrenade, frag_grenade
from vttbridge_heroclix.house_rules import OPTIONS
from vttbridge_heroclix.quake import Quake, quake

__all__ = ["RULESET"]


def _plays(spec: SceneSpec) -> Refusal | None:
    """The game is played on squares: every rule counts them."""
    return None if isinstance(spec.grid, SquareGrid) else refuse("NEEDS_SQUARES", "HC-24")


RULESET = Ruleset(
    name="heroclix",
    title="HeroClix",
    version="1.0.0",
    rules=1,
    package="vttbridge_heroclix",
    unit="square",
    actions=(
        action("attack", Attack, attack),
        action("knock_back", KnockBack, effect_knocks_back),
        action("force_blast", ForceBlast, force_blast),
        action("quake", Quake, quake),
        action("energy_explosion", EnergyExplosion, energy_explosion),
        action("frag_grenade", FragGrenade, frag_grenade),
    ),
    needs=(
        Need("clicks_left", default=6, unit="click"),
        Need("attack"),
        Need("defense"),
        Need("damage"),
        Need("points"),
        Need("holds", "word", default=""),
        Need("tags_after", "word", default=""),
    ),
    options=OPTIONS,
    tags=TAGS,
    statuses=STATUSES,
    plays=_plays,
)
"""The rule book."""
