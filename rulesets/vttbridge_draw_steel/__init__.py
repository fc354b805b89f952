"""Draw Steel: forced movement, collisions, hurling through objects, falling, and the Knockback manoeuvre."""

from vttbridge.geometry.grid import SquareGrid
from vttbridge.geometry.spec import SceneSpec
from vttbridge.rules.draft import Draft
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.ruleset import Outcome, Ruleset, action, query
from vttbridge_draw_steel.ability_query import read_text
from vttbridge_draw_steel.actions import AbilityText, Destinations, Drop, ForcedMove, Knockback, SetStatus
from vttbridge_draw_steel.destinations import tell
from vttbridge_draw_steel.knockback import knockback
from vttbridge_draw_steel.needs import NEEDS, STATUSES, TAGS
from vttbridge_draw_steel.options import OPTIONS
from vttbridge_draw_steel.script import forced
from vttbridge_draw_steel.single import drop, set_status

__all__ = ["RULESET"]


def _push(draft: Draft, ability: ForcedMove) -> Outcome:
    return (yield from forced(draft, ability, "push"))


def _pull(draft: Draft, ability: ForcedMove) -> Outcome:
    return (yield from forced(draft, ability, "pull"))


def _slide(draft: Draft, ability: ForcedMove) -> Outcome:
    return (yield from forced(draft, ability, "slide"))


def _plays(spec: SceneSpec) -> Refusal | None:
    """Play squares only."""
    if isinstance(spec.grid, SquareGrid) and spec.unit == "square":
        return None
    return refuse("NEEDS_SQUARES")


RULESET = Ruleset(
    name="draw-steel",
    title="Draw Steel",
    version="1.0",
    rules=1,
    package="vttbridge_draw_steel",
    unit="square",
    actions=(
        action("push", ForcedMove, _push),
        action("pull", ForcedMove, _pull),
        action("slide", ForcedMove, _slide),
        action("knockback", Knockback, knockback),
        action("fall", Drop, drop),
        action("status_set", SetStatus, set_status),
    ),
    queries=(
        query("destinations", Destinations, tell),
        query("ability_text", AbilityText, read_text),
    ),
    needs=NEEDS,
    options=OPTIONS,
    tags=TAGS,
    statuses=STATUSES,
    plays=_plays,
)
