"""The house rules of Draw Steel, each with the rule that it touches; the first value is the default."""

from vttbridge.rules.options import Option

OPTIONS = (
    Option("ds_line", "DS-02", ("no_bend_back", "constant_step", "ray")),
    Option("ds_stability", "DS-37", ("prompt_full", "all_or_nothing", "always_full")),
    Option("ds_hurl_entry", "DS-30", ("separate", "included")),
    Option("ds_hurl_multi", "DS-31", ("max_once", "sum")),
    Option("ds_break", "DS-30", ("auto", "prompt")),
    Option("ds_small_object", "DS-25", ("pass", "stop_no_damage", "as_equal")),
    Option("ds_down_distance", "DS-26", ("moved", "full")),
    Option("ds_fall_threshold", "DSX-01", ("effective", "actual")),
    Option("ds_straight_up", "DS-13", ("on", "off")),
    Option("ds_level_distance", "DS-03", ("horizontal", "3d")),
    Option("ds_willing", "DS-40", ("triggers", "not_triggered")),
    Option("ds_corner", "DSX-07", ("illegal", "slam", "free")),
    Option("ds_mixed", "AMB-DS-13", ("object_once", "both")),
    Option("ds_dead_moves", "DS-23", ("same_effect_only", "always", "never")),
    Option("ds_track_objects", "DS-27", ("off", "on")),
    Option("ds_object_squares", "DS-28", ("volume", "footprint")),
    Option("ds_fall_per_round", "DSX-05", ("off", "100")),
)
