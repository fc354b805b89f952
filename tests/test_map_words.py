"""Every doubt and every rule of a map's report has its English."""

import re
from pathlib import Path

from vttbridge.formats.report import Doubt, Dropped
from vttbridge.map_words import doubt_sentence, dropped_sentence
from vttbridge.messages import core_language

SOURCES = [
    path
    for folder in ("vttbridge/formats", "vttbridge/server", "vttbridge/cli", "vttbridge/storage")
    for path in sorted((Path(__file__).resolve().parents[1] / folder).rglob("*.py"))
]
TEXT = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)


def _codes(family: str) -> set[str]:
    """Return the codes of a family that have a sentence."""
    start = f"{family}."
    return {code.removeprefix(start) for code in core_language().sentences if code.startswith(start)}


def test_every_rule_by_which_something_is_left_out_has_a_sentence() -> None:
    """Searched for in the source, so that a new rule cannot be forgotten."""
    used = set(re.findall(r'notes\.drop\("(\w+)"', TEXT))
    assert len(used) > 25
    assert used <= _codes("left")


def test_every_doubt_has_a_sentence() -> None:
    """Those that end in a word of the file are known by their beginning."""
    used = set(re.findall(r'notes\.doubt\(\s*"(\w+)"', TEXT))
    assert len(used) > 20
    assert {code for code in used if not code.startswith(tuple(_codes("doubt_kind")))} <= _codes("doubt")


def test_every_way_of_taking_a_doubt_has_words() -> None:
    """Where the way is a fixed word."""
    used = set(re.findall(r'notes\.doubt\(\s*f?"[\w{}]+",\s*"([a-z_]+)"', TEXT))
    assert len(used) > 15
    assert used - {"square", "closed", "clear"} <= _codes("taken")


def test_a_report_says_how_often_how_and_where() -> None:
    """Codes with a sentence, codes that end in a word of the file, and codes that nobody has heard of."""
    assert doubt_sentence(Doubt("rotunda", "box", 2, ("rects[1]", "rects[4]"))) == (
        "2 x round rooms: taken as its box (rects[1], rects[4])"
    )
    assert doubt_sentence(Doubt("terrain_Lava", "not_so", 1, ("tiles[0]",))) == (
        "1 x terrain called Lava, which means nothing for movement here: taken as not so (tiles[0])"
    )
    assert dropped_sentence(Dropped("duplicate", 7, tuple("abcde"))) == (
        "7 x duplicate: they are copies of others (a, b, c, d, e and 2 more)"
    )
    assert dropped_sentence(Dropped("new_rule", 1, ("a",))) == "1 x new_rule: new rule (a)"
