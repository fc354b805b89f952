"""The house rules of the community movement document."""

from vttbridge.rules.options import Option
from vttbridge_necromunda.table_top.table_options import fall_damage, near_ledge

OPTIONS = (
    Option("nm_fighter_obstruction", "NM-82", ("yes", "enemies_no_hit", "no")),
    Option("nm_edge", "NM-89", ("centre", "whole_base", "any_part")),
    Option("nm_pit", "NM-89", ("falls_in", "clears_if_far_enough")),
    Option("nm_chute_pin", "NM-105", ("trait_pins", "chute_prevents")),
    Option("nm_leap_fall", "NM-10", ("midpoint", "near_edge")),
    Option("nm_booster", "NM-114", ("distance", "cost")),
    Option("nm_flee", "NM-15", ("engine_proposes", "owner_free")),
    Option("nm_obstacle_limit", "NMX-10", kind="number", number=1.5, low=0.0, high=12.0),
    Option("nm_dangerous", "NMX-11", ("scene", "official")),
    Option("nm_pinned_in_contact", "NMX-09", ("stands", "stays")),
    Option("knockback_rules", "NMX-08", ("per_ruleset", "official", "community")),
    Option("drag_rules", "NMX-07", ("community", "official")),
    fall_damage("NMX-01"),
    near_ledge("NMX-02"),
)
