"""The kinds of question: each carries its answer's type, reads an answer at run time and lists samples.

Kinds: `one_of`, `count`, `order`, `pieces`, `direction`, `point`, `path`, `yes_no` (rolls are in `script`).
"""

from itertools import combinations, combinations_with_replacement, islice, permutations
from typing import Protocol, TypeVar

import msgspec

from vttbridge.geometry.vec import Place
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.values import Value, freeze, is_number

A = TypeVar("A")

MAX_ORDERS = 720
"""At most this many orders or selections are listed as samples."""


class Kind(Protocol[A]):
    """What a question of one kind must be able to do."""

    @property
    def word(self) -> str:
        """The kind's name on the wire."""
        ...

    def read(self, value: Value) -> A | Refusal:
        """Return the typed answer, or why it is none."""
        ...

    def write(self, answer: A) -> Value:
        """Return a typed answer as a plain value."""
        ...

    def data(self) -> dict[str, Value]:
        """Return what a client needs to ask it: limits, choices, what is allowed next."""
        ...

    def samples(self) -> tuple[A, ...]:
        """List all answers of a finite kind, or the fixed documented sample of an infinite one."""
        ...


def _wrong(word: str, value: Value) -> Refusal:
    return refuse("WRONG_KIND_OF_ANSWER", kind=word, given=value)


class YesNo(msgspec.Struct, frozen=True):
    """Yes or no."""

    word = "yes_no"

    def read(self, value: Value) -> bool | Refusal:
        """Take a truth value."""
        return value if isinstance(value, bool) else _wrong(self.word, value)

    def write(self, answer: bool) -> Value:
        """Return the truth value."""
        return answer

    def data(self) -> dict[str, Value]:
        """Nothing more to know."""
        return {}

    def samples(self) -> tuple[bool, ...]:
        """Both."""
        return (True, False)


class CountOf(msgspec.Struct, frozen=True):
    """A whole number between two limits, both allowed."""

    low: int
    high: int

    word = "count"

    def read(self, value: Value) -> int | Refusal:
        """Take a whole number within the limits."""
        if isinstance(value, bool) or not isinstance(value, int):
            return _wrong(self.word, value)
        if self.low <= value <= self.high:
            return value
        return refuse("OUT_OF_RANGE", low=self.low, high=self.high, given=value)

    def write(self, answer: int) -> Value:
        """Return the number."""
        return answer

    def data(self) -> dict[str, Value]:
        """The limits."""
        return {"low": self.low, "high": self.high}

    def samples(self) -> tuple[int, ...]:
        """Every number."""
        return tuple(range(self.low, self.high + 1))


class OneOf(msgspec.Struct, frozen=True):
    """One of some named choices."""

    choices: tuple[str, ...]

    word = "one_of"

    def read(self, value: Value) -> str | Refusal:
        """Take one of the names."""
        if not isinstance(value, str):
            return _wrong(self.word, value)
        return value if value in self.choices else refuse("NOT_A_CHOICE", given=value, choices=self.choices)

    def write(self, answer: str) -> Value:
        """Return the name."""
        return answer

    def data(self) -> dict[str, Value]:
        """The choices in their order."""
        return {"choices": self.choices}

    def samples(self) -> tuple[str, ...]:
        """Every choice."""
        return self.choices


def _names(value: Value) -> tuple[str, ...] | None:
    frozen = freeze(value)
    if isinstance(frozen, tuple) and all(isinstance(part, str) for part in frozen):
        return tuple(str(part) for part in frozen)
    return None


class OrderOf(msgspec.Struct, frozen=True):
    """All of some things in an order."""

    things: tuple[str, ...]

    word = "order"

    def read(self, value: Value) -> tuple[str, ...] | Refusal:
        """Take each thing exactly once."""
        names = _names(value)
        if names is None:
            return _wrong(self.word, value)
        if sorted(names) != sorted(self.things):
            return refuse("NOT_EACH_ONCE", given=names, things=self.things)
        return names

    def write(self, answer: tuple[str, ...]) -> Value:
        """Return the names in order."""
        return answer

    def data(self) -> dict[str, Value]:
        """The things in their default order."""
        return {"things": self.things}

    def samples(self) -> tuple[tuple[str, ...], ...]:
        """Every order, up to a fixed number."""
        listed: list[tuple[str, ...]] = []
        for order in permutations(self.things):
            if len(listed) == MAX_ORDERS:
                break
            listed.append(order)
        return tuple(listed)


