"""Put the fragments into the changelog, as a new version: `python changes/assemble.py 0.2.0`.

A fragment is a file `changes/<what-it-is-about>.md` of one or more items, in the words of game masters:
`* Doors can be locked.`, further lines indented by two. Whoever changes something adds one; nobody edits the
changelog, so that two changes never meet in it.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def fragments(folder: Path) -> list[Path]:
    """Return the fragments that wait, by name."""
    return sorted(folder.glob("*.md"))


def assembled(changelog: str, version: str, items: list[str]) -> str:
    """Return the changelog with a version's items above those of the version before."""
    before, heading, after = changelog.partition("\n## ")
    section = f"\n## {version}\n\n" + "\n".join(item.rstrip("\n") for item in items) + "\n"
    return before + section + heading + after


def assemble(root: Path, version: str) -> None:
    """Move all fragments into the changelog."""
    waiting = fragments(root / "changes")
    if not waiting:
        sys.exit("Nothing has changed: there is no fragment in changes/.")
    changelog = root / "CHANGELOG.md"
    items = [page.read_text(encoding="utf-8") for page in waiting]
    text = assembled(changelog.read_text(encoding="utf-8"), version, items)
    changelog.write_text(text, encoding="utf-8")
    for page in waiting:
        page.unlink()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Say which version: python changes/assemble.py 0.2.0")
    assemble(ROOT, sys.argv[1])
