"""A stranger's rule book, installed as its own distribution, is found, played and held to the same suite."""

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from vttbridge.rules import registry
from vttbridge.rules.ruleset import Ruleset
from vttbridge.testing.conformance.ruleset import CHECKS, Check, cases_of
from vttbridge.testing.scenario.running import run_paths

OUTSIDE = Path(__file__).parents[1] / "outside_ruleset"
SCENARIOS = OUTSIDE / "scenarios"
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the distribution into a folder of its own."""
    target = tmp_path_factory.mktemp("outside")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    source = tmp_path_factory.mktemp("source") / "push_ten"
    _copy(OUTSIDE, source)
    subprocess.run([*pip, "--disable-pip-version-check", "--target", str(target), str(source)], check=True)
    return target


def _copy(folder: Path, to: Path) -> None:
    """Copy what is built, so that the build leaves nothing in the source tree."""
    for page in folder.rglob("*"):
        if page.is_file() and "__pycache__" not in page.parts:
            copy = to / page.relative_to(folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(page.read_bytes())


@pytest.fixture
def push_ten(installed: Path, monkeypatch: pytest.MonkeyPatch) -> Ruleset:
    """Return the rule book as the registry finds it."""
    monkeypatch.syspath_prepend(str(installed))  # pyright: ignore[reportUnknownMemberType]
    importlib.invalidate_caches()
    return registry.find("push-ten")


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_stranger_conforms(push_ten: Ruleset, check: Check) -> None:
    """The stranger's book holds every demand of the suite on its own cases."""
    assert check.faults(push_ten, cases_of(push_ten, [SCENARIOS]), 3) == ()


def test_stranger_is_played(push_ten: Ruleset) -> None:
    """Its own scenarios pass, and their output meets all of its rules."""
    report = run_paths([SCENARIOS])
    assert (report.lines[-1], push_ten.name) == ("2 passed, 0 failed", "push-ten")
    assert report.rules == ("PT-01", "PT-02", "PT-03", "PT-04", "PT-05")


def test_stranger_is_found_in_another_process(installed: Path) -> None:
    """A fresh interpreter finds it by its entry point beside our own books."""
    paths = [str(installed), str(ROOT), str(ROOT / "protocol"), str(ROOT / "rulesets")]
    run = subprocess.run(
        [sys.executable, "-m", "vttbridge.testing.scenario", str(SCENARIOS)],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
    )
    assert run.stdout.splitlines()[-1:] == ["2 passed, 0 failed"], run.stderr


def test_stranger_uses_the_public_parts_only() -> None:
    """It imports rules and geometry, and nothing else of the project."""
    text = OUTSIDE.joinpath("vttbridge_push_ten", "__init__.py").read_text(encoding="utf-8")
    imported = {line.split()[1] for line in text.splitlines() if line.startswith("from vttbridge")}
    assert {name.split(".")[1] for name in imported} == {"rules", "geometry"}
