"""Every doubt and every rule of a map's report has its English."""

import re
from pathlib import Path

from vttbridge.map_words import DOUBTS, KINDS, RULES, TAKEN

SOURCES = [
    path
    for folder in ("vttbridge/formats", "vttbridge/server", "vttbridge/cli", "vttbridge/storage")
    for path in sorted((Path(__file__).resolve().parents[1] / folder).rglob("*.py"))
]
TEXT = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)


def test_every_rule_by_which_something_is_left_out_has_a_sentence() -> None:
    """Searched for in the source, so that a new rule cannot be forgotten."""
    used = set(re.findall(r'notes\.drop\("(\w+)"', TEXT))
    assert len(used) > 25
    assert used <= set(RULES)


def test_every_doubt_has_a_sentence() -> None:
    """Those that end in a word of the file are known by their beginning."""
    used = set(re.findall(r'notes\.doubt\(\s*"(\w+)"', TEXT))
    assert len(used) > 20
    assert {code for code in used if not code.startswith(tuple(KINDS))} <= set(DOUBTS)


def test_every_way_of_taking_a_doubt_has_words() -> None:
    """Where the way is a fixed word."""
    used = set(re.findall(r'notes\.doubt\(\s*f?"[\w{}]+",\s*"([a-z_]+)"', TEXT))
    assert len(used) > 15
    assert used - {"square", "closed", "clear"} <= set(TAKEN)
