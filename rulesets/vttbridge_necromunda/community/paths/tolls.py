"""What a move costs, inch by inch, and which inches a Jump Booster makes free."""

from typing import Literal, NamedTuple

import msgspec

from vttbridge.geometry.terrain import Area, Dangerous, Difficult, Hindering, Obstacle, Uneven
from vttbridge_necromunda.community.paths.gait import Gait

Kind = Literal[
    "open", "difficult", "obstacle", "scramble", "climb", "ladder", "stairs", "leap", "jump_down", "flight",
    "rocket", "ductway",
]  # fmt: skip

BOOST = 3.0
"""NM-114: so many inches a Jump Booster ignores."""


class Toll(NamedTuple):
    """So many inches of one kind of going at a price for each; `hard` ones a Jump Booster may ignore."""

    kind: Kind
    inches: float
    price: float
    rule: str
    hard: bool = False

    @property
    def cost(self) -> float:
        """What it takes off the distance."""
        return self.inches * self.price


class Bill(msgspec.Struct, frozen=True):
    """The tolls of a path in their order and what they come to."""

    tolls: tuple[Toll, ...]
    spent: float
    saved: float


def toll_on(gait: Gait, areas: tuple[Area, ...], inches: float) -> Toll:
    """NM-42 to NM-44, NM-55, NM-57, NM-69: price level ground by the worst area that it lies in."""
    priced = [_area_toll(gait, area, inches) for area in areas]
    worst = [toll for toll in priced if toll is not None]
    return max(worst, key=lambda toll: toll.price, default=Toll("open", inches, 1.0, "NM-42"))


def _area_toll(gait: Gait, area: Area, inches: float) -> Toll | None:
    match area.meaning:
        case Difficult() | Hindering():
            return _hard("difficult", inches, "NM-69" if gait.difficult_free else "NM-43")
        case Dangerous():
            return _hard("difficult", inches, "NM-69" if gait.difficult_free else "NM-48")
        case Uneven():
            return _hard("scramble", inches, "NM-69" if gait.difficult_free else "NM-24")
        case Obstacle(height=height, width=width):
            return _hard("obstacle", inches, _obstacle_rule(gait, height, width))
        case _:
            return None


def _obstacle_rule(gait: Gait, height: float, width: float) -> str:
    if gait.difficult_free:
        return "NM-69"
    if gait.low_free and height <= 1.0 and width <= 1.0:
        return "NM-57"
    return "NM-55" if gait.obstacles_free else "NM-44"


_FREE = ("NM-55", "NM-57", "NM-69")


def _hard(kind: Kind, inches: float, rule: str) -> Toll:
    return Toll(kind, inches, 1.0 if rule in _FREE else 2.0, rule, hard=True)


def climb_toll(gait: Gait, height: float, *, ladder: bool) -> Toll:
    """NM-09, NM-56: a climbed inch costs two, on a ladder or for a Clamberer one."""
    if ladder:
        return Toll("ladder", height, 1.0, "NM-09", hard=True)
    return Toll(
        "climb", height, 1.0 if gait.climb_free else 2.0, "NM-56" if gait.climb_free else "NM-09", hard=True
    )


def bill(gait: Gait, tolls: tuple[Toll, ...]) -> Bill:
    """NM-114: add up, with the inches that a Jump Booster ignores taken where they save most."""
    full = sum(toll.cost for toll in tolls)
    hard = [toll for toll in tolls if toll.hard and toll.price > 0]
    if not gait.booster or not hard:
        return Bill(tolls, full, 0.0)
    cost = sum(toll.cost for toll in hard)
    saved = min(BOOST, cost) if gait.booster == "cost" else _saved(hard)
    return Bill(tolls, full - saved, saved)


def _saved(hard: list[Toll]) -> float:
    left, saved = BOOST, 0.0
    for toll in sorted(hard, key=lambda toll: -toll.price):
        inches = min(left, toll.inches)
        saved += inches * toll.price
        left -= inches
    return saved
