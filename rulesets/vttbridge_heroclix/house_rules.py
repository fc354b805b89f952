"""The options of the book: what a table may decide otherwise, each with the rule that it touches."""

from vttbridge.rules.options import Option

TIE = Option("hc_tie", "HC-10", ("prompt_mover", "owner", "id_order"))
OCCUPIED = Option("hc_occupied", "HCX-01", ("stop_no_damage", "stop_1_damage", "stop_1_both"))
REFLEXES = Option("hc_reflexes", "HC-25", ("two_checks", "damage_only"))
RIM_BLOCKED = Option("hc_rim_blocked", "HCX-02", ("stay_no_damage", "stay_1_damage"))
CORNER = Option("hc_corner", "HCX-11", ("both", "any"))
STAIRS_RIM = Option("hc_stairs_rim", "HC-19", ("fall", "continue"))
DISTANCE = Option("hc_distance", "HC-04", ("damage_taken", "fixed_3"))
MULTIBASE_ORIGIN = Option("hc_multibase_origin", "AMB-HC-6", ("chosen_square", "nearest"))
FLIGHT_RIM = Option("hc_flight_rim", "HCX-03", ("no_damage", "damage"))
FIRST_ROUND = Option("hc_first_round", "HCX-17", ("off", "on"))

OPTIONS = (
    TIE,
    OCCUPIED,
    REFLEXES,
    RIM_BLOCKED,
    CORNER,
    STAIRS_RIM,
    DISTANCE,
    MULTIBASE_ORIGIN,
    FLIGHT_RIM,
    FIRST_ROUND,
)
