"""What the book wants to know of a piece, and the tags and statuses that it knows."""

from vttbridge.rules.ruleset import Need

NEEDS = (
    Need(
        "size", "word", default="1M", applies="any", words=("1T", "1S", "1M", "1L", "2", "3", "4", "5", "6")
    ),
    Need("stamina", default=0, applies="any"),
    Need("stamina_max", default=0),
    Need("pool_stamina", default=0),
    Need("stability", default=0),
    Need("stability_penalty", default=0),
    Need("agility", default=0),
    Need("might", default=0),
    Need("fall_reduction", default=0),
    Need("speed", unit="square", default=5),
    Need("material", "word", default="", applies="object"),
    Need("grabbed_by", "word", default=""),
    Need("riding", "word", default=""),
)

TAGS = ("flies", "hover", "hero", "death_effect", "no_forced_damage")

STATUSES = ("prone", "restrained", "grabbed", "dead", "dying", "destroyed", "burrowed")
