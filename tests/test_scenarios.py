"""Every scenario file is one test; the founders' cases are all among them and checked as far as they tell."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
import pytest

from support.shared_material import shared_path
from vttbridge.formats.ascii import print_map
from vttbridge.geometry.scene import SceneSpec
from vttbridge.testing.outcomes import Outcomes, outcomes_of, read_outcomes, unraised
from vttbridge.testing.scenario.coverage import all_rules, exempt_of
from vttbridge.testing.scenario.document import Expect, Scenario
from vttbridge.testing.scenario.drawn import draw_on
from vttbridge.testing.scenario.reading import read_file
from vttbridge.testing.scenario.running import Result, files_of, run_file

SCENARIOS = Path(__file__).parent / "scenarios"
FILES = files_of([SCENARIOS])
BOOKS = sorted(folder for folder in SCENARIOS.iterdir() if folder.is_dir())
PERFT, OUTCOMES = SCENARIOS.with_name("perft"), SCENARIOS.with_name("outcomes")
RENEW = "python -m vttbridge.testing.outcomes tests/scenarios/*/ --into tests/outcomes --counts tests/perft"
GAMES = {"HC": "heroclix", "DS": "draw-steel", "NT": "necromunda", "NM": "necromunda-community"}


@cache
def _result(path: Path) -> Result:
    return run_file(path)


@cache
def _scenario(path: Path) -> Scenario:
    return read_file(path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_scenario(path: Path) -> None:
    """The case comes out as its file says, under its own options and under each alternative."""
    assert _result(path).text == ""


@pytest.mark.parametrize(
    "path",
    [path for path in FILES if _scenario(path).map],
    ids=lambda path: f"{path.parent.name}/{path.stem}",
)
def test_map_prints_as_drawn(path: Path) -> None:
    """Nothing of a drawing is lost when it is read and printed again."""
    scenario = _scenario(path)
    drawn = draw_on(scenario, SceneSpec(scenario.id, scenario.title, 1.0, 1.0))
    assert drawn is not None
    assert print_map(drawn) == scenario.map


def test_every_rule_is_met() -> None:
    """Each rule id turns up in the output of some case, but for the listed ones, which turn up in none."""
    exempt = exempt_of([SCENARIOS])
    met = {rule for path in FILES for rule in _result(path).rules}
    assert [rule for rule in all_rules() if rule not in met and rule not in exempt] == []
    assert [rule for rule in exempt if rule in met] == []
    assert len(exempt) <= 20
    assert all(exempt.values())


def test_outcomes_change_with_their_numbers_only() -> None:
    """Every case comes out as it did under the same numbers; what is new or raised is kept too."""
    now = [_outcomes(folder) for folder in BOOKS]
    kept = [read_outcomes(OUTCOMES / f"{folder.name}.toml") for folder in BOOKS]
    assert "\n".join(unraised(kept, now)) == ""
    assert kept == now, f"keep the new outcomes: {RENEW}"


def _outcomes(folder: Path) -> Outcomes:
    played = [(_scenario(path), _result(path)) for path in FILES if path.parent == folder]
    return outcomes_of(folder.name, played, PERFT / f"{folder.name}.txt")


class Told(msgspec.Struct, frozen=True):
    """What the founders' text tells of a case."""

    id: str
    fields: tuple[str, ...]
    ends: tuple[tuple[float, ...], ...]
    damage: tuple[tuple[int, str], ...]
    hits: tuple[tuple[str, ...], ...]


def _told() -> tuple[Told, ...]:
    """Read every case, one a line."""
    text = shared_path("cases.md").read_text(encoding="utf-8")
    return tuple(_case(*found) for found in re.findall(r"^- \{id: ([A-Z]+-c\d+),(.*)\}$", text, re.MULTILINE))


