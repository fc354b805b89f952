import math
from collections.abc import Callable
from typing import TypeVar

import pytest

from vttbridge.geometry.vec import Place
from vttbridge.rules.kinds import (
    MAX_ORDERS,
    CountOf,
    DirectionOf,
    Kind,
    OneOf,
    OrderOf,
    PathOf,
    PiecesOf,
    PointOf,
    YesNo,
)
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.values import Value

EAST = Place(1.0, 0.0)
A = TypeVar("A")


def _there_and_back(kind: Kind[A]) -> Callable[[], bool]:
    def goes() -> bool:
        samples = kind.samples()
        return bool(samples) and [kind.read(kind.write(sample)) for sample in samples] == list(samples)

    return goes


@pytest.mark.parametrize(
    "goes",
    [
        _there_and_back(YesNo()),
        _there_and_back(CountOf(2, 5)),
        _there_and_back(OneOf(("left", "right"))),
        _there_and_back(OrderOf(("a", "b", "c"))),
        _there_and_back(PiecesOf(("a", "b", "c"), 1, 2)),
        _there_and_back(PiecesOf(("a", "b"), 0, 3, repeat=True)),
        _there_and_back(DirectionOf()),
        _there_and_back(DirectionOf((EAST, Place(0.0, 1.0)))),
        _there_and_back(PointOf((Place(1.0, 2.0), Place(1.5, 2.0, 3.0)))),
        _there_and_back(PathOf(3, ((), (Place(1.0, 1.0),)))),
    ],
)
def test_samples_read_as_they_are_written(goes: Callable[[], bool]) -> None:
    """Every sample, written as a plain value, reads back as itself."""
    assert goes()


AnyKind = YesNo | CountOf | OneOf | OrderOf | PiecesOf | DirectionOf | PointOf | PathOf


@pytest.mark.parametrize(
    ("kind", "value", "code"),
    [
        (YesNo(), 1, "WRONG_KIND_OF_ANSWER"),
        (CountOf(0, 3), True, "WRONG_KIND_OF_ANSWER"),
        (CountOf(0, 3), 1.0, "WRONG_KIND_OF_ANSWER"),
        (CountOf(0, 3), -1, "OUT_OF_RANGE"),
        (CountOf(0, 3), 4, "OUT_OF_RANGE"),
        (OneOf(("a",)), 1, "WRONG_KIND_OF_ANSWER"),
        (OneOf(("a",)), "b", "NOT_A_CHOICE"),
        (OrderOf(("a", "b")), "ab", "WRONG_KIND_OF_ANSWER"),
        (OrderOf(("a", "b")), ("a", "a"), "NOT_EACH_ONCE"),
        (OrderOf(("a", "b")), ("a",), "NOT_EACH_ONCE"),
        (PiecesOf(("a", "b"), 1, 1), "a", "WRONG_KIND_OF_ANSWER"),
        (PiecesOf(("a", "b"), 1, 1), (1,), "WRONG_KIND_OF_ANSWER"),
        (PiecesOf(("a", "b"), 1, 1), ("c",), "NOT_A_CANDIDATE"),
        (PiecesOf(("a", "b"), 1, 1), (), "OUT_OF_RANGE"),
        (PiecesOf(("a", "b"), 1, 2), ("a", "a"), "TWICE_THE_SAME"),
        (DirectionOf(), (0, 0), "NO_DIRECTION"),
        (DirectionOf(), (1,), "WRONG_KIND_OF_ANSWER"),
        (DirectionOf((EAST,)), (0, 1), "NOT_A_CHOICE"),
        (PointOf(), (1, True), "WRONG_KIND_OF_ANSWER"),
        (PointOf(), (1, math.nan), "WRONG_KIND_OF_ANSWER"),
        (PointOf(), (math.inf, 1), "WRONG_KIND_OF_ANSWER"),
        (PathOf(1), ((1, 1), (2, 2)), "OUT_OF_RANGE"),
        (PathOf(), ((1, 1), "x"), "WRONG_KIND_OF_ANSWER"),
        (PathOf(), 3, "WRONG_KIND_OF_ANSWER"),
    ],
)
def test_wrong_answers_are_refused(kind: AnyKind, value: Value, code: str) -> None:
    """What is no answer of the kind is refused with its code, never raised."""
    refused = kind.read(value)
    assert isinstance(refused, Refusal)
    assert refused.code == code


def test_numbers_of_both_kinds_make_places() -> None:
    """Whole and broken numbers, lists and tuples, with or without height."""
    assert PointOf().read([1, 2.5]) == Place(1.0, 2.5, 0.0)
    assert PathOf().read(((1, 2, 3),)) == (Place(1.0, 2.0, 3.0),)


def test_same_piece_again_where_it_is_allowed() -> None:
    """With repeat one piece may be named more than once."""
    assert PiecesOf(("a", "b"), 1, 3, repeat=True).read(("a", "a", "b")) == ("a", "a", "b")


def test_finite_samples_are_complete() -> None:
    """All orders and all selections are listed, up to the limit."""
    assert len(OrderOf(("a", "b", "c")).samples()) == 6
    assert len(OrderOf(tuple("abcdefgh")).samples()) == MAX_ORDERS
    assert PiecesOf(("a", "b", "c"), 1, 2).samples() == (
        ("a",),
        ("b",),
        ("c",),
        ("a", "b"),
        ("a", "c"),
        ("b", "c"),
    )


def test_free_direction_samples_the_eight_main_ones() -> None:
    """A direction without choices is sampled at eight, none of them zero."""
    samples = DirectionOf().samples()
    assert len(set(samples)) == 8
    assert Place(0.0, 0.0) not in samples
