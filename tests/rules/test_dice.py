from collections import Counter
from fractions import Fraction

import pytest

from support.scale import scaled
from vttbridge.geometry.vec import Vec
from vttbridge.rules.dice import D3, D6, D10, SCATTER, TWO_D6, TWO_D10, Die
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.values import Value

AnyDie = Die[int] | Die[tuple[int, int]] | Die[Vec | None]

DICE: tuple[AnyDie, ...] = (D3, D6, D10, TWO_D6, TWO_D10, SCATTER)


@pytest.mark.parametrize("die", DICE, ids=lambda die: die.name)
def test_every_outcome_is_a_face(die: AnyDie) -> None:
    """What a die lists it also reads, and no weight is nothing."""
    assert all(not isinstance(die.read(face), Refusal) and weight > 0 for face, weight in die.outcomes)


@pytest.mark.parametrize(
    ("die", "value"),
    [
        (D6, 0),
        (D6, 7),
        (D6, True),
        (D6, 3.0),
        (D6, "3"),
        (TWO_D6, (1, 7)),
        (TWO_D6, (1,)),
        (TWO_D6, 4),
        (TWO_D6, (True, True)),
        (SCATTER, (0, 0)),
        (SCATTER, (float("nan"), 1)),
        (SCATTER, (float("inf"), 1)),
        (SCATTER, "miss"),
        (SCATTER, (1, 2, 3)),
    ],
)
def test_other_faces_are_refused(die: AnyDie, value: Value) -> None:
    """A face that the die does not have is refused, and the refusal names the die."""
    refused = die.read(value)
    assert isinstance(refused, Refusal)
    assert refused.code == "NOT_A_FACE"
    assert dict(refused.facts)["die"] == die.name


def test_scatter_reads_a_hit_or_a_unit_arrow() -> None:
    """The Hit symbol is no arrow; an arrow is read with length 1."""
    assert SCATTER.read("hit") is None
    assert SCATTER.read([3, 4]) == Vec(0.6, 0.8)


def test_draw_follows_the_stream() -> None:
    """The caller's numbers alone decide the face."""
    picks = iter(range(6))
    assert [D6.draw(lambda _: next(picks)) for _ in range(6)] == [1, 2, 3, 4, 5, 6]
    assert TWO_D6.draw(lambda sides: sides - 1) == (6, 6)
    assert SCATTER.draw(lambda _: 0) == "hit"


def test_stream_out_of_range_is_a_fault() -> None:
    """A stream that breaks its promise is noticed."""
    with pytest.raises(ValueError, match="out of range"):
        D6.draw(lambda sides: sides)


def test_drawn_faces_are_even() -> None:
    """Over every number of the stream each face of two dice comes up equally often."""
    picks = iter(range(scaled(360)))
    faces = Counter(TWO_D6.draw(lambda sides: next(picks) % sides) for _ in range(scaled(360) // 36 * 36))
    assert len(faces) == 36
    assert len(set(faces.values())) == 1


def test_sums_of_two_dice() -> None:
    """The 36 outcomes of 2d6 give the known table of sums."""
    table: Counter[int] = Counter()
    for face, weight in TWO_D6.outcomes:
        read = TWO_D6.read(face)
        assert isinstance(read, tuple)
        table[sum(read)] += weight
    assert [table[number] for number in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert Fraction(table[7], sum(table.values())) == Fraction(1, 6)