class PiecesOf(msgspec.Struct, frozen=True):
    """Some of the candidate pieces, each at most once (or again and again where `repeat`)."""

    candidates: tuple[str, ...]
    low: int = 1
    high: int = 1
    repeat: bool = False

    word = "pieces"

    def read(self, value: Value) -> tuple[str, ...] | Refusal:
        """Take a list of candidates of an allowed length."""
        names = _names(value)
        if names is None:
            return _wrong(self.word, value)
        for name in names:
            if name not in self.candidates:
                return refuse("NOT_A_CANDIDATE", piece=name, candidates=self.candidates)
        if not self.low <= len(names) <= self.high:
            return refuse("OUT_OF_RANGE", low=self.low, high=self.high, given=len(names))
        if not self.repeat and len(set(names)) != len(names):
            return refuse("TWICE_THE_SAME", given=names)
        return names

    def write(self, answer: tuple[str, ...]) -> Value:
        """Return the ids."""
        return answer

    def data(self) -> dict[str, Value]:
        """The candidates and how many."""
        return {"candidates": self.candidates, "low": self.low, "high": self.high, "repeat": self.repeat}

    def samples(self) -> tuple[tuple[str, ...], ...]:
        """Every selection in the candidates' order, up to a fixed number."""
        listed: list[tuple[str, ...]] = []
        for size in range(self.low, self.high + 1):
            selections = combinations_with_replacement if self.repeat else combinations
            listed.extend(islice(selections(self.candidates, size), MAX_ORDERS))
        return tuple(dict.fromkeys(listed))[:MAX_ORDERS]


def _numbers(value: Value) -> tuple[float, ...] | None:
    frozen = freeze(value)
    if isinstance(frozen, tuple) and len(frozen) in {2, 3} and all(is_number(part) for part in frozen):
        return tuple(float(str(part)) for part in frozen)
    return None


def _place(value: Value) -> Place | None:
    numbers = _numbers(value)
    return None if numbers is None else Place(*numbers)


class DirectionOf(msgspec.Struct, frozen=True):
    """A direction: one of those listed, or any that is not zero where none is listed."""

    choices: tuple[Place, ...] = ()

    word = "direction"

    def read(self, value: Value) -> Place | Refusal:
        """Take two or three numbers."""
        way = _place(value)
        if way is None:
            return _wrong(self.word, value)
        if way == Place(0.0, 0.0, 0.0):
            return refuse("NO_DIRECTION")
        if self.choices and way not in self.choices:
            return refuse("NOT_A_CHOICE", given=tuple(way))
        return way

    def write(self, answer: Place) -> Value:
        """Return the numbers."""
        return tuple(answer)

    def data(self) -> dict[str, Value]:
        """The choices, if it is one of some."""
        return {"choices": tuple(tuple(choice) for choice in self.choices)}

    def samples(self) -> tuple[Place, ...]:
        """Every choice, or the eight main directions."""
        if self.choices:
            return self.choices
        steps = (-1.0, 0.0, 1.0)
        return tuple(Place(x, y) for y in steps for x in steps if (x, y) != (0.0, 0.0))


class PointOf(msgspec.Struct, frozen=True):
    """A place on the board. `region` is what a client may draw as allowed; `offered` are good samples."""

    offered: tuple[Place, ...] = ()
    region: Value = None

    word = "point"

    def read(self, value: Value) -> Place | Refusal:
        """Take two or three numbers; whether the place is legal is the question's own check."""
        place = _place(value)
        return _wrong(self.word, value) if place is None else place

    def write(self, answer: Place) -> Value:
        """Return the numbers."""
        return tuple(answer)

    def data(self) -> dict[str, Value]:
        """What may be offered and drawn."""
        return {"offered": tuple(tuple(place) for place in self.offered), "region": self.region}

    def samples(self) -> tuple[Place, ...]:
        """The offered places."""
        return self.offered


class PathOf(msgspec.Struct, frozen=True):
    """The places of a way in order, without the start; an empty path is standing still."""

    most: int = 200
    offered: tuple[tuple[Place, ...], ...] = ()
    region: Value = None

    word = "path"

    def read(self, value: Value) -> tuple[Place, ...] | Refusal:
        """Take a list of places; whether the way is legal is the question's own check."""
        frozen = freeze(value)
        if not isinstance(frozen, tuple):
            return _wrong(self.word, value)
        if len(frozen) > self.most:
            return refuse("OUT_OF_RANGE", low=0, high=self.most, given=len(frozen))
        places = tuple(_place(part) for part in frozen)
        kept = tuple(place for place in places if place is not None)
        return kept if len(kept) == len(places) else _wrong(self.word, value)

    def write(self, answer: tuple[Place, ...]) -> Value:
        """Return the places as numbers."""
        return tuple(tuple(place) for place in answer)

    def data(self) -> dict[str, Value]:
        """How long it may be, what is offered, what may be drawn."""
        offered = tuple(tuple(tuple(place) for place in path) for path in self.offered)
        return {"most": self.most, "offered": offered, "region": self.region}

    def samples(self) -> tuple[tuple[Place, ...], ...]:
        """The offered paths."""
        return self.offered
