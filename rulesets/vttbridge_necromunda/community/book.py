"""The community movement document as a ruleset: its actions, queries, needs, options and words."""

from vttbridge.rules.ruleset import Need, Ruleset, action, query
from vttbridge_necromunda.community.actions.carrying import Carry, carry, carry_heavy
from vttbridge_necromunda.community.actions.charging import Charge, Consolidate, charge, consolidate
from vttbridge_necromunda.community.actions.crawling import CrawlThrough, crawl, crawl_through
from vttbridge_necromunda.community.actions.disengaging import (
    Disengage,
    GoDown,
    HitAndRun,
    disengage,
    hit_and_run,
    seriously_injured,
)
from vttbridge_necromunda.community.actions.drag import Drag, drag
from vttbridge_necromunda.community.actions.fleeing import Activate, activate
from vttbridge_necromunda.community.actions.going_down import GoProne, StatusSet, go_prone, status_set
from vttbridge_necromunda.community.actions.grapnel import Grapnel, grapnel
from vttbridge_necromunda.community.actions.knock_back import KnockBack, knock_back
from vttbridge_necromunda.community.actions.moving import (
    DoubleMove,
    HipShooting,
    Move,
    double_move,
    forward_advance,
    hip_shooting,
    move,
)
from vttbridge_necromunda.community.actions.teleport import Teleport, teleport
from vttbridge_necromunda.community.options import OPTIONS
from vttbridge_necromunda.community.queries import (
    About,
    Feature,
    Passage,
    Spot,
    crossing,
    engaged,
    engagement,
    modifiers,
    passage,
    reach,
    zone,
)

NEEDS = (
    Need("movement", kind="number", unit="inch", default=5),
    Need("strength", default=3),
    Need("strength_modifier"),
    Need("initiative", default=4),
    Need("wounds", applies="object"),
)

TAGS = (
    "acrobatic",
    "carry",
    "carry_heavy",
    "clamber",
    "forward_advance",
    "grapnel_launcher",
    "grav_chute",
    "grav_cutter",
    "hip_shooting",
    "hit_and_run",
    "jump_booster",
    "lie_low",
    "low_crawler",
    "rocket_pack",
    "sprinter",
    "strider",
    "tunnel_rat",
    "warp_pack",
)

COMMUNITY = Ruleset(
    name="necromunda-community",
    title="Necromunda: community movement",
    version="1.0.0",
    rules=2,
    package="vttbridge_necromunda",
    unit="inch",
    actions=(
        action("knock_back", KnockBack, knock_back),
        action("drag", Drag, drag),
        action("move", Move, move, voluntary=True),
        action("double_move", DoubleMove, double_move, voluntary=True),
        action("charge", Charge, charge, voluntary=True),
        action("consolidate", Consolidate, consolidate, voluntary=True),
        action("carry", Carry, carry, voluntary=True),
        action("carry_heavy", Carry, carry_heavy, voluntary=True),
        action("crawl", Move, crawl, voluntary=True),
        action("crawl_through", CrawlThrough, crawl_through, voluntary=True),
        action("forward_advance", Move, forward_advance, voluntary=True),
        action("hip_shooting", HipShooting, hip_shooting, voluntary=True),
        action("hit_and_run", HitAndRun, hit_and_run, voluntary=True),
        action("disengage", Disengage, disengage, voluntary=True),
        action("grapnel", Grapnel, grapnel, voluntary=True),
        action("teleport", Teleport, teleport, voluntary=True),
        action("activate", Activate, activate),
        action("seriously_injured", GoDown, seriously_injured),
        action("go_prone", GoProne, go_prone),
        action("status_set", StatusSet, status_set),
    ),
    queries=(
        query("engaged", About, engaged),
        query("engagement", About, engagement),
        query("passage", Passage, passage),
        query("crossing", Feature, crossing),
        query("modifiers", About, modifiers),
        query("reach", About, reach),
        query("zone", Spot, zone),
    ),
    needs=NEEDS,
    options=OPTIONS,
    tags=TAGS,
    statuses=("pinned", "prone", "seriously_injured", "broken", "engaged", "sprinted", "booster_spent"),
)
