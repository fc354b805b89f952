"""What changed is told in fragments, which become one section of the changelog."""

import re
from pathlib import Path

import pytest

from changes.assemble import assemble, fragments

ROOT = Path(__file__).parent.parent
ITEM = re.compile(r"\* [A-Z*`][^\n]*(?:\n  \S[^\n]*)*")


def faults(name: str, text: str) -> list[str]:
    """Return what is wrong with a fragment."""
    items = ITEM.findall(text)
    found = [] if re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*\.md", name) else ["the name is not in small letters"]
    if not items or "".join(f"{item}\n" for item in items) != text:
        found.append("it is not a list of items")
    found += [f"no sentence: {item}" for item in items if not item.endswith((".", "!", "?"))]
    return found + [f"too long: {line}" for line in text.splitlines() if len(line) > 120]


def test_every_fragment_is_well_formed() -> None:
    """Each is a list of sentences."""
    told = {page.name: faults(page.name, page.read_text("utf-8")) for page in fragments(ROOT / "changes")}
    assert {name: wrong for name, wrong in told.items() if wrong} == {}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Doors.md", "* Doors can be locked.\n"),
        ("doors.md", "Doors can be locked.\n"),
        ("doors.md", "* Doors can be locked\n"),
        ("doors.md", "* Doors can be locked.\nAnd opened.\n"),
        ("doors.md", f"* Doors can be {'locked ' * 20}again.\n"),
        ("doors.md", ""),
    ],
)
def test_a_bad_fragment_is_noticed(name: str, text: str) -> None:
    """A name, a sentence or a shape that does not fit is a fault."""
    assert len(faults(name, text)) == 1


def test_fragments_become_a_version(tmp_path: Path) -> None:
    """They stand above the version before, by name, and are gone."""
    changes = tmp_path / "changes"
    changes.mkdir()
    changes.joinpath("walls.md").write_text("* Walls break.\n", encoding="utf-8")
    changes.joinpath("doors.md").write_text(
        "* Doors can be locked.\n* And opened,\n  twice.\n", encoding="utf-8"
    )
    changelog = tmp_path / "CHANGELOG.md"
    changelog.write_text("# Changelog\n\nFor players.\n\n## 0.1.0\n\n* The first.\n", encoding="utf-8")
    assemble(tmp_path, "0.2.0")
    assert changelog.read_text(encoding="utf-8") == (
        "# Changelog\n\nFor players.\n\n## 0.2.0\n\n* Doors can be locked.\n* And opened,\n  twice.\n"
        "* Walls break.\n\n## 0.1.0\n\n* The first.\n"
    )
    assert fragments(changes) == []


def test_without_fragments_there_is_no_version(tmp_path: Path) -> None:
    """An empty version is refused in a sentence."""
    tmp_path.joinpath("changes").mkdir()
    with pytest.raises(SystemExit, match="Nothing has changed"):
        assemble(tmp_path, "0.2.0")
