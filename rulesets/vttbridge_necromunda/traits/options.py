"""The house rules of the traits book."""

from vttbridge.rules.options import Option
from vttbridge_necromunda.table_top.table_options import fall_damage, near_ledge

OPTIONS = (
    Option("nt_compare_die", "NT-01", ("natural", "modified")),
    Option("nt_compare_strength", "NT-01", ("base", "current")),
    Option("nt_blockers", "NT-04", ("wall_obstacle_fighter", "impassable_or_fighter")),
    Option("nt_edge", "NTX-01", ("initiative_check", "auto_fall", "stop_at_edge")),
    Option("nt_order", "NT-02", ("knockback_then_pin", "pin_then_knockback")),
    Option("nt_multi_hit_kb", "NT-01", ("once_per_target", "per_hit")),
    Option("nt_split_targets", "NT-30", ("any_fighter", "enemies_only")),
    Option("nt_separate", "NTX-08", ("off", "on")),
    Option("nt_blast_centre_eps", "NT-08", kind="number", number=0.05, low=0.0, high=3.0),
    Option(
        "firepower_faces",
        "NT-20",
        ("0", "0a", "1", "1a", "2", "2a", "3", "3a", "4", "4a", "5", "5a"),
        kind="list",
        low=1,
        high=20,
        words=("1a", "1", "1", "2", "2", "3"),
    ),
    fall_damage("NTX-02"),
    near_ledge("NTX-03"),
)
