"""The traits book as a ruleset: its actions, queries, needs, options and words."""

from vttbridge.rules.ruleset import Need, Ruleset, action, query
from vttbridge_necromunda.traits.alone import knock_back_alone
from vttbridge_necromunda.traits.ammo import reload
from vttbridge_necromunda.traits.attack_fields import Blast, Fight, KnockBack, Reload, Shoot
from vttbridge_necromunda.traits.blast import blast
from vttbridge_necromunda.traits.fight import fight
from vttbridge_necromunda.traits.options import OPTIONS
from vttbridge_necromunda.traits.queries import Engaged, tell_engaged
from vttbridge_necromunda.traits.shoot import shoot

NEEDS = (
    Need("strength", default=3),
    Need("strength_modifier"),
    Need("initiative", default=4),
    Need("ballistic_skill"),
    Need("weapon_skill"),
    Need("hard_to_hit"),
    Need("wounds", applies="object"),
)

TRAITS = Ruleset(
    name="necromunda",
    title="Necromunda: Knockback and Rapid Fire",
    version="1.0.0",
    rules=2,
    package="vttbridge_necromunda",
    unit="inch",
    actions=(
        action("shoot", Shoot, shoot),
        action("blast", Blast, blast),
        action("fight", Fight, fight),
        action("knock_back", KnockBack, knock_back_alone),
        action("reload", Reload, reload),
    ),
    queries=(query("engaged", Engaged, tell_engaged),),
    needs=NEEDS,
    options=OPTIONS,
    statuses=(
        "pinned",
        "prone",
        "seriously_injured",
        "engaged",
        "partial_cover",
        "full_cover",
        "out_of_ammo",
        "jammed",
    ),
)
