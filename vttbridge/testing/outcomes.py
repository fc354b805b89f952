"""The outcomes of a rule book's scenarios, kept beside the numbers under which they came about.

An outcome that changes while the numbers stay is a fault: an older log that recomputes otherwise would be
taken for a damaged one. A scenario that gives something else is another scenario. The files, one a rule book,
are made anew by

    python -m vttbridge.testing.outcomes FOLDER... --into tests/outcomes --counts tests/perft

which refuses to keep a change for which no number was raised.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from vttbridge.errors import BadScenario
from vttbridge.rules.registry import find
from vttbridge.rules.version import RulesVersion, version_of
from vttbridge.testing.checkout import offer_rulesets
from vttbridge.testing.perft import read_counts
from vttbridge.testing.scenario.digest import digest_of
from vttbridge.testing.scenario.document import Alternative, Expect, Scenario, Step
from vttbridge.testing.scenario.reading import read_file
from vttbridge.testing.scenario.running import Result, files_of, run_scenario

MAX_NAMED = 8
"""A sentence names at most so many scenarios."""


class ScenarioOutcome(msgspec.Struct, frozen=True):
    """What a scenario gives and what came of it, as digests, and its counted ways where it has some."""

    given: str
    played: str
    counted: str = ""

    def differs(self, other: "ScenarioOutcome") -> bool:
        """Return whether the same scenario came out otherwise."""
        if self.given != other.given:
            return False
        recounted = self.counted != other.counted and "" not in {self.counted, other.counted}
        return self.played != other.played or recounted


class Outcomes(msgspec.Struct, frozen=True):
    """All of a rule book, by the ids of its scenarios."""

    book: str
    under: RulesVersion
    scenarios: dict[str, ScenarioOutcome]

    def changed(self, now: "Outcomes") -> tuple[str, ...]:
        """Return the scenarios that came out otherwise although neither number was raised."""
        if now.under.rules > self.under.rules or now.under.core > self.under.core:
            return ()
        both = self.scenarios.keys() & now.scenarios.keys()
        return tuple(sorted(id for id in both if self.scenarios[id].differs(now.scenarios[id])))  # noqa: A001


def outcomes_of(book: str, played: Iterable[tuple[Scenario, Result]], counts: Path | None = None) -> Outcomes:
    """Return the outcomes of a rule book's scenarios that were run, with their counts from a file."""
    counted = {
        count.id: f"{count.leaves} {count.distinct}" for count in (read_counts(counts) if counts else ())
    }
    kept = {
        scenario.id: ScenarioOutcome(given_digest(scenario), result.outcome, counted.get(scenario.id, ""))
        for scenario, result in played
    }
    return Outcomes(book, version_of(find(book)), dict(sorted(kept.items())))


def given_digest(scenario: Scenario) -> str:
    """Return the digest of all that a scenario gives: the board and what is done, not what is expected."""
    return digest_of(
        msgspec.structs.replace(
            scenario,
            title="",
            rules=(),
            steps=tuple(map(_without_expectations, scenario.steps)),
            alternatives=tuple(map(_without_expectations, scenario.alternatives)),
            asks=(),
        )
    )


def _without_expectations(part: Step | Alternative) -> Step | Alternative:
    return msgspec.structs.replace(part, refused=(), expect=Expect())


def unraised(kept: Iterable[Outcomes], now: Iterable[Outcomes]) -> Iterator[str]:
    """Return a sentence for each rule book with changed outcomes, which says what number to raise."""
    today = {outcomes.book: outcomes for outcomes in now}
    pairs = ((before, today[before.book]) for before in kept if before.book in today)
    changed = [(before, ids) for before, after in pairs if (ids := before.changed(after))]
    for before, ids in changed:
        more = f" and {len(ids) - MAX_NAMED} more" if len(ids) > MAX_NAMED else ""
        which = f"{', '.join(ids[:MAX_NAMED])}{more}"
        remedy = _to_raise(before, len(changed))
        yield f"{before.book}: other outcomes under {before.under}: {which}; {remedy}"


def _to_raise(before: Outcomes, books: int) -> str:
    own = f"rules of {before.book} to {before.under.rules + 1}"
    core = f"CORE of vttbridge.rules.version to {before.under.core + 1}"
    if books == 1:
        return f"raise {own} (or, if the book itself is as it was, {core})"
    return f"several books changed: raise {core} (or, if it is their own doing, {own})"


def read_outcomes(page: Path) -> Outcomes:
    """Return the outcomes of a file; BadScenario where it is none."""
    try:
        return msgspec.toml.decode(page.read_bytes(), type=Outcomes)
    except msgspec.DecodeError as fault:
        raise BadScenario(f"{page}: holds no outcomes: {fault}") from fault


def written(outcomes: Outcomes) -> str:
    """Return the text of a file, a line a scenario."""
    under = outcomes.under
    numbers = f'{{ rules = {under.rules}, core = {under.core}, tables = "{under.tables}" }}'
    head = f'book = "{outcomes.book}"\nunder = {numbers}\n\n[scenarios]\n'
    return head + "".join(
        f'"{name}" = {{ given = "{kept.given}", played = "{kept.played}", counted = "{kept.counted}" }}\n'
        for name, kept in outcomes.scenarios.items()
    )


def _run(folder: Path, counts: Path | None) -> Outcomes:
    scenarios = [read_file(path) for path in files_of([folder])]
    book = scenarios[0].game
    page = counts / f"{folder.name}.txt" if counts else None
    return outcomes_of(book, ((one, run_scenario(find(book), one)) for one in scenarios), page)


def main(arguments: Sequence[str]) -> int:
    """Keep the outcomes of scenario folders; exit 1 and keep none where a number was not raised."""
    parser = argparse.ArgumentParser(prog="python -m vttbridge.testing.outcomes")
    parser.add_argument("folders", nargs="+", type=Path, help="a rule book's scenarios each")
    parser.add_argument("--into", required=True, type=Path, help="where the files lie, one a rule book")
    parser.add_argument("--counts", type=Path, help="files of counts, as vttbridge.testing.perft writes them")
    given = parser.parse_args(arguments)
    offer_rulesets()
    now = [_run(folder, given.counts) for folder in given.folders]
    pages = [given.into / f"{outcomes.book}.toml" for outcomes in now]
    faults = tuple(unraised([read_outcomes(page) for page in pages if page.exists()], now))
    sys.stderr.writelines(f"{fault}\n" for fault in faults)
    for page, outcomes in zip(pages, () if faults else now, strict=False):
        page.write_text(written(outcomes), encoding="utf-8")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
