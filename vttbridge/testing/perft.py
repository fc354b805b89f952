"""Counts for rule books: every answer to every question and every face, leaves and distinct outcomes.

A slip in a rule that no case looks at changes a count. A file of counts has a line a scenario: `id leaves
distinct`. Made anew by `python -m vttbridge.testing.perft FOLDER... [--into FOLDER]`, a file a rule book.
"""

import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import msgspec

from vttbridge.errors import BadScenario
from vttbridge.rules import registry
from vttbridge.rules.odds import Leaf, signature, walk
from vttbridge.rules.resolve import Command
from vttbridge.rules.ruleset import Ruleset
from vttbridge.testing.checkout import offer_rulesets
from vttbridge.testing.scenario.document import Scenario
from vttbridge.testing.scenario.reading import read_file
from vttbridge.testing.scenario.running import files_of
from vttbridge.testing.scenario.stage import set_stage

MAX_LEAVES = 1_000
"""A scenario with more leaves than this has no line."""


class Count(msgspec.Struct, frozen=True):
    """How many ways a scenario's first action may go, and how many different ends there are."""

    id: str
    leaves: int
    distinct: int

    @property
    def line(self) -> str:
        """The count as it stands in a file."""
        return f"{self.id} {self.leaves} {self.distinct}"


def count(ruleset: Ruleset, scenario: Scenario, most: int = MAX_LEAVES) -> Count | None:
    """Walk a scenario's first action; `None` where it has none, or more leaves than `most`."""
    if not scenario.steps:
        return None
    leaves = tuple(islice(_leaves(ruleset, scenario), most + 1))
    if len(leaves) > most:
        return None
    return Count(scenario.id, len(leaves), len({signature(leaf.outcome) for leaf in leaves}))


def _leaves(ruleset: Ruleset, scenario: Scenario) -> Iterator[Leaf]:
    step = scenario.steps[0]
    board = set_stage(ruleset, scenario)
    return walk(ruleset, board, Command(step.action, step.fields), people=True)


def counts_of(folder: Path, most: int = MAX_LEAVES) -> Iterator[Count]:
    """Count every scenario of a rule book's folder, in the order of their names."""
    for path in files_of([folder]):
        scenario = read_file(path)
        found = count(registry.find(scenario.game), scenario, most)
        if found is not None:
            yield found


def read_counts(page: Path) -> tuple[Count, ...]:
    """Read a file of counts; a line that is none raises BadScenario with its number."""
    return tuple(
        _count(page, number, line)
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1)
    )


def _count(page: Path, number: int, line: str) -> Count:
    match line.split():
        case [name, leaves, distinct] if leaves.isdecimal() and distinct.isdecimal():
            return Count(name, int(leaves), int(distinct))
        case _:
            raise BadScenario(f"{page}:{number}: a line is `scenario leaves distinct`")


def main(arguments: Sequence[str]) -> int:
    """Print the counts of scenario folders, or write a file for each."""
    offer_rulesets()
    into = Path(arguments[arguments.index("--into") + 1]) if "--into" in arguments else None
    folders = [Path(word) for word in arguments if word != "--into" and (into is None or Path(word) != into)]
    for folder in folders:
        lines = [found.line for found in counts_of(folder)]
        if into is None:
            sys.stdout.writelines(f"{line}\n" for line in lines)
        else:
            into.joinpath(f"{folder.name}.txt").write_text("\n".join([*lines, ""]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
