"""The wording of abilities: real phrases, made-up ones, and those that need a person."""

import csv

import pytest

from support.shared_material import shared_path
from vttbridge_draw_steel.ability_text import CHARACTERISTICS, NeedsPerson, Wording, fields_of, parse

RANGE_FOR_DISTANCE = "the number is the range in which the creature stands; the distance follows later"
CUT_SHORT = "the cell was cut before the distance ended, and `up to` stands in the phrase itself"
WRONG_TRUTHS = {
    "slide one creature within 10 squares": RANGE_FOR_DISTANCE,
    "pushing each creature within 3 squares": RANGE_FOR_DISTANCE,
    "slide that creature up to a number of squares equal to your Reaso": CUT_SHORT,
}


def _only(text: str) -> Wording:
    (found,) = parse(text)
    assert isinstance(found, Wording), found
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("push 3", Wording("push", 3)),
        ("Pull 2", Wording("pull", 2, direction="source")),
        ("vertical slide 5", Wording("slide", 5, vertical=True, direction="any")),
        ("M < 2 push 4, prone", Wording("push", 4)),
        ("Slide 4 + R", Wording("slide", 4, "R", direction="any")),
        ("The target is pushed up to 3 squares.", Wording("push", 3, up_to=True)),
        ("You push the target 1 square", Wording("push", 1)),
        ("pushes one enemy two squares", Wording("push", 2)),
        ("vertically pull each target up to 6 squares", Wording("pull", 6, "", True, True, False, "source")),
        (
            "slide one ally up to a number of squares equal to your Intuition score",
            Wording("slide", 0, "I", up_to=True, direction="any"),
        ),
        ("push 3, ignoring stability", Wording("push", 3, ignores_stability=True)),
        ("pull 4 toward the center of the area", Wording("pull", 4, direction="centre")),
        ("pulled 3 squares toward the nearest enemy", Wording("pull", 3, direction="nearest")),
        ("push 2 in the direction the target was moving", Wording("push", 2, direction="same_line")),
        ("pulled up to 3 squares toward the dragon", Wording("pull", 3, up_to=True, direction="source")),
        ("Толкнуть вертикально 5", Wording("push", 5, vertical=True)),
        ("Сдвинуть 2", Wording("slide", 2, direction="any")),
    ],
)
def test_wordings_are_read(text: str, expected: Wording) -> None:
    """A wording gives its kind, distance and all that it says about the movement."""
    assert _only(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "push (see effect)",
        "pulled adjacent to them this way",
        "pull up to two creatures grabbed this way adjacent",
        "pulled this way who has M < 2 is restrained",
        "pushed into an obstacle is knocked prone",
        "forced movement is reduced to 2 squares, the target can push",
        "force moved, they are pulled 2 squares in the chosen direction",
        "shift up to 3 squares",
    ],
)
def test_other_text_asks_for_nothing(text: str) -> None:
    """A verb without a distance, or text about forced movement, is no action."""
    assert parse(text) == ()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("push each willing ally the same distance", "same_distance"),
        ("push the target a number of squares equal to twice your Might score", "computed_distance"),
        ("push the target a number of squares equal to the damage dealt", "computed_distance"),
        ("slide one creature within 10 squares", "range_without_distance"),
    ],
)
def test_what_cannot_be_known_needs_a_person(text: str, reason: str) -> None:
    """No distance is guessed."""
    (found,) = parse(text)
    assert isinstance(found, NeedsPerson)
    assert found.reason == reason


def test_a_text_may_ask_for_several_movements() -> None:
    """Each movement of a tier is read, in order."""
    found = parse("5 + M damage; push 2, and each ally within 3 squares slides 1 square")
    assert found == (Wording("push", 2), Wording("slide", 1, direction="any"))


def test_a_wording_becomes_the_fields_of_an_action() -> None:
    """Scores and keywords of the mover fill in what the text leaves to them."""
    fields = fields_of(
        _only("vertical push 2 + M"), "M", ("T",), scores={"M": 3}, keywords=("Melee", "Weapon")
    )
    assert fields == {
        "source": "M",
        "targets": ("T",),
        "distance": 5,
        "vertical": True,
        "ignores_stability": False,
        "melee_weapon": True,
    }
    unknown = fields_of(_only("push 2 + M"), "M", ("T",))
    assert isinstance(unknown, NeedsPerson)


@pytest.mark.shared
def test_published_phrases_are_read() -> None:
    """Of the published phrases at least 99 % are read right and none wrong; the rest need a person."""
    right, waiting, wrong = 0, 0, list[str]()
    rows = [row for row in _rows() if row["cls"] == "applies"]
    for row in rows:
        match parse(f"{row['phrase']} {row['modifiers'].replace(';', ',')}"):
            case (Wording() as wording,) if row["phrase"] not in WRONG_TRUTHS:
                right += _is_right(wording, row)
                wrong += [] if _is_right(wording, row) else [row["phrase"]]
            case (NeedsPerson(),):
                waiting += 1
            case _:
                waiting += row["phrase"] in WRONG_TRUTHS
    assert wrong == []
    assert right >= 0.99 * len(rows)
    assert waiting <= 0.01 * len(rows)


@pytest.mark.shared
def test_other_published_phrases_ask_for_nothing() -> None:
    """Rows that only mention forced movement yield no action."""
    for row in _rows():
        if row["cls"] != "applies":
            assert parse(row["phrase"]) == (), row["phrase"]


def _rows() -> list[dict[str, str]]:
    text = shared_path("abilities", "draw-steel-forced-movement.tsv").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def _is_right(wording: Wording, row: dict[str, str]) -> bool:
    words = (wording.kind, wording.distance, wording.up_to, wording.ignores_stability, wording.direction)
    truth = (row["kind"], _distance(row), row["upto"] == "y", "ignor" in row["modifiers"], _direction(row))
    return words == truth and row["vertical"] in {"maybe", "y" if wording.vertical else "n"}


def _distance(row: dict[str, str]) -> str:
    for name in CHARACTERISTICS:
        if row["distance"].startswith(f"a number of squares equal to your {name}"):
            return name[0]
    return row["distance"]


def _direction(row: dict[str, str]) -> str:
    said = row["modifiers"]
    for words, direction in (
        ("toward the center", "centre"),
        ("toward the area", "centre"),
        ("nearest", "nearest"),
        ("in the direction", "same_line"),
        ("toward", "source"),
    ):
        if words in said:
            return direction
    return {"push": "away", "pull": "source"}.get(row["kind"], "any")
