"""Runs scenario files and folders and reports: what passed, what differs, which rules were met."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from vttbridge.errors import BadScenario, VttbridgeError
from vttbridge.rules import registry
from vttbridge.rules.board import Board
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.ruleset import Ruleset
from vttbridge.rules.values import Value
from vttbridge.testing.scenario.comparing import Difference, differences, same
from vttbridge.testing.scenario.coverage import EXEMPT_FILE, coverage_line
from vttbridge.testing.scenario.digest import digest_of
from vttbridge.testing.scenario.document import Alternative, Ask, Scenario, Step
from vttbridge.testing.scenario.playing import Played, play
from vttbridge.testing.scenario.reading import read_file
from vttbridge.testing.scenario.showing import shown
from vttbridge.testing.scenario.stage import set_stage


class Result(msgspec.Struct, frozen=True):
    """One file: passed when `text` is empty, else the text says what differs and draws it.

    `outcome` is a digest of all that came about, whatever was expected.
    """

    path: str
    id: str
    game: str
    text: str = ""
    rules: tuple[str, ...] = ()
    outcome: str = ""

    @property
    def passed(self) -> bool:
        """Return whether everything was as expected."""
        return not self.text


class Report(msgspec.Struct, frozen=True):
    """All files of a run."""

    results: tuple[Result, ...]
    coverage: str = ""

    @property
    def passed(self) -> int:
        """How many files passed."""
        return sum(result.passed for result in self.results)

    @property
    def failed(self) -> int:
        """How many files did not pass."""
        return len(self.results) - self.passed

    @property
    def rules(self) -> tuple[str, ...]:
        """The rule ids met in executed output, sorted."""
        return tuple(sorted({rule for result in self.results for rule in result.rules}))

    @property
    def lines(self) -> tuple[str, ...]:
        """The report as people read it; the last line counts."""
        texts = [result.text for result in self.results if result.text]
        last = f"{self.passed} passed, {self.failed} failed"
        return (*texts, *((self.coverage,) if self.coverage else ()), last)


def run_paths(paths: Sequence[Path], rules: bool = False) -> Report:
    """Run files and folders in order; a path with no scenario is a BadScenario."""
    results = tuple(run_file(path) for path in files_of(paths))
    report = Report(results)
    if not rules:
        return report
    return msgspec.structs.replace(report, coverage=coverage_line(report.rules, paths))


def files_of(paths: Sequence[Path]) -> tuple[Path, ...]:
    """Return the scenario files of some paths, folders in the order of their names."""
    found: list[Path] = []
    for path in paths:
        if not path.exists():
            raise BadScenario(f"{path}: there is no such file or folder")
        inside = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
        files = [file for file in inside if file.name != EXEMPT_FILE]
        if not files:
            raise BadScenario(f"{path}: holds no scenario file (*.toml)")
        found += files
    return tuple(dict.fromkeys(found))


def run_file(path: Path) -> Result:
    """Run one file: its steps, its alternatives, its queries; a file that cannot be run has failed."""
    try:
        scenario = read_file(path)
        return run_scenario(registry.find(scenario.game), scenario, str(path))
    except VttbridgeError as fault:
        where = "" if str(path) in str(fault) else f"{path}: "
        return Result(str(path), path.stem, path.parent.name, f"FAILED {where}{fault}")


class _Seen(msgspec.Struct, frozen=True):
    """What a run meets on its way."""

    rules: list[str]
    outcomes: list[object]

    def take(self, played: Played) -> None:
        self.rules.extend(played.rules)
        self.outcomes.append((played.outcome, played.asked))


def run_scenario(ruleset: Ruleset, scenario: Scenario, path: str = "") -> Result:
    """Run a scenario that was read already."""
    seen = _Seen([], [])
    text = "\n".join(_run_all(ruleset, scenario, seen))
    head = f"FAILED {path or scenario.id}: {scenario.title}\n"
    met = tuple(sorted({rule for rule in seen.rules if rule}))
    outcome = digest_of(seen.outcomes)
    return Result(path or scenario.id, scenario.id, scenario.game, head + text if text else "", met, outcome)


def _run_all(ruleset: Ruleset, scenario: Scenario, seen: _Seen) -> Iterator[str]:
    board = set_stage(ruleset, scenario)
    for number, played, found in _played(ruleset, board, scenario.steps):
        seen.take(played)
        board = played.after
        if found:
            yield shown(_step_name(scenario, number), played, found)
    for ask in scenario.asks:
        yield from _ask(ruleset, board, ask, seen.rules)
    for number, alternative in enumerate(scenario.alternatives):
        yield from _run_alternative(ruleset, scenario, alternative, number, seen)


def _played(
    ruleset: Ruleset, board: Board, steps: tuple[Step, ...]
) -> Iterator[tuple[int, Played, tuple[Difference, ...]]]:
    for number, step in enumerate(steps):
        played = play(ruleset, board, step)
        board = played.after
        yield number, played, differences(step.expect, played)


def _step_name(scenario: Scenario, number: int) -> str:
    step = scenario.steps[number]
    return step.action if len(scenario.steps) == 1 else f"step {number + 1}, {step.action}"


def _run_alternative(
    ruleset: Ruleset, scenario: Scenario, alternative: Alternative, number: int, seen: _Seen
) -> Iterator[str]:
    board = set_stage(ruleset, scenario, alternative.options)
    steps = alternative_steps(scenario, alternative)
    name = ", ".join(f"{key}={value}" for key, value in alternative.options.items()) or f"alt {number + 1}"
    for place, played, found in _played(ruleset, board, steps):
        seen.take(played)
        if found:
            yield shown(f"{_step_name(scenario, place)} under {name}", played, found)


def alternative_steps(scenario: Scenario, alternative: Alternative) -> tuple[Step, ...]:
    """Return the steps of a scenario with what an alternative says standing over one of them."""
    if not scenario.steps:
        raise BadScenario(f"{scenario.id}: alt: there is no [do]")
    place = len(scenario.steps) - 1 if alternative.step is None else alternative.step - 1
    if not 0 <= place < len(scenario.steps):
        raise BadScenario(f"{scenario.id}: alt.step: there is no step {alternative.step}")
    step = scenario.steps[place]
    changed = Step(
        action=step.action,
        fields={**step.fields, **(alternative.do or {})},
        dice=step.dice if alternative.dice is None else alternative.dice,
        answers=step.answers if alternative.answers is None else alternative.answers,
        refused=step.refused if alternative.refused is None else alternative.refused,
        limit=step.limit if alternative.limit is None else alternative.limit,
        drop=step.drop if alternative.drop is None else alternative.drop,
        expect=step.expect.under(alternative.expect),
    )
    return (*scenario.steps[:place], changed, *scenario.steps[place + 1 :])


def _ask(ruleset: Ruleset, board: Board, ask: Ask, rules: list[str]) -> Iterator[str]:
    told = _told(ruleset, board, ask)
    wanted = ask.refused or ask.expect
    if isinstance(told, Refusal):
        rules.append(told.rule)
        if told.code != ask.refused:
            yield f"  query {ask.query}: refused with {told.code} {dict(told.facts)}, expected {wanted}"
        return
    named = told.get("rules") if isinstance(told, dict) else None
    rules += [str(rule) for rule in named] if isinstance(named, list | tuple) else []
    if ask.refused or not same(ask.expect, told):
        yield f"  query {ask.query}: expected {wanted}, found {told}"


def _told(ruleset: Ruleset, board: Board, ask: Ask) -> Value | Refusal:
    spec = ruleset.query(ask.query)
    if isinstance(spec, Refusal):
        return spec
    fields = spec.read(ask.fields)
    return fields if isinstance(fields, Refusal) else spec.tell(board, fields)
