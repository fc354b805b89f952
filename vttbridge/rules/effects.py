"""The lines of a plan. Each has a stable key (kind, piece, cause, occurrence), its rules and its parts."""

from typing import Literal

import msgspec

from vttbridge.geometry.scene import Cut
from vttbridge.geometry.vec import Place
from vttbridge.rules.values import Facts, Value


class Part(msgspec.Struct, frozen=True):
    """One term of a number: what it is called, how much it adds, and the rule behind it."""

    code: str
    amount: float
    rule: str = ""


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """What every effect carries. `rests_on` names the effects without which it would not happen."""

    key: str
    rules: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    rests_on: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()


class Move(Line, frozen=True, kw_only=True, tag="move"):
    """A piece moves along a path (without its start) to `to`; `asked` is how far it might have gone."""

    piece: str
    path: tuple[Place, ...]
    to: Place
    cause: str
    forced: bool = True
    asked: float = 0.0
    travelled: float = 0.0


class Put(Line, frozen=True, kw_only=True, tag="place"):
    """A piece is set somewhere without passing what lies between."""

    piece: str
    to: Place
    cause: str


class Fall(Line, frozen=True, kw_only=True, tag="fall"):
    """A piece falls so many units and lands."""

    piece: str
    to: Place
    height: float
    cause: str


class Damage(Line, frozen=True, kw_only=True, tag="damage"):
    """Damage is dealt: `dealt` before and `amount` after what reduces it.

    `number` names the piece's number that it lowers, not under `floor`, and `after` its new value, where our
    copy is known.
    """

    piece: str
    amount: int
    dealt: int
    cause: str
    kind: str = ""
    attack: bool = False
    source: str = ""
    number: str = ""
    floor: float | None = None
    after: float | None = None


class Hit(Line, frozen=True, kw_only=True, tag="hit"):
    """A hit that people resolve: strength, armour piercing and damage, or the word `weapon`."""

    piece: str
    strength: int | Literal["weapon"]
    ap: int | Literal["weapon"]
    damage: int | Literal["weapon"]
    cause: str
    source: str = ""
    count: int = 1


class Status(Line, frozen=True, kw_only=True, tag="status"):
    """A status begins or ends."""

    piece: str
    status: str
    on: bool = True
    cause: str = ""


class SetNumber(Line, frozen=True, kw_only=True, tag="number"):
    """One of a piece's numbers gets a new value."""

    piece: str
    number: str
    value: float | str
    cause: str = ""


class Retag(Line, frozen=True, kw_only=True, tag="tags"):
    """A piece shows other abilities from now on (a dial that was clicked)."""

    piece: str
    tags: tuple[str, ...]
    cause: str = ""


class Gone(Line, frozen=True, kw_only=True, tag="gone"):
    """A piece leaves the board."""

    piece: str
    cause: str


class Broken(Line, frozen=True, kw_only=True, tag="wall_broken"):
    """One square of a wall or of filled ground breaks; the rest stands."""

    cut: Cut
    material: str
    cause: str
    piece: str = ""


class Note(Line, frozen=True, kw_only=True, tag="note"):
    """Something that people should know or do; nothing on the board changes."""

    code: str
    facts: Facts = ()
    piece: str = ""


Effect = Move | Put | Fall | Damage | Hit | Status | SetNumber | Retag | Gone | Broken | Note


class NamedFact(msgspec.Struct, frozen=True):
    """A fact that a script states by name."""

    name: str
    value: Value


class Plan(msgspec.Struct, frozen=True):
    """The complete outcome of a script, nothing applied yet; `rules` are the ids met, in order."""

    ruleset: str
    action: str
    effects: tuple[Effect, ...] = ()
    facts: tuple[NamedFact, ...] = ()
    rules: tuple[str, ...] = ()

    def fact(self, name: str) -> Value:
        """Return a named fact, `None` where the script did not state it."""
        return next((fact.value for fact in self.facts if fact.name == name), None)


def is_positional(effect: Effect) -> bool:
    """Return whether an effect changes where a piece is."""
    return isinstance(effect, Move | Put | Fall | Gone)


def lowered(number: float, amount: float, floor: float | None) -> float:
    """Return a number less an amount, but not under a floor."""
    return number - amount if floor is None else max(floor, number - amount)
