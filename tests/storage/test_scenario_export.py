"""Committed actions as scenario files: what a table recorded, the runner finds again."""

import asyncio
import random
from pathlib import Path

import msgspec
import pytest

from support.scale import scaled
from table.test_scenarios_at_table import Gathering, check_step
from vttbridge.demo.headless import show
from vttbridge.rules.registry import find, language
from vttbridge.storage.scenario_export import moment_at, moment_of
from vttbridge.storage.sqlite.store import SqliteStore
from vttbridge.storage.verify import book_of, of_table, steps_of
from vttbridge.table.model.events import Committed
from vttbridge.table.replay.replay import recorded
from vttbridge.testing.scenario.reading import read_file
from vttbridge.testing.scenario.running import files_of, run_file
from vttbridge.testing.scenario.stage import set_stage

ALL = files_of([Path(__file__).parents[1] / "scenarios"])
CASES = sorted(random.Random(2).sample(ALL, min(len(ALL), scaled(1_200))))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_recorded_action_passes_as_a_case(path: Path, tmp_path: Path) -> None:
    """The file of each committed row is a case that passes: same board, same dice, same outcome."""
    scenario = read_file(path)
    ruleset = find(scenario.game)
    gathering = Gathering(ruleset, set_stage(ruleset, scenario))
    if gathering.set_up.outcome == "refused":
        return
    done = [check_step(gathering, ruleset, step) for step in scenario.steps]
    words = language(ruleset.package)
    for seq in (seq for seq in done if seq is not None):
        text = moment_at(gathering.table.game, gathering.rows, seq, words)
        assert text is not None
        page = tmp_path / f"{seq}.toml"
        page.write_text(text, encoding="utf-8")
        assert run_file(page).text == ""


def test_a_wrong_record_does_not_pass(tmp_path: Path) -> None:
    """Where another outcome had been recorded, the file says so."""
    scenario = read_file(Path(__file__).parents[1] / "scenarios" / "draw-steel" / "glass-breaks.toml")
    ruleset = find(scenario.game)
    gathering = Gathering(ruleset, set_stage(ruleset, scenario))
    (seq,) = (check_step(gathering, ruleset, step) for step in scenario.steps)
    last = gathering.rows[-1]
    assert isinstance(last.body, Committed)
    shorter = msgspec.structs.replace(last.body, effects=last.body.effects[:1])
    rows = (*gathering.rows[:-1], msgspec.structs.replace(last, body=shorter))
    text = moment_at(gathering.table.game, rows, seq or 0, language(ruleset.package))
    page = tmp_path / "wrong.toml"
    page.write_text(text or "", encoding="utf-8")
    assert "FAILED" in run_file(page).text


def test_every_outcome_of_the_demo_passes_as_a_case(tmp_path: Path) -> None:
    """Both fights, with their edits, answers, dice and hidden things."""
    asyncio.run(show(tmp_path, lambda _line: None))
    store = SqliteStore(tmp_path)
    count = 0
    for table in store.tables():
        source = of_table(store, table)
        words, book = language(source.ruleset.package), book_of(source)
        for step in steps_of(source):
            text = moment_of(book, step, words)
            if text is not None:
                page = tmp_path / f"{table}-{step.row.seq}.toml"
                page.write_text(text, encoding="utf-8")
                assert run_file(page).text == ""
                count += 1
    store.close()
    assert count >= 8


def test_what_commits_nothing_is_no_moment() -> None:
    """Only an outcome can be written as a case."""
    scenario = read_file(ALL[0])
    ruleset = find(scenario.game)
    gathering = Gathering(ruleset, set_stage(ruleset, scenario))
    assert moment_at(gathering.table.game, gathering.rows, 1, language(ruleset.package)) is None


def test_an_outcome_without_its_hold_or_scene_is_no_moment() -> None:
    """A row that was taken out of its log says too little: nobody knows the action's fields or the board."""
    scenario = read_file(Path(__file__).parents[1] / "scenarios" / "draw-steel" / "glass-breaks.toml")
    ruleset = find(scenario.game)
    gathering = Gathering(ruleset, set_stage(ruleset, scenario))
    (seq,) = (check_step(gathering, ruleset, step) for step in scenario.steps)
    game, words = gathering.table.game, language(ruleset.package)
    (step,) = (step for step in recorded(game, gathering.rows) if step.row.seq == seq)
    assert moment_of(game, step, words) == moment_at(game, gathering.rows, seq or 0, words)
    for lost in ({"holds": ()}, {"scenes": ()}):
        before = msgspec.structs.replace(step.before, **lost)
        assert moment_of(game, msgspec.structs.replace(step, before=before), words) is None
