"""House rules that both books know, each under its own rule id there."""

from vttbridge.rules.options import Option


def fall_damage(rule: str) -> Option:
    """Make the option that says which hits a fall deals."""
    return Option("fall_damage", rule, ("n18_table", "s3_per_3", "s_equals_inches", "none"))


def near_ledge(rule: str) -> Option:
    """Make the option that says how near an edge is dangerous, in inches from the base's edge."""
    return Option("near_ledge", rule, kind="number", number=0.5, low=0.0, high=6.0)