def _case(name: str, rest: str) -> Told:
    parts = dict(re.findall(r"(\w+): ((?:\{[^{}]*\}|\[(?:[^\[\]]|\[[^\[\]]*\])*\]|[^,]*))", _unquoted(rest)))
    ends = re.findall(r"\[([-\d., ]+)\]", parts["end"])
    damage = re.findall(r"\[\w+,\s*(-?\d+),\s*(\w+)\]", parts.get("dmg", ""))
    hits = re.findall(r"\[\w+,\s*(\w+),\s*([-\w]+),\s*(\w+),\s*(\w+)\]", parts.get("hits", ""))
    return Told(
        name,
        tuple(parts),
        tuple(tuple(float(number) for number in end.split(",")) for end in ends),
        tuple((int(amount), cause) for amount, cause in damage),
        tuple(hits),
    )


def _unquoted(text: str) -> str:
    """Leave out what stands in quotes: prose."""
    return re.sub(r'"[^"]*"', "_", text)


def _stands_near(told: tuple[float, ...], checked: tuple[float, ...] | str) -> bool:
    """Return whether a told place is a checked one; the text rounds to two or three digits."""
    return not isinstance(checked, str) and all(
        abs(one - other) <= 0.01 for one, other in zip(told, checked, strict=False)
    )


@pytest.mark.shared
def test_told_cases_have_their_scenarios() -> None:
    """Every case of the founders stands under its id and passes."""
    told = _told()
    assert len(told) == 192
    missing = [case.id for case in told if _path(case) not in FILES]
    assert missing == []
    assert [case.id for case in told if _result(_path(case)).text] == []


def _path(told: Told) -> Path:
    return SCENARIOS / GAMES[told.id.split("-")[0]] / f"{told.id}.toml"


@pytest.mark.shared
def test_told_cases_are_checked_as_far_as_they_tell() -> None:
    """Ends, damage and hits are compared with the text; questions, statuses and options are asked for."""
    faults = [fault for told in _told() for fault in _unchecked(told, _scenario(_path(told)))]
    assert faults == []


def _unchecked(told: Told, scenario: Scenario) -> Iterator[str]:
    checks = _checked(scenario)
    yield from (f"{told.id}: {field} is not checked" for field in told.fields if not checks.get(field, True))
    expects = [step.expect for step in scenario.steps]
    places = [*_places(scenario)]
    for end in told.ends:
        if not any(_stands_near(end, place) for place in places):
            yield f"{told.id}: nobody ends at {end}"
    damage = [line[1:] for expect in expects for line in expect.damage or ()]
    if "dmg" in told.fields and [*told.damage] != damage:
        yield f"{told.id}: damage {told.damage}, the scenario has {damage}"
    hits = [tuple(map(str, line[1:])) for expect in expects for line in expect.hits or ()]
    if "hits" in told.fields and sorted(told.hits) != sorted(hits):
        yield f"{told.id}: hits {told.hits}, the scenario has {hits}"


def _checked(scenario: Scenario) -> dict[str, bool]:
    """Return for each field that a case may have whether the scenario checks it."""
    expects = [step.expect for step in scenario.steps]
    states = [bool(step.refused) or _tells_state(step.expect) for step in scenario.steps]
    return {
        "dmg": all(expect.damage is not None or bool(expect.refused) for expect in expects),
        "ask": any(expect.questions is not None for expect in expects),
        "st": any(states) or bool(scenario.asks),
        "alt": bool(scenario.alternatives),
        "opt": bool(scenario.options),
    }


def _places(scenario: Scenario) -> Iterator[tuple[float, ...] | str]:
    """Return every place that is checked; where all is refused the pieces stay where they are."""
    for step in scenario.steps:
        yield from (step.expect.end or {}).values()
        if step.expect.refused:
            yield from (piece.at for piece in scenario.pieces.values() if piece.at is not None)


def _tells_state(expect: Expect) -> bool:
    gone = [end for end in (expect.end or {}).values() if end == "gone"]
    return bool(expect.statuses or expect.facts or expect.notes or expect.refused or expect.broken or gone)
