"""What `roll` and `choose` give is typed by the die and the kind, without a cast: read by the type checkers.

Each `assert_type` fails the type check where the type is another.
"""

from typing import assert_type

from vttbridge.geometry.vec import Place, Vec
from vttbridge.rules.dice import D6, SCATTER, TWO_D6
from vttbridge.rules.draft import Draft
from vttbridge.rules.kinds import CountOf, DirectionOf, OneOf, OrderOf, PathOf, PiecesOf, PointOf, YesNo
from vttbridge.rules.ruleset import Outcome
from vttbridge.rules.script import GM, choose, roll


def asking(_draft: Draft) -> Outcome:
    """Ask everything that can be asked."""
    assert_type((yield from roll(D6, "face")), int)
    assert_type((yield from roll(TWO_D6, "pair")), tuple[int, int])
    assert_type((yield from roll(SCATTER, "arrow")), Vec | None)
    assert_type((yield from choose(GM, "sure", YesNo(), True)), bool)
    assert_type((yield from choose(GM, "many", CountOf(0, 3), 1)), int)
    assert_type((yield from choose(GM, "which", OneOf(("a", "b")), "a")), str)
    assert_type((yield from choose(GM, "order", OrderOf(("a", "b")), ("a", "b"))), tuple[str, ...])
    assert_type((yield from choose(GM, "whom", PiecesOf(("A",)), ("A",))), tuple[str, ...])
    assert_type((yield from choose(GM, "way", DirectionOf(), Place(1, 0))), Place)
    assert_type((yield from choose(GM, "where", PointOf(), Place(1, 0))), Place)
    assert_type((yield from choose(GM, "along", PathOf(), ())), tuple[Place, ...])
    return None
