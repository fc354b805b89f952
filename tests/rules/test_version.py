"""A version is what a rule book declares and what stands in its tables, and nothing else of its files."""

import importlib
from pathlib import Path

import pytest

from toy_ruleset import TOY
from vttbridge.errors import UnknownRuleset
from vttbridge.rules import version
from vttbridge.rules.ruleset import Ruleset
from vttbridge.rules.version import RulesVersion, version_of
from vttbridge.server.tables.registry import header_of

SOURCE = """
from vttbridge.rules.ruleset import Ruleset
RULESET = Ruleset(name="b", title="B", version="1", rules=4, package=__name__, unit="square", actions=())
"""
TABLE = "[fall]\nharm = [1, 2]\nstep = 3\n"


@pytest.fixture(autouse=True)
def _books(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))  # pyright: ignore[reportUnknownMemberType]


def book(folder: Path, name: str, pages: dict[str, str]) -> Ruleset:
    """Write a package and give its rule book."""
    for page, text in pages.items():
        path = folder / name / page
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    importlib.invalidate_caches()
    ruleset: object = importlib.import_module(name).RULESET
    assert isinstance(ruleset, Ruleset)
    return ruleset


def test_it_is_what_is_declared() -> None:
    """The number of the book, the core's, and no tables where there are none."""
    assert version_of(TOY) == RulesVersion(1, version.CORE, "")


def test_words_and_places_of_files_decide_nothing(tmp_path: Path) -> None:
    """Moved, renamed and reworded, with comments and other sentences, a book has the same header."""
    plain = {"__init__.py": SOURCE, "tables.toml": TABLE, "lang/en.toml": "[need]\nhp = 'Life'\n"}
    moved = {
        "__init__.py": f"# As the book says, page 12.\n{SOURCE}",
        "parts/__init__.py": "",
        "parts/falls.toml": "# page 12\n[fall]\nstep=3\nharm = [1,2]\n",
        "lang/en.toml": "[need]\nhp = 'Hit points'\n",
        "lang/ru.toml": "",
    }
    one = header_of("t", book(tmp_path, "plain_book", plain))
    other = header_of("t", book(tmp_path, "moved_book", moved))
    assert (one.rules, one.rules_hash) == (other.rules, other.rules_hash)
    assert isinstance(one.rules, RulesVersion)
    assert one.rules.rules == 4
    assert one.rules.tables


@pytest.mark.parametrize("table", [TABLE.replace("3", "4"), TABLE.replace("1, 2", "2, 1"), ""])
def test_another_number_in_a_table_is_another_version(tmp_path: Path, table: str) -> None:
    """Whoever edits a table plays by other rules, whatever number it declares."""
    name = f"edited_{len(table)}_{table.count('4')}"
    edited = book(tmp_path, name, {"__init__.py": SOURCE, "tables.toml": table})
    plain = book(tmp_path, f"plain_{name}", {"__init__.py": SOURCE, "tables.toml": TABLE})
    assert version_of(edited) != version_of(plain)


def test_a_table_that_is_none_is_named(tmp_path: Path) -> None:
    """What cannot be read is told by the name of its file."""
    broken = book(tmp_path, "broken_book", {"__init__.py": SOURCE, "tables.toml": "fall ="})
    with pytest.raises(UnknownRuleset, match=r"tables\.toml of broken_book is no TOML"):
        version_of(broken)


def test_it_reads_as_words() -> None:
    """Numbers and the beginning of the hash."""
    assert str(RulesVersion(2, 1, "0123456789")) == "rules 2, core 1, tables 01234567"
    assert str(RulesVersion(2, 1)) == "rules 2, core 1, tables none"
