"""Effects read as sentences in a rule book's own words."""

import pytest

from drawing.boards import BOARD, FOE
from vttbridge.drawing.telling import Teller
from vttbridge.geometry.spec import Cut
from vttbridge.geometry.vec import Cell, Place
from vttbridge.rules.draft import Draft
from vttbridge.rules.language import Language

LANGUAGE = Language(
    "en",
    {
        "move.push": "{piece} is pushed",
        "damage.slam": "{piece} takes {amount} from the wall",
        "damage.attack": "the attack",
        "status.prone": "Prone",
        "note.LOOK": "{piece} looks at {what}",
    },
)


def _told(draft: Draft) -> tuple[str, ...]:
    return Teller(LANGUAGE).outcome(BOARD, draft.effects)


def _draft() -> Draft:
    return Draft(BOARD, "test", "push")


def test_a_move_says_who_how_far_and_where_to() -> None:
    """One square is told in the singular, and height only where there is some."""
    draft = _draft()
    draft.move(FOE.id, (Place(6, 3),), "push")
    draft.move(FOE.id, (Place(7, 3, 2), Place(8, 3, 2)), "push")
    assert _told(draft) == ("Grib is pushed 1 square to (6, 3)", "Grib is pushed 2 squares to (8, 3, +2)")


def test_a_phrase_stands_behind_the_name_and_a_sentence_for_itself() -> None:
    """Both ways of writing a rule book's words give whole sentences."""
    draft = _draft()
    draft.damage(FOE.id, 3, "slam")
    draft.damage(FOE.id, 1, "attack", dealt=3)
    assert _told(draft) == (
        "Grib takes 3 from the wall",
        "Grib takes 1 damage: the attack (3 before what protects it)",
    )


def test_statuses_breaks_notes_and_falls_are_told() -> None:
    """Each kind of line has its sentence."""
    draft = _draft()
    draft.status(FOE.id, "prone")
    draft.status(FOE.id, "prone", on=False)
    draft.broken(Cut("area", "rock", Cell(2, 2)), "stone", "push")
    draft.note("LOOK", FOE.id, what="the door")
    draft.fall(FOE.id, Place(6, 4, -3), 3)
    assert _told(draft) == (
        "Grib is prone",
        "Grib is no longer prone",
        "One square of stone breaks",
        "Grib looks at the door",
        "Grib: fall, 3 squares down",
    )


@pytest.mark.parametrize(("count", "says"), [(1, "S4, AP-1, damage 1"), (2, "2 times S4, AP-1, damage 1")])
def test_a_hit_is_told_with_its_numbers(count: int, says: str) -> None:
    """Strength, piercing and damage, and how often."""
    draft = _draft()
    draft.hit(FOE.id, 4, -1, 1, "wall", count=count)
    assert _told(draft) == (f"Grib: wall: {says}",)


def test_inches_are_told_as_inches() -> None:
    """Half an inch is not a square."""
    assert Teller(LANGUAGE, "inch").length(0.5) == "0.5 inches"
    assert Teller(LANGUAGE, "inch").length(1) == "1 inch"
