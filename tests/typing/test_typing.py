"""The type checker reads the typing pages: the right ones are clean, every wrong line is named."""

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def _faults(page: str) -> set[int]:
    """Give the lines that mypy finds at fault on a page."""
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary", str(HERE / page)],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert run.returncode in {0, 1}, run.stdout + run.stderr
    return {int(line) for line in re.findall(rf"{re.escape(page)}:(\d+): error", run.stdout)}


def test_answers_are_typed() -> None:
    """Dice and kinds give their own types, without a cast."""
    assert _faults("asking.py") == set()


def test_outcomes_are_unions() -> None:
    """A match over outcomes and lines leaves nothing over."""
    assert _faults("resolving.py") == set()


def test_wrong_uses_are_found() -> None:
    """Each marked line is a fault, and no other."""
    lines = HERE.joinpath("wrong.py").read_text(encoding="utf-8").splitlines()
    marked = {number for number, line in enumerate(lines, start=1) if line.endswith("# wrong")}
    assert _faults("wrong.py") == marked
