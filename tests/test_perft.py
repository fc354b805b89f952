"""The counted ways of every scenario are the ones that were counted before."""

from pathlib import Path

import pytest

import toy_ruleset
from support.scale import scaled
from toy_ruleset import TOY
from vttbridge.errors import BadScenario
from vttbridge.rules import registry
from vttbridge.testing.perft import Count, count, read_counts
from vttbridge.testing.scenario.reading import read_file

TESTS = Path(__file__).parent
FILES = sorted(TESTS.joinpath("perft").glob("*.txt"))
COUNTS = [(page.stem, found) for page in FILES for found in read_counts(page)]
MAX_LEAVES = scaled(120)


@pytest.mark.parametrize(
    ("game", "before"),
    [entry for entry in COUNTS if entry[1].leaves <= MAX_LEAVES],
    ids=lambda part: part.id if isinstance(part, Count) else part,
)
def test_count(game: str, before: Count) -> None:
    """Every answer and every face again: as many leaves and as many distinct outcomes."""
    scenario = read_file(TESTS / "scenarios" / game / f"{before.id}.toml")
    assert count(registry.find(game), scenario, MAX_LEAVES) == before


def test_every_rule_book_is_counted() -> None:
    """There is a file of counts for each folder of scenarios, and none is thin."""
    folders = sorted(folder.name for folder in TESTS.joinpath("scenarios").iterdir() if folder.is_dir())
    assert sorted(page.stem for page in FILES) == folders
    assert all(len(read_counts(page)) >= 20 for page in FILES)


def test_counts_of_the_toy() -> None:
    """Two dice and then, unless luck is bad, two yes-or-no questions and a die for each target."""
    scenarios = Path(toy_ruleset.__file__).parent / "scenarios"
    found = count(TOY, read_file(scenarios / "gamble.toml"), 10_000)
    assert found is not None
    assert found.leaves == 6 + 30 * (1 + 2 * 36)
    assert found.distinct == 3 + 9 + 9 - 1
    assert count(TOY, read_file(scenarios / "gamble.toml"), 100) is None


def test_broken_line_is_named(tmp_path: Path) -> None:
    """A line that is no count is named by its number."""
    page = tmp_path / "game.txt"
    page.write_text("one 2 3\ntwo x 3\n", encoding="utf-8")
    with pytest.raises(BadScenario, match=r"game\.txt:2"):
        read_counts(page)
