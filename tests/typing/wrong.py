"""Every marked line must be a fault to the type checker; a test reads which ones it names."""

from vttbridge.geometry.vec import Place
from vttbridge.rules.dice import TWO_D6
from vttbridge.rules.draft import Draft
from vttbridge.rules.kinds import CountOf, PointOf
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.ruleset import Outcome
from vttbridge.rules.script import GM, choose, roll


def wrong(draft: Draft) -> Outcome:
    """Use answers and faces as what they are not."""
    face: int = yield from roll(TWO_D6, "pair")  # wrong
    many: str = yield from choose(GM, "many", CountOf(0, 3), 1)  # wrong
    yield from choose(GM, "many", CountOf(0, 3), "1")  # wrong
    yield from choose(GM, "where", PointOf(), (1, 2))  # wrong
    draft.move("T", Place(1, 2), "push")  # wrong
    refusal = Refusal("X")
    refusal.code = "Y"  # wrong
    return (face, many)  # wrong
