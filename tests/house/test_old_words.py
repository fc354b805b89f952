"""No word that was replaced is defined or imported again."""

import ast
import tomllib
from functools import cache
from pathlib import Path

import pytest

from house.old_words_in import definitions

ROOT = Path(__file__).parents[2]
KINDS = {"class", "module", "function", "attribute"}
ROWS: list[tuple[str, str, str]] = [
    (word, kind, folder)
    for word, kind, folder in tomllib.loads(
        Path(__file__).with_name("old_words.toml").read_text(encoding="utf-8")
    )["words"]
]
FOLDERS = sorted({folder for _, _, folder in ROWS if any((ROOT / folder).rglob("*.py"))})


@cache
def _defined(folder: str) -> dict[str, set[tuple[str, str]]]:
    return {
        str(path.relative_to(ROOT)): definitions(ast.parse(path.read_text(encoding="utf-8")), path)
        for path in sorted((ROOT / folder).rglob("*.py"))
    }


def _found(folder: str, words: set[tuple[str, str]]) -> list[str]:
    return [
        f"{path}: {word} ({kind})"
        for path, pairs in _defined(folder).items()
        for word, kind in sorted(pairs & words)
    ]


def test_every_row_is_well_formed() -> None:
    """A kind that is known, a folder that is there, no row twice."""
    assert len(ROWS) == len(set(ROWS))
    assert {kind for _, kind, _ in ROWS} <= KINDS
    assert [folder for _, _, folder in ROWS if not (ROOT / folder).is_dir()] == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_old_word_is_defined_or_imported(folder: str) -> None:
    """The syntax trees of a folder know none of the words that were replaced there."""
    assert _found(folder, {(word, kind) for word, kind, where in ROWS if where == folder}) == []


def test_a_word_that_comes_back_is_seen(tmp_path: Path) -> None:
    """A class, a function, an attribute, a module: each is found where it is defined or imported."""
    source = (
        "from vttbridge.server import desk\n"
        "class Hub:\n"
        "    def reckon(self) -> None:\n"
        "        self.crowd = desk\n"
    )
    assert definitions(ast.parse(source), tmp_path / "doors.py") >= {
        ("desk", "module"),
        ("Hub", "class"),
        ("reckon", "function"),
        ("crowd", "attribute"),
        ("doors", "module"),
    }
