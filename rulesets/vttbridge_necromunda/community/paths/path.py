"""A declared path measured inch by inch: what it costs, what it risks, where it first breaks a rule."""

from typing import Literal, NamedTuple

import msgspec

from vttbridge.geometry.vec import Place
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge_necromunda.community.paths.tolls import Bill, Toll

RiskKind = Literal["leap", "leap_difficult", "scramble", "jump_down", "rocket", "dangerous"]


class Waypoint(NamedTuple):
    """A point of a path; without a height the path follows the ground."""

    x: float
    y: float
    z: float | None = None


class Risk(NamedTuple):
    """Something that may go wrong on the way: at which inch, where one is then, where one would fall."""

    inch: float
    kind: RiskKind
    at: Place
    fails_at: Place
    area: str = ""
    modifier: int = 0
    height: float = 0.0
    end: float = 0.0


class Way(msgspec.Struct, frozen=True):
    """A path that may be walked."""

    places: tuple[Place, ...]
    marks: tuple[float, ...]
    inches: float
    bill: Bill
    risks: tuple[Risk, ...]
    rules: tuple[str, ...]


class Breach(msgspec.Struct, frozen=True):
    """Where a path first breaks a rule, and the last legal point before that (AMB-NM-25)."""

    inch: float
    code: str
    rule: str
    what: str
    last_valid: Place

    @property
    def refusal(self) -> Refusal:
        """Return it as a refusal: the inch, what was met and the last legal point."""
        return refuse(
            self.code, self.rule, inch=round(self.inch, 3), what=self.what, last_valid=tuple(self.last_valid)
        )


class Fault(NamedTuple):
    """A broken rule at an inch of the path."""

    inch: float
    code: str
    rule: str
    what: str = ""


class Tally(NamedTuple):
    """A toll with the inches of the path that it is for, and how much higher one stands after it."""

    start: float
    toll: Toll
    rise: float = 0.0

    @property
    def end(self) -> float:
        """The inch at which it is paid in full."""
        return self.start + self.toll.inches


def waypoints(given: tuple[tuple[float, ...], ...]) -> tuple[Waypoint, ...]:
    """Read the places of a path."""
    return tuple(Waypoint(*point) for point in given)
